"""What streaming costs in sound: speech decoded by the window beside the same prosody decoded whole.

Windows are decoded with predicted norms, the whole utterance with its own (docs/architecture.md#windows); the voices
read held-out sentences that calibration never saw. Beside it stands the model's own floor: whole decoding against whole
decoding at a pitch that is higher by one part in ten million. Its harmonic phase is chaotic, so that even this changes
the waveform: no difference smaller than the floor says anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from typing import Protocol

import numpy as np

from koe.bench.clips import Clip, ClipMaker
from koe.bench.likeness import (
    jumps_at,
    log_spectral_distance_db,
    pesq_wide_band,
    place_in,
    seams_above_usual,
    signal_to_noise_db,
    stoi,
)
from koe.bench.words import WordErrors, word_errors
from koe.build.calibrate import Utterance
from koe.types import Samples

FRAME_MS = 25


@dataclass(frozen=True, slots=True)
class Metric:
    """How alike two waveforms are. `measure` gets the reference, the other and their rate; None: cannot be said."""

    key: str
    label: str
    measure: Callable[[Samples, Samples, int], float | None]
    more_is_better: bool = True


LOG_SPECTRAL_DISTANCE = Metric(
    "log_spectral_distance_db",
    "log-spectral distance, dB",
    lambda reference, other, _: log_spectral_distance_db(reference, other),
    more_is_better=False,
)
SIGNAL_TO_NOISE = Metric(
    "signal_to_noise_db", "signal to noise, dB", lambda reference, other, _: signal_to_noise_db(reference, other)
)
METRICS = (
    Metric("pesq", "PESQ wide-band", pesq_wide_band),
    Metric("stoi", "STOI", stoi),
    LOG_SPECTRAL_DISTANCE,
    SIGNAL_TO_NOISE,
)


@dataclass(frozen=True, slots=True)
class Seams:
    """How many there are; at how many streaming jumps away from the whole, and at as many places one frame earlier; and
    how many have an unusual step in what is streamed, and at the same places of the whole."""

    count: int
    jumps: int
    jumps_elsewhere: int
    above: int
    above_in_whole: int

    @classmethod
    def between(cls, clip: Clip, whole: Samples) -> Seams:
        """`whole` has the samples of what is streamed."""
        rate = clip.sample_rate_hz
        elsewhere = [seam - rate * FRAME_MS // 1000 for seam in clip.seams]
        return cls(
            len(clip.seams),
            jumps_at(clip.seams, whole, clip.streamed, rate),
            jumps_at([place for place in elsewhere if place > 0], whole, clip.streamed, rate),
            seams_above_usual(clip.streamed, clip.seams, rate),
            seams_above_usual(whole, clip.seams, rate),
        )

    @classmethod
    def total(cls, seams: Sequence[Seams]) -> Seams:
        return cls(*(sum(column) for column in zip(*map(astuple, seams), strict=True))) if seams else cls(0, 0, 0, 0, 0)


class Ear(Protocol):
    """Whoever writes down English that it hears."""

    def transcribe(self, samples: Samples, sample_rate_hz: int) -> str: ...


@dataclass(frozen=True, slots=True)
class Heard:
    """The words understood, and how many of them are wrong."""

    streamed: str
    whole: str
    streamed_errors: WordErrors
    whole_errors: WordErrors


@dataclass(frozen=True, slots=True)
class Words:
    """Over all clips that were listened to; `alike` counts those in which the same was understood."""

    clips: int
    alike: int
    streamed_errors: WordErrors
    whole_errors: WordErrors

    @classmethod
    def of(cls, heard: Sequence[Heard]) -> Words:
        return cls(
            len(heard),
            sum(one.streamed == one.whole for one in heard),
            WordErrors.total([one.streamed_errors for one in heard]),
            WordErrors.total([one.whole_errors for one in heard]),
        )


@dataclass(frozen=True, slots=True)
class ClipQuality:
    """`likeness` and `floor` hold the metrics by their keys."""

    utterance: Utterance
    duration_s: float
    likeness: Mapping[str, float | None]
    floor: Mapping[str, float | None]
    seams: Seams
    heard: Heard | None


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean, what one clip in twenty is worse than, and the worst; of the clips that could be measured."""

    clips: int
    mean: float
    p5: float
    worst: float

    @classmethod
    def of(cls, values: Sequence[float | None], more_is_better: bool) -> Spread | None:
        measured = [value for value in values if value is not None]
        if not measured:
            return None
        worst, unlucky = (min(measured), 0.05) if more_is_better else (max(measured), 0.95)
        return cls(len(measured), float(np.mean(measured)), float(np.quantile(measured, unlucky)), worst)


