"""No exception leaves the application: what would log it also prints its message, which may hold the user's text."""

from __future__ import annotations

import logging
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.errors import StreamBroken, described
from koe.server.errors import internal_error
from koe.server.guards.refuse import refuse

log = logging.getLogger("koe.server")

INTERNAL_ERROR = 1011


class LastResort:
    """Before the first byte an exception becomes a 500. After it the answer is left unfinished, upon which the server
    cuts the connection: a broken answer must not look complete. An open WebSocket is closed as failed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        begun = False

        async def send_and_note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            return await self._app(scope, receive, send_and_note)
        except Exception as error:  # noqa: BLE001
            if not _is_told(error):
                log.error("the request failed: %s", described(error))
            if not begun:
                await refuse(internal_error(error), scope, receive, send)
            elif scope["type"] == "websocket":
                with suppress(Exception):  # the other side may be gone, or it was closed already
                    await send({"type": "websocket.close", "code": INTERNAL_ERROR})


def _is_told(error: Exception) -> bool:
    """Whoever breaks a stream says why in the log. Starlette wraps what comes after the first byte."""
    return isinstance(error, StreamBroken) or isinstance(error.__cause__, StreamBroken)
