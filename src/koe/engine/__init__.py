"""Requests in flight: text, model and audio composed, and the thread that runs them."""
