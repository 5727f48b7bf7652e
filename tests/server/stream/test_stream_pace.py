"""Live frames leave at the pace of playing, once the listener has audio in hand."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx

from fakes import live_server, wait_for
from koe.engine.engine import Engine
from koe.settings import Settings
from limits import HANG_S
from stream_client import TEXT, audio_of, connected, receive, receive_frame, receive_frames, run, send, spoken

LEAD_S = 0.4
PACED = Settings(resume_s=HANG_S, stream_idle_s=HANG_S, stream_lead_s=LEAD_S)


async def timed(server: str, **start: object) -> tuple[float, float]:
    """Seconds from the first frame to the last one, and of their audio."""
    async with connected(server) as connection:
        await send(connection, type="start", input=TEXT, **start)
        await receive(connection)
        first = await receive_frame(connection)
        began_s = time.monotonic()
        frames = [first, *await receive_frames(connection)]
        return time.monotonic() - began_s, len(audio_of(frames)) / 48_000


def jitter(server: str) -> list[dict[str, Any]]:
    window = httpx.get(server + "/status").json()["windows"]["5m"]
    return [window[kind]["jitter_s"] for kind in ("cold", "warm") if window[kind]["jitter_s"]]


def test_frames_take_as_long_as_their_audio_but_for_the_lead(engine: Engine) -> None:
    """A busy machine makes it longer, never shorter."""

    async def main(server: str) -> None:
        took_s, audio_s = await timed(server)
        assert took_s > audio_s - LEAD_S - 0.15  # three frames: the first, the last, and what the encoder holds

    with live_server(engine, PACED) as server:
        run(lambda: main(server))
        (paced,) = jitter(server)
        assert paced["count"] > 5
        wait_for(lambda: httpx.get(server + "/status").json()["live_streams"]["unsent_bytes"] == 0)


def test_a_client_that_saves_gets_frames_as_they_are_made(engine: Engine) -> None:
    async def main(server: str) -> None:
        await timed(server, pace=False)

    with live_server(engine, PACED) as server:
        run(lambda: main(server))
        assert jitter(server) == []


def test_the_samples_are_the_same_at_any_pace(engine: Engine) -> None:
    async def main(server: str) -> None:
        paced, _ = await spoken(server, input=TEXT, fill_stalls=False)
        saved, _ = await spoken(server, input=TEXT, fill_stalls=False, pace=False)
        assert audio_of(paced) == audio_of(saved)

    with live_server(engine, PACED) as server:
        run(lambda: main(server))


def test_a_reconnect_gets_what_it_missed(engine: Engine) -> None:
    async def main(server: str) -> None:
        whole, _ = await spoken(server, input=TEXT, pace=False, fill_stalls=False)
        async with connected(server) as connection:
            await send(connection, type="start", input=TEXT, fill_stalls=False)
            started = await receive(connection)
            first = await receive_frame(connection)
            connection.transport.abort()
        async with connected(server) as again:
            await send(again, type="reconnect", stream=started["stream"], chunk_id=1)
            assert (await receive(again))["type"] == "reconnected"
            assert audio_of([first, *await receive_frames(again)]) == audio_of(whole)

    with live_server(engine, PACED) as server:
        run(lambda: main(server))


def test_a_pause_ends_the_waiting_for_the_next_frame(engine: Engine) -> None:
    async def main(server: str) -> None:
        async with connected(server) as connection:
            await send(connection, type="start", input=TEXT)
            await receive(connection)
            await receive_frame(connection)
            await send(connection, type="pause")
            while True:  # those that were on the way
                try:
                    await asyncio.wait_for(connection.recv(), 0.3)
                except TimeoutError:
                    break
            await send(connection, type="resume")
            assert (await receive_frames(connection))[-1].is_last

    with live_server(engine, PACED) as server:
        run(lambda: main(server))
