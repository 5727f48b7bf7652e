"""Failures of providers -> which of them are out of use, until when, and how often each has failed, by cause."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal

log = logging.getLogger("koe.model")

LONGEST_BACKOFF_S = 3600.0
# `missing` and `not_opened`: until the next start. The others: until the back-off has passed.
Use = Literal["in_use", "backing_off", "missing", "not_opened"]


@dataclass(frozen=True, slots=True)
class ProviderState:
    """A provider that was chosen for a stage. `failures` by cause: missing, not_opened, raised, hangs, or that of
    `BadOutput`."""

    name: str
    stages: tuple[str, ...]
    use: Use
    retry_in_s: float | None
    failures: Mapping[str, int]


@dataclass(slots=True)
class _Provider:
    stages: dict[str, None] = field(default_factory=dict)
    failures: Counter[str] = field(default_factory=Counter)
    in_a_row: int = 0
    out_until_s: float = 0.0
    never: Use | None = None


class ProviderHealth:
    """A provider that fails is out for `backoff_s`, and for twice as long after each further failure in a row."""

    def __init__(self, backoff_s: float = 30.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._backoff_s = backoff_s
        self._clock = clock
        self._known: dict[str, _Provider] = {}
        self._lock = Lock()

    def chosen(self, name: str, stage: str) -> None:
        with self._lock:
            self._of(name).stages[stage] = None

    def left_out(self, name: str, stage: str, cause: Literal["missing", "not_opened"], reason: str) -> None:
        """A stage is computed by the CPU instead, from the start on."""
        with self._lock:
            one = self._of(name)
            one.stages[stage] = None
            one.never = cause
            one.failures[cause] += 1
            is_new = one.failures[cause] == 1
        if is_new:
            log.warning("provider %s is not used, and the CPU computes its stages: %s", name, reason)

    def failed(self, name: str, cause: str, described: str) -> None:
        """In mid-stream. Logs the first failure of each cause."""
        with self._lock:
            one = self._of(name)
            one.failures[cause] += 1
            one.in_a_row += 1
            out_s = min(self._backoff_s * 2 ** min(one.in_a_row - 1, 20), LONGEST_BACKOFF_S)
            one.out_until_s = self._clock() + out_s
            is_new = one.failures[cause] == 1
        if is_new:
            log.warning(
                "provider %s failed, and the CPU speaks the rest of the request: %s. It is not tried for %g s. Further "
                "failures of this kind (%s) are counted at /status and not logged.",
                name,
                described,
                out_s,
                cause,
            )

    def worked(self, names: Collection[str]) -> None:
        """A request was spoken to its end with these: the next failure is the first in a row."""
        with self._lock:
            for name in names:
                self._of(name).in_a_row = 0

    def is_out(self, names: Collection[str]) -> bool:
        """One of them is not to be tried now."""
        with self._lock:
            now_s = self._clock()
            return any(self._of(name).out_until_s > now_s for name in names)

    @property
    def states(self) -> tuple[ProviderState, ...]:
        with self._lock:
            now_s = self._clock()
            return tuple(self._state(name, one, now_s) for name, one in self._known.items())

    def _state(self, name: str, one: _Provider, now_s: float) -> ProviderState:
        left_s = one.out_until_s - now_s
        use: Use = one.never or ("backing_off" if left_s > 0 else "in_use")
        retry_in_s = round(left_s, 1) if use == "backing_off" else None
        return ProviderState(name, tuple(one.stages), use, retry_in_s, dict(one.failures))

    def _of(self, name: str) -> _Provider:
        return self._known.setdefault(name, _Provider())
