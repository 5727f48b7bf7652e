"""Arrival times of audio -> lateness and underruns of a listener that plays it in real time without a buffer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Arrival:
    """Samples received together, and when: seconds since the request."""

    at_s: float
    samples: int


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A stream listened to from its first audible sample to its end; `audio_s` is the audio between the two.

    `lateness_s` is how long after it was needed each arrival came, except the one with the first sound. Negative values
    are early.
    """

    elapsed_s: float
    audio_s: float
    lateness_s: tuple[float, ...]

    @property
    def rtf(self) -> float:
        return self.elapsed_s / self.audio_s

    @classmethod
    def of(cls, arrivals: Sequence[Arrival], first_audible_sample: int, sample_rate_hz: int) -> Playthrough:
        """After an underrun the listener needs everything that follows later by the length of the underrun."""
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
    """Lateness and underruns over all arrivals of several playthroughs."""

    playthroughs: int
    arrivals: int
    deviation_ms: float
    p95_ms: float
    worst_ms: float
    underruns: int
    underrun_ms: float

    @classmethod
    def of(cls, playthroughs: Iterable[Playthrough]) -> Punctuality:
        playthroughs = tuple(playthroughs)
        lateness_ms = 1000 * np.array([late_s for one in playthroughs for late_s in one.lateness_s])
        underruns_ms = lateness_ms[lateness_ms > 0]
        known = lateness_ms if lateness_ms.size else np.zeros(1)  # everything came at once: nothing could be late
        return cls(
            playthroughs=len(playthroughs),
            arrivals=lateness_ms.size,
            deviation_ms=float(known.std()),
            p95_ms=float(np.quantile(known, 0.95)),
            worst_ms=float(known.max()),
            underruns=underruns_ms.size,
            underrun_ms=float(underruns_ms.sum()),
        )
