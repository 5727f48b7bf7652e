"""A refusal -> whoever asked, over HTTP or before a WebSocket is opened."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

POLICY_VIOLATION = 1008


async def refuse(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """A WebSocket is refused by the same answer, in place of the upgrade, where the server can send one."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    await response(scope, receive, send)
