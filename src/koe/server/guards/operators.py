"""Routes for operators only, and the check whether a request comes from this machine."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from ipaddress import ip_address
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.types import Scope

from koe.server.errors import refusal

_PROXY_HEADERS = frozenset({"forwarded", "x-real-ip", "via"})
_PROXY_PREFIX = "x-forwarded-"


class OperatorRoute(APIRoute):
    """A route for operators: `APIRouter(route_class=OperatorRoute)`. KeyGuard marks their requests."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_operator(request: Request) -> Response:
            if not request.scope.get("koe.is_operator", False):
                message = "Only for operators: send the request from this machine, or with the key in KOKORO_API_KEY."
                return refusal(403, message, "operators_only")
            return await handle(request)

        return handle_operator


def is_from_this_machine(scope: Scope) -> bool:
    """Whether the client is local. A request through a proxy is not: the proxy's address hides the client's."""
    names = {name.lower() for name in Headers(scope=scope)}
    if names & _PROXY_HEADERS or any(name.startswith(_PROXY_PREFIX) for name in names):
        return False
    return is_loopback((scope.get("client") or ("",))[0])


def is_loopback(address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback
