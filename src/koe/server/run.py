"""Runs the application on a bound socket with uvicorn until SIGTERM or SIGINT, and drains it then."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from koe.server.guards.operators import is_loopback
from koe.server.protocol import Limits, limited_http_protocol, limited_websocket_protocol
from koe.settings import Settings

log = logging.getLogger("koe.server")

# After the drain: time for the last bytes of finished streams to leave.
_LAST_BYTES_S = 1
# After a second signal: time for an orderly exit, before the process is ended.
_FORCED_EXIT_S = 3.0
_DRAIN_TICK_S = 0.05


def run(app: FastAPI, listener: socket.socket, settings: Settings, on_listening: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT. Returns when the running requests have ended or their grace period is over."""
    if is_open_to_network_without_key(listener, settings):
        log.warning("other machines can reach koe and KOKORO_API_KEY is not set: set a key, see docs/security.md")
    build_server(app, settings, on_listening).run(sockets=[listener])


def is_open_to_network_without_key(listener: socket.socket, settings: Settings) -> bool:
    return settings.api_key is None and not is_loopback(listener.getsockname()[0])


def build_server(app: FastAPI, settings: Settings, on_listening: Callable[[], None] = lambda: None) -> uvicorn.Server:
    on_stopping = getattr(app.state, "on_stopping", lambda: None)
    grace_s = settings.shutdown_grace_s
    return _DrainingServer(config_of(app, settings), app.state.stopping, grace_s, on_listening, on_stopping)


def config_of(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """uvicorn with koe's limits of connections."""
    limits = Limits(
        settings.header_timeout_s,
        settings.body_timeout_s,
        settings.stall_timeout_s,
        settings.max_connections,
        settings.max_header_bytes,
    )
    return uvicorn.Config(
        app,
        loop="asyncio",  # also where another package has installed uvloop: koe is tested and measured with this one
        http=limited_http_protocol(limits),
        ws=limited_websocket_protocol(limits),
        ws_max_size=settings.max_frame_bytes,
        ws_ping_interval=settings.ping_interval_s,
        ws_ping_timeout=settings.ping_interval_s,
        ws_per_message_deflate=False,  # a small frame could unpack to a large one
        h11_max_incomplete_event_size=settings.max_header_bytes,
        timeout_keep_alive=settings.idle_timeout_s,  # type: ignore[arg-type]  # only handed on to call_later
        timeout_graceful_shutdown=_LAST_BYTES_S,
        # koe configures logging itself. Below warning uvicorn logs paths, which may hold user text.
        log_config=None,
        log_level="error" if settings.log_level == "error" else "warning",
        access_log=False,
        proxy_headers=False,  # else any local program could claim another address
        server_header=False,
    )


class _DrainingServer(uvicorn.Server):
    """Keeps listening while it drains, so that monitors can read at /ready that it stops."""

    def __init__(
        self,
        config: uvicorn.Config,
        stopping: threading.Event,
        grace_s: float,
        on_listening: Callable[[], None],
        on_stopping: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._stopping = stopping
        self._grace_s = grace_s
        self._on_listening = on_listening
        self._on_stopping = on_stopping
        self._is_forced = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_listening()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal drains, the second cuts connections. Neither is raised again: the exit code stays 0."""
        if not self._stopping.is_set():
            self._stopping.set()
            self.should_exit = True
        elif not self._is_forced:
            self._is_forced = True
            # A model that hangs would block an orderly exit for ever.
            watchdog = threading.Timer(_FORCED_EXIT_S, os._exit, (1,))
            watchdog.daemon = True
            watchdog.start()

    async def main_loop(self) -> None:
        await super().main_loop()
        self._stopping.set()
        self._on_stopping()
        if self.server_state.tasks:
            running = len(self.server_state.tasks)
            log.info("stopping: waiting at most %g s for %d running requests", self._grace_s, running)
        if not await self._drain():
            log.warning("stopping: cutting off %d requests that are still running", len(self.server_state.tasks))
            self._abort_connections()

    async def _drain(self) -> bool:
        """Wait for running requests. False if the grace period ended first, or a second signal came."""
        deadline_s = asyncio.get_running_loop().time() + self._grace_s
        while self.server_state.tasks:
            if self._is_forced or asyncio.get_running_loop().time() >= deadline_s:
                return False
            await asyncio.sleep(_DRAIN_TICK_S)
        return True

    def _abort_connections(self) -> None:
        """The requests see a disconnect and end by themselves."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()
