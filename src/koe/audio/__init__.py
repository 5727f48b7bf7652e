"""AudioBlock -> AudioBlock: silence, seams, loudness."""
