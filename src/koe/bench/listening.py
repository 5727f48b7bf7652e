"""When audio arrived -> how well somebody could listen to it who starts at the first sound and goes on in real time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Arrival:
    """Some samples, and when they were there: seconds since the request."""

    at_s: float
    samples: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A text listened to from the first sound to the end; `audio_s` is what lies between them.

    `lateness_s` is how long after its need each arrival came, that of the first sound left out; negative is early.
    """

    elapsed_s: float
    audio_s: float
    lateness_s: tuple[float, ...]

    @property
    def rtf(self) -> float:
        return self.elapsed_s / self.audio_s

    @classmethod
    def of(cls, arrivals: Sequence[Arrival], first_audible_sample: int, sample_rate_hz: int) -> Reading:
        """A listener who runs dry waits, and needs all that follows that much later."""
        position, began_s, waited_s = 0, 0.0, 0.0
        lateness_s: list[float] = []
        for arrival in arrivals:
            if position > first_audible_sample:
                needed_s = began_s + waited_s + (position - first_audible_sample) / sample_rate_hz
                lateness_s.append(arrival.at_s - needed_s)
                waited_s += max(0.0, lateness_s[-1])
            elif first_audible_sample < position + arrival.samples:
                began_s = arrival.at_s
            position += arrival.samples
        audio_s = (position - first_audible_sample) / sample_rate_hz
        return cls(arrivals[-1].at_s, audio_s, tuple(lateness_s))


@dataclass(frozen=True, slots=True)
class Punctuality:
    """The arrivals of some readings together: lateness, and how often and how long a listener ran dry in all."""

    readings: int
    arrivals: int
    deviation_ms: float
    p95_ms: float
    worst_ms: float
    underruns: int
    underrun_ms: float

    @classmethod
    def of(cls, readings: Iterable[Reading]) -> Punctuality:
        readings = tuple(readings)
        lateness_ms = 1000 * np.array([late_s for reading in readings for late_s in reading.lateness_s])
        dry_ms = lateness_ms[lateness_ms > 0]
        known = lateness_ms if lateness_ms.size else np.zeros(1)  # all came at once: nothing could be late
        return cls(
            readings=len(readings),
            arrivals=lateness_ms.size,
            deviation_ms=float(known.std()),
            p95_ms=float(np.quantile(known, 0.95)),
            worst_ms=float(known.max()),
            underruns=dry_ms.size,
            underrun_ms=float(dry_ms.sum()),
        )
