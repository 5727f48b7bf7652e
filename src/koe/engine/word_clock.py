"""The blocks of a stream -> when each word is heard and each mark is reached, told no later than the sound itself."""

from __future__ import annotations

import math
from dataclasses import replace

from koe.types import AudioBlock, Cue


class WordClock:
    """Counts from the first sample that is sent, which is `lead_in_s` before the first block. Limiter, resampler and
    encoder hold samples back but move none, so what goes into them tells the time of what comes out.

    A sentence brings the cues of all its words at once, and silence may have to fill a gap before they are heard: each
    word waits for the block that it begins in.
    """

    def __init__(self, lead_in_s: float = 0.0) -> None:
        self.sent_s = lead_in_s
        self._waiting: list[Cue] = []
        self._stalled_s = 0.0

    def add(self, block: AudioBlock, stalled_s: float = 0.0) -> list[Cue]:
        """What begins in this block. `stalled_s` is how much silence has filled gaps so far: where it grows,
        this block is such silence, and everything after it is heard later."""
        if stalled_s > self._stalled_s:
            self._stalled_s = stalled_s
            self._waiting = [word.later(block.duration_s) for word in self._waiting]
        else:
            self._waiting += (cue.later(self.sent_s) for cue in block.cues)
        self.sent_s += block.duration_s
        return self._begun(self.sent_s)

    def rest(self) -> list[Cue]:
        """What would begin behind the end."""
        return self._begun(math.inf)

    def _begun(self, until_s: float) -> list[Cue]:
        """No word ends after the next one has begun, as far as that is known."""
        count = next((place for place, cue in enumerate(self._waiting) if cue.start_s >= until_s), len(self._waiting))
        begun: list[Cue] = []
        next_s = next((cue.start_s for cue in self._waiting[count:] if not cue.is_mark), math.inf)
        for cue in reversed(self._waiting[:count]):
            begun.append(replace(cue, end_s=max(cue.start_s, min(cue.end_s, next_s))))
            next_s = next_s if cue.is_mark else cue.start_s
        del self._waiting[:count]
        return begun[::-1]
