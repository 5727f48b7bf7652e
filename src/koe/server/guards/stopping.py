"""Middleware for shutdown: running requests go on, new ones get 503."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

from starlette.types import ASGIApp, Receive, Scope, Send

from koe.errors import Stopping
from koe.server.errors import error_reply
from koe.server.guards.refuse import refuse

# Monitors can still see that koe is stopping, and how many streams are left.
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
        reply = replace(error_reply(Stopping()), retry_after_s=RETRY_AFTER_S)
        return await refuse(reply.to_response(), scope, receive, send)
