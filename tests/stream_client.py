"""A client of /v1/audio/stream for tests: single messages on a WebSocket, or a whole stream at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from koe.client.stream import LiveStream
from koe.wire.frames import Frame, decode_frame
from limits import HANG_S

TEXT = "A first sentence to start with, and a second half of it. Then another one! And a last one, which ends it all."
PIECES = [TEXT[place : place + 7] for place in range(0, len(TEXT), 7)]


def run(main: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(main(), HANG_S))


@asynccontextmanager
async def connected(server: str) -> AsyncIterator[ClientConnection]:
    url = server.replace("http", "ws") + "/v1/audio/stream"
    async with connect(url, compression=None, open_timeout=HANG_S) as connection:
        yield connection


async def send(connection: ClientConnection, **message: object) -> None:
    await connection.send(json.dumps(message))


async def receive(connection: ClientConnection) -> dict[str, Any]:
    """The next JSON message; frames before it are skipped."""
    while isinstance(data := await asyncio.wait_for(connection.recv(), HANG_S), bytes):
        pass
    return dict(json.loads(data))


async def receive_frame(connection: ClientConnection) -> Frame:
    """The next frame; JSON messages before it are skipped."""
    while isinstance(data := await asyncio.wait_for(connection.recv(), HANG_S), str):
        pass
    return decode_frame(data)


async def receive_frames(connection: ClientConnection) -> list[Frame]:
    """All frames until a JSON message that is not about words."""
    frames = []
    while True:
        data = await asyncio.wait_for(connection.recv(), HANG_S)
        if isinstance(data, bytes):
            frames.append(decode_frame(data))
        elif json.loads(data)["type"] != "words":
            return frames


async def receive_refusal(connection: ClientConnection) -> tuple[dict[str, Any], int]:
    """An error message, and the close code that comes right after it."""
    message = await receive(connection)
    assert message["type"] == "error"
    with pytest.raises(ConnectionClosed) as closed:
        await receive(connection)
    assert closed.value.rcvd is not None
    return dict(message["error"]), closed.value.rcvd.code


async def close_code(connection: ClientConnection) -> int:
    """Read until the server closes the connection."""
    try:
        while True:
            await asyncio.wait_for(connection.recv(), HANG_S)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006


async def spoken(server: str, pieces: list[str] | None = None, **start: object) -> tuple[list[Frame], LiveStream]:
    """All frames of a stream, by koe's own client. `pieces`: its text, if `start` has no `input`."""
    async with LiveStream(server, start) as stream:
        for piece in pieces or ():
            await stream.append(piece)
        if pieces is not None:
            await stream.end()
        return [frame async for frame in stream], stream


def audio_of(frames: list[Frame]) -> bytes:
    return b"".join(frame.payload for frame in frames)
