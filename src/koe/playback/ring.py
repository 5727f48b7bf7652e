"""Ring of 16-bit samples between the player's thread and the callback of the sound card: no locks, no new arrays."""

from __future__ import annotations

import numpy as np

from koe.audio.join import rise
from koe.playback.track import Pcm

_EDGE_S = 0.005  # fades at both ends of a silence, so that it does not click
# Fainter than this a sample may follow silence as it is: -60 dB.
_FAINT = 32


class Ring:
    """One thread writes, another one calls `fill`. Each number is changed by one of them alone, and a change is one
    store, so neither ever waits for the other. Counts are samples since the beginning.

    `hold` keeps what was not played; `discard` drops what was written before it. The fades at their edges are added to
    the speech and replace nothing of it.
    """

    def __init__(self, rate_hz: int, capacity_s: float = 1.0) -> None:
        self.rate_hz = rate_hz
        self._capacity = round(rate_hz * capacity_s)
        self._data: Pcm = np.zeros(self._capacity, dtype=np.int16)
        edge = round(rate_hz * _EDGE_S)
        self._rise = rise(edge).astype(np.float32)
        self._fall = self._rise[::-1].copy()
        self._scratch = np.zeros(self._capacity, dtype=np.float32)
        self.volume = 1.0
        self.is_held = False
        self.expects_more = False  # an empty ring is an underrun
        self._written = 0
        self._read = 0
        self._discarded = 0  # everything before this is not played
        self._last = 0  # the sample that was played last
        self._is_silent = True  # nothing is played, or a fade has ended it
        self.underruns = 0
        self.missing_samples = 0
        self._is_starved = False

    @property
    def written(self) -> int:
        return self._written

    @property
    def played(self) -> int:
        """Samples that were played or discarded."""
        return max(self._read, self._discarded)

    @property
    def waiting(self) -> int:
        return self._written - self.played

    @property
    def room(self) -> int:
        return self._capacity - (self._written - self._read)

    # The player's side

    def write(self, samples: Pcm) -> int:
        """Returns how many found room."""
        count = min(len(samples), self.room)
        place = self._written % self._capacity
        first = min(count, self._capacity - place)
        self._data[place : place + first] = samples[:first]
        self._data[: count - first] = samples[first:count]
        self._written += count
        return count

    def hold(self, is_held: bool = True) -> None:
        self.is_held = is_held

    def discard(self) -> None:
        """What was written so far is not played; the callback passes over it."""
        self._discarded = self._written

    # The callback's side

    def fill(self, out: Pcm) -> None:
        """Write the next samples into `out`, all of it: silence where there are none."""
        if self._discarded > self._read:
            self._read = self._discarded
            self._fade_out(out)
            return
        available = 0 if self.is_held else self._written - self._read
        if not available:
            self._count_missing(len(out))
            self._fade_out(out)
            return
        begin = self._fade_in(out)
        count = min(len(out) - begin, available)
        self._copy(out[begin : begin + count])
        if begin + count < len(out):
            self._count_missing(len(out) - begin - count)
            self._fade_out(out[begin + count :])

    def _count_missing(self, count: int) -> None:
        is_starved = self.expects_more and not self.is_held
        if is_starved:
            self.missing_samples += count
            self.underruns += not self._is_starved
        self._is_starved = is_starved

    def _copy(self, out: Pcm) -> None:
        count = len(out)
        place = self._read % self._capacity
        first = min(count, self._capacity - place)
        out[:first] = self._data[place : place + first]
        out[first:] = self._data[: count - first]
        self._last = int(out[-1])
        self._read += count
        self._is_starved = self._is_silent = False
        if self.volume != 1.0:
            scaled = self._scratch[:count]
            np.multiply(out, self.volume, out=scaled)
            np.copyto(out, scaled, casting="unsafe")
            self._last = int(out[-1])

    def _fade_out(self, out: Pcm) -> None:
        out[:] = 0
        if not self._is_silent:
            count = min(len(self._fall), len(out))
            scaled = self._scratch[:count]
            np.multiply(self._fall[:count], self._last, out=scaled)
            np.copyto(out[:count], scaled, casting="unsafe")
            self._is_silent = True

    def _fade_in(self, out: Pcm) -> int:
        """Where speech begins after silence at a sample that is not faint, a rise leads to it. Returns its length."""
        if not self._is_silent:
            return 0
        first = int(self._data[self._read % self._capacity]) * self.volume
        if abs(first) < _FAINT:
            return 0
        count = min(len(self._rise), len(out) - 1)
        scaled = self._scratch[:count]
        np.multiply(self._rise[:count], first, out=scaled)
        np.copyto(out[:count], scaled, casting="unsafe")
        return count
