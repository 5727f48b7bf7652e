"""POST /v1/audio/speech."""
