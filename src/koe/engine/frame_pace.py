"""When the frames of a live stream leave: at once until the listener has enough in hand, then at the pace of playing.

A listener that gets its frames in bursts, as windows are decoded, needs a buffer of the longest burst. One that gets
them evenly needs one of some frames.
"""

from __future__ import annotations


class FramePace:
    """`lead_s` is how much audio a listener has in hand who plays from the first frame on; 0: every frame leaves at
    once. Has no clock: the caller passes the time. `start_s` is where a frame begins in the audio of the stream."""

    def __init__(self, lead_s: float) -> None:
        self._lead_s = lead_s
        self._played_from_s: float | None = None  # when a listener without a gap would have begun
        self._row_began_s = 0.0  # when the first frame left, or the one that ended a gap
        self._paused_s: float | None = None

    @property
    def is_on(self) -> bool:
        return self._lead_s > 0

    def due_s(self, start_s: float) -> float | None:
        """The moment at which a frame may leave; None: at once. The first one never waits, nor do those of the lead."""
        if not self.is_on or self._played_from_s is None:
            return None
        due_s = self._played_from_s + start_s - self._lead_s
        return due_s if due_s > self._row_began_s else None

    def sent(self, start_s: float, now_s: float) -> None:
        """A listener that has run dry waited, and plays on from this frame."""
        if self._played_from_s is None or now_s > self._played_from_s + start_s:
            self._played_from_s, self._row_began_s = now_s - start_s, now_s

    def pause(self, now_s: float) -> None:
        if self._paused_s is None:
            self._paused_s = now_s

    def resume(self, now_s: float) -> None:
        """The listener has played nothing meanwhile."""
        if self._paused_s is not None and self._played_from_s is not None:
            self._played_from_s += now_s - self._paused_s
        self._paused_s = None

    def hurry(self) -> None:
        """From now on every frame leaves at once."""
        self._lead_s = 0.0
