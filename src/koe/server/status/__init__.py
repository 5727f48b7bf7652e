"""Alive and ready."""
