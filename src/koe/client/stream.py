"""WebSocket client of live streams: text in pieces -> frames in order, with automatic reconnect."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from koe.errors import StreamBroken
from koe.wire.frames import Frame, decode_frame
from koe.wire.receiver import Receiver

_RETRY_DELAYS_S = (0.0, 0.05, 0.2, 0.5, 1.0, 2.0)
_ACKNOWLEDGE_EVERY_FRAMES = 16
# What is between client and server may lose frames, swap them or repeat them. Swapped ones arrive a frame or two later;
# a listener has a second in hand.
_LOST_AFTER_S = 0.25
# The end follows the last frame at once, unless it was lost.
_END_LOST_AFTER_S = 2.0


class StreamRefused(StreamBroken):
    """The server sent an error message; holds its fields."""

    def __init__(self, error: Mapping[str, Any], retry_after_s: float | None) -> None:
        super().__init__(str(error.get("message")))
        self.code: str = str(error.get("code"))
        self.param: str | None = error.get("param")
        self.retry_after_s = retry_after_s


class _Lost(Exception):
    """A frame or the end of the stream was lost on the way."""


class LiveStream:
    """Reconnects when the connection breaks or a frame is lost, and yields every frame once. `started` and `done` are
    the first and the last message of the server; `words` are those that began in the frames so far, `warnings` are
    about what the text asked for in vain."""

    def __init__(self, address: str, start: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> None:
        self._url = address.replace("http", "ws", 1).rstrip("/") + "/v1/audio/stream"
        self._start = dict(start)
        self._headers = dict(headers or {})
        self._connection: ClientConnection | None = None
        self._receiver = Receiver()
        self._place = (0, False)  # up to where the frames are there, and whether one is missing then
        self._placed_s = 0.0  # since when
        self._send_lock = asyncio.Lock()  # nothing is sent during a reconnect
        self._text = ""  # everything appended so far
        self._is_paused = False
        self._has_ended = False
        # Replayed words and warnings are ignored.
        self._last_words_chunk_id = self._last_warnings_chunk_id = -1
        self.started: dict[str, Any] = {}
        self.done: dict[str, Any] = {}
        self.words: list[dict[str, Any]] = []
        self.warnings: list[dict[str, Any]] = []
        self.reconnections = 0

    async def __aenter__(self) -> Self:
        self._connection = await self._connect()
        try:
            await self._connection.send(json.dumps({**self._start, "type": "start"}))
            self.started = self._checked(await self._connection.recv())
        except BaseException:
            await self._connection.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def append(self, text: str) -> None:
        async with self._send_lock:
            self._text += text
            await self._send({"type": "append", "text": text})

    async def end(self) -> None:
        async with self._send_lock:
            self._has_ended = True
            await self._send({"type": "end"})

    async def pause(self, is_paused: bool = True) -> None:
        async with self._send_lock:
            self._is_paused = is_paused
            await self._send({"type": "pause" if is_paused else "resume"})

    async def send(self, message: Mapping[str, Any]) -> None:
        """Send any other message. It is lost if the connection breaks meanwhile; text, its end and a pause are not."""
        async with self._send_lock:
            await self._send(message)

    async def _send(self, message: Mapping[str, Any]) -> None:
        with suppress(ConnectionClosed):
            await self._open_connection.send(json.dumps(message))

    def drop(self) -> None:
        """Abort the connection, as a broken network would."""
        if self._connection is not None:
            self._connection.transport.abort()

    async def __aiter__(self) -> AsyncIterator[Frame]:
        while not self.done:
            try:
                for frame in self._received(await self._next_message()):
                    yield frame
                await self._acknowledge()
            except _Lost:
                self.drop()  # closed in order, the server would take it for the end of the stream
                await self._reconnect()
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code >= 4000:
                    raise StreamBroken(f"The server closed the stream (code {closed.rcvd.code}).") from None
                await self._reconnect()

    async def _next_message(self) -> str | bytes:
        """Raises `_Lost` if a frame is missing for too long before others that are there."""
        place = (self._receiver.next_chunk_id, self._receiver.has_gap)
        if place != self._place:
            self._place, self._placed_s = place, asyncio.get_running_loop().time()
        limit_s = _LOST_AFTER_S if self._receiver.has_gap else _END_LOST_AFTER_S if self._receiver.is_complete else None
        try:
            async with asyncio.timeout_at(None if limit_s is None else self._placed_s + limit_s):
                return await self._open_connection.recv()
        except TimeoutError:
            raise _Lost from None

    @property
    def _open_connection(self) -> ClientConnection:
        if self._connection is None:
            raise StreamBroken("The stream is not open.")
        return self._connection

    def _received(self, data: str | bytes) -> list[Frame]:
        if isinstance(data, bytes):
            return self._receiver.receive(decode_frame(data))
        message = self._checked(data)
        if message["type"] == "words" and message["chunk_id"] > self._last_words_chunk_id:
            self._last_words_chunk_id = message["chunk_id"]
            self.words += message["words"]
        if message["type"] == "warnings" and message["chunk_id"] > self._last_warnings_chunk_id:
            self._last_warnings_chunk_id = message["chunk_id"]
            self.warnings += message["warnings"]
        if message["type"] == "done" and message["chunks"] > self._receiver.next_chunk_id:
            raise _Lost
        if message["type"] in ("done", "cancelled"):
            self.done = message
        return []

    async def _acknowledge(self) -> None:
        arrived = self._receiver.next_chunk_id
        if arrived and arrived % _ACKNOWLEDGE_EVERY_FRAMES == 0:
            await self.send({"type": "ack", "chunk_id": arrived})

    async def _reconnect(self) -> None:
        async with self._send_lock:
            await self._retry_connection()

    async def _retry_connection(self) -> None:
        self.reconnections += 1
        self._place = (-1, False)  # the frames come again: what is missing has its time anew
        for delay_s in _RETRY_DELAYS_S:
            await asyncio.sleep(delay_s)
            await self._open_connection.close()
            with suppress(OSError, InvalidHandshake, ConnectionClosed):
                self._connection = await self._connect()
                place = {"stream": self.started["stream"], "chunk_id": self._receiver.next_chunk_id}
                await self._connection.send(json.dumps({"type": "reconnect", **place}))
                await self._send_rest(self._checked(await self._connection.recv()))
                return
        raise StreamBroken(f"The server could not be reached again in {len(_RETRY_DELAYS_S)} attempts.")

    async def _send_rest(self, reconnected: Mapping[str, Any]) -> None:
        """Send what the server has not received."""
        if reconnected["paused"] != self._is_paused:
            await self._send({"type": "pause" if self._is_paused else "resume"})
        if reconnected["ended"]:
            return
        rest = self._text[reconnected["characters"] :]
        if rest:
            await self._send({"type": "append", "text": rest})
        if self._has_ended:
            await self._send({"type": "end"})

    async def _connect(self) -> ClientConnection:
        return await connect(self._url, additional_headers=self._headers, compression=None, max_size=None)

    def _checked(self, data: str | bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(data)
        if message["type"] == "error":
            raise StreamRefused(message["error"], message.get("retry_after_s"))
        return message
