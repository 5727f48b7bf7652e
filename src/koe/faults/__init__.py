"""Faults on purpose, for development and tests: what breaks in the field can be broken here first."""
