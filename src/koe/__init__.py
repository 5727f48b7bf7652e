"""koe: local text-to-speech that starts speaking at once."""

__version__ = "0.1.0"
