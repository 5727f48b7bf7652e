"""Frames in any order, some missing and some twice -> each frame once and in order (a reorder buffer)."""

from __future__ import annotations

from koe.wire.frames import Frame


class Receiver:
    """The receive buffer of a client: frames that arrive early wait for those before them."""

    def __init__(self, max_early_frames: int = 256) -> None:
        self._max_early_frames = max_early_frames
        self._early: dict[int, Frame] = {}
        self.next_chunk_id = 0
        self.duplicates = 0
        self.is_complete = False

    @property
    def has_gap(self) -> bool:
        """A frame is missing before one that has arrived."""
        return bool(self._early)

    @property
    def has_lost_frame(self) -> bool:
        """The missing frame counts as lost, because too many came after it: reconnect at `next_chunk_id`."""
        return len(self._early) >= self._max_early_frames

    def receive(self, frame: Frame) -> list[Frame]:
        """Return the frames that can be played now."""
        if frame.chunk_id < self.next_chunk_id or frame.chunk_id in self._early:
            self.duplicates += 1
            return []
        self._early[frame.chunk_id] = frame
        return self._ready()

    def give_up(self) -> list[Frame]:
        """Go on without the frames that are missing; they are duplicates if they come later. Return the frames that can
        be played now."""
        self.next_chunk_id = min(self._early, default=self.next_chunk_id)
        return self._ready()

    def _ready(self) -> list[Frame]:
        ready: list[Frame] = []
        while (following := self._early.pop(self.next_chunk_id, None)) is not None:
            ready.append(following)
            self.next_chunk_id += 1
            self.is_complete = self.is_complete or following.is_last
        return ready
