"""Features, outcomes of their tests, and figures -> what is shown, what failed, and what was not measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from koe.bench.calibration import Noise
from koe.bench.verify.bars import BARS, Bar
from koe.bench.verify.feature import Feature
from koe.bench.verify.listener_features import LISTENER_FEATURES
from koe.bench.verify.outcomes import Outcomes, outcomes_of
from koe.bench.verify.scale_features import SCALE_FEATURES
from koe.bench.verify.service_features import SERVICE_FEATURES
from koe.bench.verify.speech_features import SPEECH_FEATURES

FEATURES = (*SPEECH_FEATURES, *SERVICE_FEATURES, *LISTENER_FEATURES, *SCALE_FEATURES)
AREAS = tuple(dict.fromkeys(feature.area for feature in FEATURES))
State = Literal["shown", "failed", "noisy", "not measured"]


@dataclass(frozen=True, slots=True)
class Figure:
    """`value` None: not measured."""

    name: str
    value: float | None
    state: State

    @property
    def bar(self) -> Bar:
        return BARS[self.name]


@dataclass(frozen=True, slots=True)
class Row:
    """`outcomes` None: its tests were not run."""

    feature: Feature
    outcomes: Outcomes | None
    figures: tuple[Figure, ...]

    @property
    def state(self) -> State:
        states: list[State] = [figure.state for figure in self.figures]
        if self.outcomes is not None:
            states.append("failed" if self.outcomes.failed or not self.outcomes.passed else "shown")
        return max(states, key=STATES.index, default="not measured")


STATES: tuple[State, ...] = ("shown", "not measured", "noisy", "failed")


@dataclass(frozen=True, slots=True)
class Checklist:
    rows: tuple[Row, ...]
    noise: Noise | None

    def count(self, state: State) -> int:
        return sum(row.state == state for row in self.rows)

    def to_json(self) -> dict[str, object]:
        rows = [
            {
                **asdict(row.feature),
                "state": row.state,
                "outcomes": None if row.outcomes is None else asdict(row.outcomes),
                "figures": [{**asdict(one), **asdict(one.bar)} for one in row.figures],
            }
            for row in self.rows
        ]
        return {"rows": rows, "noise": None if self.noise is None else asdict(self.noise)}


def features_of(areas: Iterable[str]) -> tuple[Feature, ...]:
    """All, if no area is named."""
    wanted = set(areas) or set(AREAS)
    return tuple(feature for feature in FEATURES if feature.area in wanted)


def check(
    features: Iterable[Feature],
    tests: Mapping[str, Counter[str]] | None,
    figures: Mapping[str, float] | None,
    noise: Noise | None,
) -> Checklist:
    """`tests` None: none were run. `figures` None: none were measured."""
    is_quiet = noise is None or noise.is_quiet
    rows = tuple(
        Row(
            feature,
            None if tests is None else outcomes_of(tests, feature.tests),
            () if figures is None else tuple(_figure(name, figures.get(name), is_quiet) for name in feature.figures),
        )
        for feature in features
    )
    return Checklist(rows, noise)


def _figure(name: str, value: float | None, is_quiet: bool) -> Figure:
    bar = BARS[name]
    if value is None:
        return Figure(name, None, "not measured")
    if value <= bar.limit:
        return Figure(name, value, "shown")
    return Figure(name, value, "noisy" if bar.is_timing and not bar.command and not is_quiet else "failed")
