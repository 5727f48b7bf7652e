"""Overlapping blocks -> consecutive blocks, cross-faded where they meet."""

from __future__ import annotations

import numpy as np

from koe.types import AudioBlock, Samples


class Joiner:
    """Cross-fades each block of a span into the next.

    The two gains add up to one: both sides of a seam are the same sound, and an equal-power fade of two equal sounds
    would be 3 dB too loud in the middle.
    """

    def __init__(self) -> None:
        self._fading: Samples = np.zeros(0, dtype=np.float32)

    def process(self, block: AudioBlock) -> AudioBlock:
        samples = block.samples
        length = min(len(self._fading), len(samples))
        if length:
            samples = samples.copy()
            samples[:length] = self._fading[:length] + (samples[:length] - self._fading[:length]) * rise(length)
        stop = len(samples) - block.overlap
        self._fading = samples[stop:]
        return AudioBlock(samples[:stop], block.sample_rate_hz, cues=block.cues)


def rise(length: int) -> Samples:
    """Gains from 0 to 1 along half a cosine, both ends excluded."""
    place = (np.arange(length, dtype=np.float32) + np.float32(0.5)) / np.float32(max(length, 1))
    return np.asarray(0.5 - 0.5 * np.cos(np.pi * place), dtype=np.float32)
