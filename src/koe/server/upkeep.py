"""A task of the server that watches the memory and chooses the degrade mode, as long as the server runs."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from koe.engine.engine import Engine
from koe.engine.memory_guard import Pressure
from koe.errors import described
from koe.observe.memory_watch import EVERY_S, MemoryWatch
from koe.server.stream.registry import Registry

log = logging.getLogger("koe.server")

# Sent frames that a live stream keeps while memory is short: 20 s of PCM, and more than a minute of MP3.
SHORT_REPLAY_BYTES = 1 << 20


class Upkeep:
    """`watch` None: the memory is not watched."""

    def __init__(
        self,
        engine: Engine,
        registry: Registry,
        watch: MemoryWatch | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine = engine
        self._registry = registry
        self._watch = watch
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
        if self._watch is not None:
            pressure = await asyncio.to_thread(self._watch.tick)
            if pressure is Pressure.SHORT:
                self._registry.shrink_replays(SHORT_REPLAY_BYTES)
        self._engine.follow_conditions(self._clock())
