"""Trials: a candidate beside the default, round by round, and what that says about it.

Every figure is a logarithm of the ratio of candidate to default in the same round, so that a machine that slows down
slows down both: -0.1 is 10 % less time. Medians, because another program can spoil a round.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from koe.tune.space import Point

OBJECTIVES = ("ttfa", "rtf", "memory")
# How much each counts where one number is needed: koe is there to begin soon, then to keep up.
WEIGHTS = {"ttfa": 0.5, "rtf": 0.35, "memory": 0.15}

Kind = Literal["default", "search", "confirm"]
State = Literal["running", "complete", "pruned", "failed"]

# A difference below this is none, however quiet the machine was.
LEAST_MARGIN = 0.02
# Memory is measured once, after the last round: two servers with the same settings are this far apart.
MEMORY_MARGIN = 0.04
_TO_DEVIATION = 1.4826  # of the median distance from the median, for a normal distribution
_ERROR_OF_MEDIAN = 1.2533  # compared with that of the mean
_SURE = 2.0  # standard errors


@dataclass(frozen=True, slots=True)
class Sample:
    """One spoken text: seconds to the first audible sample, opening cache off, and time per second of speech."""

    ttfa_s: float
    rtf: float


@dataclass(frozen=True, slots=True)
class Round:
    candidate: Sample
    default: Sample

    def ratio(self, objective: str) -> float:
        name = {"ttfa": "ttfa_s", "rtf": "rtf"}[objective]
        return math.log(getattr(self.candidate, name) / getattr(self.default, name))


@dataclass(frozen=True, slots=True)
class Trial:
    """`memory_mb` and `default_memory_mb` are resident memory after the last round; None where the system does not
    tell. `reason` says why a trial was pruned or has failed."""

    number: int
    point: Point
    kind: Kind
    state: State
    rounds: tuple[Round, ...] = ()
    memory_mb: int | None = None
    default_memory_mb: int | None = None
    reason: str = ""

    @property
    def is_usable(self) -> bool:
        return self.state in ("complete", "pruned") and bool(self.rounds)

    def ratio(self, objective: str) -> float:
        if objective == "memory":
            if not self.memory_mb or not self.default_memory_mb:
                return 0.0
            return math.log(self.memory_mb / self.default_memory_mb)
        return median(one.ratio(objective) for one in self.rounds)

    @property
    def ratios(self) -> tuple[float, ...]:
        return tuple(self.ratio(objective) for objective in OBJECTIVES)

    @property
    def score(self) -> float:
        """Below zero: better than the default, all objectives together."""
        return sum(weight * self.ratio(objective) for objective, weight in WEIGHTS.items())


@dataclass(frozen=True, slots=True)
class Noise:
    """How far ratios are from their median in a round (`spread`), and how far the default was from itself (`offset`),
    by objective."""

    spread: dict[str, float]
    offset: dict[str, float]

    @classmethod
    def of(cls, trials: Iterable[Trial]) -> Noise:
        usable = [one for one in trials if one.is_usable]
        spread, offset = {}, {}
        for objective in ("ttfa", "rtf"):
            distances = [
                abs(row.ratio(objective) - one.ratio(objective))
                for one in usable
                if len(one.rounds) > 1
                for row in one.rounds
            ]
            spread[objective] = _TO_DEVIATION * median(distances) if distances else 0.0
            offset[objective] = max((abs(one.ratio(objective)) for one in usable if one.kind == "default"), default=0.0)
        return cls(spread, offset)

    def margin(self, objective: str, rounds: int) -> float:
        """A difference beyond it is real."""
        if objective == "memory":
            return MEMORY_MARGIN
        error = _SURE * _ERROR_OF_MEDIAN * self.spread[objective] / math.sqrt(max(rounds, 1))
        return max(LEAST_MARGIN, error, self.offset[objective])

    def score_margin(self, rounds: int) -> float:
        """Of the weighted sum. The times of one round are slow together, so their errors add up."""
        return sum(
            weight * self.margin(objective, rounds) for objective, weight in WEIGHTS.items() if objective != "memory"
        )


def pareto_front(trials: Sequence[Trial]) -> list[Trial]:
    """The trials that no other one beats in all objectives, by the time to the first sound. Pruned ones are none."""
    whole = [one for one in trials if one.state == "complete" and one.rounds]
    front = [one for one in whole if not any(_dominates(other.ratios, one.ratios) for other in whole)]
    return sorted(front, key=lambda one: one.ratios)


def _dominates(left: Sequence[float], right: Sequence[float]) -> bool:
    return all(a <= b for a, b in zip(left, right, strict=True)) and any(
        a < b for a, b in zip(left, right, strict=True)
    )


def is_hopeless(trial: Trial, front: Sequence[Trial], noise: Noise) -> bool:
    """Some point of the front is better in both times, by more than the noise of so few rounds."""
    rounds = len(trial.rounds)
    return any(
        all(trial.ratio(one) - other.ratio(one) > noise.margin(one, rounds) for one in ("ttfa", "rtf"))
        for other in front
    )
