"""Speech -> the same in less time, at the same pitch: overlapping pieces are laid closer together (WSOLA).

Of the places near where the next piece would be taken from, the one is chosen that continues the last piece best, so
that periods of the voice meet in phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from koe.types import AudioBlock, Cue, Samples, Step

_PIECE_MS = 30
_SEARCH_MS = 8


def stretch(blocks: Iterable[Step], factor: float) -> Iterator[Step]:
    """`factor` times as fast; 1 changes nothing. How the blocks are cut makes no difference."""
    if factor == 1:
        yield from blocks
        return
    stretcher: Stretcher | None = None
    cues: list[Cue] = []
    heard = made = rate = 0
    for block in blocks:
        if block is None:
            yield None
            continue
        rate = block.sample_rate_hz
        stretcher = stretcher or Stretcher(rate, factor)
        cues += (cue.later(heard / rate) for cue in block.cues)
        heard += len(block.samples)
        samples = stretcher.add(block.samples)
        if not samples.size:
            yield None
            continue
        yield AudioBlock(samples, rate, cues=_faster(cues, factor, made / rate))
        made += len(samples)
        cues = []
    if stretcher is not None:
        yield AudioBlock(stretcher.flush(), rate, cues=_faster(cues, factor, made / rate))


def _faster(cues: Iterable[Cue], factor: float, begin_s: float) -> tuple[Cue, ...]:
    return tuple(
        Cue(cue.text, cue.start, cue.stop, cue.start_s / factor, cue.end_s / factor, cue.is_mark).later(-begin_s)
        for cue in cues
    )


class Stretcher:
    def __init__(self, sample_rate_hz: int, factor: float) -> None:
        self._hop = round(sample_rate_hz * _PIECE_MS / 2000)  # pieces overlap by half
        self._search = round(sample_rate_hz * _SEARCH_MS / 1000)
        self._advance = self._hop * factor
        place = (np.arange(self._hop) + 0.5) / self._hop
        self._rise = np.asarray(0.5 - 0.5 * np.cos(np.pi * place), dtype=np.float32)
        self._input: Samples = np.zeros(0, dtype=np.float32)
        self._begin = 0  # of what is kept of the input
        self._pieces = 0
        self._tail: Samples | None = None  # of the last piece: what the next one fades into
        self._total = 0

    def add(self, samples: Samples) -> Samples:
        self._input = np.concatenate([self._input, samples])
        self._total += len(samples)
        made = []
        while (piece := self._next_piece()) is not None:
            made.append(piece)
        return np.concatenate(made) if made else np.zeros(0, dtype=np.float32)

    def flush(self) -> Samples:
        """The rest: silence makes the last piece whole, and what it adds is cut off."""
        wanted = round(self._total * self._hop / self._advance) - self._hop * self._pieces
        padding = np.zeros(3 * self._hop + 2 * self._search + round(self._advance), dtype=np.float32)
        rest = self.add(padding)
        return rest[: max(0, wanted)]

    def _next_piece(self) -> Samples | None:
        """Half a piece of output: the end of the last one faded into the beginning of the next."""
        ideal = round(self._pieces * self._advance)
        if ideal + self._search + 2 * self._hop > self._begin + len(self._input):
            return None
        start = ideal if self._tail is None else self._best_start(ideal, self._tail)
        piece = self._input[start - self._begin : start - self._begin + 2 * self._hop]
        first, second = piece[: self._hop], piece[self._hop :]
        made = first.copy() if self._tail is None else self._tail + (first - self._tail) * self._rise
        self._tail = second
        self._pieces += 1
        self._forget(round(self._pieces * self._advance) - self._search)
        return made

    def _best_start(self, ideal: int, wanted: Samples) -> int:
        """Where the input goes on most like `wanted`, which would follow the last piece."""
        low = max(ideal - self._search, self._begin)
        around = self._input[low - self._begin : ideal + self._search + self._hop - self._begin].astype(np.float64)
        likeness = np.correlate(around, wanted.astype(np.float64))
        energy = np.convolve(around**2, np.ones(self._hop), mode="valid")
        return low + int(np.argmax(likeness / np.sqrt(energy + 1e-9)))

    def _forget(self, place: int) -> None:
        if place > self._begin:
            self._input = self._input[place - self._begin :]
            self._begin = place
