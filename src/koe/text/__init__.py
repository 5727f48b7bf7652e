"""Text -> spans: what a person typed, as phonemes the model can speak."""
