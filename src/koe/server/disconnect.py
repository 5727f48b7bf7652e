"""A client that hangs up -> the end of the work that was done for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from fastapi import Request

from koe.engine.stream import Stream


@asynccontextmanager
async def on_disconnect(request: Request, act: Callable[[], None]) -> AsyncIterator[None]:
    """For requests whose body has been read. `act` is called if the client hangs up meanwhile."""

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        act()

    watcher = asyncio.create_task(watch())
    try:
        yield
    finally:
        watcher.cancel()
        with suppress(asyncio.CancelledError):
            await watcher


@asynccontextmanager
async def cancelled_on_disconnect(stream: Stream, request: Request) -> AsyncIterator[None]:
    """Whoever hangs up frees the lane, also where no byte is sent until the end."""
    try:
        async with on_disconnect(request, stream.cancel):
            yield
    finally:
        stream.cancel()
