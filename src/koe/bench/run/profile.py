"""Samples of a process while it is measured: memory, CPU share, threads."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from koe.bench.machine import cpu_s
from koe.memory import resident_bytes


@dataclass(frozen=True, slots=True)
class Sample:
    """`cores`: CPU time since the last sample, per second. `at_s` since the start."""

    at_s: float
    resident_bytes: int | None
    cores: float | None
    threads: int | None
    descriptors: int | None


class Profile:
    """Samples a process every `interval_s` in a thread of its own, from `with` until its end."""

    def __init__(self, pid: int, interval_s: float) -> None:
        self._pid = pid
        self._interval_s = interval_s
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="koe-profile", daemon=True)
        self._began_s = self._last_s = time.monotonic()
        self._last_cpu_s = cpu_s(pid)
        self.samples: list[Sample] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        self._sample()

    def _run(self) -> None:
        while not self._over.wait(self._interval_s):
            self._sample()

    def _sample(self) -> None:
        now_s, used_s = time.monotonic(), cpu_s(self._pid)
        known = None if used_s is None or self._last_cpu_s is None else used_s - self._last_cpu_s
        cores = None if known is None else known / max(now_s - self._last_s, 1e-9)
        self._last_s, self._last_cpu_s = now_s, used_s
        self.samples.append(sample_of(self._pid, now_s - self._began_s, cores))


def sample_of(pid: int, at_s: float = 0.0, cores: float | None = None) -> Sample:
    """What a process takes now."""
    return Sample(at_s, resident_bytes(pid), cores, _count(pid, "task"), _count(pid, "fd"))


def _count(pid: int, what: str) -> int | None:
    try:
        return len(os.listdir(f"/proc/{pid}/{what}"))  # noqa: PTH208  the names are enough
    except OSError:
        return None
