"""An application and a bound socket -> a server that runs until it is told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from koe.settings import Settings


def run(app: FastAPI, listener: socket.socket, settings: Settings, on_listening: Callable[[], None]) -> None:
    """Returns after SIGTERM or SIGINT, when the streams have ended or their grace is over."""
    config = uvicorn.Config(
        app,
        http="h11",
        log_level=settings.log_level,
        access_log=False,
        timeout_graceful_shutdown=settings.shutdown_grace_s,
        server_header=False,
    )
    _AnnouncedServer(config, on_listening).run(sockets=[listener])


class _AnnouncedServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_listening = on_listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_listening()
