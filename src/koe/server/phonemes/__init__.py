"""POST /v1/phonemize and /v1/audio/speech/phonemes: how a text will be read, and speech from phonemes."""
