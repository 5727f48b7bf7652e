"""Middleware that checks the API key, if one is set, and marks requests of operators."""

from __future__ import annotations

from collections.abc import Container, Iterator
from hmac import compare_digest

from pydantic import SecretStr
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.server.errors import refusal
from koe.server.guards.operators import is_from_this_machine
from koe.server.guards.refuse import refuse

OPEN_PATHS = frozenset({"/health", "/ready"})
SUBPROTOCOL_PREFIX = "koe.key."


class KeyGuard:
    """Refuses requests without the key. A request is an operator's if it has the key or, where no key is set, if it
    comes from this machine.

    A browser cannot send a header with a WebSocket; it may offer the key as a subprotocol instead. Nor with the address
    of a page: `pages` are sent without the key, hold no secret, and ask for it.
    """

    def __init__(self, app: ASGIApp, key: SecretStr | None, pages: Container[str] = ()) -> None:
        self._app = app
        self._pages = pages
        self._key = None if key is None else key.get_secret_value().encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        has_key = self._key is not None and any(compare_digest(one, self._key) for one in _keys_of(scope))
        if self._key is not None and not has_key and not self._is_open(scope):
            message = "The API key is missing or wrong. Send it as: Authorization: Bearer <key>."
            response = refusal(401, message, "invalid_api_key")
            response.headers["WWW-Authenticate"] = "Bearer"
            return await refuse(response, scope, receive, send)
        scope["koe.is_operator"] = is_from_this_machine(scope) if self._key is None else has_key
        if scope["type"] == "websocket":
            send = _without_key_subprotocol(scope, send)
        return await self._app(scope, receive, send)

    def _is_open(self, scope: Scope) -> bool:
        path = scope["path"]
        return scope["type"] == "http" and (path in OPEN_PATHS or path in self._pages)


def _keys_of(scope: Scope) -> Iterator[bytes]:
    headers = Headers(scope=scope).getlist("authorization")
    if len(headers) == 1:
        scheme, _, key = headers[0].partition(" ")
        if scheme.lower() == "bearer":
            yield key.strip().encode()
    for offered in scope.get("subprotocols", ()):
        if offered.startswith(SUBPROTOCOL_PREFIX):
            yield offered.removeprefix(SUBPROTOCOL_PREFIX).encode()


def _without_key_subprotocol(scope: Scope, send: Send) -> Send:
    """Hide the key from the application. If it was the only subprotocol offered, accept it: a browser closes a
    connection whose server accepts none of those it offered."""
    offered = list(scope.get("subprotocols", ()))
    scope["subprotocols"] = [one for one in offered if not one.startswith(SUBPROTOCOL_PREFIX)]
    if scope["subprotocols"] or not offered:
        return send

    async def send_with_subprotocol(message: Message) -> None:
        if message["type"] == "websocket.accept" and not message.get("subprotocol"):
            message = {**message, "subprotocol": offered[0]}
        await send(message)

    return send_with_subprotocol
