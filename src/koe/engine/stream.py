"""One request in flight: a bounded queue between the lane that speaks and the client that reads.

An item is an AudioBlock, a Failure or an End. A failure never looks like an end.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from threading import Condition

from koe.audio.pause import silence
from koe.engine.agenda import Claim, Urgency
from koe.engine.marks import Marks, set_current_marks
from koe.engine.playhead import Playhead
from koe.engine.step import Step
from koe.errors import Cancelled, LaneExit, TookTooLong
from koe.text.fallback_counts import count_fallbacks_in
from koe.types import AudioBlock

# Long enough to keep a connection and a player alive, short enough to be over when the next window comes.
STALL_SILENCE_S = 0.02


@dataclass(frozen=True, slots=True)
class Failure:
    error: Exception


@dataclass(frozen=True, slots=True)
class End:
    pass


Item = AudioBlock | Failure | End


@dataclass(frozen=True, slots=True)
class Work:
    """What a step took, the audio it made, and the length of the window it decoded."""

    work_s: float
    audio_s: float = 0.0
    decoded_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """Timeouts: for the next block while a client waits for it, and for the whole request. None: no limit."""

    step_s: float | None = None
    request_s: float | None = None


NO_LIMITS = TimeLimits()


def _nothing() -> None:
    pass


class Stream:
    """A lane calls `step`, in its own thread; the client iterates, in a thread or an event loop. `expected_s` is an
    estimate of the audio's length. `after` is the stream that the same listener has heard until now; `marks` are those
    of the answer that it belongs to.

    The lane works in the context in which the stream was made, so that its log lines have the id of the request.
    """

    def __init__(
        self,
        steps: Iterator[Step],
        capacity: int = 4,
        *,
        urgency: Urgency = Urgency.LIVE,
        expected_s: float = 0.0,
        fills_stalls: bool = False,
        after: Stream | None = None,
        limits: TimeLimits = NO_LIMITS,
        clock: Callable[[], float] = time.monotonic,
        marks: Marks | None = None,
    ) -> None:
        self._steps = steps
        self._capacity = capacity
        self._fills_stalls = fills_stalls
        self._expected_s = expected_s
        self._limits = limits
        self._clock = clock
        self.marks = marks or Marks(clock)
        self._context = copy_context()
        self._context.run(set_current_marks, self.marks)
        self._context.run(count_fallbacks_in, self.marks.g2p_fallbacks)
        self._waiting_since_s: float | None = None  # for a block; silence in its place does not count
        self._items: deque[Item] = deque()
        self._counted_gaps = (0, 0.0)  # underruns and seconds of silence that the marks have
        self._changed = Condition()
        self._only_end_left = False
        self._last_item_made = False
        self._cancelled = False
        self._rate_hz: int = 0 if after is None else after._rate_hz
        self._on_item: Callable[[], None] = _nothing
        self.on_room: Callable[[], None] = _nothing  # called when the client has read an item
        # Since when the lanes have done nothing that brings this stream nearer to its turn or its next block.
        self.no_progress_since_s: Callable[[], float] = lambda: -math.inf
        self.urgency = urgency
        self.playhead: Playhead = Playhead(clock()) if after is None else Playhead.after(after.playhead, clock())
        self.is_continuing = after is not None
        self.has_lane_audio = False  # False: all audio so far is cached or of the stream before
        self.error: Exception | None = None  # that the client's iterator raised
        self.unread_since_s: float | None = None  # since when the client could have read something, and did not
        self.may_stall = False  # the client is paused or reconnecting, and will come back

    # The lane's side

    @property
    def is_over(self) -> bool:
        return self._last_item_made or self._cancelled

    @property
    def has_room(self) -> bool:
        """Back-pressure: a client that stops reading stops the work for its stream, and for no other."""
        return not self.is_over and len(self._items) < self._capacity

    @property
    def unread(self) -> tuple[int, float]:
        """Blocks in the queue, and their seconds of audio."""
        with self._changed:
            blocks = [item for item in self._items if isinstance(item, AudioBlock)]
        return len(blocks), sum(block.duration_s for block in blocks)

    def claim(
        self, now_s: float, order: int = 0, *, is_at_work: bool = False, last_turn_s: float | None = None
    ) -> Claim:
        """What the stream asks of the lanes now. The scheduler alone knows its order and its turns."""
        with self._changed:
            unread_s = sum(item.duration_s for item in self._items if isinstance(item, AudioBlock))
            self.playhead.hold(unread_s, now_s)
            is_finishing = self.is_over or self._only_end_left
            left_s = 0.0 if is_finishing else max(self._expected_s - self.playhead.made_s, STALL_SILENCE_S)
            return Claim(
                self.urgency,
                order,
                has_begun=self.playhead.has_begun,
                # A step that costs nothing goes first.
                slack_s=-1.0 if is_finishing else self.playhead.deadline_s - now_s,
                left_s=left_s,
                is_runnable=self.has_room and not is_at_work,
                owes_start=self.playhead.has_begun and not self.has_lane_audio,
                waited_s=now_s - self.playhead.arrived_s,
                since_turn_s=now_s - (self.playhead.arrived_s if last_turn_s is None else last_turn_s),
            )

    def step(self) -> Work:
        """Do the next step."""
        started_s, decoded_s = self._clock(), 0.0
        self.marks.mark("begun", started_s)
        item: Item | None
        try:
            step = self._context.run(next, self._steps, None)
            if step is None:
                item = End()
            else:
                item, decoded_s, self._only_end_left = step.block, step.decoded_s, step.is_last
        except Exception as error:  # noqa: BLE001  the client's iterator raises it
            item = Failure(error)
        except BaseException as error:  # noqa: BLE001  a library that exits must not end the lane
            item = Failure(LaneExit(error).with_traceback(error.__traceback__))
        work_s = self._clock() - started_s
        self.marks.worked(work_s, has_window=decoded_s > 0)
        if item is not None:
            self.has_lane_audio = True
            self.put(item)
        return Work(work_s, item.duration_s if isinstance(item, AudioBlock) else 0.0, decoded_s)

    def in_context(self, call: Callable[[], None]) -> None:
        """Call in the stream's context, so that log lines have the request's id. From any thread, even in a step."""
        self._context.copy().run(call)

    def put(self, item: Item) -> None:
        with self._changed:
            if self._cancelled:
                return
            self._last_item_made = not isinstance(item, AudioBlock)
            if isinstance(item, AudioBlock):
                self.playhead.made(item.duration_s, self._clock())
                self.marks.made(item.duration_s)
                self._count_gaps()
            if not self._items:
                self.unread_since_s = self._clock()
            self._items.append(item)
            self._changed.notify_all()
            on_item = self._on_item
        on_item()

    def release(self) -> None:
        """Free what the steps hold. Only from the lane: a generator cannot be closed while it runs."""
        close = getattr(self._steps, "close", _nothing)
        self._context.run(close)
        self._steps = iter(())

    # The client's side

    def cancel(self) -> None:
        """No further block is made; the one being made is dropped. Safe from any thread, any number of times."""
        with self._changed:
            self._stop()
            on_item = self._on_item
        on_item()
        self.on_room()

    def set_may_stall(self, may_stall: bool) -> None:
        """A client that is paused or reconnecting may leave everything unread; when it is back, its read timeout starts
        anew."""
        with self._changed:
            self.may_stall = may_stall
            if self._items:
                self.unread_since_s = self._clock()

    def _stop(self) -> None:
        self._cancelled = True
        self._items.clear()
        self.unread_since_s = None
        self._changed.notify_all()

    def __iter__(self) -> Iterator[AudioBlock]:
        while True:
            with self._changed:
                item = self._take()
                if item is None:
                    self._changed.wait_for(lambda: bool(self._items) or self._cancelled, self._wait_s())
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
                wait_s = self._wait_s()
            if item is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(arrived.wait(), wait_s)
                continue
            self.on_room()
            if isinstance(item, End):
                return
            yield _block_of(item)

    def _wait_s(self) -> float | None:
        """How long the client may wait for an item before silence or a timeout is due; None: as long as it takes."""
        moments_s = [self._runs_dry_s(), self._step_timeout_at_s(), self._request_timeout_at_s()]
        known_s = [moment_s for moment_s in moments_s if moment_s is not None]
        return max(0.0, min(known_s) - self._clock()) if known_s else None

    def _runs_dry_s(self) -> float | None:
        is_heard = self._fills_stalls and self.playhead.has_begun and not self._last_item_made
        return self.playhead.deadline_s if is_heard else None

    def _step_timeout_at_s(self) -> float | None:
        """A stream that waits for its turn while the lanes do others' work is late, and does not hang."""
        limit_s = self._limits.step_s
        if limit_s is None or self._waiting_since_s is None:
            return None
        return max(self._waiting_since_s, self.no_progress_since_s()) + limit_s

    def _request_timeout_at_s(self) -> float | None:
        return None if self._limits.request_s is None else self.playhead.arrived_s + self._limits.request_s

    def _take(self) -> Item | None:
        """The next item; a block of silence where speech is late; None where there is still time."""
        item = self._next_to_read()
        if isinstance(item, Failure):
            self.error = item.error
        return item

    def _next_to_read(self) -> Item | None:
        if self._cancelled:
            return Failure(self.error or Cancelled("The stream was cancelled."))
        now_s = self._clock()
        if self._has_passed(self._request_timeout_at_s(), now_s):
            return self._timed_out("The request", self._limits.request_s, "KOKORO_MAX_REQUEST_S")
        if self._items:
            item = self._items.popleft()
            self._waiting_since_s = None
            self.unread_since_s = now_s if self._items else None
            self._rate_hz = item.sample_rate_hz if isinstance(item, AudioBlock) else self._rate_hz
            return item
        if self._waiting_since_s is None:
            self._waiting_since_s = now_s
        if self._has_passed(self._step_timeout_at_s(), now_s):
            return self._timed_out("The next block of audio", self._limits.step_s, "KOKORO_STEP_TIMEOUT_S")
        return self._silence() if self._has_passed(self._runs_dry_s(), now_s) else None

    @staticmethod
    def _has_passed(moment_s: float | None, now_s: float) -> bool:
        return moment_s is not None and moment_s <= now_s

    def _timed_out(self, what: str, limit_s: float | None, setting: str) -> Failure:
        self._stop()
        return Failure(TookTooLong(what, limit_s or 0.0, setting))

    def _count_gaps(self) -> None:
        playhead, (underruns, silence_s) = self.playhead, self._counted_gaps
        if self.urgency is Urgency.LIVE and (playhead.underruns, playhead.stall_silence_s) != self._counted_gaps:
            self.marks.late(playhead.underruns - underruns, playhead.stall_silence_s - silence_s)
            self._counted_gaps = (playhead.underruns, playhead.stall_silence_s)

    def _silence(self) -> AudioBlock:
        self.playhead.filled(STALL_SILENCE_S)
        self._count_gaps()
        return replace(silence(1000 * STALL_SILENCE_S, self._rate_hz), is_filler=True)


def _block_of(item: AudioBlock | Failure) -> AudioBlock:
    if isinstance(item, Failure):
        raise item.error
    return item


def _wake(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    # The client's event loop may have closed while the lane was in a step.
    if not loop.is_closed():
        loop.call_soon_threadsafe(event.set)
