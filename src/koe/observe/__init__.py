"""Logs and request ids."""
