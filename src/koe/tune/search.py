"""The search: trials beside the default until the time is used up, then the best ones once more, and a choice.

The default has a server of its own from the beginning to the end. Each candidate gets one for its trial, and the two
take turns in every round. The first trial compares the default with itself: what differs there is noise. Whatever looks
best after many noisy trials was also lucky, so the choice is made by new rounds alone.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from koe.errors import KoeError
from koe.tune.space import Point, Space, point_key
from koe.tune.store import StoredStudy
from koe.tune.surrogate import FAILED, Surrogate
from koe.tune.trials import (
    OBJECTIVES,
    WEIGHTS,
    Kind,
    Noise,
    Round,
    Sample,
    Trial,
    is_hopeless,
    pareto_front,
)

log = logging.getLogger("koe.tune")

# A candidate that takes so many times as long as the default in one round is given up.
_FAR_WORSE = 2.5
# The first estimate of what a trial takes, until one was measured; then the longest one so far, with some room.
_FIRST_TRIAL_S, _ROOM = 12.0, 1.2
_FEWEST_TO_JUDGE = 2
_SEED = 82


class Candidate(Protocol):
    """A server with the settings of a point."""

    def speak(self) -> Sample: ...

    def memory_mb(self) -> int | None: ...

    def has_fallen_back(self) -> bool:
        """Something else spoke in place of what the point names."""
        ...


class Rig(Protocol):
    """Starts servers. Raises `KoeError` if one does not start, or does not answer within the given seconds."""

    def serve(self, point: Point, limit_s: float) -> AbstractContextManager[Candidate]: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """`confirm_share` of the time is kept for `finalists`, with `confirm_rounds` each."""

    budget_s: float
    rounds: int
    confirm_rounds: int
    finalists: int
    confirm_share: float = 0.3


QUICK = Plan(budget_s=110.0, rounds=3, confirm_rounds=5, finalists=1)
FULL = Plan(budget_s=570.0, rounds=5, confirm_rounds=10, finalists=3)


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a search is told from outside. `is_stopped`: Ctrl-C; what was measured stays. `on_progress` gets the seconds
    used so far and what is measured now."""

    is_stopped: Callable[[], bool] = lambda: False
    on_progress: Callable[[float, str], None] = lambda _seconds, _label: None
    clock: Callable[[], float] = time.monotonic


