"""Playback of 16-bit PCM on the sound card."""
