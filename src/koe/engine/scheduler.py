"""Whose block is next: one lane, a thread of its own, gives every stream its turn."""

from __future__ import annotations

from collections import deque
from threading import Condition, Thread

from koe.engine.stream import Stream
from koe.errors import Busy

RETRY_AFTER_S = 2


class Scheduler:
    """Round robin over the streams that have room. A stream whose reader stalls is passed over."""

    def __init__(self, max_streams: int) -> None:
        self._max_streams = max_streams
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
            if self._closing or len(self._streams) >= self._max_streams:
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

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _run(self) -> None:
        while (stream := self._next_stream()) is not None:
            if stream.is_runnable:
                stream.step()
            if stream.is_over:
                self._remove(stream)

    def _next_stream(self) -> Stream | None:
        """The first in line that can do something, put behind the others; None when the lane is to end."""
        with self._changed:
            while True:
                for stream in self._streams:
                    if stream.is_runnable or stream.is_over:
                        self._streams.remove(stream)
                        self._streams.append(stream)
                        return stream
                if self._closing:
                    return None
                self._changed.wait()

    def _remove(self, stream: Stream) -> None:
        stream.release()
        with self._changed:
            self._streams.remove(stream)
