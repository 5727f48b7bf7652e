"""GET /v1/audio/speech, if KOKORO_GET_SPEECH is on: speech as the source of an <audio> element."""
