"""A fixed piece of CPU work, timed before, between and after measurements -> how noisy the machine was."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from threading import Thread
from types import TracebackType
from typing import Self

import numpy as np

# SHA-256 leaves the interpreter's lock while it works, and its threads end at once: those of a matrix product would go
# on spinning into the next measurement.
_BLOCK = bytes(1 << 20)
_BLOCKS = 16
# On a machine at rest the slowest tenth takes up to 1.1 times as long as the fastest.
_QUIET = 1.25


@dataclass(frozen=True, slots=True)
class Noise:
    """`slowdown`: the 90th percentile of the loops compared with the fastest."""

    loops: int
    fastest_s: float
    median_s: float
    slowdown: float

    @property
    def is_quiet(self) -> bool:
        return self.slowdown <= _QUIET

    def told(self) -> str:
        times = f"a fixed piece of work took up to {self.slowdown:.2f} times its least, {self.loops} loops"
        return times if self.is_quiet else f"The machine was too noisy to conclude anything: {times}."


class Calibration:
    """`work` is the fixed piece of work; by default it keeps all cores busy for some ten milliseconds."""

    def __init__(
        self, work: Callable[[], None] | None = None, clock_s: Callable[[], float] = time.perf_counter
    ) -> None:
        self._work = work or _hash_on_all_cores
        self._clock_s = clock_s
        self._times_s: list[float] = []

    def __enter__(self) -> Self:
        self._work()  # warms up
        self.loop()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.loop()

    def loop(self) -> float:
        """Seconds of this loop."""
        began_s = self._clock_s()
        self._work()
        self._times_s.append(self._clock_s() - began_s)
        return self._times_s[-1]

    @property
    def noise(self) -> Noise:
        fastest_s = min(self._times_s)
        slow_s = float(np.quantile(self._times_s, 0.9))
        return Noise(len(self._times_s), fastest_s, median(self._times_s), slow_s / fastest_s)


def _hash_on_all_cores() -> None:
    """A thread on each core. The system may start two on one core while another is idle: on two cores at rest that
    made the work take 15.8 ms in three loops of four, and 8.4 ms in the others."""
    threads = [Thread(target=_hash_blocks, args=(core,)) for core in _cores()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _cores() -> Sequence[int | None]:
    """Those that this process may use; None: any, where a thread cannot be bound to one."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return [None] * (os.cpu_count() or 1)


def _hash_blocks(core: int | None) -> None:
    if core is not None:
        os.sched_setaffinity(0, {core})  # of this thread, which ends with the work
    digest = hashlib.sha256()
    for _ in range(_BLOCKS):
        digest.update(_BLOCK)
