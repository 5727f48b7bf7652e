"""Whose block is next: one lane, a thread of its own, gives every stream its turn."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from threading import Condition, Thread

from koe.engine.stream import Stream
from koe.errors import Busy, Stopping

log = logging.getLogger("koe.engine")

RETRY_AFTER_S = 2


class Scheduler:
    """Round robin over the streams that have room. One whose reader stalls is passed over, and in the end dropped."""

    def __init__(
        self, max_streams: int, stall_timeout_s: float = 60.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._max_streams = max_streams
        self._stall_timeout_s = stall_timeout_s
        self._clock = clock
        self._streams: deque[Stream] = deque()
        self._changed = Condition()
        self._closing = False
        self._lane = Thread(target=self._run, name="koe-lane", daemon=True)
        self._lane.start()

    @property
    def running(self) -> int:
        with self._changed:
            return len(self._streams)

    def admit(self, stream: Stream) -> None:
        with self._changed:
            if self._closing:
                raise Stopping
            if len(self._streams) >= self._max_streams:
                raise Busy(len(self._streams), RETRY_AFTER_S)
            stream.on_room = self._notify
            self._streams.append(stream)
            self._changed.notify_all()

    def close(self) -> None:
        """Cancel what runs and end the lane after the step it is in."""
        with self._changed:
            self._closing = True
            streams = list(self._streams)
            self._changed.notify_all()
        for stream in streams:
            stream.cancel()
        self._lane.join()

    def _run(self) -> None:
        while (stream := self._next_stream()) is not None:
            try:
                if stream.is_runnable:
                    stream.step()
                if stream.is_over:
                    self._remove(stream)
            except Exception as error:  # noqa: BLE001  one stream's fault must not end the lane for all
                log.error("a stream was dropped: %s", type(error).__name__)
                stream.cancel()

    def _next_stream(self) -> Stream | None:
        """The first in line that can do something, put behind the others; None when the lane is to end."""
        with self._changed:
            while True:
                for stream in self._streams:
                    if stream.is_runnable or stream.is_over:
                        stream.full_since_s = None
                        self._streams.remove(stream)
                        self._streams.append(stream)
                        return stream
                if self._closing:
                    return None
                self._changed.wait(self._drop_stalled())

    def _drop_stalled(self) -> float | None:
        """Called when every stream waits for its reader. Returns how long the next one may go on doing so."""
        now_s = self._clock()
        left_s = None
        for stream in self._streams:
            stream.full_since_s = now_s if stream.full_since_s is None else stream.full_since_s
            patience_s = stream.full_since_s + self._stall_timeout_s - now_s
            if patience_s <= 0:
                stream.cancel()
            left_s = patience_s if left_s is None else min(left_s, patience_s)
        return left_s if left_s is None else max(left_s, 0.0)

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _remove(self, stream: Stream) -> None:
        with self._changed:
            self._streams.remove(stream)
        stream.release()
