"""GET /health, /ready and /status."""
