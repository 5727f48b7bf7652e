"""In front of every route: who may ask, how much, and in which form. Pure ASGI, so that disconnects pass."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.server.errors import internal_error, refusal, request_id

log = logging.getLogger("koe.server")

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})


class RequestIdMiddleware:
    """Every answer carries an id that the log has too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        request_id = uuid.uuid4().hex
        scope["koe.request_id"] = request_id

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Request-Id"] = request_id
            await send(message)

        return await self._app(scope, receive, send_with_id)


class LastResort:
    """No exception leaves the application: what would log it also prints its message, which may hold the user's text.

    Before the first byte it becomes a 500. After it the answer is left unfinished, upon which the server cuts the
    connection: a broken answer must not look complete.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        begun = False

        async def send_and_note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            return await self._app(scope, receive, send_and_note)
        except Exception as error:  # noqa: BLE001
            log.error("request %s failed: %s", request_id(scope), type(error).__name__)
            if not begun:
                await internal_error(error)(scope, receive, send)


class HostGuard:
    """A page on another site can make a browser call 127.0.0.1 under a name of its own; the Host header tells."""

    def __init__(self, app: ASGIApp, bound_to: str, allowed: Iterable[str]) -> None:
        self._app = app
        names = {_without_port(name.lower()) for name in allowed}
        self._any = "*" in names
        self._names = LOCAL_NAMES | names | {f"[{bound_to}]" if ":" in bound_to else bound_to.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._any or self._is_known(Headers(scope=scope)):
            return await self._app(scope, receive, send)
        message = "The Host header is not allowed. Use localhost, or name the host in KOKORO_ALLOWED_HOSTS."
        return await refusal(403, message)(scope, receive, send)

    def _is_known(self, headers: Headers) -> bool:
        hosts = headers.getlist("host")
        return len(hosts) == 1 and _without_port(hosts[0].lower()) in self._names


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


class JsonRoute(APIRoute):
    """A form or a text/plain body can be posted by any web page without asking; JSON cannot."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_json(request: Request) -> Response:
            media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if media_type != "application/json":
                return refusal(415, "The content type must be application/json.")
            return await handle(request)

        return handle_json


class BodyLimit:
    """A body over the limit is refused by its declared length, or as soon as it has grown past it."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdigit() or int(declared) > self._max_bytes:
            return await self._refuse(scope, receive, send)
        body = await self._read(receive)
        if body is None:
            return await self._refuse(scope, receive, send)
        return await self._app(scope, _replay(body, receive), send)

    async def _read(self, receive: Receive) -> list[Message] | None:
        """All of the body, which is small by definition; None when it is not."""
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

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = f"The body is too large: at most {self._max_bytes} bytes are allowed."
        await refusal(413, message)(scope, receive, send)


def _replay(messages: list[Message], receive: Receive) -> Receive:
    waiting = iter(messages)

    async def replay() -> Message:
        message = next(waiting, None)
        return await receive() if message is None else message

    return replay
