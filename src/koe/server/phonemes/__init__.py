"""POST /v1/phonemize and POST /v1/audio/speech/phonemes: how a text is read, and speech without a reader."""
