"""The tuner: candidates and measurements -> a Pareto front, a stored choice, and whether it is still valid."""
