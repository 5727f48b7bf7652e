"""A refusal rate -> the fewest replicas with which it is kept, by simulating some numbers of them."""

from __future__ import annotations

import math
from collections.abc import Callable

from koe.constants import SECONDS_PER_CHARACTER
from koe.engine.agenda import HEADROOM
from koe.engine.costs import Costs
from koe.simulation.arrivals import Habits
from koe.simulation.outcome import Outcome

Simulate = Callable[[int], Outcome]
MOST_REPLICAS = 4096


def offered_replicas(habits: Habits, costs: Costs) -> float:
    """How many replicas the work of the busiest hour fills, spread evenly: fewer are never enough."""
    texts = habits.texts
    mean_characters = texts.characters * math.exp(texts.spread**2 / 2)
    work_s = costs.start_s + costs.share * mean_characters * SECONDS_PER_CHARACTER
    return habits.listeners / habits.every_s * work_s / HEADROOM


def fewest_replicas(simulate: Simulate, first: int, target: float) -> Outcome | None:
    """The outcome with the fewest replicas whose share of refusals is at most `target`; None if even the most refuse
    more. Begins with `first` and brackets from there."""
    low, high = 0, max(1, min(first, MOST_REPLICAS))
    found = simulate(high)
    while found.refused > target:
        if high == MOST_REPLICAS:
            return None
        low, high = high, min(MOST_REPLICAS, math.ceil(high * 1.5) + (high < 8))
        found = simulate(high)
    if low == 0:
        while high > 1:  # the first guess was enough
            fewer = max(1, math.floor(high / 1.5))
            tried = simulate(fewer)
            if tried.refused > target:
                low = fewer
                break
            high, found = fewer, tried
    while high - low > 1:
        middle = (low + high) // 2
        tried = simulate(middle)
        if tried.refused > target:
            low = middle
        else:
            high, found = middle, tried
    return found
