"""Float samples -> 16-bit samples with dither: noise hides the rounding, so a fade-out ends in hiss, not in crackle.

The arithmetic is in integers, in 65536ths of the last bit. Sums of integers are exact, so the result does not depend on
how a stream is cut into blocks.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from koe.audio.piecewise import piecewise
from koe.types import Samples

Integers = NDArray[np.int64]

_LOUDEST = 32767
_FRACTION_BITS = 16
_ONE = 1 << _FRACTION_BITS
_HALF = _ONE // 2
# How far dither can move a sample, in last bits. The scale leaves this much headroom, so dither never clips.
_REACH = 1
_REACH_SHAPED = 3


class Dither:
    """Adds triangular noise (TPDF) of one last bit to each side, then rounds. The same seed gives the same noise.
    Digital silence stays silent. With `shaping` the noise moves from low to high frequencies, where a voice masks it;
    its total power is 3 dB higher."""

    def __init__(self, seed: int, shaping: bool = False) -> None:
        self.clamped = 0  # samples outside [-1, 1] so far; 0 if the limiter did its work
        self._source = np.random.PCG64(seed)
        self._round = self._shaped if shaping else _rounded
        self._scale = float((_LOUDEST - (_REACH_SHAPED if shaping else _REACH)) * _ONE)
        self._error = 0  # rounding error of the sample before; with shaping only

    def to_int16(self, samples: Samples) -> NDArray[np.int16]:
        return piecewise(self._to_int16, samples)

    def _to_int16(self, samples: Samples) -> NDArray[np.int16]:
        if not len(samples):
            return np.zeros(0, dtype=np.int16)
        exact = np.rint(self._within(samples) * self._scale).astype(np.int64)
        return self._round(exact, self._noise(len(exact)), exact == 0).astype(np.int16)

    def _within(self, samples: Samples) -> NDArray[np.float64]:
        wide = samples.astype(np.float64)
        outside = int(np.count_nonzero(np.abs(wide) > 1.0))
        if outside:
            self.clamped += outside
            wide = np.clip(wide, -1.0, 1.0)
        return wide

    def _noise(self, count: int) -> Integers:
        """Both halves of one draw are uniform, so their difference is triangular. Every sample takes one draw, silent
        ones too, so the noise depends on the position in the stream alone."""
        draws = self._source.random_raw(count)
        halves = draws.view(np.uint32).reshape(-1, 2).astype(np.int64)
        return cast(Integers, (halves[:, 0] - halves[:, 1]) >> (32 - _FRACTION_BITS))

    def _shaped(self, exact: Integers, noise: Integers, silent: NDArray[np.bool_]) -> Integers:
        """Round the running sum and take its differences: each sample then corrects the error of the one before. This
        is error feedback without a loop over the samples. The sum restarts after silence."""
        sums = np.cumsum(exact) + self._error
        last_silent = np.maximum.accumulate(np.where(silent, np.arange(len(exact)), -1))
        sums = sums - np.where(last_silent < 0, 0, sums[last_silent])
        rounded = _rounded(sums, noise, silent)
        self._error = int(sums[-1]) - (int(rounded[-1]) << _FRACTION_BITS)
        return np.where(silent, 0, np.diff(rounded, prepend=0))


def _rounded(exact: Integers, noise: Integers, silent: NDArray[np.bool_]) -> Integers:
    return np.where(silent, 0, (exact + noise + _HALF) >> _FRACTION_BITS)
