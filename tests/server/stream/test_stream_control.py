"""Pause, resume, cancel and the next stream on one connection."""

from __future__ import annotations

import asyncio

import pytest

from fakes import live_server, wait_for
from koe.engine.engine import Engine
from koe.settings import Settings
from stream_client import TEXT, audio_of, close_code, connected, receive, receive_frames, run, send, spoken


def test_pause_holds_all_frames_until_resume(server: str) -> None:
    async def main() -> None:
        frames, _ = await spoken(server, input=TEXT)
        async with connected(server) as connection:
            await send(connection, type="start")
            await receive(connection)
            await send(connection, type="pause")
            await send(connection, type="append", text=TEXT)
            await send(connection, type="end")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(connection.recv(), 0.3)
            await send(connection, type="resume")
            assert len(audio_of(await receive_frames(connection))) == len(audio_of(frames))

    run(main)


def test_cancel_frees_the_lane_for_the_next_stream(server: str, engine: Engine) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start", input=TEXT * 20)
            await receive(connection)
            await send(connection, type="cancel")
            assert (await receive(connection))["type"] == "cancelled"
            await asyncio.to_thread(wait_for, lambda: engine.running_streams == 0)
            await send(connection, type="start", input="Once more.")
            assert (await receive(connection))["type"] == "started"
            assert (await receive_frames(connection))[-1].is_last

    run(main)


def test_paused_stream_can_be_cancelled_after_all_audio_is_made(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start")
            await receive(connection)
            await send(connection, type="pause")
            await send(connection, type="append", text="All of this is made at once.")
            await send(connection, type="end")
            await asyncio.sleep(0.5)
            await send(connection, type="cancel")
            assert (await receive(connection))["type"] == "cancelled"
            await send(connection, type="start", input="Next.")
            assert (await receive(connection))["type"] == "started"

    run(main)


def test_stream_paused_too_long_is_closed(engine: Engine) -> None:
    async def main(server: str) -> None:
        async with connected(server) as connection:
            await send(connection, type="start", input="All of this is made at once.")
            await send(connection, type="pause")
            assert await close_code(connection) == 4408

    with live_server(engine, Settings(stream_idle_s=1)) as server:
        run(lambda: main(server))


def test_one_connection_can_start_one_stream_after_the_other(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            for _ in range(3):
                await send(connection, type="start", input="Hello there.")
                assert (await receive(connection))["type"] == "started"
                assert (await receive_frames(connection))[-1].is_last

    run(main)


def test_start_during_a_stream_is_refused_and_the_stream_goes_on(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start")
            await receive(connection)
            await send(connection, type="start")
            assert (await receive(connection))["error"]["param"] == "type"
            await send(connection, type="append", text="It goes on.")
            await send(connection, type="end")
            assert (await receive_frames(connection))[-1].is_last

    run(main)
