"""Limits of request bodies: content type, size and time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.server.errors import refusal


class JsonRoute(APIRoute):
    """Accepts only application/json: any web page can post a form or text/plain without a CORS preflight."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_json(request: Request) -> Response:
            media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if media_type != "application/json":
                return refusal(415, "The content type must be application/json.")
            return await handle(request)

        return handle_json


class BodyLimit:
    """Middleware that refuses a body over the size limit, by its declared length or as soon as it exceeds the limit.

    It also refuses a body that is not complete before the timeout, and a compressed one, whose size is unknown.
    """

    def __init__(self, app: ASGIApp, max_bytes: int, timeout_s: float) -> None:
        self._app = app
        self._max_bytes = max_bytes
        self._timeout_s = timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        if any(one.strip().lower() != "identity" for one in headers.getlist("content-encoding")):
            response = refusal(415, "The body must not be compressed.")
            response.headers["Accept-Encoding"] = "identity"
            return await response(scope, receive, send)
        declared = headers.get("content-length", "0")
        if not declared.isdigit() or int(declared) > self._max_bytes:
            return await self._too_large(scope, receive, send)
        try:
            async with asyncio.timeout(self._timeout_s):
                body = await self._read(receive)
        except TimeoutError:
            return await self._too_slow(scope, receive, send)
        if body is None:
            return await self._too_large(scope, receive, send)
        if body[-1]["type"] == "http.disconnect":
            return None  # the client is gone
        return await self._app(scope, _replay(body, receive), send)

    async def _read(self, receive: Receive) -> list[Message] | None:
        """The messages of the whole body; None if it is over the limit."""
        messages: list[Message] = []
        total = 0
        while True:
            message = await receive()
            messages.append(message)
            total += len(message.get("body", b""))
            if total > self._max_bytes:
                return None
            if message["type"] != "http.request" or not message.get("more_body", False):
                return messages

    async def _too_large(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = f"The body is too large: at most {self._max_bytes} bytes are allowed (KOKORO_MAX_BODY_BYTES)."
        await refusal(413, message)(scope, receive, send)

    async def _too_slow(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = f"The body was not complete after {self._timeout_s:g} s (KOKORO_BODY_TIMEOUT_S)."
        response = refusal(408, message, "request_timeout")
        response.headers["Connection"] = "close"
        await response(scope, receive, send)


def _replay(messages: list[Message], receive: Receive) -> Receive:
    waiting = iter(messages)

    async def replay() -> Message:
        message = next(waiting, None)
        return await receive() if message is None else message

    return replay
