"""One HTTP request: answered here, or, where this replica refuses it for its load, by another one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.errors import StreamBroken
from koe.scale.passport import Passport
from koe.scale.peer import Peer, Peers
from koe.scale.refusal import STATUSES, TURNED_AWAY, TURNED_AWAY_STATUS, is_passed_over, parsed, wait_s

# About this connection, and not about the answer.
_HOP_BY_HOP = frozenset((b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"date", b"server"))


class PeerLost(StreamBroken):
    """Another replica went away in the middle of an answer."""


@dataclass(slots=True)
class _Refusal:
    start: Message
    body: bytes = b""

    @property
    def is_passed_over(self) -> bool:
        return is_passed_over(parsed(self.body))

    @property
    def wait_s(self) -> float:
        return wait_s(Headers(raw=self.start.get("headers", [])).get("retry-after"))


@dataclass(slots=True)
class _Answer:
    """Sends what the application answers, but holds back what may be a refusal."""

    send: Send
    refusal: _Refusal | None = None

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] in STATUSES:
            self.refusal = _Refusal(message)
        elif self.refusal is None:
            await self.send(message)
        elif message["type"] == "http.response.body":
            self.refusal.body += message.get("body", b"")


@dataclass(slots=True)
class _Body:
    """Keeps the body that the application reads, so that it can be sent again."""

    receive: Receive
    limit_bytes: int
    parts: bytearray = field(default_factory=bytearray)
    is_whole: bool = False

    async def take(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request" and not self.is_whole and len(self.parts) <= self.limit_bytes:
            self.parts += message.get("body", b"")
            self.is_whole = not message.get("more_body", False)
        return message

    @property
    def bytes_again(self) -> bytes | None:
        """None if it was not read to its end."""
        return bytes(self.parts) if self.is_whole and len(self.parts) <= self.limit_bytes else None


class HttpRelay:
    def __init__(self, app: ASGIApp, peers: Peers, client: httpx.AsyncClient, max_body_bytes: int) -> None:
        self._app = app
        self._peers = peers
        self._client = client
        self._max_body_bytes = max_body_bytes

    async def run(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, answer = _Body(receive, self._max_body_bytes), _Answer(send)
        await self._app(dict(scope), body.take, answer.take)
        refusal = answer.refusal
        if refusal is None:
            return
        if refusal.is_passed_over and (content := await self._whole(body)) is not None:
            soonest = await _unless_disconnected(self._ask_others(scope, content, send, refusal), receive)
        else:
            soonest = refusal
        if soonest is not None:
            await send(soonest.start)
            await send({"type": "http.response.body", "body": soonest.body})

    async def _whole(self, body: _Body) -> bytes | None:
        """The body, read to its end where the request was refused before; None if the client left or it is too long."""
        while not body.is_whole and len(body.parts) <= self._max_body_bytes:
            if (await body.take())["type"] != "http.request":
                return None
        return body.bytes_again

    async def _ask_others(self, scope: Scope, content: bytes, send: Send, soonest: _Refusal) -> _Refusal | None:
        """None once another replica has answered; else the refusal that ends soonest."""
        for peer in self._peers.to_ask():
            with suppress(httpx.TransportError):
                refusal = await self._ask(peer, scope, content, send)
                if refusal is None:
                    return None
                soonest = min(soonest, refusal, key=lambda one: one.wait_s)
        return soonest

    async def _ask(self, peer: Peer, scope: Scope, content: bytes, send: Send) -> _Refusal | None:
        """Raises `httpx.TransportError` as long as nothing has been sent to the client."""
        headers = Passport(self._peers.secret, scope).headers()
        headers += [(name, value) for name, value in scope["headers"] if name == b"content-type"]
        request = httpx.Request("POST", f"http://{peer.address}/", headers=headers, content=content)
        response = await self._client.send(request, stream=True)
        try:
            start: Message = {
                "type": "http.response.start",
                "status": response.status_code,
                "headers": _passed_on(response.headers.raw),
            }
            if response.status_code == TURNED_AWAY_STATUS and _is_turned_away(await response.aread()):
                raise httpx.ConnectError("The other replica knows another secret.")
            if response.status_code in STATUSES:
                refusal = _Refusal(start, await response.aread())
                if refusal.is_passed_over:
                    return refusal
                await send(start)
                await send({"type": "http.response.body", "body": refusal.body})
                return None
            await send(start)
            if response.is_stream_consumed:
                await send({"type": "http.response.body", "body": response.content})
            else:
                await self._pass_on(response, send)
        finally:
            await response.aclose()
        return None

    async def _pass_on(self, response: httpx.Response, send: Send) -> None:
        try:
            async for part in response.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
        except httpx.TransportError as problem:
            # Raised through the application, so that the connection to the client breaks: never a proper end.
            raise PeerLost(f"Another replica broke off its answer ({type(problem).__name__}).") from None
        await send({"type": "http.response.body", "body": b""})


def _is_turned_away(body: bytes) -> bool:
    error = parsed(body).get("error")
    return isinstance(error, dict) and error.get("code") == TURNED_AWAY


def _passed_on(headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower(), value) for name, value in headers if name.lower() not in _HOP_BY_HOP]


async def _unless_disconnected(work: Coroutine[Any, Any, _Refusal | None], receive: Receive) -> _Refusal | None:
    """What the work returns; it is cancelled when the client has gone, and None is returned."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_disconnected(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        leaving.cancel()
        working.cancel()
        await asyncio.wait((working, leaving))


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
