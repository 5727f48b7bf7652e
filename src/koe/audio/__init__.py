"""AudioBlock -> AudioBlock: trimming, pauses, cross-fades, loudness, resampling, dither; and measures of a clip."""
