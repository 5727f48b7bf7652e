"""A change notification inside one event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress


class Signal:
    """Waiters check their condition again at each `notify`: between the check and the wait nothing else can run."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def notify(self) -> None:
        self._event.set()
        self._event.clear()

    async def wait_until(self, condition: Callable[[], bool], timeout_s: float | None = None) -> bool:
        """False if the condition does not hold when the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while not condition():
                    await self._event.wait()
        return condition()
