"""An evaluation and the bars of its build -> a verdict: which bars are reached, and whether enough was measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from koe.bench.evaluation.bars import Bars
from koe.bench.evaluation.measures import (
    MOS_CHANGE,
    STREAMED_DISTANCE,
    STREAMED_PESQ,
    WHOLE_DISTANCE,
    WHOLE_PESQ,
)
from koe.bench.evaluation.report import Evaluation

FEWEST_SENTENCES = 100
FEWEST_VOICES = 12


@dataclass(frozen=True, slots=True)
class Check:
    """A bar and what was measured; None: not measured."""

    bar: str
    limit: float
    measured: float | None
    more_is_better: bool

    @property
    def is_passed(self) -> bool | None:
        if self.measured is None:
            return None
        return self.measured >= self.limit if self.more_is_better else self.measured <= self.limit


@dataclass(frozen=True, slots=True)
class Verdict:
    """`is_enough`: a hundred sentences and twelve voices were measured."""

    checks: tuple[Check, ...]
    is_enough: bool

    @property
    def is_passed(self) -> bool | None:
        """False as soon as a bar is missed. None: nothing was missed, but too little was measured."""
        results = [check.is_passed for check in self.checks]
        if False in results:
            return False
        return True if self.is_enough and None not in results else None

    def to_json(self) -> dict[str, object]:
        checks = [{**asdict(check), "passed": check.is_passed} for check in self.checks]
        return {"passed": self.is_passed, "is_enough": self.is_enough, "checks": checks}


def judge(evaluation: Evaluation, bars: Bars) -> Verdict:
    is_enough = evaluation.sentences >= FEWEST_SENTENCES and len(evaluation.voices) >= FEWEST_VOICES
    return Verdict(tuple(_checks(evaluation, bars)), is_enough)


def _checks(evaluation: Evaluation, bars: Bars) -> Iterator[Check]:
    words, clicks, mos = evaluation.words, evaluation.clicks, evaluation.summary(MOS_CHANGE)
    added = 100 * words.added if words else None
    yield Check("word error rate, added points", 100 * bars.most_added_word_errors, added, more_is_better=False)
    yield Check("DNSMOS, mean change", -bars.most_lost_mos, mos.stats.mean if mos else None, more_is_better=True)
    more_clicks = clicks.build - clicks.reference if clicks else None
    yield Check("clicks, added", bars.most_added_clicks, more_clicks, more_is_better=False)
    # Decoded whole they would be compared with themselves.
    yield Check("clips that could not be streamed", 0, evaluation.not_streamed, more_is_better=False)
    for limit, statistic, measures in (
        (bars.largest_distance_db, "mean", (STREAMED_DISTANCE, WHOLE_DISTANCE)),
        (bars.lowest_pesq, "mean", (STREAMED_PESQ, WHOLE_PESQ)),
        (bars.lowest_pesq_p5, "p5", (STREAMED_PESQ, WHOLE_PESQ)),
    ):
        if limit is None:
            continue
        for measure in measures:
            summary = evaluation.summary(measure)
            measured = getattr(summary.stats, statistic) if summary else None
            label = f"{measure.label}, {'mean' if statistic == 'mean' else '5th percentile'}"
            yield Check(label, limit, measured, measure.more_is_better)
