"""State of the engine and telemetry -> the answer of /status."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from koe.engine.engine import Engine
from koe.lru import CacheCounts
from koe.observe.process import process_use
from koe.observe.telemetry import Telemetry
from koe.server.idle_benchmark import IdleState
from koe.server.status.figures import GcFigures, ProcessFigures, SloFigures, windows_of
from koe.server.status.readiness import ReadReadiness
from koe.server.status.safeguards import safeguard_fields
from koe.server.status.schema import SCHEMA_VERSION, Status
from koe.server.status.tuning import TuningStatus


@dataclass(frozen=True, slots=True)
class LiveStreams:
    """Live streams (WebSocket), and what waits to be sent to their clients or is kept for a reconnect."""

    open_streams: int = 0
    connected: int = 0
    unsent_bytes: int = 0
    kept_bytes: int = 0


NO_BENCHMARK = IdleState(0.0, 0, 0, None, None)
CacheReader = Callable[[], CacheCounts]


class StatusReport:
    """`caches` are those of the server, by name; those of the engine and of the budget are added."""

    def __init__(
        self,
        engine: Engine,
        telemetry: Telemetry,
        caches: Mapping[str, CacheReader],
        live: Callable[[], LiveStreams] = LiveStreams,
        benchmark: Callable[[], IdleState] = lambda: NO_BENCHMARK,
        *,
        tuning: TuningStatus,
        ready_status: ReadReadiness,
    ) -> None:
        self._engine = engine
        self._telemetry = telemetry
        self._caches = dict(caches)
        self._live = live
        self._benchmark = benchmark
        self._tuning = tuning
        self._ready_status = ready_status

    def caches(self) -> dict[str, CacheCounts]:
        state = self._engine.state
        known = {"openings": state.primer, "phonemes": state.phonemes}
        known |= {name: read() for name, read in self._caches.items()}
        others = {
            use.name: CacheCounts(use.hits, use.misses, use.evictions, use.entries, use.size_bytes)
            for use in self._engine.safeguards.budget.uses
            if use.is_cache and use.name not in known
        }
        return known | others

    def status(self) -> Status:
        """Takes some milliseconds: not for an event loop."""
        state, telemetry = self._engine.state, self._telemetry
        return Status.model_validate(
            {
                **asdict(state),
                **safeguard_fields(self._engine.safeguards),
                "schema_version": SCHEMA_VERSION,
                "ready": self._ready_status(),
                "windows": windows_of(telemetry.history),
                "slos": {one.name: SloFigures.of(one) for one in telemetry.slos.check()},
                "caches": {name: asdict(counts) for name, counts in self.caches().items()},
                "tuning": self._tuning,
                "live_streams": asdict(self._live()),
                "benchmark": _benchmark_fields(self._benchmark()),
                "gc": GcFigures.of(telemetry.gc_pauses.counts),
                "process": ProcessFigures(**asdict(process_use())),
            }
        )


def _benchmark_fields(state: IdleState) -> dict[str, Any]:
    last = None if state.last is None else {**asdict(state.last), "finished_at": state.last_finished_at}
    return {"every_s": state.every_s, "runs": state.runs, "interrupted": state.interrupted, "last": last}
