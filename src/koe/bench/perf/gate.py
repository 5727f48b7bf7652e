"""Rounds of koe and a peer -> ratios by wall clock and by CPU time; those and a baseline -> what became slower.

The ratio to a peer of the same round cancels the speed of the machine. What other programs take is not the same for
both: a short answer loses more to them than a long one. So there are two witnesses. CPU time counts only the work
itself, and decides alone when the machine was noisy; on a quiet one either of them can fail the gate.
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
class PerfFigures:
    """koe compared with the peer. By measure and witness, such as "ttfa wall"; what could not be measured is absent."""

    peer: str
    rounds: int
    ratios: Mapping[str, Estimate]
    noise: Noise

    @classmethod
    def of(cls, rounds: Sequence[Round], own: str, peer: str, noise: Noise) -> PerfFigures:
        found = {}
        for (measure, witness), value in _VALUES.items():
            pairs = [(value(one.spoken[own]), value(one.spoken[peer])) for one in rounds]
            known = [(ours, theirs) for ours, theirs in pairs if ours and theirs]
            if known:
                found[f"{measure} {witness}"] = paired_ratio(*zip(*known, strict=True))
        return cls(peer, len(rounds), found, noise)

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> PerfFigures:
        ratios = {name: Estimate(**one) for name, one in written["ratios"].items()}
        return cls(written["peer"], written["rounds"], ratios, Noise(**written["noise"]))

    def to_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Finding:
    """`change`: now compared with the baseline. `is_decisive`: this witness may fail the gate in this run."""

    measure: str
    witness: Witness
    before: Estimate
    now: Estimate
    change: Estimate
    is_decisive: bool

    @property
    def is_slower(self) -> bool:
        """Ten per cent, and more than the noise of both runs can explain."""
        return self.change.value >= MOST_SLOWER and self.change.low > 1


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
            if name in before.ratios and name in now.ratios:
                old, new = before.ratios[name], now.ratios[name]
                is_decisive = witness == "cpu" or is_quiet
                findings.append(Finding(measure, witness, old, new, new.over(old), is_decisive))
    return Verdict(tuple(findings))
