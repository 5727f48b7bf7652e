"""Blocks of a stream -> the times of its words and marks, reported no later than the audio they begin in."""

from __future__ import annotations

import math
from dataclasses import replace

from koe.audio.gap import EDGE_S
from koe.types import AudioBlock, Cue


class WordClock:
    """Counts from the first sample that is sent, `lead_in_s` before the first block. Limiter, resampler and encoder
    delay samples but move none, so the time of their input is the time of their output.

    A sentence brings the cues of all its words at once, and filler may come before they are heard: each cue waits for
    the block it begins in.
    """

    def __init__(self, lead_in_s: float = 0.0) -> None:
        self._lead_in_s = lead_in_s
        self._samples = 0  # counted, because a sum of seconds would drift from the frames
        self._rate_hz = 1
        self._waiting: list[Cue] = []
        self._is_filled = False

    @property
    def sent_s(self) -> float:
        return self._lead_in_s + self._samples / self._rate_hz

    def add(self, block: AudioBlock) -> list[Cue]:
        """The cues that begin in this block. Filler and its edge delay everything that has not begun."""
        self._rate_hz = block.sample_rate_hz
        if block.is_filler:
            self._delay(len(block.samples))
        else:
            if self._is_filled:
                self._delay(round(EDGE_S * block.sample_rate_hz))
            self._waiting += (cue.later(self.sent_s) for cue in block.cues)
            self._samples += len(block.samples)
        self._is_filled = block.is_filler
        return self._begun(self.sent_s)

    def _delay(self, samples: int) -> None:
        self._samples += samples
        self._waiting = [cue.later(samples / self._rate_hz) for cue in self._waiting]

    def rest(self) -> list[Cue]:
        """The cues that are left: they would begin after the end of the audio."""
        return self._begun(math.inf)

    def _begun(self, until_s: float) -> list[Cue]:
        """Takes out the cues that begin before `until_s`. Each word ends before the next, if that one is known yet."""
        count = next((place for place, cue in enumerate(self._waiting) if cue.start_s >= until_s), len(self._waiting))
        begun: list[Cue] = []
        next_s = next((cue.start_s for cue in self._waiting[count:] if not cue.is_mark), math.inf)
        for cue in reversed(self._waiting[:count]):
            begun.append(replace(cue, end_s=max(cue.start_s, min(cue.end_s, next_s))))
            next_s = next_s if cue.is_mark else cue.start_s
        del self._waiting[:count]
        return begun[::-1]
