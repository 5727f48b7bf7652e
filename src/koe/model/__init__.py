"""Spans -> audio blocks, and the model files that takes."""
