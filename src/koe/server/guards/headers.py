"""Middleware that limits the size of request headers, and refuses those that give two lengths of the body."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from koe.server.errors import refusal
from koe.server.guards.refuse import refuse


class HeaderLimit:
    """h11 limits a header only while it is incomplete; one that arrives in a single read is limited here."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        if _size_bytes(scope) > self._max_bytes:
            message = f"The header is too large: at most {self._max_bytes} bytes are allowed (KOKORO_MAX_HEADER_BYTES)."
            response = refusal(431, message, "header_too_large")
        elif _has_two_lengths(Headers(scope=scope)):
            # Request smuggling: h11 follows the chunks, a proxy in front may follow the length and see another request.
            response = refusal(400, "Content-Length and Transfer-Encoding exclude each other.", "bad_request")
        else:
            return await self._app(scope, receive, send)
        response.headers["Connection"] = "close"
        return await refuse(response, scope, receive, send)


def _size_bytes(scope: Scope) -> int:
    line = len(scope.get("raw_path") or b"") + len(scope.get("query_string", b""))
    return line + sum(len(name) + len(value) + len(": \r\n") for name, value in scope["headers"])


def _has_two_lengths(headers: Headers) -> bool:
    return "content-length" in headers and "transfer-encoding" in headers
