"""GET /v1/audio/speech, where it is turned on: speech behind a link."""
