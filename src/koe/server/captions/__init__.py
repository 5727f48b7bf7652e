"""POST /v1/audio/captions: speech with the times of its words."""
