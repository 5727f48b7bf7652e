"""GET /ready says what would become of a new request; GET /health only that the process runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx
import pytest

from clocks import ShiftedClock
from fakes import GatedPipeline, live_app, tiny_engine, wait_for, warm
from koe.engine.engine import Engine
from koe.engine.memory_guard import MemoryReading, Pressure
from koe.engine.scheduler import Scheduler
from koe.model.voices import VoiceBook
from koe.server.app import create_app
from koe.settings import Settings
from koe.types import SpeechRequest

UNWATCHED = Settings(memory_guard=False)


def ready(server: str) -> tuple[int, str]:
    """Metrics and status say the same."""
    answer = httpx.get(server + "/ready")
    status: str = answer.json()["status"]
    told, metrics = httpx.get(server + "/status").json()["ready"], httpx.get(server + "/metrics").text
    if httpx.get(server + "/ready").json()["status"] == status:  # it has not changed meanwhile
        assert told == status
        assert f"koe_ready {float(status == 'ready')}" in metrics
    return answer.status_code, status


@pytest.fixture
def clock() -> ShiftedClock:
    return ShiftedClock()


@pytest.fixture
def gated() -> GatedPipeline:
    return GatedPipeline()


@pytest.fixture
def engine(voices: VoiceBook, gated: GatedPipeline, clock: ShiftedClock) -> Iterator[Engine]:
    engine = tiny_engine(voices, gated, scheduler=Scheduler(max_streams=2, step_timeout_s=30.0, clock=clock))
    yield engine
    gated.gate.release(10_000)
    engine.close()


def test_not_ready_until_the_warm_up_is_done(engine: Engine, gated: GatedPipeline) -> None:
    calls: list[str] = []
    with live_app(create_app(UNWATCHED, engine, lambda: calls.append("warm")), UNWATCHED) as server:
        assert ready(server) == (503, "warming_up")
        assert calls == []
        gated.gate.release(10_000)
        wait_for(lambda: ready(server) == (200, "ready"))
        wait_for(lambda: calls == ["warm"])


def test_not_ready_while_the_lane_hangs(engine: Engine, gated: GatedPipeline, clock: ShiftedClock) -> None:
    with live_app(create_app(UNWATCHED, warm(engine)), UNWATCHED) as server:
        assert ready(server) == (200, "ready")
        stream = engine.stream(engine.prepare(SpeechRequest("Hello.")))
        wait_for(lambda: engine._scheduler._entries[0].is_at_work)
        assert ready(server) == (200, "ready")
        clock.ahead_s += 31
        assert ready(server) == (503, "lane_stalled")
        assert httpx.get(server + "/health").json() == {"status": "ok"}
        stream.cancel()
        gated.gate.release()
        wait_for(lambda: ready(server) == (200, "ready"))


def test_not_ready_while_the_memory_guard_refuses(engine: Engine) -> None:
    with live_app(create_app(UNWATCHED, warm(engine)), UNWATCHED) as server:
        guard = engine.safeguards.guard
        guard.observe(MemoryReading(told=Pressure.SHORT), 0.0)
        assert ready(server) == (503, "memory_short")
        assert httpx.get(server + "/health").status_code == 200
        for second in range(1, 8):
            guard.observe(MemoryReading(), float(second))
        assert guard.pressure is Pressure.TIGHT
        assert ready(server) == (200, "ready")


def test_not_ready_while_the_server_drains(engine: Engine) -> None:
    app = create_app(UNWATCHED, warm(engine))
    stopping: threading.Event = app.state.stopping
    with live_app(app, UNWATCHED) as server:
        stopping.set()
        assert ready(server) == (503, "stopping")
        assert httpx.get(server + "/health").status_code == 200