@dataclass(frozen=True, slots=True)
class Likeness:
    """One metric over many clips: of streaming, and of the model's own floor. None: could not be measured."""

    metric: Metric
    streamed: Spread | None
    floor: Spread | None


@dataclass(frozen=True, slots=True)
class Quality:
    """`whole_decodings` counts the clips that could not be streamed: they are like the whole, and no evidence."""

    clips: tuple[ClipQuality, ...]
    metrics: tuple[Metric, ...]
    whole_decodings: int

    @property
    def voices(self) -> list[str]:
        return sorted({clip.utterance.voice for clip in self.clips})

    @property
    def sentences(self) -> int:
        return len({clip.utterance.text for clip in self.clips})

    @property
    def seams(self) -> Seams:
        return Seams.total([clip.seams for clip in self.clips])

    @property
    def words(self) -> Words | None:
        heard = [clip.heard for clip in self.clips if clip.heard]
        return Words.of(heard) if heard else None

    def of_voice(self, voice: str) -> Quality:
        return replace(self, clips=tuple(clip for clip in self.clips if clip.utterance.voice == voice))

    def likenesses(self) -> list[Likeness]:
        return [
            Likeness(
                metric,
                Spread.of([clip.likeness[metric.key] for clip in self.clips], metric.more_is_better),
                Spread.of([clip.floor[metric.key] for clip in self.clips], metric.more_is_better),
            )
            for metric in self.metrics
        ]

    def to_json(self) -> dict[str, object]:
        return {
            **self._spreads_to_json(),
            "whole_decodings": self.whole_decodings,
            "seams": asdict(self.seams),
            "words": self.words and asdict(self.words),
            "voices": {voice: self.of_voice(voice)._spreads_to_json() for voice in self.voices},
            "clips": [asdict(clip) for clip in self.clips],
        }

    def _spreads_to_json(self) -> dict[str, object]:
        likenesses = self.likenesses()
        return {
            "streamed": {one.metric.key: one.streamed and asdict(one.streamed) for one in likenesses},
            "floor": {one.metric.key: one.floor and asdict(one.floor) for one in likenesses},
        }


def measure_quality(
    maker: ClipMaker,
    utterances: Sequence[Utterance],
    ear: Ear | None = None,
    metrics: tuple[Metric, ...] = METRICS,
    on_utterance: Callable[[], None] = lambda: None,
) -> Quality:
    """With an `ear` the English clips are listened to as well."""
    measured = []
    for utterance in utterances:
        for clip in maker.clips(utterance):
            measured.append(measure_clip(clip, metrics, ear if utterance.language.startswith("en") else None))
        on_utterance()
    return Quality(tuple(measured), metrics, maker.whole_decodings)


def measure_clip(clip: Clip, metrics: Sequence[Metric], ear: Ear | None = None) -> ClipQuality:
    """On the samples that both decodings have."""
    start, rate = place_in(clip.whole, clip.streamed), clip.sample_rate_hz
    whole, floor = (samples[start : start + len(clip.streamed)] for samples in (clip.whole, clip.nudged))
    return ClipQuality(
        clip.utterance,
        duration_s=len(clip.streamed) / rate,
        likeness={metric.key: metric.measure(whole, clip.streamed, rate) for metric in metrics},
        floor={metric.key: metric.measure(whole, floor, rate) for metric in metrics},
        seams=Seams.between(clip, whole),
        heard=_listen(clip, ear) if ear else None,
    )


def _listen(clip: Clip, ear: Ear) -> Heard:
    """To the whole with its edges: what streaming leaves out there must not be missed."""
    said = clip.utterance.text
    streamed, whole = (ear.transcribe(samples, clip.sample_rate_hz) for samples in (clip.streamed, clip.whole))
    return Heard(streamed, whole, word_errors(said, streamed), word_errors(said, whole))
