"""koe's own clients: what the command line, the benchmarks and the tests speak to a server with."""
