"""One event loop's way to say that something has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress


class Bell:
    """Whoever waits looks again at each ring: between the look and the wait nothing else can run."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def ring(self) -> None:
        self._event.set()
        self._event.clear()

    async def wait_until(self, is_so: Callable[[], bool], timeout_s: float | None = None) -> bool:
        """False if it is not so when the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while not is_so():
                    await self._event.wait()
        return is_so()
