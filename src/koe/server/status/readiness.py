"""Whether a new request would be served now: /ready, /status and the metric `koe_ready` say the same."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from koe.engine.engine import Engine
from koe.server.status.schema import ReadyStatus

ReadReadiness = Callable[[], ReadyStatus]


def readiness(engine: Engine, stopping: Event) -> ReadyStatus:
    if stopping.is_set():
        return "stopping"
    if not engine.is_warm:
        return "warming_up"
    if engine.is_stalled:
        return "lane_stalled"
    return "memory_short" if engine.safeguards.guard.refuses else "ready"
