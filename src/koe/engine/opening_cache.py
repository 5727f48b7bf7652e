"""A small memory of how texts begin: what was spoken a moment ago is heard at once when it is asked for again.

An opening is the first second of a request: the blocks that went out, and the windows they were made of, so that the
model goes on after them without decoding them again. Keys are digests: no text is kept.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Lock

from koe.model.vocoder import Window
from koe.types import AudioBlock, Step

# Longer than it takes to predict the prosody and decode what follows.
OPENING_S = 1.2


def _nobody(_: Opening) -> None:
    pass


@dataclass(slots=True)
class Opening:
    """`on_complete` is given a copy that does not grow any more."""

    blocks: list[AudioBlock] = field(default_factory=list)
    windows: dict[tuple[int, int], Window] = field(default_factory=dict)
    on_complete: Callable[[Opening], None] = _nobody

    def complete(self) -> None:
        self.on_complete(Opening(list(self.blocks), dict(self.windows)))

    @property
    def size_bytes(self) -> int:
        return sum(block.samples.nbytes for block in self.blocks) + sum(
            window.samples.nbytes for window in self.windows.values()
        )


@dataclass(frozen=True, slots=True)
class PrimerState:
    hits: int
    misses: int
    evictions: int
    entries: int
    size_bytes: int


class Primer:
    """Least recently used first out, by bytes; nothing stays longer than `ttl_s` after it was made."""

    def __init__(self, max_bytes: int, ttl_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_bytes = max_bytes
        self._ttl_s = ttl_s
        self._clock = clock
        self._openings: OrderedDict[str, tuple[float, Opening]] = OrderedDict()
        self._lock = Lock()
        self._hits = self._misses = self._evictions = self._bytes = 0

    @property
    def is_on(self) -> bool:
        return self._max_bytes > 0

    def find(self, key: str) -> Opening | None:
        with self._lock:
            made_s, opening = self._openings.get(key, (0.0, None))
            if opening is not None and self._clock() - made_s > self._ttl_s:
                self._forget(key)
                opening = None
            if opening is None:
                self._misses += 1
                return None
            self._hits += 1
            self._openings.move_to_end(key)
            return opening

    def keep(self, key: str, opening: Opening) -> None:
        with self._lock:
            if key in self._openings or opening.size_bytes > self._max_bytes:
                return
            self._openings[key] = (self._clock(), opening)
            self._bytes += opening.size_bytes
            while self._bytes > self._max_bytes:
                self._forget(next(iter(self._openings)))

    def _forget(self, key: str) -> None:
        _, opening = self._openings.pop(key)
        self._bytes -= opening.size_bytes
        self._evictions += 1

    @property
    def state(self) -> PrimerState:
        with self._lock:
            return PrimerState(self._hits, self._misses, self._evictions, len(self._openings), self._bytes)


def key_of(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def recorded(steps: Iterator[Step], opening: Opening) -> Iterator[Step]:
    """The same steps. The opening is complete when it is long enough, or when they end; a broken one never is."""
    missing_s = OPENING_S
    for step in steps:
        if step is not None and missing_s > 0:
            opening.blocks.append(step)
            missing_s -= step.duration_s
            if missing_s <= 0:
                opening.complete()
        yield step
    if missing_s > 0 and opening.blocks:
        opening.complete()


def after(steps: Iterator[Step], opening: Opening) -> Iterator[Step]:
    """What the steps make after the opening."""
    heard = sum(len(block.samples) for block in opening.blocks)
    for step in steps:
        if step is None or heard >= len(step.samples):
            heard -= 0 if step is None else len(step.samples)
            yield None
            continue
        heard_s = heard / step.sample_rate_hz
        cues = tuple(cue.later(-heard_s) for cue in step.cues if cue.start_s >= heard_s)
        yield AudioBlock(step.samples[heard:], step.sample_rate_hz, cues=cues)
        heard = 0
