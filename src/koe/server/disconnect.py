"""Cancels the work of a request when its client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from fastapi import Request

from koe.engine.stream import Stream


@asynccontextmanager
async def on_disconnect(request: Request, act: Callable[[], None]) -> AsyncIterator[None]:
    """Call `act` if the client disconnects inside the block. The body of the request must have been read."""

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
    """Cancel the stream when the client disconnects or the block is left. Frees the lane also for a response that sends
    no byte until it is complete."""
    try:
        async with on_disconnect(request, stream.cancel):
            yield
    finally:
        stream.cancel()
