"""Repeated time measurements -> their median and 95th percentile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np


@dataclass(frozen=True, slots=True)
class Timing:
    median: float
    p95: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Timing:
        return cls(median(values), float(np.quantile(values, 0.95)))
