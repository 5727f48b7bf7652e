"""One WebSocket connection: passes a client's messages to its stream, and the stream's frames to the client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict

from starlette.websockets import WebSocket, WebSocketDisconnect

from koe.errors import (
    BadMessage,
    BadStart,
    Cancelled,
    EngineError,
    RequestError,
    Stopping,
    StreamIdle,
)
from koe.server.errors import error_reply
from koe.server.stream.registry import Registry
from koe.server.stream.schema import (
    Acknowledge,
    Append,
    Cancel,
    ClientMessage,
    End,
    Flush,
    Pause,
    Reconnect,
    Resume,
    Start,
    parse_message,
)
from koe.server.stream.session import Session, Statistics
from koe.wire.frames import VERSION

TAKEN_OVER = 4423
# A browser can send a key only as a subprotocol, and then insists that one is chosen.
SUBPROTOCOL = "koe.v1"
# Close codes of a client that left on purpose: it will not reconnect.
_LEFT = frozenset({1000, 1001})

# What the scope of a WebSocket may hold: the token of its first stream, if another server has already told it.
TOKEN_IN_SCOPE = "koe.stream"  # noqa: S105  a name

OpenSession = Callable[[Start, str | None], Session]


class Connection:
    """One stream at a time; when it is over the client may start the next."""

    def __init__(self, socket: WebSocket, registry: Registry, open_session: OpenSession, idle_s: float) -> None:
        self._socket = socket
        self._registry = registry
        self._open_session = open_session
        self._idle_s = idle_s
        self._session: Session | None = None
        self._sender: asyncio.Task[None] | None = None
        self._is_lost = False
        self._is_stopping = False
        self._closing: asyncio.Task[None] | None = None  # referenced here, else it may be garbage-collected

    async def run(self) -> None:
        offered = self._socket.scope.get("subprotocols", ())
        await self._socket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        left = False
        try:
            while not self._is_lost:
                message = await self._received()
                if message is not None and not self._is_lost:  # another connection may have come meanwhile
                    await self._follow(message)
        except WebSocketDisconnect as gone:
            left = gone.code in _LEFT
        except (RequestError, EngineError) as error:
            await self._refuse(error)
            left = True
        finally:
            await self._leave(for_good=left)

    async def _received(self) -> ClientMessage | None:
        """The next message; None after a timeout while audio is sent, and after a `start` that was refused."""
        try:
            async with asyncio.timeout(self._idle_s):
                message = await self._socket.receive()
        except TimeoutError:
            if not self._is_sending:
                raise StreamIdle from None
            return None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1006)
        text = message.get("text")
        if text is None:
            raise BadMessage("A message must be text: JSON with a type.", None)
        try:
            return parse_message(text)
        except BadStart as error:
            await self._send(self._error(error))
            return None

    async def _follow(self, message: ClientMessage) -> None:
        match message:
            case Start():
                await self._start(message)
            case Reconnect():
                await self._reconnect(message)
            case _:
                self._follow_in(self._running(), message)

    def _follow_in(self, session: Session, message: ClientMessage) -> None:
        match message:
            case Append():
                session.speech.append(message.text)
            case Flush():
                session.speech.flush()
            case End():
                session.speech.end()
            case Pause():
                session.pause()
            case Resume():
                session.resume()
            case Acknowledge():
                session.replay.forget_before(message.chunk_id)
            case Cancel():
                session.cancel()

    def _running(self) -> Session:
        if self._session is None:
            raise BadMessage("There is no stream on this connection: begin with start or reconnect.", "type")
        return self._session

    async def _start(self, start: Start) -> None:
        """Starts a stream. After a refusal the client may try again on the same connection."""
        if self._is_stopping:
            raise Stopping
        if self._is_sending:
            message = "A stream is running on this connection: wait for its end, or cancel it."
            await self._send(self._error(BadMessage(message, "type")))
            return
        self._forget()
        try:
            self._registry.require_room()
            self._session = session = self._open_session(start, self._socket.scope.pop(TOKEN_IN_SCOPE, None))
            self._registry.add(session, self)  # before the first await: it must count as a stream at once
            await session.begin()
        except RequestError as error:
            self._forget()
            await self._send(self._error(error))
            return
        await self._send({"type": "started", **self._description(session), "resume_s": self._registry.resume_s})
        self._attach(session)

    async def _reconnect(self, message: Reconnect) -> None:
        if self._session is not None:
            raise BadMessage("This connection has a stream: reconnect on a new one.", "type")
        self._session = session = self._registry.attach(message.stream, message.chunk_id, self)
        place = {
            "chunk_id": message.chunk_id,
            "characters": session.speech.characters,
            "ended": session.speech.has_ended,
            "paused": session.is_paused,
        }
        await self._send({"type": "reconnected", **self._description(session), **place})
        self._attach(session)

    def _description(self, session: Session) -> dict[str, object]:
        form = session.start.sound.form
        return {
            "stream": session.token,
            "version": VERSION,
            "build": session.speech.build,
            "format": form.name,
            "sample_rate": form.sample_rate_hz,
            "frame_ms": session.frame_ms,
            "prebuffer_ms": session.prebuffer_ms,
        }

    @property
    def _is_sending(self) -> bool:
        return self._sender is not None and not self._sender.done()

    def _forget(self) -> None:
        if self._session is not None:
            self._registry.forget(self._session)
            self._session = None

    def _attach(self, session: Session) -> None:
        self._sender = asyncio.create_task(self._send_all(session))

    async def _send_all(self, session: Session) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # `run` sees the disconnect too, with its close code
            while not session.is_finished:
                message = session.next_message()
                if message is not None:
                    for note in message.notes:
                        await self._socket.send_text(note)
                    await self._socket.send_bytes(message.frame)
                    session.handed(message)
                    # A lost connection is noticed by the event loop; without a turn, a burst of frames would be written
                    # to a dead socket, and asyncio logs a line for each.
                    await asyncio.sleep(0)
                else:
                    await self._wait_for_news(session)
            await self._tell_outcome(session)
            if self._is_stopping:
                await self._socket.close(error_reply(Stopping()).close_code)

    async def _wait_for_news(self, session: Session) -> None:
        """Waits until something may be sent. A pause that lasts `idle_s` cancels the stream."""
        was_paused, due_in_s = session.is_paused, session.due_in_s()
        timeout_s = self._idle_s if was_paused else due_in_s

        def has_news() -> bool:
            if session.is_finished or session.is_paused != was_paused:
                return True
            in_s = session.due_in_s()
            return in_s == 0 or (in_s is not None and due_in_s is None)  # else it would be waited for without a timeout

        if not await session.signal.wait_until(has_news, timeout_s) and was_paused:
            session.cancel(StreamIdle())

    async def _tell_outcome(self, session: Session) -> None:
        match session.outcome:
            case Statistics():
                self._registry.finish(session)
                session.report()
                timings = {"timings": session.timings()} if session.start.timings else {}
                await self._send({"type": "done", **asdict(session.statistics()), **timings})
            case Cancelled():
                self._registry.forget(session)
                await self._send({"type": "cancelled", "chunks": session.replay.next_chunk_id})
            case Exception() as error:
                self._registry.forget(session)
                await self._refuse(error)

    async def _refuse(self, error: Exception) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._send(self._error(error))
            await self._socket.close(error_reply(error).close_code)

    def _error(self, error: Exception) -> dict[str, object]:
        reply = error_reply(error)
        retry_after = {} if reply.retry_after_s is None else {"retry_after_s": reply.retry_after_s}
        return {"type": "error", **reply.body, **retry_after}

    async def _send(self, message: Mapping[str, object]) -> None:
        await self._socket.send_text(json.dumps(message))

    def lose(self) -> None:
        self._is_lost = True
        if self._sender is not None:
            self._sender.cancel()
        self._closing = asyncio.create_task(self._close(TAKEN_OVER))

    def stop(self) -> None:
        """koe shuts down: the stream that runs is finished, and no other begins."""
        self._is_stopping = True
        if self._session is not None:
            self._session.hurry()
        if not self._is_sending:
            self._closing = asyncio.create_task(self._close(error_reply(Stopping()).close_code))

    async def _close(self, code: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(code)

    async def _leave(self, *, for_good: bool) -> None:
        if self._session is not None and not self._is_lost:
            if for_good:
                self._registry.forget(self._session)
            else:
                self._registry.detach(self._session, self)
        if self._sender is not None:
            self._sender.cancel()
            with suppress(asyncio.CancelledError):
                await self._sender