class Search:
    def __init__(self, space: Space, rig: Rig, study: StoredStudy, plan: Plan, conduct: Conduct) -> None:
        self._space = space
        self._rig = rig
        self._study = study
        self._plan = plan
        self._conduct = conduct
        self._began_s = conduct.clock()
        self._trials = [one for one in study.trials if one.state != "running"]  # of a search that was interrupted
        self._longest_s = 0.0
        self._random = np.random.default_rng(_SEED + len(self._trials))

    def run(self) -> list[Trial]:
        """All trials of the study, those of an interrupted search included. Raises `KoeError` if the default itself
        does not speak."""
        with self._rig.serve(self._space.default, self._left_s) as default:
            default.speak()  # the first sentence after a start is slower
            if not any(one.kind == "default" and one.is_usable for one in self._trials):
                self._try(default, self._space.default, "default")
            search_s = self._plan.budget_s * (1 - self._plan.confirm_share)
            while self._used_s + self._expected_s < search_s and not self._conduct.is_stopped():
                point = self._next_point()
                if point is None:
                    break
                self._try(default, point, "search")
            for finalist in finalists(self._trials, self._plan.finalists):
                if self._left_s < self._expected_s or self._conduct.is_stopped():
                    break
                self._try(default, finalist.point, "confirm")
        return self._trials

    def _next_point(self) -> Point | None:
        tried = [one for one in self._trials if one.kind != "confirm"]
        known = {point_key(one.point) for one in tried}
        front = pareto_front(tried)
        starts = self._space.starts()
        if len(tried) < self._expected_trials / 2:
            new = [one for one in starts if point_key(one) not in known]
            if new:
                return new[0]
        left = [
            one for one in self._space.pool(self._random, [one.point for one in front]) if point_key(one) not in known
        ]
        if not left:
            return None
        weights = [WEIGHTS[objective] for objective in OBJECTIVES]
        return left[self._surrogate(tried).draw(left, self._random, weights)]

    def _surrogate(self, tried: Sequence[Trial]) -> Surrogate:
        noise = Noise.of(tried)
        rows, errors = [], []
        for one in tried:
            rows.append(one.ratios if one.is_usable else (FAILED,) * len(OBJECTIVES))
            errors.append(noise.margin("ttfa", len(one.rounds)) / 2)
        return Surrogate([one.point for one in tried], np.array(rows), np.array(errors))

    def _try(self, default: Candidate, point: Point, kind: Kind) -> None:
        began_s = self._conduct.clock()
        trial = Trial(self._study.begin(point, kind), point, kind, "running")
        try:
            with self._rig.serve(point, self._left_s) as candidate:
                trial = self._measure(trial, candidate, default)
        except KoeError as problem:
            # What is wrong with the default is no news about a candidate, and shows in its next round.
            trial = replace(trial, state="failed", reason=str(problem))
        if trial.state == "running":  # stopped, or out of time: its rounds stay in the store and count for nothing
            return
        self._study.end(trial)
        self._trials.append(trial)
        if trial.state == "complete":
            self._longest_s = max(self._longest_s, self._conduct.clock() - began_s)
        log.debug("trial %d %s", trial.number, trial.state)

    def _measure(self, trial: Trial, candidate: Candidate, default: Candidate) -> Trial:
        candidate.speak()
        wanted = self._plan.confirm_rounds if trial.kind == "confirm" else self._plan.rounds
        for number in range(wanted):
            if self._conduct.is_stopped() or self._left_s <= 0:
                return trial
            self._conduct.on_progress(self._used_s, _label(trial.point, self._space))
            trial = replace(trial, rounds=(*trial.rounds, _take_turns(candidate, default, number)))
            self._study.add_round(trial.number, trial.rounds[-1])
            if reason := self._why_give_up(trial):
                return self._with_memory(replace(trial, state="pruned", reason=reason), candidate, default)
        if candidate.has_fallen_back():
            return replace(trial, state="failed", reason="it failed while it spoke, and was replaced")
        return self._with_memory(replace(trial, state="complete"), candidate, default)

    def _why_give_up(self, trial: Trial) -> str:
        if trial.kind != "search":
            return ""
        if trial.score > np.log(_FAR_WORSE):
            return f"more than {_FAR_WORSE} times the cost of the default"
        if len(trial.rounds) >= _FEWEST_TO_JUDGE and is_hopeless(
            trial, pareto_front(self._trials), Noise.of(self._trials)
        ):
            return "slower than a point of the front in both times"
        return ""

    def _with_memory(self, trial: Trial, candidate: Candidate, default: Candidate) -> Trial:
        return replace(trial, memory_mb=candidate.memory_mb(), default_memory_mb=default.memory_mb())

    @property
    def _used_s(self) -> float:
        return self._conduct.clock() - self._began_s

    @property
    def _left_s(self) -> float:
        return self._plan.budget_s - self._used_s

    @property
    def _expected_s(self) -> float:
        return _ROOM * self._longest_s or _FIRST_TRIAL_S

    @property
    def _expected_trials(self) -> float:
        return self._plan.budget_s * (1 - self._plan.confirm_share) / self._expected_s


def _take_turns(candidate: Candidate, default: Candidate, number: int) -> Round:
    """Each is first in every second round."""
    if number % 2:
        reference = default.speak()
        return Round(candidate.speak(), reference)
    sample = candidate.speak()
    return Round(sample, default.speak())


def _label(point: Point, space: Space) -> str:
    changed = [f"{one.name}={point[one.name]}" for one in space.dimensions if point[one.name] != one.default]
    return ", ".join(changed) or "the default"


def finalists(trials: Sequence[Trial], most: int) -> list[Trial]:
    """The best by score that are better than the default at all and were not confirmed before."""
    confirmed = {point_key(one.point) for one in trials if one.kind == "confirm"}
    found = [
        one
        for one in trials
        if one.kind == "search" and one.state == "complete" and one.score < 0 and point_key(one.point) not in confirmed
    ]
    return sorted(found, key=lambda one: one.score)[: max(0, most - len(confirmed))]
