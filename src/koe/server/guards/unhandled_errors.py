"""Middleware that answers unhandled exceptions: uvicorn would log their messages, which may hold user text."""

from __future__ import annotations

import logging
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.errors import StreamBroken, described
from koe.server.errors import error_reply
from koe.server.guards.refuse import refuse

log = logging.getLogger("koe.server")


class UnhandledErrorGuard:
    """Answers an exception before the first byte with its error reply, 500 for an unknown one.

    After the first byte the answer is left unfinished, so that the server cuts the connection: a broken answer must not
    look complete. An open WebSocket is closed with the error's close code.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        has_begun = False

        async def send_and_note(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            return await self._app(scope, receive, send_and_note)
        except Exception as error:  # noqa: BLE001
            if not _is_logged(error):
                log.error("request failed: %s", described(error))
            reply = error_reply(error)
            if not has_begun:
                await refuse(reply.to_response(), scope, receive, send)
            elif scope["type"] == "websocket":
                with suppress(Exception):  # the client may be gone, or the socket closed already
                    await send({"type": "websocket.close", "code": reply.close_code})


def _is_logged(error: Exception) -> bool:
    """The code that raises StreamBroken has logged the reason. Starlette wraps what is raised after the first byte."""
    return isinstance(error, StreamBroken) or isinstance(error.__cause__, StreamBroken)
