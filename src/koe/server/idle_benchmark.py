"""A task of the server that measures its speed from time to time, when it is idle and has been for a while."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from koe.engine.engine import Engine
from koe.engine.self_benchmark import SelfBenchmark
from koe.errors import described
from koe.observe.bench_results import BenchResults

log = logging.getLogger("koe.server")

COMMAND = "idle"
LOOK_EVERY_S = 1.0
# After this time without a stream nobody is about to ask for the next sentence.
IDLE_FOR_S = 60.0


@dataclass(frozen=True, slots=True)
class IdleState:
    """`every_s` 0: it is off. `interrupted`: how often a stream came in between."""

    every_s: float
    runs: int
    interrupted: int
    last_finished_at: str | None
    last: SelfBenchmark | None


class IdleBenchmark:
    """Measures every `every_s` at most; an interval passes before the first time. `voice` is the default one."""

    def __init__(
        self,
        engine: Engine,
        voice: str,
        every_s: float,
        results: BenchResults,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine = engine
        self._voice = voice
        self._every_s = every_s
        self._results = results
        self._clock = clock
        self._due_s = clock() + every_s
        self._busy_s = clock()
        self._admitted = -1
        self._runs = self._interrupted = 0
        self._last: SelfBenchmark | None = None
        self._finished_at: str | None = None

    @property
    def state(self) -> IdleState:
        return IdleState(self._every_s, self._runs, self._interrupted, self._finished_at, self._last)

    async def run(self) -> None:
        """Until it is cancelled."""
        while self._every_s:
            await asyncio.sleep(LOOK_EVERY_S)
            if self.is_due:
                await asyncio.to_thread(self.measure)

    @property
    def is_due(self) -> bool:
        now_s, counts = self._clock(), self._engine.state.streams
        if self._engine.running_streams or counts.admitted != self._admitted or not self._engine.is_warm:
            self._busy_s, self._admitted = now_s, counts.admitted
        return now_s >= self._due_s and now_s - self._busy_s >= IDLE_FOR_S

    def measure(self) -> None:
        """Tries again after an interval when a stream came in between."""
        try:
            found = self._engine.benchmark(self._voice)
        except Exception as error:  # noqa: BLE001  speech goes on without it
            log.error("the idle benchmark failed: %s", described(error))
            found = None
        self._due_s = self._clock() + self._every_s
        if found is None:
            self._interrupted += 1
            return
        self._runs += 1
        self._last, self._finished_at = found, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        log.info("idle benchmark: %.3f s of work to the first audio, RTF %.3f", found.start_s, found.rtf)
        self._results.save(COMMAND, asdict(found))
