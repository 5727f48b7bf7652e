"""Speech -> its DNSMOS rating (P.835): how listeners would rate signal, background and the whole, from 1 to 5.

The network of the DNS Challenge (Microsoft, MIT licence) takes windows of 9.01 s at 16 kHz, one second apart. A shorter
clip is doubled until it fills a window. The ratings of the windows are mapped by the network's own polynomials, and
averaged. This is the published definition, so ratings can be compared with others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from koe.bench.similarity import PERCEPTUAL_RATE_HZ, resampled
from koe.model.backends import Session
from koe.types import Samples

ASSET = "dnsmos"
ASSET_GROUP = "mos"

_WINDOW_SAMPLES = 144_160
_WINDOW_S = 9  # whole seconds of it, which decide how many windows a clip has
_INPUT = "input_1"
# The network's outputs in order, and the coefficients that map each of them, of the highest power first.
_POLYNOMIALS: Mapping[str, tuple[float, float, float]] = {
    "signal": (-0.08397278, 1.22083953, 0.0052439),
    "background": (-0.13166888, 1.60915514, -0.39604546),
    "overall": (-0.06766283, 1.11546468, 0.04602535),
}


@dataclass(frozen=True, slots=True)
class Rating:
    """Mean opinion scores, from 1 to 5."""

    signal: float
    background: float
    overall: float


class Dnsmos:
    def __init__(self, session: Session) -> None:
        """`session` runs the asset `dnsmos`."""
        self._session = session

    def rate(self, samples: Samples, sample_rate_hz: int) -> Rating | None:
        """None for a clip without samples."""
        if samples.size == 0:
            return None
        raw = [self._rate_window(window) for window in _windows(resampled(samples, sample_rate_hz))]
        columns = zip(_POLYNOMIALS.items(), np.array(raw, dtype=np.float64).T, strict=True)
        return Rating(**{name: float(np.polyval(terms, column).mean()) for (name, terms), column in columns})

    def _rate_window(self, window: Samples) -> Samples:
        (rated,) = self._session.run({_INPUT: window[None]}).values()
        row: Samples = rated[0]
        return row


def _windows(samples: Samples) -> list[Samples]:
    while len(samples) < _WINDOW_SAMPLES:
        samples = np.concatenate([samples, samples])
    count = max(1, len(samples) // PERCEPTUAL_RATE_HZ - _WINDOW_S)
    starts = [number * PERCEPTUAL_RATE_HZ for number in range(count)]
    return [np.ascontiguousarray(samples[start : start + _WINDOW_SAMPLES], dtype=np.float32) for start in starts]
