"""A replica: koe's application, with a relay in front of it and an entrance for the other replicas beside it.

An ASGI application itself, whose lifespan begins and ends all of that. It knows nothing of Ray.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from koe.engine.engine import Engine
from koe.errors import EngineError, described
from koe.scale.entrance import Entrance
from koe.scale.lane_use import LaneUse
from koe.scale.membership import DirectoryClient, Membership
from koe.scale.peer import Peer
from koe.scale.relay import Relay
from koe.settings import Settings

log = logging.getLogger("koe.scale")

_TICK_S = 0.1
# Some minutes on a slow machine whose cache is empty; after that it will not become warm any more.
WARM_UP_TIMEOUT_S = 900.0


@dataclass(frozen=True, slots=True)
class Place:
    """Who a replica is, and where the others reach it. Port 0: any that is free."""

    name: str
    host: str
    port: int = 0


class Replica:
    """`must_stop` says when the replica has to drain: it is asked ten times a second. `beside` is work that runs as
    long as the replica does."""

    def __init__(
        self,
        app: FastAPI,
        engine: Engine,
        settings: Settings,
        place: Place,
        directory: DirectoryClient,
        must_stop: Callable[[], bool],
        beside: Sequence[Callable[[], Coroutine[Any, Any, None]]] = (),
    ) -> None:
        self._beside = beside
        self._app = app
        self._engine = engine
        self._place = place
        self._must_stop = must_stop
        self._membership = Membership(directory, self._described)
        self._entrance = Entrance(app, settings, place.host, place.port, lambda: self._membership.secret)
        self._relay = Relay(app, place.name, self._membership, settings.max_body_bytes)
        self._use: LaneUse | None = None  # from the end of the warm-up on

    @property
    def engine(self) -> Engine:
        return self._engine

    @property
    def lane_share(self) -> float:
        """Of the lanes' time in the last seconds."""
        return self._use.share if self._use is not None else 0.0

    def _described(self) -> Peer:
        is_stopping = self._app.state.stopping.is_set()
        return Peer(self._place.name, self._entrance.address, self._engine.room, is_stopping)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._live(receive, send)
        return await self._relay(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(self._running())
            except Exception as problem:  # noqa: BLE001  Ray Serve tries again, and gives up after some times
                log.error("the replica could not start: %s", described(problem))
                await send({"type": "lifespan.startup.failed", "message": described(problem)})
                return
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        """In the end, requests of other replicas are finished before the engine is closed."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._app.router.lifespan_context(self._app))
            stack.push_async_callback(self._relay.close)
            await self._warm()
            await self._entrance.open()
            stack.push_async_callback(self._entrance.close)
            await self._membership.announce()
            await self._membership.join()
            stack.push_async_callback(self._membership.leave)
            for work in (self._watch, *self._beside):
                stack.callback(asyncio.create_task(work()).cancel)
            yield
            self._drain()

    async def _warm(self) -> None:
        """Until then no request comes: a rolling update goes on only when its replicas can speak."""
        async with asyncio.timeout(WARM_UP_TIMEOUT_S):
            while not self._engine.is_warm:  # noqa: ASYNC110  set by a thread
                await asyncio.sleep(_TICK_S)
        lanes = self._engine.lanes
        self._use = LaneUse(lambda: sum(lane.busy_s for lane in self._engine.lanes), len(lanes))

    async def _watch(self) -> None:
        while True:
            if self._use is not None:
                self._use.sample()
            if self._must_stop() and not self._app.state.stopping.is_set():
                self._drain()
                await self._membership.announce()
            await asyncio.sleep(_TICK_S)

    def _drain(self) -> None:
        """Streams that run are finished, idle connections are closed, new requests go to other replicas."""
        if not self._app.state.stopping.is_set():
            log.info("stopping: running streams are finished, new ones go to other replicas")
            self._app.state.stopping.set()
            self._app.state.on_stopping()
            self._relay.stop()

    def require_health(self) -> None:
        """Raises an `EngineError` if another replica would be better."""
        if self._engine.is_stalled:
            raise EngineError("Every lane hangs.")
