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
_HALF = SAMPLES_PER_HALFFRAME // 2


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
        """[1, 9, samples] for the half-frames from `first` up to `stop`.

        The samples from the middle of one half-frame to the middle of the next lie between the same two values. They
        are one row here, and harmonics are computed one after the other, so that what is intermediate is small: as
        arrays of all harmonics it took eight times as long, most of it to get memory from the system."""
        last = self._radians.shape[1] - 1
        begin, end = first * SAMPLES_PER_HALFFRAME - _HALF, stop * SAMPLES_PER_HALFFRAME + _HALF
        sample = np.arange(begin, end, dtype=np.float32)
        place = (sample + np.float32(0.5)) / np.float32(SAMPLES_PER_HALFFRAME) - np.float32(0.5)
        place = np.clip(place, 0, last).reshape(-1, SAMPLES_PER_HALFFRAME)
        left = np.clip(np.arange(first - 1, stop), 0, last)[:, None]
        right = np.minimum(left + 1, last)
        right_share, left_share = place - left.astype(np.float32), right.astype(np.float32) - place
        at_end = (left == right)[:, 0]
        right_share[at_end] = left_share[at_end] = 0.5
        right_share *= np.float32(0.5)
        left_share *= np.float32(0.5)
        phase = np.empty((1, HARMONICS, end - begin - 2 * _HALF), dtype=np.float32)
        for harmonic, radians in enumerate(self._radians):
            from_left, from_right = left_share * radians[left], right_share * radians[right]
            add = _sum_of_highest if harmonic == HARMONICS - 1 else _sum
            phase[0, harmonic] = add(from_left, from_right).reshape(-1)[_HALF:-_HALF]
        return phase


def _sum(from_left: Samples, from_right: Samples) -> Samples:
    """ONNX Runtime interpolates in three dimensions: along one of length one it adds half of the same value twice."""
    total = from_left + from_right
    total += from_left
    total += from_right
    return total


def _sum_of_highest(from_left: Samples, from_right: Samples) -> Samples:
    """Past the last harmonic it does so along one more axis."""
    half_left, half_right = from_left * np.float32(0.5), from_right * np.float32(0.5)
    total = half_left + half_right
    for _ in range(3):
        total += half_left
        total += half_right
    return total


def _sum_of_equal_parts(values: Samples, parts: int) -> Samples:
    """`values` with the rounding of ONNX Runtime's interpolation between equal neighbours."""
    part = values / np.float32(parts)
    total = part
    for _ in range(parts - 1):
        total = total + part
    return total
