"""A document -> an audio file of the whole: script, speech on disk, loudness, chapters."""
