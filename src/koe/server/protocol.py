"""uvicorn's HTTP and WebSocket protocols with timeouts, a header limit and a connection limit."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from http import HTTPStatus
from typing import Any, ClassVar, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode

from koe.observe.request_id import begin_request
from koe.server.errors import status_reply

log = logging.getLogger("koe.server")

RETRY_AFTER_S = 1
# The engine drops a stream after the same stall timeout and counts it; the connection is closed this much later.
_AFTER_ENGINE_S = 1.0
# On, and no seconds: what is unsent is dropped, and the client sees a reset.
_NO_LINGER = struct.pack("ii", 1, 0)

# uvicorn logs the path of every WebSocket, and websockets logs the frames: both may hold user text. This logger is not
# in the tree of loggers, so no configuration can turn it on.
_SILENT = logging.Logger("koe.server.silent", logging.CRITICAL + 1)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of connections: how long a client may take to send a header, to send a body and to read an answer."""

    header_timeout_s: float
    body_timeout_s: float
    stall_timeout_s: float
    max_connections: int
    max_header_bytes: int


class _Expected(Enum):
    """What the client must send before a timeout."""

    NOTHING = auto()
    HEADER = auto()
    REST_OF_BODY = auto()  # of a request that was answered before it was complete


class _StallTimer:
    """Closes a connection whose client has stopped reading.

    Runs while the write buffer holds bytes that the system does not take. These would block a normal close for ever.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, stall_timeout_s: float) -> None:
        # pause_writing is called at the first unsent byte: the writer waits and the timer runs from there.
        transport.set_write_buffer_limits(high=0)
        self._transport = transport
        self._loop = loop
        self._timeout_s = stall_timeout_s + _AFTER_ENGINE_S
        self._unsent_bytes = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self.stop()
        self._unsent_bytes = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(self._timeout_s, self._check)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _check(self) -> None:
        if self._transport.get_write_buffer_size() < self._unsent_bytes:
            self.start()
        else:
            log.warning("connection closed: client stopped reading for %g s (KOKORO_STALL_TIMEOUT_S)", self._timeout_s)
            self._transport.abort()


class _ConnectionMixin(asyncio.Protocol):
    """Adds the stall timeout to one of uvicorn's protocols, and sends small pieces at once."""

    limits: ClassVar[Limits]
    _stall_timer: _StallTimer | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # Not checked with isinstance: the transports of uvloop are no subclasses.
        socket_transport = cast(asyncio.Transport, transport)
        _send_at_once(socket_transport)
        self._stall_timer = _StallTimer(socket_transport, asyncio.get_running_loop(), self.limits.stall_timeout_s)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._stall_timer is not None:
            self._stall_timer.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stall_timer is not None:
            self._stall_timer.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stall_timer is not None:
            self._stall_timer.stop()


