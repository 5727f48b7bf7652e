"""Offline work on the model: what is made once and cached."""
