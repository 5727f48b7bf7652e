"""What a relayed request carries besides its body: the secret of the deployment, and the request as the client sent it.

The client's own headers travel inside one header, so that guards at the other replica see the Host, the key and the
address that the client came with. So does the path: a query may hold text, and addresses are logged.
"""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Any

from starlette.types import Scope

from koe.server.stream.connection import TOKEN_IN_SCOPE

SECRET_HEADER = b"x-koe-relay-secret"
PASSPORT_HEADER = b"x-koe-relay"
# What a scope has of the client, beside its headers.
_FIELDS = ("scheme", "root_path", "client", "server", "http_version", "subprotocols", "method", "path")
_RAW_FIELDS = ("raw_path", "query_string")


@dataclass(frozen=True, slots=True)
class Passport:
    secret: str
    scope: Scope
    token: str | None = None  # of the live stream that the client was told already

    def headers(self) -> list[tuple[bytes, bytes]]:
        scope = self.scope
        carried: dict[str, Any] = {name: scope[name] for name in _FIELDS if name in scope}
        carried["headers"] = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]]
        carried |= {name: scope[name].decode("latin-1") for name in _RAW_FIELDS if scope.get(name) is not None}
        carried["stream"] = self.token
        sealed = urlsafe_b64encode(json.dumps(carried).encode())
        return [(SECRET_HEADER, self.secret.encode()), (PASSPORT_HEADER, sealed)]


def admitted(scope: Scope, secret: str) -> Scope | None:
    """The scope as the client's own replica had it; None without the secret."""
    headers = dict(scope["headers"])
    shown = headers.get(SECRET_HEADER, b"")
    if not secret or not hmac.compare_digest(shown, secret.encode()):
        return None
    try:
        carried = json.loads(urlsafe_b64decode(headers.get(PASSPORT_HEADER, b"")))
        own = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in carried.pop("headers")]
        token = carried.pop("stream")
    except (ValueError, KeyError, AttributeError):
        return None
    for name in ("client", "server"):
        if carried.get(name) is not None:
            carried[name] = tuple(carried[name])
    fields = {name: value for name, value in carried.items() if name in _FIELDS}
    fields |= {name: carried[name].encode("latin-1") for name in _RAW_FIELDS if name in carried}
    return {**scope, **fields, "headers": own} | ({TOKEN_IN_SCOPE: token} if token else {})
