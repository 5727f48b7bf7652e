"""Rounds -> percentiles of each speaker and text, and paired ratios of two speakers; their JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from koe.bench.calibration import Noise
from koe.bench.estimates import Estimate, Percentiles, median_of, paired_ratio
from koe.bench.listening import Punctuality
from koe.bench.machine import Machine
from koe.bench.run.load import ConcurrencyPoint
from koe.bench.run.profile import Sample
from koe.bench.run.turns import Round
from koe.bench.speakers import Spoken


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one speaker with one text. `cpu`: CPU seconds for a second of speech."""

    first_byte_s: Percentiles
    ttfa_s: Percentiles
    complete_s: Percentiles
    rtf: Percentiles
    cpu: Estimate | None
    speech_s: float
    punctuality: Punctuality

    @classmethod
    def of(cls, spoken: Sequence[Spoken]) -> Figures:
        return cls(
            Percentiles.of([one.first_byte_s for one in spoken]),
            Percentiles.of([one.first_audible_s for one in spoken]),
            Percentiles.of([one.complete_s for one in spoken]),
            Percentiles.of([one.rtf for one in spoken]),
            cpu_of(spoken),
            max(one.speech_s for one in spoken),
            Punctuality.of(one.playthrough for one in spoken),
        )


@dataclass(frozen=True, slots=True)
class Ratios:
    """koe compared with another speaker in the same rounds; below 1, koe is faster."""

    ttfa: Estimate
    rtf: Estimate
    cpu: Estimate | None

    @classmethod
    def of(cls, ours: Sequence[Spoken], theirs: Sequence[Spoken]) -> Ratios:
        return cls(
            paired_ratio([one.first_audible_s for one in ours], [one.first_audible_s for one in theirs]),
            paired_ratio([one.rtf for one in ours], [one.rtf for one in theirs]),
            _cpu_ratio(ours, theirs),
        )


def cpu_of(spoken: Sequence[Spoken]) -> Estimate | None:
    known = [one.cpu_s / one.speech_s for one in spoken if one.cpu_s is not None]
    return median_of(known) if known else None


def _cpu_ratio(ours: Sequence[Spoken], theirs: Sequence[Spoken]) -> Estimate | None:
    pairs = [
        (own.cpu_s / own.speech_s, other.cpu_s / other.speech_s)
        for own, other in zip(ours, theirs, strict=True)
        if own.cpu_s and other.cpu_s
    ]
    return paired_ratio(*zip(*pairs, strict=True)) if pairs else None


@dataclass(frozen=True, slots=True)
class TextReport:
    preset: str
    characters: int
    speakers: Mapping[str, Figures]
    ratios: Ratios | None


@dataclass(frozen=True, slots=True)
class Conditions:
    """What must be equal for two runs to be comparable."""

    machine: Machine
    version: str
    build: str
    voice: str
    is_streamed: bool
    peer: str | None


@dataclass(frozen=True, slots=True)
class RunReport:
    """`own` is the name of koe among the speakers."""

    conditions: Conditions
    own: str
    trials: int
    noise: Noise
    texts: tuple[TextReport, ...]
    rounds: tuple[Round, ...]
    samples: tuple[Sample, ...] = ()
    concurrency: tuple[ConcurrencyPoint, ...] = field(default=())

    def to_json(self) -> dict[str, object]:
        return {
            "conditions": {**asdict(self.conditions), "kind": self.conditions.machine.kind},
            "own": self.own,
            "trials": self.trials,
            "noise": {**asdict(self.noise), "is_quiet": self.noise.is_quiet},
            "texts": {text.preset: asdict(text) for text in self.texts},
            "concurrency": [asdict(point) for point in self.concurrency],
        }

    def artifact(self) -> dict[str, object]:
        """With every trial and every sample."""
        trials = [
            {"preset": one.preset, "at_s": one.at_s, "speakers": {name: _trial(it) for name, it in one.spoken.items()}}
            for one in self.rounds
        ]
        return {**self.to_json(), "samples": [asdict(sample) for sample in self.samples], "rounds": trials}


def _trial(spoken: Spoken) -> dict[str, float | None]:
    return {
        "first_byte_s": spoken.first_byte_s,
        "ttfa_s": spoken.first_audible_s,
        "complete_s": spoken.complete_s,
        "rtf": spoken.rtf,
        "cpu_s": spoken.cpu_s,
    }


def texts_of(
    rounds: Sequence[Round], characters: Mapping[str, int], own: str, peer: str | None
) -> tuple[TextReport, ...]:
    found = []
    for preset in dict.fromkeys(one.preset for one in rounds):
        of_text = [one.spoken for one in rounds if one.preset == preset]
        spoken = {name: [turn[name] for turn in of_text] for name in of_text[0]}
        figures = {name: Figures.of(some) for name, some in spoken.items()}
        ratios = None if peer is None else Ratios.of(spoken[own], spoken[peer])
        found.append(TextReport(preset, characters[preset], figures, ratios))
    return tuple(found)
