"""Listeners and their habits -> when which text is asked for: steadily, in bursts, or over a day."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from koe.constants import SECONDS_PER_CHARACTER

Pattern = Literal["steady", "bursts", "day"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)

DAY_S = 86_400.0
# Four times an hour, half of the listeners ask within ten seconds: beside what they ask for at other times.
_BURST_EVERY_S = 900.0
_BURST_S = 10.0
_BURST_SHARE = 0.5
# Over a day: the fewest ask at four in the morning, a tenth of those at four in the afternoon.
_QUIETEST = 0.1
_BUSIEST_H = 16.0


@dataclass(frozen=True, slots=True)
class Texts:
    """Lengths of texts: lognormal with this median; `spread` is the standard deviation of the logarithm."""

    characters: float = 200.0
    spread: float = 0.8
    longest: int = 20_000

    def draw(self, random: Random) -> int:
        return min(self.longest, max(1, round(random.lognormvariate(math.log(self.characters), self.spread))))


@dataclass(frozen=True, slots=True)
class Habits:
    """`every_s`: between two texts of a listener, on average, at the busiest hour."""

    listeners: int
    pattern: Pattern = "steady"
    every_s: float = 60.0
    duration_s: float = 3600.0
    texts: Texts = Texts()

    @property
    def expected(self) -> float:
        """The number of requests, about."""
        activity = (1 + _QUIETEST) / 2 if self.pattern == "day" else 1.0
        steady = self.listeners / self.every_s * self.duration_s * activity
        bursts = math.ceil(self.duration_s / _BURST_EVERY_S) if self.pattern == "bursts" else 0
        return steady + _BURST_SHARE * self.listeners * bursts

    def activity(self, at_s: float) -> float:
        """How many times the usual rate of the busiest hour."""
        if self.pattern == "bursts" and at_s % _BURST_EVERY_S < _BURST_S:
            return self.most_activity
        if self.pattern == "day":
            phase = math.cos(2 * math.pi * (at_s / 3600 - _BUSIEST_H) / 24)
            return _QUIETEST + (1 - _QUIETEST) * (1 + phase) / 2
        return 1.0

    @property
    def most_activity(self) -> float:
        return 1.0 + (_BURST_SHARE * self.every_s / _BURST_S if self.pattern == "bursts" else 0.0)


@dataclass(frozen=True, slots=True)
class Arrival:
    at_s: float
    characters: int

    @property
    def audio_s(self) -> float:
        return self.characters * SECONDS_PER_CHARACTER


def arrivals(habits: Habits, seed: int = 0) -> Iterator[Arrival]:
    """In the order of time. The same seed gives the same arrivals."""
    random = Random(seed)  # noqa: S311  a simulation
    busiest_per_s = habits.listeners / habits.every_s
    at_s = 0.0
    most = habits.most_activity
    while True:
        at_s += random.expovariate(busiest_per_s * most)
        if at_s >= habits.duration_s:
            return
        if random.random() * most < habits.activity(at_s):  # thinned from a Poisson process at its highest rate
            yield Arrival(at_s, habits.texts.draw(random))
