"""Middleware that sets X-Request-Id on every answer: the client's own id if it is valid, else a new one."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.observe.request_id import begin_request

_WITH_HEADERS = ("http.response.start", "websocket.accept", "websocket.http.response.start")


class RequestIdMiddleware:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        request_id = begin_request(Headers(scope=scope).getlist("x-request-id"))

        async def send_with_id(message: Message) -> None:
            if message["type"] in _WITH_HEADERS:
                message.setdefault("headers", [])
                MutableHeaders(scope=message)["X-Request-Id"] = request_id
            await send(message)

        return await self._app(scope, receive, send_with_id)
