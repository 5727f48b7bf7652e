"""Middleware in front of a replica: what it would refuse for its load is handed to another replica.

This happens before the first byte of an answer has left, so that a client sees no more of it than a few milliseconds.
It sees a refusal only when every replica that was asked refuses, and then the one that ends soonest.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

import httpx
from starlette.types import ASGIApp, Receive, Scope, Send

from koe.scale.http_relay import HttpRelay
from koe.scale.peer import Peers
from koe.scale.socket_relay import SocketRelay

# A peer on the same network that has not accepted a connection by then is gone.
CONNECT_TIMEOUT_S = 2.0
# Live streams that began here and are spoken elsewhere; a client reconnects to one within half a minute.
_MOST_MOVED = 1024


@dataclass(slots=True)
class MovedStreams:
    """Tokens of streams that this replica named and another one speaks."""

    _owners: OrderedDict[str, str] = field(default_factory=OrderedDict)

    def note(self, token: str, owner: str) -> None:
        self._owners[token] = owner
        while len(self._owners) > _MOST_MOVED:
            self._owners.popitem(last=False)

    def owner_of(self, token: str) -> str | None:
        return self._owners.get(token)


class Relay:
    """`name` is that of this replica, and the beginning of the tokens of its streams."""

    def __init__(self, app: ASGIApp, name: str, peers: Peers, max_body_bytes: int) -> None:
        self._app = app
        self._name = name
        self._peers = peers
        self._max_body_bytes = max_body_bytes
        self._moved = MovedStreams()
        self._sockets: set[SocketRelay] = set()
        self._is_stopping = False
        timeout = httpx.Timeout(None, connect=CONNECT_TIMEOUT_S)
        self._client = httpx.AsyncClient(
            timeout=timeout, trust_env=False, limits=httpx.Limits(max_connections=None, max_keepalive_connections=32)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            relay = HttpRelay(self._app, self._peers, self._client, self._max_body_bytes)
            return await relay.run(scope, receive, send)
        if scope["type"] != "websocket":
            return await self._app(scope, receive, send)
        socket = SocketRelay(self._app, self._peers, self.owner_of, self._moved.note, is_stopping=self._is_stopping)
        self._sockets.add(socket)
        try:
            return await socket.run(scope, receive, send)
        finally:
            self._sockets.discard(socket)

    def owner_of(self, token: str) -> str | None:
        """The other replica that holds a stream; None if it is this one, or nothing is known."""
        moved = self._moved.owner_of(token)
        if moved is not None:
            return moved
        name, dot, _ = token.partition(".")
        return name if dot and name != self._name else None

    def stop(self) -> None:
        """This replica shuts down: connections to streams elsewhere are closed when no stream runs on them."""
        self._is_stopping = True
        for socket in list(self._sockets):
            socket.stop()

    async def close(self) -> None:
        await self._client.aclose()
