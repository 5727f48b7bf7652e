"""How busy a lane is: since the start, and over the last minute."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

LAST_S = 60.0
_PARTS = 12


@dataclass(frozen=True, slots=True)
class LaneState:
    """`busy_share` is the share of the last minute; `at_work_s` how long the step lasts that it is in, None: idle."""

    number: int
    busy_s: float
    busy_share: float
    steps: int
    at_work_s: float | None


class LaneLoad:
    """Written by its lane alone; anyone may read `state`."""

    def __init__(self, number: int, clock: Callable[[], float]) -> None:
        self.number = number
        self._clock = clock
        self._started_s = clock()
        self._began_s: float | None = None
        self._busy_s = 0.0
        self._steps = 0
        self._parts: deque[tuple[int, float]] = deque(maxlen=_PARTS + 1)  # number of the part, busy seconds in it

    def begin(self) -> None:
        self._began_s = self._clock()

    def end(self) -> None:
        """Time is counted in the part of the minute in which the step ended."""
        if self._began_s is None:
            return
        now_s, busy_s = self._clock(), self._clock() - self._began_s
        self._began_s = None
        self._busy_s += busy_s
        self._steps += 1
        part = int(now_s / LAST_S * _PARTS)
        if self._parts and self._parts[-1][0] == part:
            busy_s += self._parts.pop()[1]
        self._parts.append((part, busy_s))

    @property
    def state(self) -> LaneState:
        now_s, began_s = self._clock(), self._began_s
        working_s = None if began_s is None else now_s - began_s
        first = int(now_s / LAST_S * _PARTS) - _PARTS
        recent_s = sum(busy_s for part, busy_s in tuple(self._parts) if part > first) + (working_s or 0.0)
        seen_s = min(LAST_S, max(now_s - self._started_s, 1e-3))
        return LaneState(
            self.number, self._busy_s + (working_s or 0.0), min(1.0, recent_s / seen_s), self._steps, working_s
        )
