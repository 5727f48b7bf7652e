"""The two ends that a WebSocket may have behind a replica's front: its own application, or another replica.

Both hand every ASGI message to `deliver`, in order, and take the client's messages with `send`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

from starlette.types import ASGIApp, Message, Scope
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from koe.scale.passport import Passport
from koe.scale.peer import Peer

# A peer on the same network that has not answered a handshake by then is gone.
OPEN_TIMEOUT_S = 2.0
LEFT = 1000
# Their logs hold the frames, which may be user text. This logger is not in the tree, so nothing can turn it on.
_SILENT = logging.Logger("koe.scale.silent", logging.CRITICAL + 1)


class Backend(Protocol):
    held: list[Message]  # a refusal, and what followed it

    async def send(self, message: Message) -> None: ...

    async def leave(self, code: int) -> None:
        """The client is gone, or another backend serves it. 1000 and 1001: on purpose."""


Deliver = Callable[[Backend, Message], Awaitable[None]]
# The backend has ended without a close: what failed, if anything did.
Ended = Callable[[Backend, Exception | None], None]


class OwnApp:
    def __init__(self, app: ASGIApp, scope: Scope, deliver: Deliver, ended: Ended) -> None:
        self.held: list[Message] = []
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._deliver = deliver
        self._ended = ended
        self._task = asyncio.create_task(self._run(app, scope))

    async def _run(self, app: ASGIApp, scope: Scope) -> None:
        async def send(message: Message) -> None:
            await self._deliver(self, message)

        try:
            await app(dict(scope), self._inbox.get, send)
        except Exception as problem:  # noqa: BLE001  raised again where the client's connection is
            self._ended(self, problem)
        else:
            self._ended(self, None)

    async def send(self, message: Message) -> None:
        self._inbox.put_nowait(message)

    async def leave(self, code: int) -> None:
        """Returns when the application has ended the connection."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": code})
        await asyncio.wait([self._task])

    def cancel(self) -> None:
        self._task.cancel()


class OtherReplica:
    """Opened with `open`, which raises `OSError` when nobody is there."""

    def __init__(self, connection: ClientConnection, peer: Peer, deliver: Deliver, ended: Ended) -> None:
        self.held: list[Message] = []
        self.peer = peer
        self._connection = connection
        self._deliver = deliver
        self._ended = ended
        self._task = asyncio.create_task(self._run())

    @classmethod
    async def open(cls, peer: Peer, passport: Passport, deliver: Deliver, ended: Ended) -> OtherReplica:
        offered = [Subprotocol(one) for one in passport.scope.get("subprotocols", ())]
        try:
            connection = await connect(
                f"ws://{peer.address}/",
                additional_headers=[(name.decode(), value.decode()) for name, value in passport.headers()],
                subprotocols=offered or None,
                compression=None,
                max_size=None,
                ping_interval=None,  # the replica behind it asks
                open_timeout=OPEN_TIMEOUT_S,
                user_agent_header=None,
                proxy=None,
                logger=_SILENT,
            )
        except (InvalidHandshake, ConnectionClosed, TimeoutError) as problem:
            raise ConnectionError(f"{peer.name} does not answer ({type(problem).__name__})") from None
        return cls(connection, peer, deliver, ended)

    async def _run(self) -> None:
        accept: Message = {"type": "websocket.accept", "subprotocol": self._connection.subprotocol, "headers": []}
        try:
            await self._deliver(self, accept)
            while True:
                data = await self._connection.recv()
                await self._deliver(self, {"type": "websocket.send", _kind(data): data})
        except ConnectionClosed as closed:
            if closed.rcvd is None:
                self._ended(self, closed)
            else:
                await self._deliver(self, {"type": "websocket.close", "code": closed.rcvd.code})
        except Exception as problem:  # noqa: BLE001  raised again where the client's connection is
            self._ended(self, problem)

    async def send(self, message: Message) -> None:
        data = message.get("text")
        with suppress(ConnectionClosed):  # `_run` sees it too
            await self._connection.send(message["bytes"] if data is None else data)

    async def leave(self, code: int) -> None:
        if code in (LEFT, 1001):
            with suppress(ConnectionClosed):
                await self._connection.close(code)
        else:
            self._connection.transport.abort()  # the client may come back to its stream
        await asyncio.wait([self._task])

    def cancel(self) -> None:
        self._connection.transport.abort()
        self._task.cancel()


def _kind(data: str | bytes) -> str:
    return "bytes" if isinstance(data, bytes) else "text"
