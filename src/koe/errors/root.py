"""The base class of all errors that koe raises."""

from __future__ import annotations


class KoeError(Exception):
    """Base class of all errors that koe raises."""
