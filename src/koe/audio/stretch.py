"""Speech -> faster speech at the same pitch, by WSOLA: overlapping grains are laid closer together.

Each grain is taken from the place, near where it would be due, that continues the last grain best, so that periods of
the voice meet in phase.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from koe.types import AudioBlock, Cue, Samples

_GRAIN_MS = 30
_SEARCH_MS = 8


class BlockStretcher:
    """Makes the blocks of a span `factor` times as fast; 1 changes nothing. How they are cut makes no difference."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._stretcher: Stretcher | None = None
        self._cues: list[Cue] = []
        self._received = self._made = self._rate_hz = 0  # samples in, samples out

    def process(self, block: AudioBlock) -> AudioBlock | None:
        """None while there are too few samples to search in."""
        if self._factor == 1:
            return block
        rate = self._rate_hz = block.sample_rate_hz
        self._stretcher = self._stretcher or Stretcher(rate, self._factor)
        self._cues += (cue.later(self._received / rate) for cue in block.cues)
        self._received += len(block.samples)
        samples = self._stretcher.add(block.samples)
        return self._block(samples) if samples.size else None

    def flush(self) -> AudioBlock | None:
        return None if self._stretcher is None else self._block(self._stretcher.flush())

    def _block(self, samples: Samples) -> AudioBlock:
        begin_s = self._made / self._rate_hz
        cues = tuple(_faster(cue, self._factor).later(-begin_s) for cue in self._cues)
        self._made += len(samples)
        self._cues = []
        return AudioBlock(samples, self._rate_hz, cues=cues)


def _faster(cue: Cue, factor: float) -> Cue:
    return replace(cue, start_s=cue.start_s / factor, end_s=cue.end_s / factor)


class Stretcher:
    """WSOLA on the samples of one span."""

    def __init__(self, sample_rate_hz: int, factor: float) -> None:
        self._hop = round(sample_rate_hz * _GRAIN_MS / 2000)  # grains overlap by half
        self._search = round(sample_rate_hz * _SEARCH_MS / 1000)
        self._advance = self._hop * factor
        place = (np.arange(self._hop) + 0.5) / self._hop
        self._rise = np.asarray(0.5 - 0.5 * np.cos(np.pi * place), dtype=np.float32)
        self._input: Samples = np.zeros(0, dtype=np.float32)
        self._begin = 0  # of what is kept of the input
        self._grains = 0
        self._tail: Samples | None = None  # of the last grain: the next one fades into it
        self._total = 0

    def add(self, samples: Samples) -> Samples:
        self._input = np.concatenate([self._input, samples])
        self._total += len(samples)
        made = []
        while (half := self._next_grain()) is not None:
            made.append(half)
        return np.concatenate(made) if made else np.zeros(0, dtype=np.float32)

    def flush(self) -> Samples:
        """The rest: silence completes the last grain, and what it adds is cut off."""
        wanted = round(self._total * self._hop / self._advance) - self._hop * self._grains
        padding = np.zeros(3 * self._hop + 2 * self._search + round(self._advance), dtype=np.float32)
        rest = self.add(padding)
        return rest[: max(0, wanted)]

    def _next_grain(self) -> Samples | None:
        """Half a grain of output: the end of the last one faded into the beginning of the next."""
        ideal = round(self._grains * self._advance)
        if ideal + self._search + 2 * self._hop > self._begin + len(self._input):
            return None
        start = ideal if self._tail is None else self._best_start(ideal, self._tail)
        grain = self._input[start - self._begin : start - self._begin + 2 * self._hop]
        first, second = grain[: self._hop], grain[self._hop :]
        made = first.copy() if self._tail is None else self._tail + (first - self._tail) * self._rise
        self._tail = second
        self._grains += 1
        self._forget(round(self._grains * self._advance) - self._search)
        return made

    def _best_start(self, ideal: int, wanted: Samples) -> int:
        """The place where the input is most like `wanted`, which would follow the last grain."""
        low = max(ideal - self._search, self._begin)
        around = self._input[low - self._begin : ideal + self._search + self._hop - self._begin].astype(np.float64)
        likeness = np.correlate(around, wanted.astype(np.float64))
        energy = np.convolve(around**2, np.ones(self._hop), mode="valid")
        return low + int(np.argmax(likeness / np.sqrt(energy + 1e-9)))

    def _forget(self, place: int) -> None:
        if place > self._begin:
            self._input = self._input[place - self._begin :]
            self._begin = place
