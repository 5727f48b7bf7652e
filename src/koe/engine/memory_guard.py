"""Readings of the memory -> its pressure, and whether new work is admitted. No I/O and no clock.

Room is what is left under a limit: that of the settings, of the container, or the memory of the machine; the least one
decides. The kernel ends a process without warning, so the guard acts before: first caches shrink, then new work is
refused. Both ends are hysteretic: more room is needed to leave a state than to stay out of it, and for a while.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from threading import Lock

from koe.engine.memory_budget import MIB
from koe.errors import MemoryShort

RETRY_AFTER_S = 5


class Pressure(IntEnum):
    NORMAL = 0
    TIGHT = 1  # caches shrink
    SHORT = 2  # caches are empty, and new work is refused


# How much of the budget for caches may be used under each pressure.
CACHE_SHARES = {Pressure.NORMAL: 1.0, Pressure.TIGHT: 0.25, Pressure.SHORT: 0.0}


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit and what counts towards it. `name` is what an operator can change."""

    name: str
    limit_bytes: int
    used_bytes: int

    @property
    def room_bytes(self) -> int:
        return self.limit_bytes - self.used_bytes


@dataclass(frozen=True, slots=True)
class MemoryReading:
    """`some_stall` and `full_stall` are percentages of the last ten seconds in which some or all tasks waited for
    memory (PSI). `told` is what the system itself says (macOS)."""

    limits: tuple[Limit, ...] = ()
    some_stall: float = 0.0
    full_stall: float = 0.0
    told: Pressure = Pressure.NORMAL
    resident_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Below these a pressure begins. It ends when there is `easing` times as much room, or that much less stalling, for
    `hold_s`. A window and its encoder take some MB and a second of speech less than one: 40 MiB are enough for what
    was admitted, and 80 leave time to shed caches first."""

    tight_bytes: int = 80 * MIB
    short_bytes: int = 40 * MIB
    tight_some_stall: float = 20.0
    short_full_stall: float = 20.0
    easing: float = 1.5
    hold_s: float = 5.0

    def pressure_of(self, reading: MemoryReading, easing: float = 1.0) -> Pressure:
        room_bytes = min((limit.room_bytes for limit in reading.limits), default=math.inf)
        if (
            room_bytes < easing * self.short_bytes
            or reading.full_stall > self.short_full_stall / easing
            or reading.told is Pressure.SHORT
        ):
            return Pressure.SHORT
        if (
            room_bytes < easing * self.tight_bytes
            or reading.some_stall > self.tight_some_stall / easing
            or reading.told is Pressure.TIGHT
        ):
            return Pressure.TIGHT
        return Pressure.NORMAL


@dataclass(frozen=True, slots=True)
class GuardState:
    """`limit` is the one with the least room; None: there is none, or nothing was read. `reserved_bytes` are those that
    admitted work may still need. `entered` counts how often each pressure began."""

    pressure: Pressure
    limit: Limit | None
    reading: MemoryReading
    reserved_bytes: int
    refused: int
    entered: tuple[int, int]  # tight, short


class Reservation:
    """Memory that admitted work may need. Given back once; any further time does nothing."""

    def __init__(self, guard: MemoryGuard, size_bytes: int) -> None:
        self._guard = guard
        self._size_bytes = size_bytes

    def release(self) -> None:
        size_bytes, self._size_bytes = self._size_bytes, 0
        self._guard.give_back(size_bytes)


class MemoryGuard:
    """Until the first reading everything is admitted. Safe for several threads."""

    def __init__(self, thresholds: Thresholds | None = None) -> None:
        self._thresholds = thresholds or Thresholds()
        self._lock = Lock()
        self._reading = MemoryReading()
        self._pressure = Pressure.NORMAL
        self._eased_since_s: float | None = None
        self._reserved_bytes = 0
        self._refused = 0
        self._entered = [0, 0]

    @property
    def pressure(self) -> Pressure:
        return self._pressure

    @property
    def refuses(self) -> bool:
        return self._pressure is Pressure.SHORT

    @property
    def state(self) -> GuardState:
        with self._lock:
            entered = (self._entered[0], self._entered[1])
            least = _least(self._reading.limits)
            return GuardState(self._pressure, least, self._reading, self._reserved_bytes, self._refused, entered)

    def observe(self, reading: MemoryReading, now_s: float) -> Pressure:
        """The pressure from now on. It rises at once, and falls by one step when it has been eased for long enough."""
        with self._lock:
            self._reading = reading
            risen = self._thresholds.pressure_of(reading)
            if risen > self._pressure:
                for one in range(self._pressure + 1, risen + 1):
                    self._entered[one - 1] += 1
                self._pressure, self._eased_since_s = risen, None
            elif self._thresholds.pressure_of(reading, self._thresholds.easing) >= self._pressure:
                self._eased_since_s = None
            elif self._eased_since_s is None:
                self._eased_since_s = now_s
            elif now_s - self._eased_since_s >= self._thresholds.hold_s:
                self._pressure, self._eased_since_s = Pressure(self._pressure - 1), now_s
            return self._pressure

    def reserve(self, size_bytes: int, *, is_kept: bool = False) -> Reservation:
        """For work that may need this much. `is_kept`: what it loads stays, such as a reader. Raises `MemoryShort`."""
        with self._lock:
            least = _least(self._reading.limits)
            room_bytes = math.inf if least is None else least.room_bytes - self._reserved_bytes
            # What a limit leaves after the work must still be enough for what runs beside it. What stays must not keep
            # memory tight for ever: with Mandarin loaded into the last 120 MiB, English was refused from then on.
            least_bytes = self._thresholds.tight_bytes if is_kept else self._thresholds.short_bytes
            if self._pressure is Pressure.SHORT or room_bytes - size_bytes < least_bytes:
                self._refused += 1
                raise MemoryShort("" if least is None else least.name, RETRY_AFTER_S)
            self._reserved_bytes += size_bytes
        return Reservation(self, size_bytes)

    def hold(self, size_bytes: int) -> Reservation:
        """For work that was admitted and must not be refused any more."""
        with self._lock:
            self._reserved_bytes += size_bytes
        return Reservation(self, size_bytes)

    def give_back(self, size_bytes: int) -> None:
        with self._lock:
            self._reserved_bytes -= size_bytes


def _least(limits: Sequence[Limit]) -> Limit | None:
    return min(limits, key=lambda limit: limit.room_bytes, default=None)
