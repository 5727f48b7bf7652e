"""Quality loss of streaming: speech decoded in windows compared with the same prosody decoded whole.

Windows are decoded with predicted norms, the whole span with its own (docs/architecture.md#windows), on held-out
sentences that calibration never saw. The noise floor is that of the model itself: whole decoding compared with whole
decoding with the pitch raised by one part in ten million. The harmonic phase is chaotic, so even this changes the
waveform: differences smaller than the floor mean nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Protocol

from koe.bench.clips import Clip, ClipMaker
from koe.bench.metrics import METRICS, Metric, MetricStats
from koe.bench.seams import Seams
from koe.bench.similarity import place_in
from koe.bench.words import WordErrors, heard_errors
from koe.build.calibrate import CorpusSentence
from koe.types import Samples


class Transcriber(Protocol):
    """Transcribes English speech."""

    def transcribe(self, samples: Samples, sample_rate_hz: int) -> str: ...


@dataclass(frozen=True, slots=True)
class Transcripts:
    """What was recognised in both decodings of a clip, and the word errors."""

    streamed: str
    whole: str
    streamed_errors: WordErrors
    whole_errors: WordErrors


@dataclass(frozen=True, slots=True)
class WordComparison:
    """Word errors over all transcribed clips; `alike` counts the clips with equal transcripts."""

    clips: int
    alike: int
    streamed_errors: WordErrors
    whole_errors: WordErrors

    @classmethod
    def of(cls, transcripts: Sequence[Transcripts]) -> WordComparison:
        return cls(
            len(transcripts),
            sum(one.streamed == one.whole for one in transcripts),
            WordErrors.total([one.streamed_errors for one in transcripts]),
            WordErrors.total([one.whole_errors for one in transcripts]),
        )


@dataclass(frozen=True, slots=True)
class ClipQuality:
    """`similarity` and `floor`: metric key -> value."""

    sentence: CorpusSentence
    duration_s: float
    similarity: Mapping[str, float | None]
    floor: Mapping[str, float | None]
    seams: Seams
    transcripts: Transcripts | None


@dataclass(frozen=True, slots=True)
class MetricSummary:
    """One metric over many clips: of streaming, and of the model's noise floor. None: not measurable."""

    metric: Metric
    streamed: MetricStats | None
    floor: MetricStats | None


@dataclass(frozen=True, slots=True)
class Quality:
    """`whole_decodings` counts the clips that could not be streamed: they equal the whole and prove nothing."""

    clips: tuple[ClipQuality, ...]
    metrics: tuple[Metric, ...]
    whole_decodings: int

    @property
    def voices(self) -> list[str]:
        return sorted({clip.sentence.voice for clip in self.clips})

    @property
    def sentences(self) -> int:
        return len({clip.sentence.text for clip in self.clips})

    @property
    def seams(self) -> Seams:
        return Seams.total([clip.seams for clip in self.clips])

    @property
    def words(self) -> WordComparison | None:
        transcripts = [clip.transcripts for clip in self.clips if clip.transcripts]
        return WordComparison.of(transcripts) if transcripts else None

    def of_voice(self, voice: str) -> Quality:
        return replace(self, clips=tuple(clip for clip in self.clips if clip.sentence.voice == voice))

    def summaries(self) -> list[MetricSummary]:
        return [
            MetricSummary(
                metric,
                MetricStats.of([clip.similarity[metric.key] for clip in self.clips], metric.more_is_better),
                MetricStats.of([clip.floor[metric.key] for clip in self.clips], metric.more_is_better),
            )
            for metric in self.metrics
        ]

    def to_json(self) -> dict[str, object]:
        return {
            **self._stats_to_json(),
            "whole_decodings": self.whole_decodings,
            "seams": asdict(self.seams),
            "words": self.words and asdict(self.words),
            "voices": {voice: self.of_voice(voice)._stats_to_json() for voice in self.voices},
            "clips": [asdict(clip) for clip in self.clips],
        }

    def _stats_to_json(self) -> dict[str, object]:
        summaries = self.summaries()
        return {
            "streamed": {one.metric.key: one.streamed and asdict(one.streamed) for one in summaries},
            "floor": {one.metric.key: one.floor and asdict(one.floor) for one in summaries},
        }


def measure_quality(
    maker: ClipMaker,
    sentences: Sequence[CorpusSentence],
    transcriber: Transcriber | None = None,
    metrics: tuple[Metric, ...] = METRICS,
    on_sentence: Callable[[], None] = lambda: None,
) -> Quality:
    """With a `transcriber` the English clips are transcribed as well."""
    measured = []
    for sentence in sentences:
        english_only = transcriber if sentence.language.startswith("en") else None
        measured += [measure_clip(clip, metrics, english_only) for clip in maker.clips(sentence)]
        on_sentence()
    return Quality(tuple(measured), metrics, maker.whole_decodings)


def measure_clip(clip: Clip, metrics: Sequence[Metric], transcriber: Transcriber | None = None) -> ClipQuality:
    """Compares the samples that both decodings have."""
    start, rate = place_in(clip.whole, clip.streamed), clip.sample_rate_hz
    whole, floor = (samples[start : start + len(clip.streamed)] for samples in (clip.whole, clip.nudged))
    return ClipQuality(
        clip.sentence,
        duration_s=len(clip.streamed) / rate,
        similarity={metric.key: metric.measure(whole, clip.streamed, rate) for metric in metrics},
        floor={metric.key: metric.measure(whole, floor, rate) for metric in metrics},
        seams=Seams.between(clip.streamed, clip.seams, whole, rate),
        transcripts=_transcribe(clip, transcriber) if transcriber else None,
    )


def _transcribe(clip: Clip, transcriber: Transcriber) -> Transcripts:
    """The whole decoding keeps its edges: words that streaming cuts off there must count as errors."""
    said, language = clip.sentence.text, clip.sentence.language
    streamed, whole = (transcriber.transcribe(samples, clip.sample_rate_hz) for samples in (clip.streamed, clip.whole))
    errors = [heard_errors(said, heard, language) for heard in (streamed, whole)]
    return Transcripts(streamed, whole, *errors)
