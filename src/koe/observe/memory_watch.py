"""Reads the memory twice a second, lets the guard judge it, sheds caches under pressure and logs what changed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from koe.engine.memory_budget import MIB, MemoryBudget
from koe.engine.memory_guard import CACHE_SHARES, GuardState, MemoryGuard, MemoryReading, Pressure
from koe.memory import release_unused

log = logging.getLogger("koe.memory")

EVERY_S = 0.5
# Under pressure freed memory goes back to the system this often; it takes some milliseconds.
RELEASE_EVERY_S = 5.0


class MemoryWatch:
    """`tick` reads files: not for an event loop. `mode_share` is how much of the budget the degrade mode allows."""

    def __init__(
        self,
        read: Callable[[], MemoryReading],
        guard: MemoryGuard,
        budget: MemoryBudget,
        mode_share: Callable[[], float] = lambda: 1.0,
        release: Callable[[], None] = release_unused,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read = read
        self._guard = guard
        self._budget = budget
        self._mode_share = mode_share
        self._release = release
        self._clock = clock
        self._released_s = -RELEASE_EVERY_S

    def tick(self) -> Pressure:
        """The pressure now."""
        before = self._guard.pressure
        pressure = self._guard.observe(self._read(), self._clock())
        dropped_bytes = self._budget.set_share(min(CACHE_SHARES[pressure], self._mode_share()))
        if pressure is not before:
            self._log(before, dropped_bytes)
        if pressure is not Pressure.NORMAL and (
            pressure > before or self._clock() - self._released_s >= RELEASE_EVERY_S
        ):
            self._release()
            self._released_s = self._clock()
        return pressure

    def _log(self, before: Pressure, dropped_bytes: int) -> None:
        state = self._guard.state
        fields = {"pressure": state.pressure.name.lower(), "dropped_bytes": dropped_bytes}
        if state.pressure > before:
            what = "new requests get 503" if state.pressure is Pressure.SHORT else "caches shrink"
            log.warning("memory is %s: %s; %s", fields["pressure"], _cause(state), what, extra={"fields": fields})
        else:
            log.info("memory is %s again: %s", fields["pressure"], _cause(state), extra={"fields": fields})


def _cause(state: GuardState) -> str:
    reading = state.reading
    stalls = f"tasks waited for memory {reading.some_stall:.0f} % of the time"
    if state.limit is None:
        return stalls
    room, limit = state.limit.room_bytes / MIB, state.limit.limit_bytes / MIB
    return f"{room:.0f} MiB are left of {limit:.0f} under {state.limit.name}, {stalls}"
