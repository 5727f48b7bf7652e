"""Span -> AudioBlock: the model in stages, its voices, and the download of model files."""
