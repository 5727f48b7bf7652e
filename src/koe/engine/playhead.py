"""Where a listener is who began at the first sound and has heard everything since."""

from __future__ import annotations


class Playhead:
    """No clock of its own: whoever calls says what time it is."""

    def __init__(self, arrived_s: float) -> None:
        self.arrived_s = arrived_s
        self.begun_s: float | None = None  # when the first sound was there
        self.made_s = 0.0  # seconds of audio
        self.underruns = 0
        self.stall_silence_s = 0.0
        self._runs_dry_s: float | None = None
        self._is_dry = False

    @classmethod
    def after(cls, other: Playhead, now_s: float) -> Playhead:
        """Of a listener who is still hearing what the other one made; if it is over, he comes anew."""
        follower = cls(now_s)
        if other._runs_dry_s is not None and other._runs_dry_s > now_s:
            follower._runs_dry_s = other._runs_dry_s
        return follower

    @property
    def has_begun(self) -> bool:
        return self._runs_dry_s is not None

    @property
    def deadline_s(self) -> float:
        """When the listener runs dry; before the first sound, when he came."""
        return self.arrived_s if self._runs_dry_s is None else self._runs_dry_s

    def made(self, audio_s: float, now_s: float) -> None:
        """So much more can be heard from now on."""
        if self._runs_dry_s is None:
            self._runs_dry_s = self.begun_s = now_s
        if now_s > self._runs_dry_s:
            self._count_underrun()
            self._runs_dry_s = now_s  # he waited, and goes on from here
        self._is_dry = False
        self._runs_dry_s += audio_s
        self.made_s += audio_s

    def filled(self, silence_s: float) -> None:
        """Silence was played in place of speech."""
        self._count_underrun()
        self._runs_dry_s = self.deadline_s + silence_s
        self.stall_silence_s += silence_s

    def hold(self, unread_s: float, now_s: float) -> None:
        """So much has not even been taken: nobody can have heard it."""
        if self._runs_dry_s is not None and unread_s > 0:
            self._runs_dry_s = max(self._runs_dry_s, now_s + unread_s)

    def _count_underrun(self) -> None:
        """Once for each gap, however many pieces of silence fill it."""
        self.underruns += not self._is_dry
        self._is_dry = True
