"""Playback of AudioBlocks on the sound card."""
