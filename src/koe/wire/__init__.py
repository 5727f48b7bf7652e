"""AudioBlock and events <-> bytes of audio formats, captions and protocols, without I/O."""
