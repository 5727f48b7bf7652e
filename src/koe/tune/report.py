"""A study -> rows to print, and one JSON about machine, versions, front and quality that holds no user data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from koe.tune.choice import Choice
from koe.tune.gate import Gate
from koe.tune.space import Point, Space, point_key
from koe.tune.trials import Trial, pareto_front

REPORT_VERSION = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A point with its costs: the ratio to the default in the same rounds, times what the default takes by all rounds.
    `memory_mb` is as measured."""

    trial: Trial
    changes: str
    ttfa_s: float
    rtf: float
    memory_mb: int | None

    def to_json(self) -> dict[str, Any]:
        one = self.trial
        ratios = {name: round(math.exp(one.ratio(name)), 4) for name in ("ttfa", "rtf", "memory")}
        return {
            "point": dict(one.point),
            "kind": one.kind,
            "rounds": len(one.rounds),
            "ttfa_s": round(self.ttfa_s, 4),
            "rtf": round(self.rtf, 4),
            "memory_mb": self.memory_mb,
            "ratios": ratios,
        }


def front_rows(trials: Sequence[Trial], space: Space) -> list[Row]:
    """The Pareto front with the default, each point by its most rounds."""
    best: dict[str, Trial] = {}
    for one in sorted(trials, key=lambda one: len(one.rounds)):
        if one.state == "complete":
            best[point_key(one.point)] = one
    front = {one.number for one in pareto_front(list(best.values()))}
    shown = [one for one in best.values() if one.number in front or one.kind == "default"]
    rounds = [row for one in best.values() for row in one.rounds]
    if not rounds:
        return []
    default_ttfa_s, default_rtf = (median(getattr(row.default, name) for row in rounds) for name in ("ttfa_s", "rtf"))
    return [
        Row(
            one,
            changes_of(one.point, space),
            default_ttfa_s * math.exp(one.ratio("ttfa")),
            default_rtf * math.exp(one.ratio("rtf")),
            one.memory_mb,
        )
        for one in sorted(shown, key=lambda one: one.score)
    ]


def changes_of(point: Point, space: Space) -> str:
    """`build=int8, threads=1`, or `default`."""
    changed = (f"{one.name}={point.get(one.name)}" for one in space.dimensions if point.get(one.name) != one.default)
    return ", ".join(changed) or "default"


def full_report(trials: Sequence[Trial], space: Space, gate: Gate, choice: Choice | None) -> dict[str, Any]:
    """What failed and why is told by its state alone: messages may hold paths."""
    return {
        "report_version": REPORT_VERSION,
        "identity": choice.identity.to_json() if choice else None,
        "quality": gate.to_json(),
        "space": {one.name: list(one.values) for one in space.dimensions},
        "default": dict(space.default),
        "front": [row.to_json() for row in front_rows(trials, space)],
        "trials": [
            {
                "point": dict(one.point),
                "kind": one.kind,
                "state": one.state,
                "memory_mb": one.memory_mb,
                "rounds": [
                    [row.candidate.ttfa_s, row.candidate.rtf, row.default.ttfa_s, row.default.rtf] for row in one.rounds
                ],
            }
            for one in trials
        ],
        "choice": None if choice is None else _without_identity(choice),
    }


def _without_identity(choice: Choice) -> dict[str, Any]:
    return {name: value for name, value in choice.to_json().items() if name != "identity"}
