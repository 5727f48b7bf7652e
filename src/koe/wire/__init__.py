"""AudioBlock and events <-> bytes, without I/O."""
