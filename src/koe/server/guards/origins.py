"""Middleware for CORS: which web pages may use koe, and the headers that let their browsers read the answers."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.server.errors import refusal
from koe.server.guards.hosts import split_host
from koe.server.guards.refuse import refuse

READING_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_PREFLIGHT_MAX_AGE_S = 600
# The headers that a page may read, besides those that every page may read (Content-Type, Content-Length …). An outer
# middleware adds X-Request-Id later.
_EXPOSED = frozenset(
    {
        "accept-ranges",
        "content-disposition",
        "content-range",
        "etag",
        "retry-after",
        "www-authenticate",
        "x-request-id",
    }
)
_EXPOSED_PREFIXES = ("x-koe-", "x-audio-")


class Origins:
    """The allowlist of web pages: koe's own origin and the listed ones, `*` for all. `null` is never listed.

    Origins are compared in lower case and without the default port of their scheme.
    """

    def __init__(self, listed: Iterable[str]) -> None:
        listed = tuple(listed)
        self._listed = frozenset(_normalized(one) for one in listed)
        self.allows_all = "*" in listed
        self.has_listed = bool(listed)

    def allows(self, scope: Scope) -> bool:
        """Whether the page that sends this request may use koe. Without an Origin it is not a page of another site: a
        browser would have sent one."""
        return self.is_listed(scope) or not _has_foreign_origin(scope)

    def allows_link(self, scope: Scope) -> bool:
        """The same for a GET that a page can make with an <audio> element, which sends an Origin only with
        `crossorigin`. There Sec-Fetch-Site says whether the page is foreign, and Referer gives its origin."""
        headers = Headers(scope=scope)
        site = headers.get("sec-fetch-site", "").strip().lower()
        is_foreign = site == "cross-site" if site else _has_foreign_origin(scope)
        if not is_foreign or self.allows_all:
            return True
        return self.is_listed(scope) if "origin" in headers else _referer_origin(headers) in self._listed

    def is_listed(self, scope: Scope) -> bool:
        origins = Headers(scope=scope).getlist("origin")
        return len(origins) == 1 and (self.allows_all or _normalized(origins[0]) in self._listed)


class OriginGuard:
    """Refuses WebSockets and writing methods of foreign pages: a browser opens and sends both without a preflight.

    Only listed pages get CORS headers, so only they can read an answer. None of this keeps out clients that are not
    browsers; the API key does.
    """

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        self._app = app
        self._origins = Origins(allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        is_listed = scope["type"] == "http" and self._origins.is_listed(scope)
        if is_listed or (scope["type"] == "http" and self._origins.has_listed):
            send = self._with_cors(scope, send, is_listed)
        if _is_preflight(scope) and is_listed:
            return await _preflight_response(scope)(scope, receive, send)
        if _is_reading(scope) or self._origins.allows(scope):
            return await self._app(scope, receive, send)
        message = "Pages of this origin may not use koe. Add the origin to KOKORO_ALLOWED_ORIGINS."
        return await refuse(refusal(403, message, "origin_not_allowed"), scope, receive, send)

    def _with_cors(self, scope: Scope, send: Send, is_listed: bool) -> Send:
        async def send_with_cors(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if not self._origins.allows_all:
                    headers.add_vary_header("Origin")
                if is_listed:
                    origin = "*" if self._origins.allows_all else Headers(scope=scope)["origin"]
                    headers["Access-Control-Allow-Origin"] = origin
                    headers["Access-Control-Expose-Headers"] = ", ".join(_exposed(headers))
            await send(message)

        return send_with_cors


def _is_reading(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] in READING_METHODS and not _is_preflight(scope)


def _is_preflight(scope: Scope) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] == "OPTIONS"
        and "access-control-request-method" in Headers(scope=scope)
    )


def _preflight_response(scope: Scope) -> Response:
    request = Headers(scope=scope)
    headers = {
        "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE",
        "Access-Control-Allow-Headers": request.get("access-control-request-headers", "Authorization, Content-Type"),
        "Access-Control-Max-Age": str(_PREFLIGHT_MAX_AGE_S),
    }
    if request.get("access-control-request-private-network") == "true":
        headers["Access-Control-Allow-Private-Network"] = "true"
    return Response(status_code=204, headers=headers)


def _exposed(headers: Headers) -> list[str]:
    """The headers a page may read: the fixed list, and all of koe's own."""
    return sorted(_EXPOSED.union(name.lower() for name in headers if name.lower().startswith(_EXPOSED_PREFIXES)))


def _normalized(origin: str) -> str:
    """The origin in lower case, without the default port of its scheme."""
    scheme, _, host = origin.strip().lower().rstrip("/").partition("://")
    parts = split_host(host)
    if parts is None:
        return f"{scheme}://{host}"
    name, port = parts
    return f"{scheme}://{name}" + ("" if port in (None, _DEFAULT_PORTS.get(scheme)) else f":{port}")


def _has_foreign_origin(scope: Scope) -> bool:
    """Whether an Origin was sent that is not koe's own: scheme, name and port of the request. The Host header was
    checked before."""
    headers = Headers(scope=scope)
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    own = _normalized(f"{scheme}://{headers.get('host', '')}")
    origins = headers.getlist("origin")
    return bool(origins) and [_normalized(one) for one in origins] != [own]


def _referer_origin(headers: Headers) -> str | None:
    """The origin at the beginning of the Referer, which no page can forge."""
    try:
        page = urlsplit(headers.get("referer", "").strip())
    except ValueError:
        return None
    return _normalized(f"{page.scheme}://{page.netloc}") if page.netloc else None
