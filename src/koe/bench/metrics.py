"""Two waveforms -> the similarity metrics that every comparison uses, and statistics of a metric over many clips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from koe.bench.similarity import log_spectral_distance_db, pesq_wide_band, signal_to_noise_db, stoi
from koe.types import Samples


@dataclass(frozen=True, slots=True)
class Metric:
    """A similarity of two waveforms. `measure` takes the reference, the other and their rate; None: not measurable."""

    key: str
    label: str
    measure: Callable[[Samples, Samples, int], float | None]
    more_is_better: bool = True


LOG_SPECTRAL_DISTANCE = Metric(
    "log_spectral_distance_db",
    "log-spectral distance, dB",
    lambda reference, other, _: log_spectral_distance_db(reference, other),
    more_is_better=False,
)
SIGNAL_TO_NOISE = Metric(
    "signal_to_noise_db", "signal to noise, dB", lambda reference, other, _: signal_to_noise_db(reference, other)
)
PESQ = Metric("pesq", "PESQ wide-band", pesq_wide_band)
METRICS = (
    PESQ,
    Metric("stoi", "STOI", stoi),
    LOG_SPECTRAL_DISTANCE,
    SIGNAL_TO_NOISE,
)


@dataclass(frozen=True, slots=True)
class MetricStats:
    """Mean, spread (standard deviation), worst 5 % quantile and worst value over the clips that could be measured."""

    clips: int
    mean: float
    spread: float
    p5: float
    worst: float

    @classmethod
    def of(cls, values: Sequence[float | None], more_is_better: bool) -> MetricStats | None:
        measured = [value for value in values if value is not None]
        if not measured:
            return None
        worst, quantile = (min(measured), 0.05) if more_is_better else (max(measured), 0.95)
        return cls(
            len(measured),
            mean=float(np.mean(measured)),
            spread=float(np.std(measured)),
            p5=float(np.quantile(measured, quantile)),
            worst=worst,
        )
