"""Where the other replicas hand over requests: a listener of its own in front of the same application.

Only who shows the secret of the deployment gets further; everybody else gets 404 for every path.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from koe.errors import EngineError
from koe.scale.passport import admitted
from koe.scale.refusal import TURNED_AWAY, TURNED_AWAY_STATUS
from koe.server.errors import refusal
from koe.server.guards.refuse import refuse
from koe.server.run import config_of
from koe.settings import Settings

log = logging.getLogger("koe.scale")

_TICK_S = 0.05


class _Guarded:
    def __init__(self, app: FastAPI, secret: Callable[[], str]) -> None:
        self._app = app
        self._secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        inner = admitted(scope, self._secret())
        if inner is None:
            answer = refusal(TURNED_AWAY_STATUS, "This port is for koe's own replicas.", TURNED_AWAY)
            return await refuse(answer, scope, receive, send)
        return await self._app(inner, receive, send)


class _Server(uvicorn.Server):
    """Leaves signals to the process that it is part of."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Entrance:
    """`secret` is asked for at each request: it may change while the replica runs."""

    def __init__(self, app: FastAPI, settings: Settings, host: str, port: int, secret: Callable[[], str]) -> None:
        self._listener = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=128
        )
        shown = f"[{host}]" if ":" in host else host
        self.address = f"{shown}:{self._listener.getsockname()[1]}"
        # The client's headers travel in one, which is a third longer.
        roomier = settings.model_copy(update={"max_header_bytes": 2 * settings.max_header_bytes})
        config = config_of(_Guarded(app, secret), roomier)
        config.lifespan = "off"  # the application has begun already
        self._server = _Server(config)
        self._serving: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._serving = asyncio.create_task(self._server.serve(sockets=[self._listener]))
        while not self._server.started:
            if self._serving.done():
                raise EngineError("The entrance for other replicas could not be opened.")
            await asyncio.sleep(_TICK_S)

    async def close(self) -> None:
        """Requests of other replicas are finished first: Ray Serve, which kills a replica that takes too long, does not
        know of them."""
        if self._serving is None:
            self._listener.close()
            return
        running = len(self._server.server_state.tasks)
        if running:
            log.info("stopping: waiting for %d requests of other replicas", running)
        while self._server.server_state.tasks:  # noqa: ASYNC110  uvicorn's own set
            await asyncio.sleep(_TICK_S)
        self._server.should_exit = True
        await self._serving
