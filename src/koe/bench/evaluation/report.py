"""Measured clips -> statistics of each measure, word errors, clicks and seams, the worst clips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from koe.bench.evaluation.measures import MEASURES, STREAMED_DISTANCE, STREAMED_PESQ, Measure, MeasuredClip
from koe.bench.evaluation.store import Values
from koe.bench.metrics import MetricStats
from koe.bench.seams import Seams
from koe.bench.words import WordErrors

WORST = 3


@dataclass(frozen=True, slots=True)
class Summary:
    """One measure over all clips, with its worst clips, the worst first."""

    measure: Measure
    stats: MetricStats
    worst: tuple[MeasuredClip, ...]


@dataclass(frozen=True, slots=True)
class WordSummary:
    """Word errors of build and reference over the clips that were transcribed. `standard_error` is that of the
    difference of the two rates, by leaving out one clip after another: a difference smaller than it means nothing."""

    clips: int
    build: WordErrors
    reference: WordErrors
    standard_error: float
    worst: tuple[MeasuredClip, ...]

    @property
    def added(self) -> float:
        return self.build.rate - self.reference.rate


@dataclass(frozen=True, slots=True)
class Clicks:
    """Clicks found in the speech of all clips."""

    build: int
    reference: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    build: str
    build_sha256: str
    reference: str
    reference_sha256: str
    clips: tuple[MeasuredClip, ...]

    @property
    def sentences(self) -> int:
        return len({one.clip.sentence.text for one in self.clips})

    @property
    def voices(self) -> list[str]:
        return sorted({one.clip.sentence.voice for one in self.clips})

    def summary(self, measure: Measure) -> Summary | None:
        """None if no clip was measured."""
        values = [measure.value(one) for one in self.clips]
        stats = MetricStats.of(values, measure.more_is_better)
        if stats is None:
            return None
        known = [(value, one) for value, one in zip(values, self.clips, strict=True) if value is not None]
        known.sort(key=lambda pair: pair[0], reverse=not measure.more_is_better)
        return Summary(measure, stats, tuple(one for _, one in known[:WORST]))

    def summaries(self) -> list[Summary]:
        found = (self.summary(measure) for measure in MEASURES)
        return [summary for summary in found if summary is not None]

    @property
    def words(self) -> WordSummary | None:
        heard = [one for one in self.clips if one.build.get("words") and one.reference.get("words")]
        if not heard:
            return None
        build = [_errors(one.build["words"]) for one in heard]
        reference = [_errors(one.reference["words"]) for one in heard]
        added = [one.errors - other.errors for one, other in zip(build, reference, strict=True)]
        ranked = sorted(zip(added, heard, strict=True), key=lambda pair: -pair[0])
        return WordSummary(
            len(heard),
            WordErrors.total(build),
            WordErrors.total(reference),
            _standard_error(added, [one.words for one in build]),
            tuple(one for more, one in ranked[:WORST] if more > 0),
        )

    @property
    def clicks(self) -> Clicks | None:
        heard = [one for one in self.clips if "sound" in one.build]
        if not heard:
            return None
        build, reference = (
            sum(len(values["sound"]["clicks_s"]) for values in both)
            for both in ([one.build for one in heard], [one.reference for one in heard])
        )
        return Clicks(build, reference)

    @property
    def seams(self) -> Seams | None:
        found = [Seams(**one.build["similarity"]["seams"]) for one in self.clips if "similarity" in one.build]
        return Seams.total(found) if found else None

    @property
    def not_streamed(self) -> int | None:
        """Number of clips that were decoded whole because their norms could not be predicted."""
        found = [one.build["similarity"]["is_streamed"] for one in self.clips if "similarity" in one.build]
        return found.count(False) if found else None

    def to_json(self) -> dict[str, object]:
        words, seams, clicks = self.words, self.seams, self.clicks
        return {
            "build": {"name": self.build, "sha256": self.build_sha256},
            "reference": {"name": self.reference, "sha256": self.reference_sha256},
            "clips": len(self.clips),
            "sentences": self.sentences,
            "voices": self.voices,
            "measures": {
                summary.measure.key: {**asdict(summary.stats), "worst_clips": _names(summary.worst)}
                for summary in self.summaries()
            },
            "words": words and _words_json(words),
            "clicks": clicks and asdict(clicks),
            "seams": seams and asdict(seams),
            "not_streamed": self.not_streamed,
        }

    def clips_to_json(self) -> list[dict[str, object]]:
        return [
            {
                "clip": one.clip.name,
                **asdict(one.clip.sentence),
                "build": dict(one.build),
                "reference": dict(one.reference),
            }
            for one in self.clips
        ]


def worst_clips(evaluation: Evaluation) -> list[MeasuredClip]:
    """By PESQ and by log-spectral distance of streamed speech; each once."""
    found: dict[str, MeasuredClip] = {}
    for measure in (STREAMED_PESQ, STREAMED_DISTANCE):
        summary = evaluation.summary(measure)
        found |= {one.clip.name: one for one in (summary.worst if summary else ())}
    return list(found.values())


def similarities(one: MeasuredClip) -> list[tuple[Measure, float]]:
    """Those that could be measured of streamed speech."""
    values = ((measure, measure.value(one)) for measure in (STREAMED_PESQ, STREAMED_DISTANCE))
    return [(measure, value) for measure, value in values if value is not None]


def _errors(values: Values) -> WordErrors:
    return WordErrors(values["errors"], values["words"])


def _standard_error(added: Sequence[int], words: Sequence[int]) -> float:
    """Jackknife over the clips."""
    count, total_added, total_words = len(added), sum(added), sum(words)
    if count < 2 or total_words == max(words):
        return 0.0
    without = [(total_added - more) / (total_words - spoken) for more, spoken in zip(added, words, strict=True)]
    return float(np.sqrt((count - 1) / count * np.sum(np.square(np.array(without) - np.mean(without)))))


def _names(clips: Iterable[MeasuredClip]) -> list[str]:
    return [one.clip.name for one in clips]


def _words_json(words: WordSummary) -> dict[str, Any]:
    return {
        "clips": words.clips,
        "build": {**asdict(words.build), "rate": words.build.rate},
        "reference": {**asdict(words.reference), "rate": words.reference.rate},
        "added": words.added,
        "standard_error": words.standard_error,
        "worst_clips": _names(words.worst),
    }
