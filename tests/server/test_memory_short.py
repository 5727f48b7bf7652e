"""A server whose memory is short: new requests get 503, streams that run go on, and it recovers by itself."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import httpx
import pytest

from fakes import GatedPipeline, live_server, tiny_engine, wait_for, warm
from koe.engine.engine import Engine
from koe.engine.memory_budget import MIB, MemoryBudget
from koe.engine.memory_guard import RETRY_AFTER_S, Limit, MemoryGuard, MemoryReading, Pressure, Thresholds
from koe.engine.opening_cache import OpeningCache
from koe.engine.safeguards import Safeguards
from koe.model.voices import VoiceBook
from koe.server import app as application
from koe.settings import Settings
from koe.types import SpeechRequest
from limits import HANG_S
from memory import linux_only
from stream_client import connected, receive, receive_refusal, run, send

URL = "/v1/audio/speech"
BODY = {"input": "Hello there.", "response_format": "pcm"}
SHORT = MemoryReading((Limit("the setting", 1000 * MIB, 990 * MIB),))


def status(server: str) -> dict[str, object]:
    found: dict[str, object] = httpx.get(server + "/status").json()["memory"]
    return found


class Readings:
    """What the server reads: as much room as the test leaves."""

    room_mib = 500.0

    def __call__(self) -> MemoryReading:
        return MemoryReading((Limit("the setting", 1000 * MIB, int((1000 - self.room_mib) * MIB)),))


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Readings:
    readings = Readings()
    monkeypatch.setattr(application, "MemoryReader", lambda limit_bytes: readings)
    return readings


@pytest.fixture
def engine(voices: VoiceBook) -> Iterator[Engine]:
    """Recovers at once, and has a cache to shed."""
    openings = OpeningCache(10_000_000, 60.0)
    engine = tiny_engine(voices, openings=openings)
    engine.safeguards = Safeguards(MemoryGuard(Thresholds(hold_s=0.0)), MemoryBudget(20_000_000))
    engine.safeguards.budget.add_cache("openings", openings, 1.0)
    yield engine
    engine.close()


def test_caches_are_shed_then_requests_are_refused_then_all_is_well_again(engine: Engine, readings: Readings) -> None:
    with live_server(engine, Settings()) as server:
        first = httpx.post(server + URL, json=BODY)
        assert first.status_code == 200
        assert engine.state.primer.entries == 1
        readings.room_mib = 20
        wait_for(lambda: status(server)["pressure"] == "short")
        assert engine.state.primer.entries == 0
        refused = httpx.post(server + URL, json=BODY)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "memory_short")
        assert refused.headers["retry-after"] == str(RETRY_AFTER_S)
        assert "the setting" in refused.json()["error"]["message"]
        assert httpx.get(server + "/ready").status_code == 503
        now = status(server)
        assert (now["refused"], now["allowed_bytes"], now["times_short"]) == (1, 0, 1)
        assert now["limit"] == {"name": "the setting", "limit_bytes": 1000 * MIB, "used_bytes": 980 * MIB}
        readings.room_mib = 500
        wait_for(lambda: status(server)["pressure"] == "normal")
        again = httpx.post(server + URL, json=BODY)
        assert (again.status_code, again.content) == (200, first.content)
        assert engine.state.primer.entries == 1


def test_a_stream_that_runs_goes_on_and_a_live_stream_is_told(
    voices: VoiceBook, caplog: pytest.LogCaptureFixture
) -> None:
    gated = GatedPipeline()
    engine = warm(tiny_engine(voices, gated))
    try:
        with live_server(engine, Settings(memory_guard=False)) as server:
            with httpx.stream("POST", server + URL, json=BODY, timeout=HANG_S) as running:
                engine.safeguards.guard.observe(SHORT, 0.0)
                gated.gate.release(10_000)
                assert sum(map(len, running.iter_bytes())) == 2400 + 50 * 4800

            async def speak() -> None:
                async with connected(server) as connection:
                    await send(connection, type="start", input="Hello there.")
                    assert (await receive(connection))["type"] == "started"
                    error, _ = await receive_refusal(connection)
                    assert error["code"] == "memory_short"

            run(speak)
            wait_for(lambda: outcomes(server) == {"done": 1, "refused": 1, "failed": 0})
        assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
        assert "live stream refused: MemoryShort" in caplog.text
    finally:
        engine.close()


def outcomes(server: str) -> dict[str, int]:
    window = httpx.get(server + "/status").json()["windows"]["start"]
    return {name: window[name] for name in ("done", "refused", "failed")}


@linux_only
def test_a_limit_below_what_the_process_takes_is_noticed_for_real(voices: VoiceBook) -> None:
    engine = warm(tiny_engine(voices))
    try:
        with live_server(engine, Settings(memory_limit_bytes=1)) as server:
            wait_for(lambda: status(server)["pressure"] == "short")
            assert httpx.post(server + URL, json=BODY).json()["error"]["code"] == "memory_short"
            assert "KOKORO_MEMORY_LIMIT_BYTES" in str(status(server)["limit"])
    finally:
        engine.close()


def test_without_the_guard_nothing_is_refused(voices: VoiceBook) -> None:
    engine = tiny_engine(voices)
    with live_server(engine, Settings(memory_limit_bytes=1, memory_guard=False)) as server:
        wait_for(lambda: httpx.get(server + "/ready").status_code == 200)
        assert httpx.post(server + URL, json=BODY).status_code == 200
        assert (status(server)["pressure"], status(server)["resident_bytes"]) == ("normal", None)
    engine.close()


def test_the_guard_reads_the_pressure_of_the_system(engine: Engine) -> None:
    engine.safeguards.guard.observe(MemoryReading(told=Pressure.SHORT), 0.0)
    job = engine.prepare(SpeechRequest("Hello."))
    with pytest.raises(Exception, match=r"not enough memory for this request\. Try again in 5 s"):
        engine.stream(job)
