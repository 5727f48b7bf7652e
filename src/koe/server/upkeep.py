"""A task of the server that watches the memory and chooses the degrade mode, as long as the server runs."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from koe.digest import Digest
from koe.engine.engine import Engine
from koe.engine.memory_guard import Pressure
from koe.errors import described
from koe.observe.history import History
from koe.observe.memory_watch import EVERY_S, MemoryWatch
from koe.server.stream.registry import Registry

log = logging.getLogger("koe.server")

# The figures of the last minutes change slowly, and adding them up takes a millisecond.
_TTFA_EVERY_S = 5.0
# With fewer answers one slow start would be the percentile.
_FEWEST_STARTS = 10
# Sent frames that a live stream keeps while memory is short: 20 s of PCM, and more than a minute of MP3.
SHORT_REPLAY_BYTES = 1 << 20


class Upkeep:
    """`watch` None: the memory is not watched. `history` has the times of recent answers."""

    def __init__(
        self,
        engine: Engine,
        registry: Registry,
        watch: MemoryWatch | None,
        history: History | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine = engine
        self._registry = registry
        self._watch = watch
        self._history = history or History()
        self._ttfa_s: float | None = None
        self._looked_s = -_TTFA_EVERY_S
        self._clock = clock
        self._has_failed = False

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self.tick()
            except Exception as error:  # noqa: BLE001  speech goes on without it
                if not self._has_failed:
                    log.error("the memory and the degrade mode are no longer watched well: %s", described(error))
                self._has_failed = True

    async def tick(self) -> None:
        if await asyncio.to_thread(self._look) is Pressure.SHORT:
            self._registry.shrink_replays(SHORT_REPLAY_BYTES)
        self._engine.follow_conditions(self._ttfa_s, self._clock())

    def _look(self) -> Pressure:
        if self._clock() - self._looked_s >= _TTFA_EVERY_S:
            self._looked_s, self._ttfa_s = self._clock(), recent_ttfa_s(self._history)
        if self._watch is not None:
            return self._watch.tick()
        safeguards = self._engine.safeguards  # a mode holds without the guard too
        safeguards.budget.set_share(safeguards.modes.changes.cache_share)
        return Pressure.NORMAL


def recent_ttfa_s(history: History) -> float | None:
    """The time to first audio of live answers in the last five minutes, at p95; None with too few of them."""
    spoken = history.window("5m").spoken
    if sum(times.answers for times in spoken) < _FEWEST_STARTS:
        return None
    return Digest.of(times.first_sound for times in spoken).quantile(0.95)
