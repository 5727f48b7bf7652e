"""Frames of one text, in order -> samples to play, with a cursor that can go back: what was heard is kept."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from koe.wire.frames import Frame

Pcm = NDArray[np.int16]

NO_SAMPLES: Pcm = np.zeros(0, dtype=np.int16)
KEPT_BYTES = 64 * 1024 * 1024  # 23 minutes at 24 kHz
_BYTES_PER_SAMPLE = 2


@dataclass(frozen=True, slots=True)
class _Part:
    """The samples of a frame, or what is left of them."""

    first_sample: int
    samples: Pcm
    text_stop: int
    is_filler: bool

    @property
    def stop(self) -> int:
        return self.first_sample + len(self.samples)


class Track:
    """Positions are samples from the beginning of the stream, as frames count them. Filler is played once and not
    kept: its positions are empty afterwards. Parts before the cursor are kept up to `kept_bytes`."""

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self._kept_samples = kept_bytes // _BYTES_PER_SAMPLE
        self._parts: list[_Part] = []
        self._place = 0  # index of the part under the cursor
        self._offset = 0  # samples of it that were read
        self._samples = 0  # of all parts
        self.end = 0  # position after the last sample that was added
        self.ahead = 0  # samples after the cursor

    @property
    def cursor(self) -> int:
        """Position of the next sample that will be read."""
        return self.end if self._is_at_end else self._parts[self._place].first_sample + self._offset

    @property
    def begin(self) -> int:
        """Position of the oldest sample that is kept."""
        return self._parts[0].first_sample if self._parts else self.end

    @property
    def kept_bytes(self) -> int:
        return self._samples * _BYTES_PER_SAMPLE

    @property
    def text_stop(self) -> int:
        """Characters of the text that have been spoken where the cursor is."""
        place = self._place if self._offset else self._place - 1
        return self._parts[place].text_stop if 0 <= place < len(self._parts) else 0

    @property
    def next_is_filler(self) -> bool:
        return not self._is_at_end and self._parts[self._place].is_filler

    @property
    def _is_at_end(self) -> bool:
        return self._place >= len(self._parts)

    def add(self, frame: Frame) -> None:
        """A frame that begins before the end replaces what follows from there, heard or not: a stream that goes on
        after a restart speaks the word again that was cut off."""
        if frame.first_sample < self.end:
            self.cut(frame.first_sample)
        samples = np.frombuffer(frame.payload, dtype="<i2")
        if len(samples):
            self._parts.append(_Part(frame.first_sample, samples, frame.text_stop, frame.is_filler))
            self._samples += len(samples)
            self.ahead += len(samples)
        self.end = frame.first_sample + len(samples)

    def read(self, count: int) -> Pcm:
        """The next samples, at most `count`, of one part; none at the end."""
        if self._is_at_end:
            return NO_SAMPLES
        part = self._parts[self._place]
        samples = part.samples[self._offset : self._offset + count]
        self._pass(len(samples))
        return samples

    def drop_filler(self, count: int) -> int:
        """Skip filler under the cursor, at most `count` samples of one part. Returns how many there were."""
        if not self.next_is_filler:
            return 0
        skipped = min(count, len(self._parts[self._place].samples) - self._offset)
        self._pass(skipped)
        return skipped

    def seek(self, position: int) -> None:
        """Move the cursor, at most to the oldest sample that is kept or to the end."""
        place = bisect_right(self._parts, position, key=lambda part: part.first_sample) - 1
        offset = position - self._parts[place].first_sample if place >= 0 else 0
        self._place, self._offset = max(0, place), max(0, offset)
        if self._parts and self._offset >= len(self._parts[self._place].samples):  # behind it, or in played filler
            self._place, self._offset = self._place + 1, 0
        self.ahead = sum(len(part.samples) for part in self._parts[self._place :]) - self._offset

    def position_of(self, character: int) -> int | None:
        """Where the word that begins there is spoken; None if it has not been received, or is no longer kept."""
        for before, part in zip([None, *self._parts], self._parts, strict=False):
            if part.text_stop > character:
                is_first = before is None and part.first_sample > 0
                return None if is_first else part.first_sample
        return None

    def character_at(self, position: int) -> int:
        """A character of the word that is spoken there, or before it."""
        place = bisect_right(self._parts, position, key=lambda part: part.first_sample) - 1
        return max(0, self._parts[place].text_stop - 1) if place >= 0 else 0

    def _pass(self, count: int) -> None:
        self._offset += count
        self.ahead -= count
        part = self._parts[self._place]
        if self._offset >= len(part.samples):
            self._offset = 0
            if part.is_filler:
                del self._parts[self._place]
                self._samples -= len(part.samples)
            else:
                self._place += 1
        while self._samples > self._kept_samples and self._place > 0:
            self._samples -= len(self._parts.pop(0).samples)
            self._place -= 1

    def cut(self, position: int) -> None:
        """Remove what follows the position, heard or not."""
        cursor = min(self.cursor, position)
        while self._parts and self._parts[-1].stop > position:
            part = self._parts.pop()
            kept = max(0, position - part.first_sample)
            self._samples -= len(part.samples) - kept
            if kept:
                self._parts.append(replace(part, samples=part.samples[:kept]))
        self.end = position
        self.seek(cursor)
