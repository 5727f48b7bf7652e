"""Frames in any order, with some missing and some twice -> each once and in order."""

from __future__ import annotations

from koe.wire.frames import Frame


class Receiver:
    """What a client needs to hold: frames that came early wait for those before them."""

    def __init__(self, longest_wait_frames: int = 256) -> None:
        self._longest_wait_frames = longest_wait_frames
        self._early: dict[int, Frame] = {}
        self.next_chunk_id = 0
        self.duplicates = 0
        self.is_complete = False

    @property
    def waits(self) -> bool:
        """Something is missing that ought to have come before what is here."""
        return bool(self._early)

    @property
    def has_lost_one(self) -> bool:
        """So much came after the missing frame that it will not come by itself: reconnect at `next_chunk_id`."""
        return len(self._early) >= self._longest_wait_frames

    def receive(self, frame: Frame) -> list[Frame]:
        """The frames that can be played now."""
        if frame.chunk_id < self.next_chunk_id or frame.chunk_id in self._early:
            self.duplicates += 1
            return []
        self._early[frame.chunk_id] = frame
        ready: list[Frame] = []
        while (following := self._early.pop(self.next_chunk_id, None)) is not None:
            ready.append(following)
            self.next_chunk_id += 1
            self.is_complete = self.is_complete or following.is_last
        return ready
