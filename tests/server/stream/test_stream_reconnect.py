"""Lost connections: a client that reconnects goes on with the same stream."""

from __future__ import annotations

import asyncio
import logging
import random

import pytest
from websockets.exceptions import ConnectionClosed

from fakes import live_server, wait_for
from koe.client.stream import LiveStream
from koe.constants import DEFAULT_BUILD
from koe.engine.engine import Engine
from koe.settings import Settings
from stream_client import PIECES, TEXT, audio_of, connected, receive, receive_frames, receive_refusal, run, send, spoken


def test_fifty_lost_connections_change_no_sample(server: str) -> None:
    random_places = random.Random(11)  # noqa: S311

    async def main() -> None:
        whole, _ = await spoken(server, input=TEXT)
        lost = 0
        while lost < 50:
            async with LiveStream(server, {"input": TEXT}) as stream:
                frames = []
                async for frame in stream:
                    frames.append(frame)
                    if random_places.random() < 0.1:
                        stream.drop()
                        lost += 1
            assert audio_of(frames) == audio_of(whole)
            assert [frame.chunk_id for frame in frames] == list(range(len(whole)))
            assert stream.reconnections > 0

    run(main)


def test_text_lost_with_the_connection_is_sent_again(server: str) -> None:
    async def main() -> None:
        for place in range(0, len(PIECES), 3):
            async with LiveStream(server, {}) as stream:
                for number, piece in enumerate(PIECES):
                    await stream.append(piece)
                    if number == place:
                        stream.drop()
                await stream.end()
                frames = [frame async for frame in stream]
            assert frames[-1].text_stop == stream.done["characters"] == len(TEXT)

    run(main)


def test_reconnect_takes_the_stream_over_from_an_open_connection(server: str) -> None:
    async def main() -> None:
        async with connected(server) as first, connected(server) as second:
            await send(first, type="start")
            token = (await receive(first))["stream"]
            await send(second, type="reconnect", stream=token, chunk_id=0)
            assert await receive(second) == {
                "type": "reconnected", "stream": token, "version": 1, "build": DEFAULT_BUILD, "format": "pcm",
                "sample_rate": 24000, "frame_ms": 50, "prebuffer_ms": 100, "chunk_id": 0, "characters": 0,
                "ended": False, "paused": False,
            }  # fmt: skip
            with pytest.raises(ConnectionClosed) as closed:
                await receive(first)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4423
            await send(second, type="append", text=TEXT)
            await send(second, type="end")
            assert (await receive_frames(second))[-1].is_last

    run(main)


def test_reconnect_at_a_future_or_expired_frame_is_refused(engine: Engine) -> None:
    async def main(server: str) -> None:
        async with connected(server) as connection:
            await send(connection, type="start", input=TEXT)
            token = (await receive(connection))["stream"]
            frames = await receive_frames(connection)
            await send(connection, type="ack", chunk_id=10)
            for chunk_id, code, close in ((len(frames) + 1, "chunk_in_future", 4409), (9, "chunk_expired", 4410)):
                async with connected(server) as other:
                    await send(other, type="reconnect", stream=token, chunk_id=chunk_id)
                    error, closed_with = await receive_refusal(other)
                    assert (error["code"], closed_with) == (code, close)
            async with connected(server) as other:
                await send(other, type="reconnect", stream=token, chunk_id=10)
                assert (await receive(other))["type"] == "reconnected"
                assert audio_of(await receive_frames(other)) == audio_of(frames[10:])

    with live_server(engine, Settings()) as server:
        run(lambda: main(server))


def test_stream_ends_with_a_client_that_closes_and_survives_one_that_is_lost(server: str, engine: Engine) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start")
            left = (await receive(connection))["stream"]
        async with connected(server) as connection:
            await send(connection, type="start")
            lost = (await receive(connection))["stream"]
            connection.transport.abort()
        async with connected(server) as connection:
            await send(connection, type="reconnect", stream=left, chunk_id=0)
            assert (await receive(connection))["error"]["code"] == "unknown_stream"
        async with connected(server) as connection:
            await send(connection, type="reconnect", stream=lost, chunk_id=0)
            assert (await receive(connection))["type"] == "reconnected"

    run(main)


def test_text_sent_during_a_reconnect_is_spoken_once(server: str) -> None:
    async def main() -> None:
        for _ in range(8):
            async with LiveStream(server, {}) as stream:

                async def write(stream: LiveStream = stream) -> None:
                    for piece in PIECES:
                        await stream.append(piece)
                        await asyncio.sleep(0.005)
                    await stream.end()

                writing = asyncio.create_task(write())
                async for frame in stream:
                    if frame.chunk_id % 7 == 3:
                        stream.drop()
                await writing
            assert stream.done["characters"] == len(TEXT)

    run(main)


def test_messages_of_a_connection_that_was_taken_over_are_ignored(server: str) -> None:
    async def main() -> None:
        for _ in range(10):
            async with connected(server) as first, connected(server) as second:
                await send(first, type="start")
                token = (await receive(first))["stream"]
                await asyncio.gather(
                    send(second, type="reconnect", stream=token, chunk_id=0), send(first, type="append", text="Hello. ")
                )
                arrived = (await receive(second))["characters"]
                await send(second, type="append", text="Hello. "[arrived:])
                await send(second, type="end")
                assert (await receive_frames(second))[-1].text_stop == 7

    run(main)


def test_client_learns_on_reconnect_that_its_stream_is_paused(server: str) -> None:
    async def main() -> None:
        async with LiveStream(server, {"input": TEXT}) as stream:
            frames = []
            async for frame in stream:
                frames.append(frame)
                if frame.chunk_id == 5:
                    await stream.pause()
                    stream.drop()
                    asyncio.get_running_loop().call_later(0.2, lambda: asyncio.create_task(stream.pause(False)))
            assert frames[-1].is_last
            assert [frame.chunk_id for frame in frames] == list(range(len(frames)))

    run(main)


def test_aborted_connection_fills_no_log(server: str, engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    """asyncio logs a line for every frame that is written to a dead socket. Here all frames are due at once."""

    async def main() -> None:
        for _ in range(3):
            async with LiveStream(server, {"frame_ms": 30}) as stream:
                await stream.pause()
                await stream.append(TEXT)
                await stream.end()
                await asyncio.to_thread(wait_for, lambda: engine.running_streams == 0)
                await stream.pause(False)
                stream.drop()

    run(main)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
