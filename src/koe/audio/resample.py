"""Blocks of one sample rate -> blocks of another, with every cue on its sound."""

from __future__ import annotations

import numpy as np
import soxr

from koe.types import SAMPLE_RATES_HZ, AudioBlock, Cue, Samples

_NONE: Samples = np.zeros(0, dtype=np.float32)


class Resampler:
    """For one stream. What comes out lags behind what went in, by 5-80 ms; `flush` gives the rest. Sample for sample
    it lies where it lay before, so only blocks change, never times. In all there are round(n * to / from) samples."""

    def __init__(self, from_hz: int, to_hz: int) -> None:
        for rate_hz in (from_hz, to_hz):
            if rate_hz not in SAMPLE_RATES_HZ:
                raise ValueError(f"sample rate must be one of {', '.join(map(str, SAMPLE_RATES_HZ))}.")
        self._from_hz = from_hz
        self._to_hz = to_hz
        self._stream = None if from_hz == to_hz else soxr.ResampleStream(from_hz, to_hz, 1, "float32", "HQ")
        self._taken = 0
        self._given = 0
        self._waiting: list[Cue] = []  # in seconds from the beginning of the stream

    def process(self, block: AudioBlock) -> AudioBlock:
        if block.sample_rate_hz != self._from_hz or block.overlap:
            raise ValueError(f"blocks must have {self._from_hz} Hz and no overlap.")
        if self._stream is None:
            return block
        self._waiting += (cue.later(self._taken / self._from_hz) for cue in block.cues)
        self._taken += len(block.samples)
        samples = np.ascontiguousarray(block.samples, dtype=np.float32)
        return self._block(self._stream.resample_chunk(samples) if len(samples) else _NONE)

    def flush(self) -> AudioBlock:
        """The rest of the stream, with all cues that are left. What comes afterwards is a stream of its own."""
        missing = max(0, self._expected() - self._given)
        rest = _NONE
        if self._stream is not None and self._taken:
            rest = self._stream.resample_chunk(_NONE, last=True)[:missing]
            self._stream.clear()
        start_s = self._given / self._to_hz
        cues = tuple(cue.later(-start_s) for cue in self._waiting)
        self._taken, self._given, self._waiting = 0, 0, []
        return AudioBlock(_in_range(np.pad(rest, (0, missing - len(rest)))), self._to_hz, cues=cues)

    def _expected(self) -> int:
        return (2 * self._taken * self._to_hz + self._from_hz) // (2 * self._from_hz)

    def _block(self, samples: Samples) -> AudioBlock:
        """With the cues that begin in it; the others wait for the block that covers them."""
        start_s = self._given / self._to_hz
        self._given += len(samples)
        stop_s = self._given / self._to_hz
        cues = tuple(cue.later(-start_s) for cue in self._waiting if cue.start_s < stop_s)
        self._waiting = [cue for cue in self._waiting if cue.start_s >= stop_s]
        return AudioBlock(_in_range(samples), self._to_hz, cues=cues)


def _in_range(samples: Samples) -> Samples:
    """Between two samples at full scale the sound may be louder than both."""
    return np.clip(samples, -1.0, 1.0)
