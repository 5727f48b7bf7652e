"""Replicas without Ray: what one refuses for its load another one serves, before a byte has left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from fakes import GatedPipeline, running_streams, tiny_engine, wait_for, warm
from koe.client.stream import LiveStream
from koe.engine.engine import Engine
from koe.engine.scheduler import Scheduler
from koe.errors import Busy
from koe.model.voices import VoiceBook
from koe.scale.directory import News
from koe.scale.passport import SECRET_HEADER
from koe.settings import Settings
from limits import HANG_S
from local_replicas import LocalDirectory, LocalReplica, local_replicas
from stream_client import close_code, connected, receive, receive_frame, receive_refusal, run, send

BODY = {"input": "Hello there, how are you?", "voice": "af_heart", "response_format": "pcm"}


HEADERS = {"x-filler": "x" * 26_000}


@dataclass(slots=True)
class Crowd:
    """Replicas that each take one stream at a time; a stream goes on when the test says so."""

    replicas: list[LocalReplica]
    pipelines: list[GatedPipeline]
    stack: ExitStack = field(default_factory=ExitStack)

    def __getitem__(self, number: int) -> LocalReplica:
        return self.replicas[number]

    def fill(self, number: int) -> None:
        """A client elsewhere listens to all that this replica can speak."""
        client = self.stack.enter_context(httpx.Client(timeout=HANG_S))
        self.pipelines[number].gate.release(2)
        answer = client.stream("POST", f"{self[number].address}/v1/audio/speech", json=BODY)
        self.stack.enter_context(answer).raise_for_status()
        wait_for(lambda: self.streams(number) == 1)

    def finish(self) -> None:
        for pipeline in self.pipelines:
            pipeline.gate.release(200)

    def streams(self, number: int) -> int:
        return len(running_streams(self[number].engine))

    def refused(self, number: int) -> int:
        return self[number].engine.state.streams.refused


@pytest.fixture
def make_crowd(voices: VoiceBook, settings: Settings) -> Iterator[Callable[[int], Crowd]]:
    with ExitStack() as stack:

        def make(count: int) -> Crowd:
            pipelines = [GatedPipeline() for _ in range(count)]
            engines: list[Engine] = [warm(tiny_engine(voices, one, scheduler=Scheduler(1))) for one in pipelines]
            crowd = Crowd(stack.enter_context(local_replicas(engines, settings)), pipelines)
            stack.callback(crowd.finish)
            stack.enter_context(crowd.stack)
            stack.callback(crowd.finish)
            return crowd

        yield make


def speak(address: str, **fields: object) -> httpx.Response:
    return httpx.post(f"{address}/v1/audio/speech", json={**BODY, **fields}, timeout=HANG_S)


def test_a_full_replica_hands_a_request_over(make_crowd: Callable[[int], Crowd]) -> None:
    crowd = make_crowd(2)
    crowd.fill(0)
    crowd.pipelines[1].gate.release(50)
    answer = httpx.post(f"{crowd[0].address}/v1/audio/speech", json=BODY, headers=HEADERS, timeout=HANG_S)
    assert answer.status_code == 200
    assert len(answer.content) > 50 * 2400  # the whole speech of the other one
    assert (crowd.refused(0), crowd[1].engine.state.streams.admitted) == (1, 1)


def test_when_all_are_full_the_client_gets_the_refusal_that_ends_soonest(
    make_crowd: Callable[[int], Crowd], monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = make_crowd(3)
    for number, seconds in enumerate((30, 7, 20)):
        crowd.fill(number)
        busy = Busy(1, seconds, 1)

        def refuse(stream: object, busy: Busy = busy) -> None:
            raise busy

        monkeypatch.setattr(crowd[number].engine._scheduler, "admit", refuse)
    answer = speak(crowd[0].address)
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "7"
    assert answer.json()["error"]["code"] == "rate_limit_exceeded"


def test_a_replica_with_another_secret_is_passed_by(make_crowd: Callable[[int], Crowd]) -> None:
    """The directory was started anew, and not all have heard of it."""
    crowd = make_crowd(2)
    crowd.fill(0)
    membership = crowd[1].replica._membership  # type: ignore[union-attr]
    membership._directory = LocalDirectory()
    wait_for(lambda: membership.to_ask() == ())
    membership._news = News("another", ())
    membership._announcing.cancel()  # type: ignore[union-attr]
    answer = speak(crowd[0].address)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "rate_limit_exceeded")


def test_other_refusals_are_the_clients_own(make_crowd: Callable[[int], Crowd]) -> None:
    crowd = make_crowd(2)
    answer = speak(crowd[0].address, voice="nobody")
    assert answer.status_code == 400
    assert crowd[1].engine.state.streams.admitted == 0


def test_the_entrance_is_closed_to_all_but_replicas(make_crowd: Callable[[int], Crowd]) -> None:
    crowd = make_crowd(2)
    (peer,) = crowd[0].replica._membership.to_ask()  # type: ignore[union-attr]
    entrance = f"http://{peer.address}"
    for headers in ({}, {SECRET_HEADER.decode(): "guess"}, {SECRET_HEADER.decode(): ""}):
        for path in ("/health", "/v1/audio/voices", "/"):
            assert httpx.get(entrance + path, headers=headers).status_code == 404


def test_a_live_stream_that_is_refused_is_spoken_elsewhere_under_its_token(
    make_crowd: Callable[[int], Crowd],
) -> None:
    """The refusal comes after `started`, with the first text; the client sees one `started`, frames and `done`."""
    crowd = make_crowd(2)

    async def main() -> None:
        async with LiveStream(crowd[0].address, {}) as stream:
            assert stream.started["stream"].startswith("a.")
            crowd.fill(0)
            await stream.append(BODY["input"])
            await stream.end()
            crowd.pipelines[1].gate.release(50)
            frames = [frame async for frame in stream]
            assert sum(frame.sample_count for frame in frames) >= 50 * 2400
            assert stream.reconnections == 0
        assert crowd.refused(0) == 1

    run(main)


def test_a_client_that_reconnects_finds_its_stream_through_any_replica(make_crowd: Callable[[int], Crowd]) -> None:
    crowd = make_crowd(3)
    crowd.pipelines[1].gate.release(4)

    async def main() -> None:
        async with connected(crowd[1].address) as first:
            await send(first, type="start", input=BODY["input"])
            started = await receive(first)
            frame = await receive_frame(first)
            first.transport.abort()
        for number in (0, 2):
            async with connected(crowd[number].address) as again:
                await send(again, type="reconnect", stream=started["stream"], chunk_id=frame.chunk_id + 1)
                reconnected = await receive(again)
                assert (reconnected["type"], reconnected["stream"]) == ("reconnected", started["stream"])
                assert (await receive_frame(again)).chunk_id == frame.chunk_id + 1
                again.transport.abort()

    run(main)


def test_a_stream_that_moved_is_found_by_the_token_that_the_client_has(make_crowd: Callable[[int], Crowd]) -> None:
    crowd = make_crowd(3)
    crowd.fill(0)
    crowd.pipelines[1].gate.release(4)
    crowd.pipelines[2].gate.release(4)

    async def main() -> None:
        async with connected(crowd[0].address) as first:
            await send(first, type="start")
            started = await receive(first)
            await send(first, type="append", text=BODY["input"])
            await send(first, type="end")
            frame = await receive_frame(first)
            first.transport.abort()
        async with connected(crowd[2].address) as again:
            await send(again, type="reconnect", stream=started["stream"], chunk_id=frame.chunk_id + 1)
            assert (await receive(again))["type"] == "error"  # this one cannot know where it went
        async with connected(crowd[0].address) as again:
            await send(again, type="reconnect", stream=started["stream"], chunk_id=frame.chunk_id + 1)
            assert (await receive(again))["type"] == "reconnected"

    run(main)


def test_a_stream_of_a_replica_that_is_gone_is_unknown(make_crowd: Callable[[int], Crowd]) -> None:
    crowd = make_crowd(2)

    async def main() -> None:
        async with connected(crowd[0].address) as client:
            await send(client, type="reconnect", stream="gone.token", chunk_id=0)
            error, code = await receive_refusal(client)
            assert (error["code"], code) == ("unknown_stream", 4404)

    run(main)


def test_a_live_stream_is_refused_when_all_are_full(make_crowd: Callable[[int], Crowd]) -> None:
    crowd = make_crowd(2)
    crowd.fill(0)
    crowd.fill(1)

    async def main() -> None:
        async with connected(crowd[0].address) as client:
            await send(client, type="start", input=BODY["input"])
            assert (await receive(client))["type"] == "started"
            error, code = await receive_refusal(client)
            assert (error["code"], code) == ("rate_limit_exceeded", 4429)

    run(main)


def test_a_second_stream_on_a_connection_may_be_handed_over_too(make_crowd: Callable[[int], Crowd]) -> None:
    crowd = make_crowd(2)
    crowd.pipelines[0].gate.release(50)
    crowd.pipelines[1].gate.release(50)

    async def main() -> None:
        async with connected(crowd[0].address) as client:
            await send(client, type="start", input=BODY["input"])
            while (await receive(client))["type"] != "done":
                pass
            wait_for(lambda: crowd.streams(0) == 0)
            crowd.fill(0)
            await send(client, type="start", input=BODY["input"])
            kinds = [(await receive(client))["type"] for _ in range(2)]
            assert kinds[0] == "started"
            assert crowd[1].engine.state.streams.admitted == 1

    run(main)


def test_a_replica_that_drains_ends_what_runs_and_sends_the_rest_elsewhere(make_crowd: Callable[[int], Crowd]) -> None:
    crowd = make_crowd(2)
    crowd.pipelines[0].gate.release(2)

    async def main() -> None:
        async with connected(crowd[0].address) as speaking, connected(crowd[0].address) as idle:
            await send(speaking, type="start", input=BODY["input"])
            await receive_frame(speaking)
            crowd[0].must_stop.set()
            assert await close_code(idle) == 1012
            crowd.pipelines[0].gate.release(50)
            while (message := await receive(speaking))["type"] != "done":
                pass
            assert message["duration_s"] >= 5
            with pytest.raises(ConnectionClosed):
                await receive(speaking)
        crowd.pipelines[1].gate.release(100)
        async with LiveStream(crowd[0].address, {"input": BODY["input"]}) as elsewhere:
            assert elsewhere.started["stream"].startswith("b.")
            assert [frame async for frame in elsewhere]

    run(main)
    crowd.pipelines[1].gate.release(50)
    assert speak(crowd[0].address).status_code == 200


def test_a_replica_finishes_requests_of_others_before_it_ends(make_crowd: Callable[[int], Crowd]) -> None:
    """Ray Serve counts only what its proxy has sent to a replica."""
    crowd = make_crowd(2)
    crowd.fill(0)
    crowd.pipelines[1].gate.release(2)
    with httpx.stream("POST", f"{crowd[0].address}/v1/audio/speech", json=BODY, timeout=HANG_S) as answer:
        assert answer.status_code == 200
        replica = crowd[1].replica
        assert replica is not None
        assert len(replica._entrance._server.server_state.tasks) == 1
        assert crowd[1].server is not None
        crowd[1].server.should_exit = True
        wait_for(replica._app.state.stopping.is_set)
        time.sleep(2)  # longer than uvicorn itself waits
        crowd.pipelines[1].gate.release(50)
        assert len(answer.read()) > 50 * 2400
