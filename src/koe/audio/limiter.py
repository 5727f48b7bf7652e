"""A look-ahead true-peak limiter: the gain falls before a peak comes and rises slowly after it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from koe.audio.piecewise import piecewise
from koe.types import Samples

CEILING_DBTP = -1.0
LOOKAHEAD_MS = 2.0
RELEASE_MS = 100.0  # until a reduction has fallen to 37 %: ten periods of a low voice, so that no period is distorted

# A peak between two samples is read from this many on each side, as meters of BS.1770 do it.
REACH = 6
_OVERSAMPLING = 4
# Every reduction goes this much further: a moving gain lets a little of the peak through.
_MARGIN_DB = 0.05
_INAUDIBLE = 2.0**-26  # a reduction that a float32 cannot show

_Reals = NDArray[Any]


class Limiter:
    """Holds `lookahead` samples back until `flush`: no sample is added, lost or moved. Audio that needs no reduction
    passes unchanged, bit for bit. How the audio is cut makes no difference."""

    def __init__(self, rate: int, ceiling_dbtp: float = CEILING_DBTP, lookahead_ms: float = LOOKAHEAD_MS) -> None:
        self.lookahead = max(round(lookahead_ms * rate / 1000), 2 * REACH + 2)
        self._ceiling = 10 ** (ceiling_dbtp / 20)
        self._target = 10 ** ((ceiling_dbtp - _MARGIN_DB) / 20)
        # Two moving averages, one after the other, make the gain a curve without corners.
        self._smoothing = 2 ** int(math.log2((self.lookahead - 2 * REACH) / 2 + 1))
        # The reduction is complete REACH samples before its peak, so that the whole peak gets the same gain.
        self._ahead = 2 * (self._smoothing - 1) + REACH
        self._decay = -1000 / (RELEASE_MS * rate)  # of a logarithm, each sample
        self._begin()

    def _begin(self) -> None:
        self._read = 0
        self._highest = -math.inf
        # The samples held back, after those that the next true peak is read from.
        self._samples: Samples = np.zeros(self.lookahead + REACH - 1, dtype=np.float32)
        self._reductions: _Reals = np.zeros(2 * (self._smoothing - 1) + self.lookahead - REACH)

    def process(self, samples: Samples) -> Samples:
        return piecewise(self._process, np.asarray(samples, dtype=np.float32))

    def _process(self, samples: Samples) -> Samples:
        known = self._read
        return self._limited(samples)[max(0, self.lookahead - known) :]

    def flush(self) -> Samples:
        """The samples still held back. The limiter is as new afterwards."""
        held = min(self._read, self.lookahead)
        output = self._limited(np.zeros(self.lookahead, dtype=np.float32))
        self._begin()
        return output[self.lookahead - held :]

    def _limited(self, samples: Samples) -> Samples:
        """As many samples as came in, from `lookahead` samples ago. Reductions are known up to REACH before the end."""
        length = len(samples)
        if length == 0:
            return samples
        around = np.concatenate([self._samples, samples])
        peaks = true_peaks(around[self.lookahead - REACH :])[:length]
        reductions = np.concatenate([self._reductions, self._released(self._needed(peaks))])
        output = around[REACH - 1 : REACH - 1 + length] * self._gain(reductions, length)
        self._samples = around[length:]
        self._reductions = reductions[length:]
        self._read += length
        return output

    def _needed(self, peaks: _Reals) -> _Reals:
        return np.where(peaks > self._ceiling, 1 - self._target / np.maximum(peaks, self._ceiling), 0.0)

    def _released(self, needed: _Reals) -> _Reals:
        """Each reduction decays exponentially, and the largest counts. In logarithms that is a running maximum above a
        falling line: no loop, and no sum that would depend on where a block begins."""
        line = self._decay * np.arange(self._read, self._read + len(needed), dtype=np.float64)
        above = np.full(len(needed), -np.inf)
        np.log(needed, out=above, where=needed > 0)
        above -= line
        above[0] = max(above[0], self._highest)
        np.maximum.accumulate(above, out=above)
        self._highest = float(above[-1])
        if self._highest + line[0] < math.log(_INAUDIBLE):
            return np.zeros(len(needed))
        released = np.exp(above + line)
        released[released < _INAUDIBLE] = 0
        return released

    def _gain(self, reductions: _Reals, length: int) -> Samples:
        if not reductions.any():
            return np.ones(length, dtype=np.float32)
        largest = _sliding(np.maximum, reductions, self._ahead + 1)
        for _ in range(2):
            largest = _sliding(np.add, largest, self._smoothing) / self._smoothing
        return (1 - largest[:length]).astype(np.float32)


def _sliding(combine: Callable[[_Reals, _Reals], _Reals], values: _Reals, width: int) -> _Reals:
    """The sum or maximum of every `width` neighbours, by doubling. A sum needs a power of two."""
    done = 1
    while done < width:
        step = min(done, width - done)
        values = combine(values[:-step], values[step:])
        done += step
    return values


def limited(samples: Samples, rate: int, ceiling_dbtp: float = CEILING_DBTP) -> Samples:
    limiter = Limiter(rate, ceiling_dbtp)
    return np.concatenate([limiter.process(samples), limiter.flush()])


def true_peak(samples: Samples) -> float:
    """The true peak of a whole clip, as a share of full scale."""
    around = np.pad(samples, REACH)
    return float(true_peaks(around).max(initial=0))


def true_peaks(samples: Samples) -> _Reals:
    """The largest magnitude at each sample and at the three points between it and the next one. REACH - 1 samples at
    the beginning and REACH at the end are context only."""
    length = max(0, len(samples) - 2 * REACH + 1)
    peaks = np.abs(samples[REACH - 1 : REACH - 1 + length])
    for weights in _BETWEEN:
        between = np.zeros(length, dtype=np.float32)
        for place, weight in enumerate(weights):
            between += weight * samples[place : place + length]
        np.maximum(peaks, np.abs(between, out=between), out=peaks)
    return peaks


def _interpolators() -> tuple[Samples, ...]:
    """The weights of the 2 * REACH samples around a point: a sinc under a Hann window."""
    places = np.arange(1 - REACH, REACH + 1)
    shares = [place / _OVERSAMPLING for place in range(1, _OVERSAMPLING)]
    distances = [places - share for share in shares]
    return tuple((np.sinc(d) * np.cos(np.pi * d / (2 * REACH)) ** 2).astype(np.float32) for d in distances)


_BETWEEN = _interpolators()
