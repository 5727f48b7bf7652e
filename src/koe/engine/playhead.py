"""The position of a listener who started at the first audio of a stream and has played everything since."""

from __future__ import annotations


class Playhead:
    """Has no clock: the caller passes the time."""

    def __init__(self, arrived_s: float) -> None:
        self.arrived_s = arrived_s
        self.begun_s: float | None = None  # when the first block was made
        self.made_s = 0.0  # seconds of audio
        self.underruns = 0
        self.stall_silence_s = 0.0
        self._runs_dry_s: float | None = None
        self._is_dry = False

    @classmethod
    def after(cls, other: Playhead, now_s: float) -> Playhead:
        """The playhead of a listener who still plays what the other stream made; if that is over, a new one."""
        follower = cls(now_s)
        if other._runs_dry_s is not None and other._runs_dry_s > now_s:
            follower._runs_dry_s = other._runs_dry_s
        return follower

    @property
    def has_begun(self) -> bool:
        return self._runs_dry_s is not None

    @property
    def deadline_s(self) -> float:
        """When the listener runs dry; before the first audio, when the request arrived."""
        return self.arrived_s if self._runs_dry_s is None else self._runs_dry_s

    def made(self, audio_s: float, now_s: float) -> None:
        """From now on this much more can be played."""
        if self._runs_dry_s is None:
            self._runs_dry_s = self.begun_s = now_s
        if now_s > self._runs_dry_s:
            self._count_underrun()
            self._runs_dry_s = now_s  # the listener waited, and goes on from here
        self._is_dry = False
        self._runs_dry_s += audio_s
        self.made_s += audio_s

    def filled(self, silence_s: float) -> None:
        """Silence was played in place of speech."""
        self._count_underrun()
        self._runs_dry_s = self.deadline_s + silence_s
        self.stall_silence_s += silence_s

    def hold(self, unread_s: float, now_s: float) -> None:
        """The client has not even read this much, so it cannot have played it."""
        if self._runs_dry_s is not None and unread_s > 0:
            self._runs_dry_s = max(self._runs_dry_s, now_s + unread_s)

    def _count_underrun(self) -> None:
        """Once for each gap, however many blocks of silence fill it."""
        self.underruns += not self._is_dry
        self._is_dry = True
