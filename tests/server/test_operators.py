"""The operator endpoints: live streams, the reset of what is idle, results of benchmarks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

import koe
from fakes import live_server, tiny_engine, wait_for
from koe.engine.engine import Engine
from koe.engine.memory_budget import MemoryBudget
from koe.engine.opening_cache import OpeningCache
from koe.engine.safeguards import Safeguards
from koe.model.voices import VoiceBook
from koe.observe.bench_results import BenchResults
from koe.settings import Settings
from limits import HANG_S
from stream_client import TEXT, audio_of, connected, receive, receive_frame, receive_frames, run, send, spoken

CANARY = "quetzalcoatl"
PATHS = (
    ("GET", "/session-status"),
    ("POST", "/session-reset"),
    ("GET", "/benchmarks/last"),
    ("GET", "/benchmarks/optimization/status"),
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(resume_s=HANG_S, stream_idle_s=HANG_S, cache_dir=tmp_path)


@pytest.fixture
def engine(voices: VoiceBook) -> Iterator[Engine]:
    openings = OpeningCache(10_000_000, 60.0)
    engine = tiny_engine(voices, openings=openings)
    engine.safeguards = Safeguards(None, MemoryBudget(20_000_000))
    engine.safeguards.budget.add_cache("openings", openings, 1.0)
    yield engine
    engine.close()


async def states(server: str) -> list[object]:
    answer = await asyncio.to_thread(httpx.get, server + "/session-status")
    return [one["state"] for one in answer.json()["sessions"]]


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_strangers_are_refused(server: str, method: str, path: str) -> None:
    assert httpx.request(method, server + path).status_code == 200
    behind_proxy = httpx.request(method, server + path, headers={"X-Forwarded-For": "127.0.0.1"})
    assert (behind_proxy.status_code, behind_proxy.json()["error"]["code"]) == (403, "operators_only")
    foreign = httpx.request(method, server + path, headers={"Origin": "http://elsewhere.example"})
    assert foreign.status_code == (403 if method == "POST" else 200)  # a page cannot read the answer to its GET
    assert "access-control-allow-origin" not in foreign.headers


def test_with_a_key_only_its_owner_is_served(engine: Engine, tmp_path: Path) -> None:
    with live_server(engine, Settings(api_key="correct-horse_42", cache_dir=tmp_path)) as server:
        key = {"Authorization": "Bearer correct-horse_42"}
        for method, path in PATHS:
            assert httpx.request(method, server + path).status_code == 401
            assert httpx.request(method, server + path, headers=key | {"Via": "proxy"}).status_code == 200


def test_they_are_in_the_description_of_the_api(server: str) -> None:
    paths = httpx.get(server + "/openapi.json").json()["paths"]
    assert {method.lower() for method, path in PATHS if method.lower() in paths[path]} == {"get", "post"}


def test_sessions_are_listed_by_what_they_do_without_text_and_token(server: str, settings: Settings) -> None:
    async def main() -> None:
        def sessions() -> list[dict[str, object]]:
            answer = httpx.get(server + "/session-status")
            assert CANARY not in answer.text
            assert token not in answer.text
            found: list[dict[str, object]] = answer.json()["sessions"]
            return found

        async with connected(server) as connection:
            await send(connection, type="start")
            token = (await receive(connection))["stream"]
            await send(connection, type="append", text=f"Hello, {CANARY}. ")
            await receive_frame(connection)
            (session,) = sessions()
            assert (session["state"], session["format"], session["characters"]) == ("speaking", "pcm", 21)
            await send(connection, type="pause")
            await asyncio.to_thread(wait_for, lambda: sessions()[0]["state"] == "paused")
            await send(connection, type="resume")
            await send(connection, type="end")
            await receive_frames(connection)
            await asyncio.to_thread(wait_for, lambda: sessions()[0]["state"] == "finished")
        await asyncio.to_thread(wait_for, lambda: sessions() == [])  # closed on purpose

    run(main)


def test_a_reset_drops_finished_streams_and_caches_and_no_live_stream(server: str, engine: Engine) -> None:
    async def main() -> None:
        whole, _ = await spoken(server, input=TEXT)
        async with connected(server) as finished, connected(server) as live:
            await send(finished, type="start", input=TEXT)
            await receive(finished)
            await receive_frames(finished)
            await send(live, type="start")
            await receive(live)
            await send(live, type="append", text=TEXT[:30])
            await asyncio.to_thread(wait_for, lambda: engine.state.primer.entries)
            dropped = (await asyncio.to_thread(httpx.post, server + "/session-reset")).json()
            assert dropped["sessions"] == 1
            assert dropped["caches"]["openings"] > 0
            assert engine.state.primer.entries == 0
            assert await states(server) == ["speaking"]
            await send(live, type="append", text=TEXT[30:])
            await send(live, type="end")
            assert len(audio_of(await receive_frames(live))) == len(audio_of(whole))
            # The connection of the finished stream begins another one.
            await send(finished, type="start", input="Once more.")
            assert (await receive(finished))["type"] == "started"

    run(main)


def test_a_stream_that_waits_for_its_client_survives_a_reset(server: str) -> None:
    async def main() -> None:
        async with connected(server) as lost:
            await send(lost, type="start")
            token = (await receive(lost))["stream"]
            await send(lost, type="append", text="Hello there. ")
            await send(lost, type="flush")
            await receive_frame(lost)
            lost.transport.abort()

        await asyncio.to_thread(wait_for, lambda: asyncio.run(states(server)) == ["reconnecting"])
        assert (await asyncio.to_thread(httpx.post, server + "/session-reset")).json()["sessions"] == 0
        async with connected(server) as back:
            await send(back, type="reconnect", stream=token, chunk_id=1)
            assert (await receive(back))["type"] == "reconnected"
            await send(back, type="end")
            assert (await receive_frames(back))[-1].is_last

    run(main)


def test_before_a_benchmark_has_run_the_answers_are_empty(server: str) -> None:
    assert httpx.get(server + "/benchmarks/last").json() == {"last": None, "runs": []}
    assert httpx.get(server + "/benchmarks/optimization/status").json() == {"state": "never_run", "last": None}


def test_the_last_results_are_those_that_the_commands_kept(server: str, settings: Settings) -> None:
    results = BenchResults(settings.cache_dir)
    for day, command in enumerate(("latency", "streams", "tune"), start=1):
        results.save(command, {"figure": day}, datetime(2026, 1, day, tzinfo=UTC))
    streams = {
        "command": "streams",
        "finished_at": "2026-01-02T00:00:00Z",
        "version": koe.__version__,
        "result": {"figure": 2},
    }
    answer = httpx.get(server + "/benchmarks/last").json()
    assert answer["last"] == streams
    assert [run["command"] for run in answer["runs"]] == ["streams", "latency"]
    tuned = httpx.get(server + "/benchmarks/optimization/status").json()
    assert (tuned["state"], tuned["last"]["result"]) == ("done", {"figure": 3})
