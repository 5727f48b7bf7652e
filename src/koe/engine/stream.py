"""One request's life: a bounded queue between the lane that speaks and the reader that listens.

An item is an AudioBlock, a Failure or an End. A failure never looks like an end.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from threading import Condition

from koe.audio.join import fade_from, fade_in
from koe.engine.agenda import Claim, Urgency
from koe.engine.pace import Pace
from koe.engine.playhead import Playhead
from koe.errors import Cancelled
from koe.types import AudioBlock, Step

# Long enough to keep a connection and a player alive, short enough to be over when the next window comes.
STALL_SILENCE_S = 0.02


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
    """A lane calls `step`, in its own thread; the reader iterates, in a thread or an event loop. `expected_s` is a
    guess at the length of the audio. `after`: the one that the same listener has heard until now."""

    def __init__(
        self,
        steps: Iterator[Step],
        capacity: int = 4,
        *,
        pace: Pace | None = None,
        urgency: Urgency = Urgency.LIVE,
        expected_s: float = 0.0,
        fills_stalls: bool = False,
        after: Stream | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._steps = steps
        self._capacity = capacity
        self._fills_stalls = fills_stalls
        self._expected_s = expected_s
        self._clock = clock
        self._items: deque[Item] = deque()
        self._changed = Condition()
        self._last_item_made = False
        self._cancelled = False
        self._last_sample: float = 0.0 if after is None else after._last_sample
        self._rate_hz: int = 0 if after is None else after._rate_hz
        self._was_filled = False
        self._on_item: Callable[[], None] = _nothing
        self.on_room: Callable[[], None] = _nothing
        self.pace = pace or Pace((64,))
        self.urgency = urgency
        self.playhead: Playhead = Playhead(clock()) if after is None else Playhead.after(after.playhead, clock())
        self.is_continuing = after is not None
        # Kept by the scheduler, which has the lock.
        self.order = 0
        self.owes_start = self.playhead.has_begun  # what is heard comes from memory, or from the stream before
        self.is_at_work = False
        self.may_stall = False  # its reader has said that he will come back
        self.full_since_s: float | None = None

    # The lane's side

    @property
    def is_over(self) -> bool:
        return self._last_item_made or self._cancelled

    @property
    def is_runnable(self) -> bool:
        """There is room for one more item. A reader that stops reading stops its lane work, and nobody else's."""
        return not self.is_over and not self.is_at_work and len(self._items) < self._capacity

    def claim(self, now_s: float) -> Claim:
        with self._changed:
            unread_s = sum(item.duration_s for item in self._items if isinstance(item, AudioBlock))
            self.playhead.hold(unread_s, now_s)
            is_finishing = self.is_over or self.pace.is_finishing
            left_s = 0.0 if is_finishing else max(self._expected_s - self.playhead.made_s, STALL_SILENCE_S)
            return Claim(
                self.urgency,
                self.order,
                self.playhead.has_begun,
                -1.0 if is_finishing else self.playhead.deadline_s - now_s,  # a step that costs nothing goes first
                left_s,
                self.is_runnable,
                self.owes_start,
            )

    def step(self) -> float:
        """Go on until the next turn. Seconds of audio that were made."""
        item: Item
        try:
            step = next(self._steps, End())
            if step is None:
                return 0.0
            item = step
        except Exception as error:  # noqa: BLE001  handed to the reader, who raises it
            item = Failure(error)
        self.owes_start = False
        self.put(item)
        return item.duration_s if isinstance(item, AudioBlock) else 0.0

    def put(self, item: Item) -> None:
        with self._changed:
            if self._cancelled:
                return
            self._last_item_made = not isinstance(item, AudioBlock)
            if isinstance(item, AudioBlock):
                self.playhead.made(item.duration_s, self._clock())
            self._items.append(item)
            self._changed.notify_all()
            on_item = self._on_item
        on_item()

    def release(self) -> None:
        """Let go of what the steps hold. Only from the lane: a generator cannot be closed while it runs."""
        close = getattr(self._steps, "close", _nothing)
        close()
        self._steps = iter(())

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
                self._changed.wait_for(lambda: bool(self._items) or self._cancelled, self._patience_s())
                item = self._take()
            if item is None:
                continue
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
                item = self._take()
                arrived.clear()
                patience_s = self._patience_s()
            if item is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(arrived.wait(), patience_s)
                continue
            self.on_room()
            if isinstance(item, End):
                return
            yield _block_of(item)

    def _patience_s(self) -> float | None:
        """How long the listener can wait before he needs something; None if he has no choice."""
        if not (self._fills_stalls and self.playhead.has_begun) or self._last_item_made:
            return None
        return max(0.0, self.playhead.deadline_s - self._clock())

    def _take(self) -> Item | None:
        """The next item; a piece of silence where speech is late; None where there is still time."""
        if self._cancelled:
            return Failure(Cancelled("The stream was cancelled."))
        if self._items:
            item = self._items.popleft()
            return self._seamless(item) if isinstance(item, AudioBlock) else item
        patience_s = self._patience_s()
        return self._silence() if patience_s is not None and patience_s <= 0 else None

    def _seamless(self, block: AudioBlock) -> AudioBlock:
        rate = block.sample_rate_hz
        if self._was_filled:
            block = AudioBlock(fade_in(block.samples, rate), rate, cues=block.cues)
            self._was_filled = False
        if block.samples.size:
            self._last_sample = float(block.samples[-1])
        self._rate_hz = rate
        return block

    def _silence(self) -> AudioBlock:
        self.playhead.filled(STALL_SILENCE_S)
        quiet = fade_from(self._last_sample, round(STALL_SILENCE_S * self._rate_hz), self._rate_hz)
        self._last_sample = 0.0
        self._was_filled = True
        return AudioBlock(quiet, self._rate_hz)


def _block_of(item: AudioBlock | Failure) -> AudioBlock:
    if isinstance(item, Failure):
        raise item.error
    return item


def _wake(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    # The reader's loop may have closed while the lane was in a step.
    if not loop.is_closed():
        loop.call_soon_threadsafe(event.set)
