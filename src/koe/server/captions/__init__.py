"""POST /v1/audio/captions."""
