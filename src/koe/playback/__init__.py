"""AudioBlock -> the sound card."""
