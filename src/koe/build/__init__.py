"""Offline work on the model: cutting it into stages, and fitting the tables that ship with the package."""
