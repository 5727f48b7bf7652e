"""While koe stops: what has begun goes on, nothing new begins."""

from __future__ import annotations

from threading import Event

from fastapi.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from koe.errors import Stopping
from koe.server.errors import error_body
from koe.server.guards.refuse import refuse

# Whoever watches over koe wants to see how it stops.
STILL_ANSWERED = frozenset({"/health", "/ready", "/status", "/metrics"})
RETRY_AFTER_S = 5


class StoppingGuard:
    def __init__(self, app: ASGIApp, stopping: Event) -> None:
        self._app = app
        self._stopping = stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or not self._stopping.is_set():
            return await self._app(scope, receive, send)
        if scope["type"] == "http" and scope["path"] in STILL_ANSWERED:
            return await self._app(scope, receive, send)
        error = Stopping()
        headers = {"Retry-After": str(RETRY_AFTER_S)}
        response = JSONResponse(error_body(str(error), "server_error", error.code), 503, headers)
        return await refuse(response, scope, receive, send)
