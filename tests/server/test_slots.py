"""A client that disconnects frees its stream after the step that is being done, whatever it asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from fakes import GatedPipeline, live_server, running_streams, wait_for
from koe.engine.engine import Engine
from koe.settings import Settings
from raw_http import disconnect_when
from stream_client import connected, receive, run, send

TEXT = "A sentence to begin with. And more of it, and more. " * 4
REQUESTS: dict[str, tuple[str, dict[str, object]]] = {
    "stream": ("/v1/audio/speech", {"response_format": "mp3"}),
    "events": ("/v1/audio/speech", {"stream_format": "sse"}),
    "file": ("/v1/audio/speech", {"response_format": "mp3", "stream": False}),
    "captions": ("/v1/audio/captions", {}),
    "phonemes": ("/v1/audio/speech/phonemes", {"phonemes": "həlˈoʊ", "stream": False}),
    "captioned speech of Kokoro-FastAPI": ("/dev/captioned_speech", {"stream": False}),
}


@pytest.mark.parametrize("begun", [0, 3])
@pytest.mark.parametrize("kind", REQUESTS)
def test_at_most_one_more_step_is_done(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings, kind: str, begun: int
) -> None:
    path, fields = REQUESTS[kind]
    for _ in range(begun):
        gated.gate.release()
    with live_server(gated_engine, settings) as server:

        def has_begun() -> object:
            return gated.made == begun and running_streams(gated_engine)

        disconnect_when(server + path, has_begun, {"input": TEXT, **fields})
        assert_freed_by_one_step(gated, gated_engine, begun)


@pytest.mark.parametrize("leave", ["close", "cancel"])
def test_a_websocket_that_is_closed_frees_its_stream(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings, leave: str
) -> None:
    gated.gate.release(3)
    with live_server(gated_engine, settings) as server:

        async def start_and_leave() -> None:
            async with connected(server) as connection:
                await send(connection, type="start", input=TEXT)
                await receive(connection)
                await _in_thread(lambda: gated.made == 3)
                if leave == "cancel":
                    await send(connection, type="cancel")
                    await _in_thread(lambda: all(stream.is_over for stream in running_streams(gated_engine)))

        run(start_and_leave)
        assert_freed_by_one_step(gated, gated_engine, 3)


def assert_freed_by_one_step(gated: GatedPipeline, engine: Engine, made: int) -> None:
    """The lane waits for the gate inside a step: that step is the only one that is still done."""
    wait_for(lambda: all(stream.is_over for stream in running_streams(engine)))
    gated.gate.release()
    wait_for(lambda: engine.running_streams == 0)
    assert gated.made <= made + 1


async def _in_thread(condition: Callable[[], object]) -> None:
    waiting: Awaitable[None] = asyncio.to_thread(wait_for, condition)
    await waiting
