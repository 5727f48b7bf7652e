"""Operator endpoints: live streams, a reset of what is idle, results of benchmarks."""
