"""ASGI middleware in front of every route: Host, Origin, API key, limits, request id, shutdown, slashes.

Every guard serves HTTP and WebSockets alike; app.py has their order. They are pure ASGI, so that disconnects pass.
"""

from koe.server.guards.base_url import BaseUrlSlash
from koe.server.guards.bodies import BodyLimit, JsonRoute
from koe.server.guards.headers import HeaderLimit
from koe.server.guards.hosts import HostGuard
from koe.server.guards.keys import KeyGuard
from koe.server.guards.operators import OperatorRoute
from koe.server.guards.origins import OriginGuard
from koe.server.guards.request_id import RequestIdMiddleware
from koe.server.guards.stopping import StoppingGuard
from koe.server.guards.unhandled_errors import UnhandledErrorGuard

__all__ = [
    "BaseUrlSlash",
    "BodyLimit",
    "HeaderLimit",
    "HostGuard",
    "JsonRoute",
    "KeyGuard",
    "OperatorRoute",
    "OriginGuard",
    "RequestIdMiddleware",
    "StoppingGuard",
    "UnhandledErrorGuard",
]
