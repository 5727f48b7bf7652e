"""Marks of finished answers -> what answers did in the last five minutes, the last hour and since the start.

A rolling window is a ring of tallies, each of a part of its length. A tally has counts and digests of fixed size, so
that memory does not grow with the number of answers.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal

from koe.digest import Digest
from koe.engine.marks import Kind, Marks

Outcome = Literal["done", "cancelled", "failed", "refused"]
WindowName = Literal["5m", "1h", "start"]

_LENGTHS_S: dict[WindowName, float] = {"5m": 300.0, "1h": 3600.0}
_PARTS = 30


@dataclass(slots=True)
class Times:
    """Of the answers of one kind, in seconds. `first_sound`: from the acceptance to the first audible sample at the
    socket."""

    answers: int = 0
    first_sound: Digest = field(default_factory=Digest)
    rtf: Digest = field(default_factory=Digest)
    jitter: Digest = field(default_factory=Digest)
    queue_wait: Digest = field(default_factory=Digest)

    def add(self, marks: Marks) -> None:
        self.answers += 1
        for digest, value in (
            (self.first_sound, marks.first_sound_s),
            (self.rtf, marks.rtf),
            (self.queue_wait, marks.queue_wait_s),
        ):
            if value is not None:
                digest.add(value)

    def merge(self, other: Times) -> None:
        self.answers += other.answers
        self.first_sound.merge(other.first_sound)
        self.rtf.merge(other.rtf)
        self.jitter.merge(other.jitter)
        self.queue_wait.merge(other.queue_wait)


@dataclass(slots=True)
class Tally:
    """What happened in a stretch of time: live answers by kind, whole answers, and counts over all."""

    live: dict[Kind, Times] = field(default_factory=lambda: {kind: Times() for kind in Kind})
    whole: Times = field(default_factory=Times)
    underruns: int = 0
    stall_silence_s: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)

    def add(self, marks: Marks, outcome: Outcome) -> None:
        self.outcomes[outcome] += 1
        self.underruns += marks.underruns
        self.stall_silence_s += marks.stall_silence_s
        if marks.admitted_s is not None and marks.kind is not None:
            (self.live[marks.kind] if marks.is_live else self.whole).add(marks)

    def merge(self, other: Tally) -> None:
        for kind, times in other.live.items():
            self.live[kind].merge(times)
        self.whole.merge(other.whole)
        self.underruns += other.underruns
        self.stall_silence_s += other.stall_silence_s
        self.outcomes.update(other.outcomes)

    @property
    def spoken(self) -> tuple[Times, ...]:
        """The live answers whose first sound is a TTFA: all but cache hits."""
        return self.live[Kind.COLD], self.live[Kind.WARM]


class _Ring:
    """The tallies of the parts of a rolling window, the newest last."""

    def __init__(self, length_s: float) -> None:
        self._part_s = length_s / _PARTS
        self._parts: dict[int, Tally] = {}

    def now(self, now_s: float) -> Tally:
        number = int(now_s / self._part_s)
        if number not in self._parts:
            self._parts = {one: tally for one, tally in self._parts.items() if number - _PARTS < one}
            self._parts[number] = Tally()
        return self._parts[number]

    def past(self, now_s: float) -> list[Tally]:
        """The parts before the present one, which do not change any more."""
        number = int(now_s / self._part_s)
        return [tally for one, tally in self._parts.items() if number - _PARTS < one < number]


class History:
    """Safe for several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._rings = {name: _Ring(length_s) for name, length_s in _LENGTHS_S.items()}
        self._since_start = Tally()

    def finished(self, marks: Marks, outcome: Outcome) -> None:
        """An answer is over, however it ended."""
        with self._lock:
            for tally in self._current():
                tally.add(marks, outcome)

    def frame(self, kind: Kind, jitter_s: float) -> None:
        """A paced frame has left. Not at the end of its stream, which may last for hours."""
        with self._lock:
            for tally in self._current():
                tally.live[kind].jitter.add(jitter_s)

    def window(self, name: WindowName) -> Tally:
        """A copy of what it has now. Adding up an hour takes milliseconds; only what still changes is locked for it."""
        merged = Tally()
        with self._lock:
            now_s = self._clock()
            past = [] if name == "start" else self._rings[name].past(now_s)
            merged.merge(self._since_start if name == "start" else self._rings[name].now(now_s))
        for part in past:
            merged.merge(part)
        return merged

    def _current(self) -> Iterable[Tally]:
        now_s = self._clock()
        return [self._since_start, *(ring.now(now_s) for ring in self._rings.values())]
