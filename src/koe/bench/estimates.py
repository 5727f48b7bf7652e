"""Repeated measurements -> medians, percentiles and paired ratios, each with the interval that bootstrapping gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Statistic = Callable[[Values], Values]  # along the last axis

_RESAMPLES = 2000
_COVERED = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and the interval that holds it in 95 of 100 repetitions."""

    value: float
    low: float
    high: float

    def over(self, other: Estimate) -> Estimate:
        """The ratio of two independent estimates, with the widest interval that theirs allow."""
        return Estimate(self.value / other.value, self.low / other.high, self.high / other.low)


@dataclass(frozen=True, slots=True)
class Percentiles:
    p50: Estimate
    p95: Estimate
    p99: Estimate

    @classmethod
    def of(cls, values: Sequence[float]) -> Percentiles:
        return cls(*(bootstrap(values, partial(np.quantile, q=share, axis=-1)) for share in (0.5, 0.95, 0.99)))


def median_of(values: Sequence[float]) -> Estimate:
    return bootstrap(values, lambda drawn: np.median(drawn, axis=-1))


def paired_ratio(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """The median of the ratios, round by round: what slowed a whole round down cancels out."""
    return median_of([own / other for own, other in zip(ours, theirs, strict=True)])


def bootstrap(values: Sequence[float], statistic: Statistic) -> Estimate:
    """The same values give the same interval: the draws have a fixed seed."""
    known = np.asarray(values, dtype=np.float64)
    draws = np.random.default_rng(1).integers(0, known.size, (_RESAMPLES, known.size))
    edge = (1 - _COVERED) / 2
    low, high = np.quantile(statistic(known[draws]), (edge, 1 - edge))
    return Estimate(float(statistic(known)), float(low), float(high))
