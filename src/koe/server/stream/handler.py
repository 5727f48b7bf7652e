"""Opens a connection for each WebSocket, and closes them all when koe stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.websockets import WebSocket

from koe.engine.speech import SpeechService
from koe.observe.telemetry import Telemetry
from koe.server.status.report import LiveStreams
from koe.server.stream.connection import Connection
from koe.server.stream.registry import Registry, Timer
from koe.server.stream.schema import Start
from koe.server.stream.session import Session, StreamLimits, new_token


class StreamHandler:
    """`name_stream` makes the token under which a client reconnects to a stream."""

    def __init__(
        self,
        service: SpeechService,
        telemetry: Telemetry,
        limits: StreamLimits,
        max_streams: int,
        resume_s: float,
        name_stream: Callable[[], str] = new_token,
    ) -> None:
        self._name_stream = name_stream
        self._service = service
        self._telemetry = telemetry
        self._limits = limits
        self._connections: set[Connection] = set()
        self.registry = Registry(max_streams, resume_s, _call_later)

    async def serve(self, socket: WebSocket) -> None:
        connection = Connection(socket, self.registry, self._open, self._limits.idle_s)
        self._connections.add(connection)
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)

    def state(self) -> LiveStreams:
        """From any thread."""
        sessions = self.registry.sessions
        unsent = sum(session.replay.unsent_bytes for session in sessions)
        kept = sum(session.replay.size_bytes for session in sessions)
        return LiveStreams(len(sessions), self.registry.attached, unsent, kept - unsent)

    def stop(self) -> None:
        """Finish running streams and close connections without one. Streams without a connection are not kept."""
        for connection in list(self._connections):
            connection.stop()

    def _open(self, start: Start, token: str | None) -> Session:
        return Session(
            self._service, start, self._limits, telemetry=self._telemetry, token=token or self._name_stream()
        )


def _call_later(seconds: float, callback: Callable[[], None]) -> Timer:
    return asyncio.get_running_loop().call_later(seconds, callback)
