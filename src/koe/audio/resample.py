"""Samples of one sample rate -> samples of another, block by block."""

from __future__ import annotations

import numpy as np
import soxr

from koe.types import SAMPLE_RATES_HZ, Samples

_NONE: Samples = np.zeros(0, dtype=np.float32)


class Resampler:
    """Resamples one stream. Output lags behind input by 5-80 ms; `flush` returns the rest. The delay of the filter is
    compensated, so every sound keeps its time. In all there are round(n * to / from) samples."""

    def __init__(self, from_hz: int, to_hz: int) -> None:
        for rate_hz in (from_hz, to_hz):
            if rate_hz not in SAMPLE_RATES_HZ:
                raise ValueError(f"sample rate must be one of {', '.join(map(str, SAMPLE_RATES_HZ))} (got {rate_hz}).")
        self._from_hz = from_hz
        self._to_hz = to_hz
        self._stream = None if from_hz == to_hz else soxr.ResampleStream(from_hz, to_hz, 1, "float32", "HQ")
        self._samples_in = 0
        self._samples_out = 0

    def process(self, samples: Samples) -> Samples:
        if self._stream is None:
            return samples
        self._samples_in += len(samples)
        samples = np.ascontiguousarray(samples, dtype=np.float32)
        resampled = self._stream.resample_chunk(samples) if len(samples) else _NONE
        self._samples_out += len(resampled)
        return _clipped(resampled)

    def flush(self) -> Samples:
        """Return the rest of the stream. The next `process` begins a new stream."""
        missing = max(0, self._expected() - self._samples_out)
        rest = _NONE
        if self._stream is not None and self._samples_in:
            rest = self._stream.resample_chunk(_NONE, last=True)[:missing]
            self._stream.clear()
        self._samples_in = self._samples_out = 0
        return _clipped(np.pad(rest, (0, missing - len(rest))))

    def _expected(self) -> int:
        return resampled_length(self._samples_in, self._from_hz, self._to_hz)


def resampled_length(samples: int, from_hz: int, to_hz: int) -> int:
    """How many samples the input makes, rounded."""
    return (2 * samples * to_hz + from_hz) // (2 * from_hz)


def _clipped(samples: Samples) -> Samples:
    """Between two samples at full scale the sound may be louder than both."""
    return np.clip(samples, -1.0, 1.0)
