"""The soak test: a server in mixed use for a long time: what drifts, what grows, what breaks."""
