"""Sends a refusal as an HTTP response, or in place of a WebSocket handshake."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

POLICY_VIOLATION = 1008


async def refuse(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """A WebSocket gets the same response in place of the upgrade, or close code 1008 if the server cannot send one."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    await response(scope, receive, send)
