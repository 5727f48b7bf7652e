"""Pauses of Python's garbage collector, in which no thread runs Python code."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from koe.digest import Digest


@dataclass(frozen=True, slots=True)
class GcCounts:
    pauses: int
    total_s: float
    p95_s: float | None
    longest_s: float
    frozen_objects: int


class GcPauses:
    """Measures from `begin` to `end`. The collector calls it with the interpreter's lock held: it needs none."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._began_s: float | None = None
        self._pauses = Digest()

    def begin(self) -> None:
        gc.callbacks.append(self._notice)

    def end(self) -> None:
        if self._notice in gc.callbacks:
            gc.callbacks.remove(self._notice)

    @property
    def total_s(self) -> float:
        return self._pauses.total

    @property
    def counts(self) -> GcCounts:
        pauses = self._pauses
        return GcCounts(pauses.count, pauses.total, pauses.quantile(0.95), pauses.largest, gc.get_freeze_count())

    def _notice(self, phase: str, _: Mapping[str, int]) -> None:
        if phase == "start":
            self._began_s = self._clock()
        elif self._began_s is not None:
            self._pauses.add(self._clock() - self._began_s)
            self._began_s = None
