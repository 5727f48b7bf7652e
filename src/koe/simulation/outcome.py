"""A tally of a simulated fleet -> the figures that are shown: time to first audio, refusals, underruns, use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from koe.simulation.arrivals import Habits
from koe.simulation.fleet import Fleet, Tally


@dataclass(frozen=True, slots=True)
class Outcome:
    """Shares are of 1. `refused` is the share of questions that got 429, `given_up` that of requests that were never
    heard; times are in seconds, None where there is nothing to count."""

    listeners: int
    replicas: int
    requests: int
    refused: float
    given_up: float
    ttfa_p50_s: float | None
    ttfa_p95_s: float | None
    ttfa_p99_s: float | None
    retry_after_p50_s: float | None
    retry_after_p95_s: float | None
    underruns: float  # share of streams
    used: float  # share of all lanes' time
    most_at_once: int

    @classmethod
    def of(cls, habits: Habits, fleet: Fleet, tally: Tally) -> Outcome:
        heard = len(tally.ttfa_s)
        p50, p95, p99 = _quantiles(tally.ttfa_s, (50, 95, 99))
        retry_p50, retry_p95 = _quantiles(tally.retry_after_s, (50, 95))
        return cls(
            listeners=habits.listeners,
            replicas=fleet.replicas,
            requests=tally.requests,
            refused=tally.refused / max(1, tally.asked),
            given_up=tally.given_up / max(1, tally.requests),
            ttfa_p50_s=p50,
            ttfa_p95_s=p95,
            ttfa_p99_s=p99,
            retry_after_p50_s=retry_p50,
            retry_after_p95_s=retry_p95,
            underruns=tally.underruns / max(1, heard),
            used=tally.worked_s / (fleet.replicas * habits.duration_s),
            most_at_once=tally.most_at_once,
        )

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def _quantiles(values: Sequence[float], percents: Sequence[int]) -> list[float | None]:
    if not values:
        return [None] * len(percents)
    return [round(float(one), 4) for one in np.percentile(values, percents)]
