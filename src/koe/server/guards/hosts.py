"""Middleware that checks the Host header against an allowlist."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import AddressValueError, IPv6Address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from koe.server.errors import refusal
from koe.server.guards.refuse import refuse

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::(?P<port>[0-9]{1,5}))?")


class HostGuard:
    """Refuses foreign Host headers. They reveal DNS rebinding: a web page whose own host name resolves to 127.0.0.1."""

    def __init__(self, app: ASGIApp, bound_to: str, allowed: Iterable[str]) -> None:
        self._app = app
        allowed = tuple(allowed)
        self._any = "*" in allowed
        own = f"[{bound_to}]" if ":" in bound_to else bound_to
        self._names = LOCAL_NAMES | {parts[0] for name in (own, *allowed) if (parts := split_host(name))}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._is_allowed(Headers(scope=scope)):
            return await self._app(scope, receive, send)
        message = "The Host header is not allowed. Use localhost, or name the host in KOKORO_ALLOWED_HOSTS."
        return await refuse(refusal(403, message, "host_not_allowed"), scope, receive, send)

    def _is_allowed(self, headers: Headers) -> bool:
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            return False
        parts = split_host(hosts[0])
        return parts is not None and (self._any or parts[0] in self._names)


def split_host(host: str) -> tuple[str, int | None] | None:
    """Name and port. The name is normalised: lower case, no trailing dot, IPv6 in its short form.

    None if it is not a valid host.
    """
    found = _HOST.fullmatch(host.lower())
    if found is None:
        return None
    name, port = found["name"], found["port"]
    if name.startswith("["):
        try:
            name = f"[{IPv6Address(name[1:-1]).compressed}]"
        except AddressValueError:
            return None
    return name, None if port is None else int(port)
