"""Measurements, always beside a peer in the same run."""
