"""In front of every route: who may ask, how much, and in which form. Pure ASGI, so that disconnects pass.

Every guard is a middleware that serves HTTP and WebSockets alike; app.py says in which order they stand.
"""

from koe.server.guards.bodies import BodyLimit, JsonRoute
from koe.server.guards.headers import HeaderLimit
from koe.server.guards.hosts import HostGuard
from koe.server.guards.keys import KeyGuard
from koe.server.guards.last_resort import LastResort
from koe.server.guards.operators import OperatorRoute
from koe.server.guards.origins import OriginGuard
from koe.server.guards.request_id import RequestIdMiddleware
from koe.server.guards.stopping import StoppingGuard

__all__ = [
    "BodyLimit",
    "HeaderLimit",
    "HostGuard",
    "JsonRoute",
    "KeyGuard",
    "LastResort",
    "OperatorRoute",
    "OriginGuard",
    "RequestIdMiddleware",
    "StoppingGuard",
]
