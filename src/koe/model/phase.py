"""Pitch -> the phase of nine harmonics for any range of samples, bit for bit as in the published graph.

The graph accumulates the phase at half-frame rate in float32 and interpolates it linearly to samples. This module does
both in the same order of float32 operations, because the vocoder is chaotic in the phase: with a *more* exact phase the
waveform differs from the graph's by 0.5 to 1.3 dB, with this one not at all.
"""

from __future__ import annotations

import numpy as np

from koe.types import Samples

HARMONICS = 9
SAMPLE_RATE_HZ = 24_000
SAMPLES_PER_HALFFRAME = 300


class HarmonicPhase:
    def __init__(self, pitch_hz: Samples) -> None:
        """`pitch_hz` [1, 2T] is the pitch of the whole utterance. Summing all of it takes a few thousand additions."""
        harmonics = np.arange(1, HARMONICS + 1, dtype=np.float32)[:, None]
        turns = pitch_hz * harmonics / np.float32(SAMPLE_RATE_HZ)
        turns -= np.floor(turns)
        turns[:-1] = _sum_of_equal_parts(turns[:-1], 4)
        turns[-1] = _sum_of_equal_parts(turns[-1], 8)
        turned = np.cumsum(turns, axis=1, dtype=np.float32)
        self._radians: Samples = turned * np.float32(2) * np.float32(np.pi) * np.float32(SAMPLES_PER_HALFFRAME)

    def between(self, first: int, stop: int) -> Samples:
        """[1, 9, samples] for the half-frames from `first` up to `stop`."""
        last = self._radians.shape[1] - 1
        sample = np.arange(first * SAMPLES_PER_HALFFRAME, stop * SAMPLES_PER_HALFFRAME, dtype=np.float32)
        place = (sample + np.float32(0.5)) / np.float32(SAMPLES_PER_HALFFRAME) - np.float32(0.5)
        place = np.clip(place, 0, last).astype(np.float32)
        left = np.floor(place).astype(np.int64)
        right = np.minimum(left + 1, last)
        right_share, left_share = place - left.astype(np.float32), right.astype(np.float32) - place
        at_end = left == right
        right_share[at_end] = left_share[at_end] = 0.5
        from_left = left_share * np.float32(0.5) * self._radians[:, left]
        from_right = right_share * np.float32(0.5) * self._radians[:, right]
        # ONNX Runtime interpolates in three dimensions: along the axes of length one, and past the last harmonic, it
        # adds half of the same value twice.
        phase = ((from_left + from_right) + from_left) + from_right
        half_left, half_right = from_left[-1] * np.float32(0.5), from_right[-1] * np.float32(0.5)
        highest = half_left + half_right
        for _ in range(3):
            highest = (highest + half_left) + half_right
        phase[-1] = highest
        stretched: Samples = phase[None]
        return stretched


def _sum_of_equal_parts(values: Samples, parts: int) -> Samples:
    """`values` with the rounding of ONNX Runtime's interpolation between equal neighbours."""
    part = values / np.float32(parts)
    total = part
    for _ in range(parts - 1):
        total = total + part
    return total
