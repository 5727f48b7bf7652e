"""The Origin header: which web pages may use koe, and what their browsers are told."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.server.errors import refusal
from koe.server.guards.hosts import split_host
from koe.server.guards.refuse import refuse

READING_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_PREFLIGHT_AGE_S = 600
_EXPOSED_PREFIXES = ("x-koe-", "x-audio-", "retry-after")


class Origins:
    """The pages that may use koe: its own, and those that are listed. `null` is nobody's."""

    def __init__(self, listed: Iterable[str]) -> None:
        listed = tuple(listed)
        self.are_all_listed = "*" in listed
        self._listed = frozenset(_comparable(one) for one in listed)
        self.are_some_listed = bool(listed)

    def allow(self, scope: Scope) -> bool:
        """Whoever sends no Origin is no page of another site: a browser would have sent one."""
        origins = Headers(scope=scope).getlist("origin")
        return not origins or self.list_page_of(scope) or (len(origins) == 1 and _is_own(origins[0], scope))

    def list_page_of(self, scope: Scope) -> bool:
        origins = Headers(scope=scope).getlist("origin")
        return len(origins) == 1 and (self.are_all_listed or _comparable(origins[0]) in self._listed)


class OriginGuard:
    """A page of another site can open a WebSocket here, and post without asking: both are refused unless it is listed.

    Only listed pages get CORS headers, so only they can read an answer. They are no means to keep anybody out who is
    not a browser; the API key is.
    """

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        self._app = app
        self._origins = Origins(allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        is_listed = scope["type"] == "http" and self._origins.list_page_of(scope)
        if is_listed or (scope["type"] == "http" and self._origins.are_some_listed):
            send = self._with_cors(scope, send, is_listed)
        if _is_preflight(scope) and is_listed:
            return await _preflight_answer(scope)(scope, receive, send)
        if _reads_only(scope) or self._origins.allow(scope):
            return await self._app(scope, receive, send)
        message = "Pages of this origin may not use koe. Name it in KOKORO_ALLOWED_ORIGINS."
        return await refuse(refusal(403, message, "origin_not_allowed"), scope, receive, send)

    def _with_cors(self, scope: Scope, send: Send, is_listed: bool) -> Send:
        async def send_with_cors(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if not self._origins.are_all_listed:
                    headers.add_vary_header("Origin")
                if is_listed:
                    origin = "*" if self._origins.are_all_listed else Headers(scope=scope)["origin"]
                    headers["Access-Control-Allow-Origin"] = origin
                    headers["Access-Control-Expose-Headers"] = ", ".join(_exposed(headers))
            await send(message)

        return send_with_cors


def _reads_only(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] in READING_METHODS and not _is_preflight(scope)


def _is_preflight(scope: Scope) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] == "OPTIONS"
        and "access-control-request-method" in Headers(scope=scope)
    )


def _preflight_answer(scope: Scope) -> Response:
    asked = Headers(scope=scope)
    headers = {
        "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE",
        "Access-Control-Allow-Headers": asked.get("access-control-request-headers", "Authorization, Content-Type"),
        "Access-Control-Max-Age": str(_PREFLIGHT_AGE_S),
    }
    if asked.get("access-control-request-private-network") == "true":
        headers["Access-Control-Allow-Private-Network"] = "true"
    return Response(status_code=204, headers=headers)


def _exposed(headers: Headers) -> list[str]:
    """The id of the request is set further out, on every answer."""
    names = {name.lower() for name in headers if name.lower().startswith(_EXPOSED_PREFIXES)}
    return sorted(names | {"x-request-id"})


def _comparable(origin: str) -> str:
    """In lower case, without the port that its scheme implies."""
    scheme, _, host = origin.strip().lower().rstrip("/").partition("://")
    parts = split_host(host)
    if parts is None:
        return f"{scheme}://{host}"
    name, port = parts
    return f"{scheme}://{name}" + ("" if port in (None, _DEFAULT_PORTS.get(scheme)) else f":{port}")


def _is_own(origin: str, scope: Scope) -> bool:
    """The page that was served under the same scheme, name and port. The Host header was checked before."""
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    return _comparable(origin) == _comparable(f"{scheme}://{Headers(scope=scope).get('host', '')}")