def _send_at_once(transport: asyncio.Transport) -> None:
    """A frame must not wait until the client has acknowledged the one before it: up to 40 ms, on every connection that
    is used again. asyncio sees to that only where the listener names its protocol, which few do."""
    connection = transport.get_extra_info("socket")
    if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class _Transport:
    """A transport that resets a connection instead of closing it, where an answer was cut off."""

    def __init__(self, transport: asyncio.Transport, is_cut_off: Callable[[], bool]) -> None:
        self._transport = transport
        self._is_cut_off = is_cut_off

    def close(self) -> None:
        if self._is_cut_off():
            self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
            self._transport.abort()
        else:
            self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class LimitedHttpProtocol(_ConnectionMixin, H11Protocol):
    """Closes connections of clients that are slow with a header, with the rest of a refused body, or with reading.

    At the connection limit a new connection replaces the one that has been idle longest. uvicorn itself closes
    connections that stay idle; BodyLimit limits the bytes and seconds of bodies.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._expected = _Expected.NOTHING
        self._timeout: asyncio.TimerHandle | None = None
        self.idle_since_s = self.loop.time()

    @property
    def is_idle(self) -> bool:
        has_request = self.cycle is not None and not self.cycle.response_complete
        return not has_request and self.transport.get_write_buffer_size() == 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport = cast(asyncio.Transport, _Transport(self.transport, self._is_cut_off_before_11))
        if self._make_room():
            self._expect(_Expected.HEADER)
        else:
            busy = f"{self.limits.max_connections} connections are busy, which is the limit (KOKORO_MAX_CONNECTIONS)."
            message = f"{busy} Try again in {RETRY_AFTER_S} s."
            self._refuse(503, "too_many_connections", message, RETRY_AFTER_S)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(_Expected.NOTHING)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # a WebSocket now
            self._expect(_Expected.NOTHING)
        elif self.conn.their_state is h11.IDLE:
            self._expect(_Expected.HEADER)
        elif not self._is_rest_of_body_missing():
            self._expect(_Expected.NOTHING)

    def on_response_complete(self) -> None:
        self.idle_since_s = self.loop.time()
        super().on_response_complete()
        self._expect(_Expected.REST_OF_BODY if self._is_rest_of_body_missing() else _Expected.NOTHING)

    def send_400_response(self, msg: str) -> None:
        """uvicorn calls this while it handles h11's exception, whose status may be more exact than 400."""
        problem = sys.exception()
        status = problem.error_status_hint if isinstance(problem, h11.RemoteProtocolError) else 400
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()  # an answer is under way, and a second one would look like a part of it
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if status == 431:
            limit = f"at most {self.limits.max_header_bytes} bytes are allowed (KOKORO_MAX_HEADER_BYTES)"
            message = f"The header is too large: {limit}."
            self._refuse(431, "header_too_large", message)
        else:
            self._refuse(status, "bad_request", "The request is not well-formed HTTP/1.1.")

    def _is_cut_off_before_11(self) -> bool:
        """HTTP/1.0 has no chunks: there the end of the connection is the end of the answer, and only a reset tells
        that it broke off."""
        answer = self.cycle
        is_under_way = answer is not None and answer.response_started and not answer.response_complete
        return is_under_way and self.conn.their_http_version == b"1.0"

    def _make_room(self) -> bool:
        """Close the connection that has been idle longest if there are too many. False if all of them are busy."""
        if len(self.connections) <= self.limits.max_connections:
            return True
        others = [one for one in self.connections if one is not self and not one.transport.is_closing()]
        if len(others) < self.limits.max_connections:
            return True
        idle = [one for one in others if isinstance(one, LimitedHttpProtocol) and one.is_idle]
        if not idle:
            return False
        min(idle, key=lambda one: one.idle_since_s).shutdown()
        return True

    def _is_rest_of_body_missing(self) -> bool:
        """The request was answered before its body was complete."""
        return self.conn.their_state is h11.SEND_BODY and self.cycle.response_complete

    def _expect(self, expected: _Expected) -> None:
        """Start the timeout. More bytes of the same header or body do not extend it."""
        if expected is self._expected:
            return
        self._expected = expected
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None
        if expected is not _Expected.NOTHING and not self.transport.is_closing():
            is_header = expected is _Expected.HEADER
            timeout_s = self.limits.header_timeout_s if is_header else self.limits.body_timeout_s
            self._timeout = self.loop.call_later(timeout_s, self._on_timeout)

    def _on_timeout(self) -> None:
        received, _ = self.conn.trailing_data
        if self._expected is _Expected.HEADER and received:
            message = f"The header was not complete after {self.limits.header_timeout_s:g} s (KOKORO_HEADER_TIMEOUT_S)."
            self._refuse(408, "request_timeout", message)
        else:
            self.shutdown()

    def _refuse(self, status: int, code: str, message: str, retry_after_s: int | None = None) -> None:
        """Answer a request that the application has not seen, and close the connection."""
        request_id = begin_request()
        log.info("request refused: %d %s", status, code)
        reply = status_reply(status, message, code, retry_after_s=retry_after_s)
        body = json.dumps(reply.body).encode()
        headers = {
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Connection": "close",
            "X-Request-Id": request_id,
            **reply.headers,
        }
        start = h11.Response(status_code=status, headers=list(headers.items()), reason=HTTPStatus(status).phrase)
        for event in (start, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class LimitedWebSocketProtocol(_ConnectionMixin, WebSocketsSansIOProtocol):
    """Closes connections of clients that stop reading. Logs nothing: uvicorn's messages may hold user text."""

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
        self._close_with = self.conn.fail
        self.conn.fail = self._fail  # type: ignore[method-assign]

    def _fail(self, code: int, reason: str = "") -> None:
        """Name the setting where a message is too large: the reason that websockets gives does not."""
        if code == CloseCode.MESSAGE_TOO_BIG:
            reason = f"A message may have at most {self.config.ws_max_size} bytes (KOKORO_MAX_FRAME_BYTES)."
        self._close_with(code, reason)


def limited_http_protocol(limits: Limits) -> type[LimitedHttpProtocol]:
    """A protocol class with these limits: uvicorn creates its instances, and passes no arguments of koe's."""
    return type("ConfiguredHttpProtocol", (LimitedHttpProtocol,), {"limits": limits})


def limited_websocket_protocol(limits: Limits) -> type[LimitedWebSocketProtocol]:
    return type("ConfiguredWebSocketProtocol", (LimitedWebSocketProtocol,), {"limits": limits})
