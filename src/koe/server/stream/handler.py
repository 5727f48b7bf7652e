"""A socket -> a connection; and all connections, when koe stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.websockets import WebSocket

from koe.engine.engine import Engine
from koe.engine.output import Mastering
from koe.server.stream.connection import Connection
from koe.server.stream.registry import Registry, Timer
from koe.server.stream.schema import Start
from koe.server.stream.session import Session, StreamLimits


class StreamHandler:
    def __init__(
        self,
        engine: Engine,
        default_voice: str,
        mastering: Mastering,
        limits: StreamLimits,
        most_streams: int,
        resume_s: float,
    ) -> None:
        self._engine = engine
        self._default_voice = default_voice
        self._mastering = mastering
        self._limits = limits
        self._connections: set[Connection] = set()
        self.registry = Registry(most_streams, resume_s, _call_later)

    async def serve(self, socket: WebSocket) -> None:
        connection = Connection(socket, self.registry, self._open, self._limits.idle_s)
        self._connections.add(connection)
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)

    def stop(self) -> None:
        """What runs is finished; whoever is only connected is sent away. Streams without a connection are not kept."""
        for connection in list(self._connections):
            connection.stop()

    def _open(self, start: Start) -> Session:
        return Session(self._engine, start, self._default_voice, self._mastering, self._limits)


def _call_later(seconds: float, callback: Callable[[], None]) -> Timer:
    return asyncio.get_running_loop().call_later(seconds, callback)
