"""Rounds of koe and a peer -> ratios by wall clock and by CPU time; those and a baseline -> what became slower.

The ratio to a peer of the same round cancels the speed of the machine. What other programs take is not the same for
both: a short answer loses more to them than a long one. So there are two witnesses. CPU time counts only the work
itself, and decides alone when the machine was noisy; on a quiet one either of them can fail the gate.

A shared machine may also slow koe's kind of work down by another factor than the peer's. So koe is compared with fixed
work of its own kind too (reference.py), and is slower only if it is beside both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from koe.bench.calibration import Noise
from koe.bench.estimates import Estimate, paired_ratio
from koe.bench.run.turns import Round
from koe.bench.speakers import Spoken

MOST_SLOWER = 1.10
MEASURES = ("ttfa", "rtf")
Witness = Literal["wall", "cpu"]
WITNESSES: tuple[Witness, ...] = ("wall", "cpu")

_VALUES: Mapping[tuple[str, Witness], Callable[[Spoken], float | None]] = {
    ("ttfa", "wall"): lambda one: one.first_audible_s,
    ("ttfa", "cpu"): lambda one: one.first_cpu_s,
    ("rtf", "wall"): lambda one: one.rtf,
    ("rtf", "cpu"): lambda one: None if one.cpu_s is None else one.cpu_s / one.speech_s,
}


@dataclass(frozen=True, slots=True)
class Names:
    """Of those that took turns."""

    own: str
    peer: str
    reference: str


@dataclass(frozen=True, slots=True)
class PerfFigures:
    """koe beside the peer and beside the reference, by measure and witness, such as "ttfa wall". What could not be
    measured is absent."""

    peer: str
    rounds: int
    ratios: Mapping[str, Estimate]
    noise: Noise
    to_reference: Mapping[str, Estimate]

    @classmethod
    def of(cls, rounds: Sequence[Round], names: Names, noise: Noise) -> PerfFigures:
        ratios, to_reference = (_ratios(rounds, names.own, other) for other in (names.peer, names.reference))
        return cls(names.peer, len(rounds), ratios, noise, to_reference)

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> PerfFigures:
        ratios, to_reference = (
            {name: Estimate(**one) for name, one in written[field].items()} for field in ("ratios", "to_reference")
        )
        return cls(written["peer"], written["rounds"], ratios, Noise(**written["noise"]), to_reference)

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def _ratios(rounds: Sequence[Round], own: str, other: str) -> dict[str, Estimate]:
    found = {}
    for (measure, witness), value in _VALUES.items():
        pairs = [(value(one.spoken[own]), value(one.spoken[other])) for one in rounds]
        known = [(ours, theirs) for ours, theirs in pairs if ours and theirs]
        if known:
            found[f"{measure} {witness}"] = paired_ratio(*zip(*known, strict=True))
    return found


@dataclass(frozen=True, slots=True)
class Finding:
    """`change`: the ratio to the peer, now compared with the baseline; `beside_reference`: that to the reference.
    `is_decisive`: this witness may fail the gate in this run."""

    measure: str
    witness: Witness
    before: Estimate
    now: Estimate
    change: Estimate
    beside_reference: Estimate
    is_decisive: bool

    @property
    def is_slower(self) -> bool:
        """Ten per cent beside both, and more than the noise of both runs can explain."""
        return all(change.value >= MOST_SLOWER and change.low > 1 for change in (self.change, self.beside_reference))


@dataclass(frozen=True, slots=True)
class Verdict:
    findings: tuple[Finding, ...]

    @property
    def slower(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.findings if one.is_decisive and one.is_slower)

    @property
    def is_passed(self) -> bool | None:
        """None: the machine was too noisy, and no CPU times are known."""
        if not all(any(one.is_decisive for one in self.findings if one.measure == name) for name in MEASURES):
            return None
        return not self.slower


def judge(before: PerfFigures, now: PerfFigures) -> Verdict:
    is_quiet = before.noise.is_quiet and now.noise.is_quiet
    findings = []
    for measure in MEASURES:
        for witness in WITNESSES:
            name = f"{measure} {witness}"
            if all(name in figures.ratios and name in figures.to_reference for figures in (before, now)):
                old, new = before.ratios[name], now.ratios[name]
                beside = now.to_reference[name].over(before.to_reference[name])
                is_decisive = witness == "cpu" or is_quiet
                findings.append(Finding(measure, witness, old, new, new.over(old), beside, is_decisive))
    return Verdict(tuple(findings))
