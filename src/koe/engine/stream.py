"""One request's life: a bounded queue between the lane that speaks and the reader that listens.

An item is an AudioBlock, a Failure or an End. A failure never looks like an end.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from threading import Condition

from koe.errors import Cancelled
from koe.types import AudioBlock


@dataclass(frozen=True, slots=True)
class Failure:
    error: Exception


@dataclass(frozen=True, slots=True)
class End:
    pass


Item = AudioBlock | Failure | End


def _nothing() -> None:
    pass


class Stream:
    """The lane calls `step`, in its own thread; the reader iterates, in a thread or an event loop."""

    def __init__(self, blocks: Iterator[AudioBlock], capacity: int = 4) -> None:
        self._blocks = blocks
        self._capacity = capacity
        self._items: deque[Item] = deque()
        self._changed = Condition()
        self._last_item_made = False
        self._cancelled = False
        self._on_item: Callable[[], None] = _nothing
        self.on_room: Callable[[], None] = _nothing
        self.full_since_s: float | None = None  # kept by the scheduler, which has the clock

    # The lane's side

    @property
    def is_over(self) -> bool:
        return self._last_item_made or self._cancelled

    @property
    def is_runnable(self) -> bool:
        """There is room for one more item. A reader that stops reading stops its lane work, and nobody else's."""
        return not self.is_over and len(self._items) < self._capacity

    def step(self) -> None:
        """Make the next block."""
        item: Item
        try:
            item = next(self._blocks, End())
        except Exception as error:  # noqa: BLE001  handed to the reader, who raises it
            item = Failure(error)
        with self._changed:
            if self._cancelled:
                return
            self._last_item_made = not isinstance(item, AudioBlock)
            self._items.append(item)
            self._changed.notify_all()
            on_item = self._on_item
        on_item()

    def release(self) -> None:
        """Let go of what the blocks hold. Only from the lane: a generator cannot be closed while it runs."""
        close = getattr(self._blocks, "close", _nothing)
        close()
        self._blocks = iter(())

    # The reader's side

    def cancel(self) -> None:
        """No further block is made; the one being made is dropped. Safe from any thread, any number of times."""
        with self._changed:
            self._cancelled = True
            self._items.clear()
            self._changed.notify_all()
            on_item = self._on_item
        on_item()
        self.on_room()

    def __iter__(self) -> Iterator[AudioBlock]:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._items) or self._cancelled)
                item = self._take()
            self.on_room()
            if isinstance(item, End):
                return
            yield _block_of(item)

    async def __aiter__(self) -> AsyncIterator[AudioBlock]:
        loop = asyncio.get_running_loop()
        arrived = asyncio.Event()
        with self._changed:
            self._on_item = lambda: _wake(loop, arrived)
        while True:
            with self._changed:
                item = self._take() if self._items or self._cancelled else None
                arrived.clear()
            if item is None:
                await arrived.wait()
                continue
            self.on_room()
            if isinstance(item, End):
                return
            yield _block_of(item)

    def _take(self) -> Item:
        return Failure(Cancelled("The stream was cancelled.")) if self._cancelled else self._items.popleft()


def _block_of(item: AudioBlock | Failure) -> AudioBlock:
    if isinstance(item, Failure):
        raise item.error
    return item


def _wake(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    # The reader's loop may have closed while the lane was in a step.
    if not loop.is_closed():
        loop.call_soon_threadsafe(event.set)
