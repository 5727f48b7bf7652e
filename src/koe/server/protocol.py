"""The bytes of a connection -> requests: uvicorn's protocols, for clients that may be slow, many or hostile."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from http import HTTPStatus
from typing import Any, ClassVar

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from koe.observe.request_id import begin_request
from koe.server.errors import error_body

log = logging.getLogger("koe.server")

RETRY_AFTER_S = 1
# The engine has the same patience with a reader, and counts whom it drops.
_ENGINE_FIRST_S = 1.0

# uvicorn writes the path of every WebSocket, and websockets the frames: both may hold the user's text. Stands outside
# the tree of loggers, so that nobody can turn it on.
_SILENT = logging.Logger("koe.server.silent", logging.CRITICAL + 1)


@dataclass(frozen=True, slots=True)
class Limits:
    """Of connections. A client that owes bytes has the timeouts to send them, or to take those it was sent."""

    header_timeout_s: float
    body_timeout_s: float
    stall_timeout_s: float
    max_connections: int
    max_header_bytes: int


class _Owed(Enum):
    NOTHING = auto()
    HEADER = auto()
    REST_OF_BODY = auto()  # of a request that was answered before it was complete


class _Unsent:
    """What the system would not take because the client reads nothing. Also holds up a close, and then for ever."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, patience_s: float) -> None:
        # From the first unsent byte on: that is when the writer is to wait, and when the clock is to run.
        transport.set_write_buffer_limits(high=0)
        self._transport = transport
        self._loop = loop
        self._patience_s = patience_s
        self._left_bytes = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self.end()
        self._left_bytes = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(self._patience_s + _ENGINE_FIRST_S, self._look)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() < self._left_bytes:
            self.begin()
        else:
            log.warning("a connection was cut: its reader takes nothing")
            self._transport.abort()


class _CutsStalledReaders(asyncio.Protocol):
    """In front of one of uvicorn's protocols."""

    limits: ClassVar[Limits]
    _unsent: _Unsent | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  that of a socket
        self._unsent = _Unsent(transport, asyncio.get_running_loop(), self.limits.stall_timeout_s)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._unsent is not None:
            self._unsent.end()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unsent is not None:
            self._unsent.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unsent is not None:
            self._unsent.end()


class HttpDoor(_CutsStalledReaders, H11Protocol):
    """Hangs up on clients that are slow with a header, with the rest of a refused body, or with reading.

    When there are too many connections the one that has been idle longest makes room for a new one. uvicorn itself
    closes those that stay idle; BodyLimit counts the bytes and seconds of bodies.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._owed = _Owed.NOTHING
        self._patience: asyncio.TimerHandle | None = None
        self.waits_since_s = self.loop.time()

    @property
    def is_idle(self) -> bool:
        has_request = self.cycle is not None and not self.cycle.response_complete
        return not has_request and self.transport.get_write_buffer_size() == 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self._finds_room():
            self._expect(_Owed.HEADER)
        else:
            message = f"{self.limits.max_connections} connections are busy. Try again in {RETRY_AFTER_S} s."
            self._answer(503, "too_many_connections", message, {"Retry-After": str(RETRY_AFTER_S)})

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(_Owed.NOTHING)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # a WebSocket now
            self._expect(_Owed.NOTHING)
        elif self.conn.their_state is h11.IDLE:
            self._expect(_Owed.HEADER)
        elif not self._owes_rest():
            self._expect(_Owed.NOTHING)

    def on_response_complete(self) -> None:
        self.waits_since_s = self.loop.time()
        super().on_response_complete()
        self._expect(_Owed.REST_OF_BODY if self._owes_rest() else _Owed.NOTHING)

    def send_400_response(self, msg: str) -> None:
        """uvicorn calls this while it handles h11's exception, which knows better than 400."""
        problem = sys.exception()
        status = problem.error_status_hint if isinstance(problem, h11.RemoteProtocolError) else 400
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()  # an answer is under way, and a second one would look like a part of it
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if status == 431:
            message = f"The header is too large: at most {self.limits.max_header_bytes} bytes are allowed."
            self._answer(431, "header_too_large", message)
        else:
            self._answer(status, "bad_request", "The request is not well-formed HTTP/1.1.")

    def _finds_room(self) -> bool:
        if len(self.connections) <= self.limits.max_connections:
            return True
        others = [one for one in self.connections if one is not self and not one.transport.is_closing()]
        if len(others) < self.limits.max_connections:
            return True
        idle = [one for one in others if isinstance(one, HttpDoor) and one.is_idle]
        if not idle:
            return False
        min(idle, key=lambda one: one.waits_since_s).shutdown()
        return True

    def _owes_rest(self) -> bool:
        return self.conn.their_state is h11.SEND_BODY and self.cycle.response_complete

    def _expect(self, owed: _Owed) -> None:
        """More of the same does not buy more time."""
        if owed is self._owed:
            return
        self._owed = owed
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if owed is not _Owed.NOTHING and not self.transport.is_closing():
            is_header = owed is _Owed.HEADER
            timeout_s = self.limits.header_timeout_s if is_header else self.limits.body_timeout_s
            self._patience = self.loop.call_later(timeout_s, self._lose_patience)

    def _lose_patience(self) -> None:
        begun, _ = self.conn.trailing_data
        if self._owed is _Owed.HEADER and begun:
            message = f"The header was not complete after {self.limits.header_timeout_s:g} s."
            self._answer(408, "request_timeout", message)
        else:
            self.shutdown()

    def _answer(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        """In place of the application, which has not seen this request; then hangs up."""
        request_id = begin_request()
        log.info("a connection was refused: %s", code)
        kind = "server_error" if status >= 500 else "invalid_request_error"
        body = json.dumps(error_body(message, kind, code)).encode()
        fields = {
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Connection": "close",
            "X-Request-Id": request_id,
            **(headers or {}),
        }
        start = h11.Response(status_code=status, headers=list(fields.items()), reason=HTTPStatus(status).phrase)
        for event in (start, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class WebSocketDoor(_CutsStalledReaders, WebSocketsSansIOProtocol):
    """Writes nothing into any log, and hangs up on a client that reads nothing."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = _SILENT
        self.conn.logger = _SILENT


def http_door(limits: Limits) -> type[HttpDoor]:
    """uvicorn makes a protocol for each connection by itself, and passes on nothing of ours."""
    return type("LimitedHttpDoor", (HttpDoor,), {"limits": limits})


def websocket_door(limits: Limits) -> type[WebSocketDoor]:
    return type("LimitedWebSocketDoor", (WebSocketDoor,), {"limits": limits})
