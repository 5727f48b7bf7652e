"""POST /v1/audio/speech: speech as a stream, as a file or as server-sent events."""
