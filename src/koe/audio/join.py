"""Blocks that overlap -> blocks that follow one another, faded where they meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from koe.types import AudioBlock, Samples, Step

FADE_MS = 5


def join(blocks: Iterable[Step]) -> Iterator[Step]:
    """The shares of the two add up to one: both sides of a seam are the same sound, and two of the same in equal power
    would be 3 dB too loud in the middle."""
    fading: Samples = np.zeros(0, dtype=np.float32)
    for block in blocks:
        if block is None:
            yield None
            continue
        samples = block.samples
        length = min(len(fading), len(samples))
        if length:
            samples = samples.copy()
            samples[:length] = fading[:length] + (samples[:length] - fading[:length]) * rise(length)
        stop = len(samples) - block.overlap
        fading = samples[stop:]
        yield AudioBlock(samples[:stop], block.sample_rate_hz, cues=block.cues)


def rise(length: int) -> Samples:
    """From 0 to 1 along half a cosine, without either end."""
    place = (np.arange(length, dtype=np.float32) + np.float32(0.5)) / np.float32(max(length, 1))
    return np.asarray(0.5 - 0.5 * np.cos(np.pi * place), dtype=np.float32)


def fade_in(samples: Samples, sample_rate_hz: int) -> Samples:
    """The same beginning from zero."""
    faded = samples.copy()
    length = min(round(FADE_MS * sample_rate_hz / 1000), len(faded))
    faded[:length] *= rise(length)
    return faded


def fade_from(sample: float, length: int, sample_rate_hz: int) -> Samples:
    """Silence that begins where the sound before it was cut off."""
    quiet = np.zeros(length, dtype=np.float32)
    fall = min(round(FADE_MS * sample_rate_hz / 1000), length)
    quiet[:fall] = np.float32(sample) * rise(fall)[::-1]
    return quiet
