"""Confirmed trials -> the one to use, or none: the default stays unless something is better beyond the noise."""

from __future__ import annotations

import math
from collections.abc import Sequence

from koe.model.backends.choice import ProviderChoice
from koe.model.backends.providers import CPU
from koe.tune.space import Point
from koe.tune.trials import LEAST_MARGIN, OBJECTIVES, Noise, Trial

# Speed may cost a quarter more memory; more than that is for the user to decide.
MOST_MEMORY = math.log(1.25)


def choose(trials: Sequence[Trial]) -> Trial | None:
    noise = Noise.of(trials)
    good = [one for one in trials if one.kind == "confirm" and one.state == "complete" and _is_better(one, noise)]
    return min(good, key=lambda one: one.score, default=None)


def _is_better(trial: Trial, noise: Noise) -> bool:
    """Better by more than the noise as a whole, and no slower in either time: what noise would hide in a short
    measurement, a listener would hear later."""
    speeds_hold = all(trial.ratio(one) <= LEAST_MARGIN for one in ("ttfa", "rtf"))
    margin = noise.score_margin(len(trial.rounds))
    return speeds_hold and trial.ratio("memory") <= MOST_MEMORY and trial.score < -margin


def measured(trial: Trial, trials: Sequence[Trial]) -> tuple[dict[str, float], dict[str, float]]:
    """Ratios to the default, and the margins in which they would be noise, by objective."""
    noise = Noise.of(trials)
    rounds = len(trial.rounds)
    ratios = {one: round(math.exp(trial.ratio(one)), 4) for one in OBJECTIVES}
    return ratios, {one: round(math.exp(noise.margin(one, rounds)) - 1, 4) for one in OBJECTIVES}


def against_rule(trials: Sequence[Trial], default: Point, rule: ProviderChoice) -> dict[str, str]:
    """The rule gives long texts to a provider without a measurement: back to the CPU where that was slower here, or
    did not work."""
    if not rule.from_characters:
        return {}
    found = {}
    for stage, name in rule.by_stage.items():
        setting = f"provider_{stage}"
        alone = [one for one in trials if dict(one.point) == {**default, setting: name}]
        if any(one.state == "failed" or (one.is_usable and one.ratio("rtf") > LEAST_MARGIN) for one in alone):
            found[setting] = CPU
    return found
