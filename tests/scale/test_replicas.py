"""Two replicas with the tiny model in a Ray of this machine, behind Ray Serve's proxy."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from fakes import wait_for
from koe.client.reading import Reading, Server
from koe.client.stream import LiveStream
from limits import HANG_S
from ray_cluster import Cluster, RunningReplica, cluster
from stream_client import connected, receive, receive_frame, run, send

pytestmark = pytest.mark.process

SHORT = {"input": "Good morning to you.", "voice": "af_heart", "response_format": "pcm"}
HELD = {**SHORT, "input": "Held up here for a while, and then said to its very end."}


@pytest.fixture(scope="module")
def ray_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replicas")


@pytest.fixture(scope="module")
def one_cluster(ray_folder: Path) -> Iterator[Cluster]:
    """Deployed once: Ray Serve replaces every replica at each deployment."""
    with cluster() as running:
        running.deploy(**arguments(ray_folder))
        yield running


def arguments(folder: Path, **settings: object) -> dict[str, Any]:
    """Each replica takes one stream."""
    settings = {"cache_dir": str(folder), "max_streams": 1, **settings}
    return {"settings": settings, "cpus": 0.5, "replicas": 2, "drain_s": HANG_S}


@pytest.fixture
def ray(one_cluster: Cluster, ray_folder: Path) -> Iterator[Cluster]:
    """Two replicas that have nothing to do."""
    (ray_folder / "release").unlink(missing_ok=True)
    one_cluster.wait_for_replicas(2)
    wait_for(lambda: speak(one_cluster, SHORT).status_code == 200)
    yield one_cluster
    (ray_folder / "release").touch()


@pytest.fixture
def release(ray_folder: Path) -> Callable[[], None]:
    """Lets held speech go on."""
    return (ray_folder / "release").touch


def speak(ray: Cluster, body: dict[str, str]) -> httpx.Response:
    return httpx.post(f"{ray.address}/v1/audio/speech", json=body, timeout=HANG_S)


def holder(ray: Cluster, token: str) -> RunningReplica:
    (found,) = [one for one in ray.replicas() if one.name == token.partition(".")[0]]
    return found


def test_the_interface_is_that_of_one_server(ray: Cluster) -> None:
    answer = speak(ray, SHORT)
    assert (answer.status_code, answer.headers["x-audio-sample-rate"]) == (200, "24000")
    assert len(answer.headers.get_list("x-request-id")) == 1
    events = httpx.post(f"{ray.address}/v1/audio/speech", json={**SHORT, "stream_format": "sse"}, timeout=HANG_S)
    assert "speech.audio.done" in events.text
    assert httpx.get(f"{ray.address}/ready").json() == {"status": "ready"}

    async def main() -> None:
        async with LiveStream(ray.address, {"input": SHORT["input"]}) as stream:
            frames = [frame async for frame in stream]
            assert stream.done["samples"] == sum(frame.sample_count for frame in frames)

    run(main)


def test_a_client_is_refused_only_when_every_replica_is_full(ray: Cluster, release: Callable[[], None]) -> None:
    with ExitStack() as stack:
        answers = [
            stack.enter_context(httpx.stream("POST", f"{ray.address}/v1/audio/speech", json=HELD, timeout=HANG_S))
            for _ in range(2)
        ]
        assert [answer.status_code for answer in answers] == [200, 200]
        refused = speak(ray, SHORT)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate_limit_exceeded")
        assert int(refused.headers["retry-after"]) >= 1
        release()
        first, second = (answer.read() for answer in answers)
        assert first == second
    wait_for(lambda: speak(ray, SHORT).status_code == 200)


def test_a_stream_is_found_again_through_any_replica(ray: Cluster, release: Callable[[], None]) -> None:
    async def main() -> None:
        async with connected(ray.address) as first:
            await send(first, type="start", input=HELD["input"])
            started = await receive(first)
            await receive_frame(first)
            first.transport.abort()
        for _ in range(6):
            async with connected(ray.address) as again:
                await send(again, type="reconnect", stream=started["stream"], chunk_id=0)
                assert (await receive(again))["type"] == "reconnected"
                assert (await receive_frame(again)).chunk_id == 0
                again.transport.abort()
        release()
        async with connected(ray.address) as last:
            await send(last, type="reconnect", stream=started["stream"], chunk_id=0)
            while (message := await receive(last))["type"] != "done":
                pass
            assert message["characters"] == len(HELD["input"])

    run(main)


def test_a_killed_replica_breaks_its_answers_and_live_streams_go_on(ray: Cluster, release: Callable[[], None]) -> None:
    async def find() -> Server:
        return Server(ray.address)

    async def main() -> None:
        reading = Reading(HELD["input"], {}, find)
        frames = reading.frames()
        heard = [await anext(frames)]
        assert reading._stream is not None
        speaking = holder(ray, reading._stream.started["stream"])
        (other,) = [one for one in ray.replicas() if one != speaking]

        def listen() -> bytes:
            """The other replica speaks it: this one is full."""
            with httpx.stream("POST", f"{ray.address}/v1/audio/speech", json=HELD, timeout=HANG_S) as answer:
                assert answer.status_code == 200
                parts = answer.iter_raw()
                next(parts)
                ray.kill(other)
                return b"".join(parts)

        with pytest.raises(httpx.RemoteProtocolError):
            await asyncio.to_thread(listen)
        third = await asyncio.to_thread(ray.wait_for_replicas, 2, [other.name])
        ray.kill(speaking)
        release()
        heard += [frame async for frame in frames]
        assert reading.restarts >= 1
        spoken = [HELD["input"][word.start : word.stop].strip(".,") for word in reading.words]
        assert spoken == HELD["input"].replace(",", "").replace(".", "").split()
        assert heard[-1].is_last
        back = await asyncio.to_thread(ray.wait_for_replicas, 2, [speaking.name, other.name])
        assert {one.name for one in third} - {speaking.name} <= {one.name for one in back}

    run(main)
    names = {one.name for one in ray.replicas()}
    spoken_by: set[str] = set()

    async def ask() -> None:
        async with LiveStream(ray.address, {"input": SHORT["input"]}) as stream:
            assert [frame async for frame in stream]
            spoken_by.add(stream.started["stream"].partition(".")[0])

    def all_take_load() -> bool:
        run(ask)
        return spoken_by == names

    wait_for(all_take_load)


def test_a_rolling_update_fails_no_request(ray: Cluster, ray_folder: Path, release: Callable[[], None]) -> None:
    """Under load: what runs ends whole, on the replicas that leave; what comes is served by those that come."""
    before = {one.name for one in ray.replicas()}
    outcomes: list[int | str] = []
    has_ended = threading.Event()

    def keep_asking() -> None:
        while not has_ended.is_set():
            try:
                outcomes.append(speak(ray, SHORT).status_code)
            except httpx.HTTPError as problem:
                outcomes.append(type(problem).__name__)

    expected = len(speak(ray, SHORT).content)
    with ThreadPoolExecutor(2) as threads:
        try:
            with httpx.stream("POST", f"{ray.address}/v1/audio/speech", json=HELD, timeout=HANG_S) as held:
                assert held.status_code == 200
                asking = threads.submit(keep_asking)
                ray.deploy(**arguments(ray_folder, profile="throughput"), wait=False)
                wait_for(lambda: before - {one.name for one in ray.replicas()})
                release()
                assert len(held.read()) > expected
            ray.wait_for_replicas(2, but_not=tuple(before))
        finally:
            has_ended.set()
        asking.result(HANG_S)
    assert set(outcomes) <= {200, 429}, outcomes
    assert outcomes.count(200) > 0


def test_metrics_of_all_replicas_are_at_rays_agent(ray: Cluster) -> None:
    """Counters, gauges and histograms, each with the replica that they are of."""
    speak(ray, SHORT)

    def is_told() -> bool:
        time.sleep(0.5)
        lines = httpx.get(ray.metrics, timeout=HANG_S).text.splitlines()
        ready = [line for line in lines if line.startswith("ray_koe_ready{")]
        return (
            all(any(f'replica="{one.name}"' in line for line in ready) for one in ray.replicas())
            and any(line.startswith("ray_koe_answers_total{") and not line.endswith(" 0.0") for line in lines)
            and any(line.startswith("ray_koe_ttfa_seconds_bucket{") and 'le="0.5"' in line for line in lines)
        )

    wait_for(is_told)
