"""16-bit samples of the speech -> 16-bit samples at the rate of the sound card, block by block."""

from __future__ import annotations

import numpy as np
import soxr
from numpy.typing import NDArray

from koe.playback.track import NO_SAMPLES, Pcm


class RateConverter:
    """Goes on over blocks; `flush` returns the rest, and the next block begins a new sound. Equal rates pass as they
    are."""

    def __init__(self, from_hz: int, to_hz: int) -> None:
        self.from_hz = from_hz
        self.to_hz = to_hz
        self._stream = None if from_hz == to_hz else soxr.ResampleStream(from_hz, to_hz, 1, "float32", "HQ")
        self._taken = 0
        self._given = 0

    def process(self, samples: Pcm) -> Pcm:
        if self._stream is None or not len(samples):
            return samples
        self._taken += len(samples)
        converted = _rounded(self._stream.resample_chunk(samples.astype(np.float32)))
        self._given += len(converted)
        return converted

    def flush(self) -> Pcm:
        """The rest of the sound: in all there are as many samples as its duration asks for."""
        if self._stream is None or not self._taken:
            return NO_SAMPLES
        missing = max(0, round(self._taken * self.to_hz / self.from_hz) - self._given)
        rest = _rounded(self._stream.resample_chunk(NO_SAMPLES.astype(np.float32), last=True)[:missing])
        self.reset()
        return rest

    def reset(self) -> None:
        """Forget the sound so far: what follows does not belong to it."""
        if self._stream is not None:
            self._stream.clear()
        self._taken = self._given = 0


def _rounded(samples: NDArray[np.float32]) -> Pcm:
    """soxr would add random noise when it rounds, and equal speech would not be equal."""
    return np.clip(np.rint(samples), -32_768, 32_767).astype(np.int16)
