"""Clients of a koe server, for the command line, benchmarks, tests and users."""
