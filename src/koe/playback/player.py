"""Texts in a queue -> one ring: which sample of which text is heard, and where it goes on from there."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from koe.playback.item import Item
from koe.playback.output import Output
from koe.playback.rate import RateConverter
from koe.playback.track import KEPT_BYTES, NO_SAMPLES, Pcm
from koe.wire.frames import Frame

# Written ahead of the sound card: a player that the system holds up for so long is not heard. A stop discards it.
_AHEAD_S = 0.15
_BLOCK_S = 0.02
# Silence in place of speech that is late is written as late as possible.
_LAST_MOMENT_S = 0.03
_TURN_S = 0.008
_REST_S = 1.0


@dataclass(frozen=True, slots=True)
class _Mark:
    """When `written` samples of the ring have been played, the text is at `position`."""

    written: int
    item: Item
    position: int
    is_end: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    item: Item
    position: int


class Player:
    """Any thread may call it; `run` is a thread of its own. `on_end` is told of a text that was heard to its end."""

    def __init__(
        self,
        output: Output,
        rate_hz: int = 24_000,
        on_end: Callable[[Item], None] = lambda _: None,
        kept_bytes: int = KEPT_BYTES,
    ) -> None:
        self.rate_hz = rate_hz
        self.output = output
        self._ring = output.ring
        self._converter = RateConverter(rate_hz, self._ring.rate_hz)
        self._on_end = on_end
        self._kept_bytes = kept_bytes
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._items: list[Item] = []  # those that were heard, as far as they are kept, then those to come
        self._place = 0  # of the one that is written to the ring; behind the last one if all are
        self._marks: deque[_Mark] = deque()
        self._heard: Heard | None = None
        self._ended: list[Item] = []  # that `run` has not told of
        self._is_paused = False
        self._is_handed_over = False
        self._is_closed = False
        self._volume = 1.0
        self._past_underruns = 0

    # What is asked from outside

    @property
    def is_paused(self) -> bool:
        return self._is_paused

    @property
    def volume(self) -> float:
        return self._volume

    @property
    def is_busy(self) -> bool:
        """Something is to be played, now or after a pause."""
        with self._lock:
            return self._place < len(self._items) or bool(self._marks)

    @property
    def underruns(self) -> int:
        """How often the sound card found nothing although more was to come."""
        return self._past_underruns + self._ring.underruns

    @property
    def heard(self) -> Heard | None:
        """What is heard now, or was heard last."""
        with self._lock:
            self._note_heard()
            return self._heard

    @property
    def queue(self) -> Sequence[Item]:
        """What is heard now and what comes after it."""
        with self._lock:
            self._note_heard()
            begin = self._place
            if self._heard and self._heard.item in self._items[:begin] and self._ring.waiting:
                begin = self._items.index(self._heard.item)
            return tuple(self._items[begin:])

    def add(self, item: Item) -> None:
        with self._changed:
            self._items.append(item)
            self._forget_old()
            self._changed.notify_all()

    def receive(self, item: Item, frame: Frame) -> None:
        with self._changed:
            item.buffer.receive(frame)
            self._changed.notify_all()

    def end(self, item: Item) -> None:
        """No more frames will come."""
        with self._changed:
            item.buffer.end()
            self._changed.notify_all()

    def pause(self, is_paused: bool = True) -> None:
        with self._changed:
            if self._is_paused and not is_paused:
                for item in self._items[self._place :]:
                    item.buffer.resume()
            self._is_paused = is_paused
            self._ring.hold(is_paused)
            self._changed.notify_all()

    def set_volume(self, volume: float) -> None:
        self._volume = self._ring.volume = volume

    def stop(self) -> list[Item]:
        """Silent at once. Returns the texts that were not heard to their end."""
        with self._changed:
            self._note_heard()
            unheard = list(self.queue)
            current = self._heard.item if self._heard and self._heard.item in unheard else None
            self._discard()
            for item in unheard:
                if item is not current:
                    self._items.remove(item)
            if current is not None:
                current.buffer.end()
                current.buffer.seek(current.buffer.track.end)
            self._place = len(self._items)
            self._is_handed_over = False
            self.pause(False)
            return unheard

    def remove(self, item: Item) -> None:
        """A text of which nothing was written yet."""
        with self._changed:
            if item in self._items[self._place :]:
                self._items.remove(item)

    def seek(self, item: Item, position: int) -> None:
        """Go on there; what was written is discarded, the texts after it begin anew."""
        with self._changed:
            self._note_heard()
            self._discard()
            place = self._items.index(item)
            for later in self._items[place + 1 : self._place + 1]:
                later.buffer.seek(later.buffer.track.begin)
            item.buffer.seek(position)
            self._place, self._heard = place, Heard(item, item.buffer.track.cursor)
            self._changed.notify_all()

    def go_on_at(self, item: Item, position: int) -> None:
        """Drop what follows there: another stream will say it."""
        with self._changed:
            item.buffer.goes_on(position)
            if item in self._items[: self._place]:  # all of it was in the ring
                self._place = self._items.index(item)

    def passed(self, item: Item) -> Item | None:
        """The text that was heard before this one, if it is kept."""
        with self._lock:
            place = self._items.index(item) if item in self._items else 0
            return self._items[place - 1] if place else None

    def take_rest(self) -> tuple[Item, int] | None:
        """The text that is heard and where it is: somebody else plays the rest of it. Nothing more of it is played."""
        with self._changed:
            self._note_heard()
            queue = self.queue
            if not queue:
                return None
            item = queue[0]
            position = self._heard.position if self._heard and self._heard.item is item else item.buffer.track.begin
            self._discard()
            self._place = self._items.index(item) + 1
            self._is_handed_over = True
            return item, position

    def rest_of(self, item: Item, position: int) -> Pcm:
        """All that has come from there on."""
        with self._lock:
            track, parts = item.buffer.track, []
            track.seek(position)
            while len(part := track.read(track.ahead)):
                parts.append(part)
            return np.concatenate(parts) if parts else NO_SAMPLES

    def hold_texts(self, is_handed_over: bool) -> None:
        """While another program plays, nothing is written to the ring."""
        with self._changed:
            self._is_handed_over = is_handed_over
            self._changed.notify_all()

    # The thread

    def run(self) -> None:
        while not self._is_closed:
            ended = self.step()
            for item in ended:
                self._on_end(item)
            with self._changed:
                if not self._is_closed:
                    self._changed.wait(_TURN_S if self._is_playing or ended else _REST_S)
        self.output.close()

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    @property
    def _is_playing(self) -> bool:
        return self.is_busy and not self._is_paused

    def step(self) -> list[Item]:
        """One turn. Returns the texts whose end was heard since the last one."""
        with self._lock:
            self.output.tend(is_busy=self._is_playing)
            if self.output.ring is not self._ring:
                self._change_ring()
            if not (self._is_paused or self._is_handed_over):
                self._fill()
            self._note_heard()
            ended, self._ended = self._ended, []
            return ended

    def _fill(self) -> None:
        ring = self._ring
        while self._place < len(self._items) and ring.waiting < _AHEAD_S * ring.rate_hz:
            item = self._items[self._place]
            if item.buffer.is_over:
                self._write(item, is_end=True)
                self._place += 1
                continue
            if not item.buffer.is_ready and ring.waiting > _LAST_MOMENT_S * ring.rate_hz:
                break
            before = len(self._marks)
            self._write(item)
            if len(self._marks) == before:
                break
        # Silence in place of late speech is no underrun of the ring: the jitter buffer counts it.
        written = self._items[self._place] if self._place < len(self._items) else None
        ring.expects_more = written is not None and written.has_begun and written.buffer.is_ready

    def _write(self, item: Item, *, is_end: bool = False) -> None:
        """A block of the text, or what the converter still has at its end."""
        ahead = item.buffer.ahead_s or _BLOCK_S
        samples = self._converter.flush() if is_end else item.buffer.pull(round(self.rate_hz * min(_BLOCK_S, ahead)))
        if not is_end:
            if not len(samples):
                return
            item.has_begun = True
            samples = self._converter.process(samples)
        self._ring.write(samples)
        self._marks.append(_Mark(self._ring.written, item, item.buffer.track.cursor, is_end))

    def _note_heard(self) -> None:
        played = self._ring.played
        while self._marks and self._marks[0].written <= played:
            mark = self._marks.popleft()
            self._heard = Heard(mark.item, mark.position)
            if mark.is_end:
                self._ended.append(mark.item)
                mark.item.is_heard = True
        if self._marks:
            mark = self._marks[0]
            left = round((mark.written - played) * self.rate_hz / self._ring.rate_hz)
            known = self._heard.position if self._heard and self._heard.item is mark.item else 0
            self._heard = Heard(mark.item, max(known, mark.position - left, 0))

    def _discard(self) -> None:
        self._ring.discard()
        self._converter.reset()
        self._marks.clear()

    def _change_ring(self) -> None:
        """The new sound card has another sample rate: what the old one has not played is written again."""
        self._note_heard()
        self._past_underruns += self._ring.underruns
        waited, heard = self._ring.waiting > 0, self._heard
        self._ring = self.output.ring
        self._ring.volume = self._volume
        self._ring.hold(self._is_paused)
        self._converter = RateConverter(self.rate_hz, self._ring.rate_hz)
        self._marks.clear()
        if waited and heard is not None:
            self.seek(heard.item, heard.position)

    def _forget_old(self) -> None:
        while self._place > 0 and sum(item.buffer.track.kept_bytes for item in self._items) > self._kept_bytes:
            if self._heard is not None and self._heard.item is self._items[0]:
                break
            del self._items[0]
            self._place -= 1
