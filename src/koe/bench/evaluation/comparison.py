"""A clip, a reference and a build -> the measured values, part by part.

| part | what is compared |
|---|---|
| prosody | durations and pitch that the text and pitch stages of the build predict |
| similarity | the reference's prosody, decoded by the build's trunk and generator, streamed and whole |
| sound | loudness and clicks of the speech that a listener gets: the build's own prosody, streamed |
| mos | DNSMOS of the same speech |
| words | what Whisper hears in the same speech |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from koe.audio.loudness import loudness_lufs
from koe.audio.meters import find_clicks
from koe.bench.evaluation.builds import EvaluatedBuild
from koe.bench.evaluation.clips import EvaluationClip
from koe.bench.evaluation.store import MeasurementStore, Values
from koe.bench.metrics import LOG_SPECTRAL_DISTANCE, PESQ
from koe.bench.mos import Rating
from koe.bench.seams import Seams
from koe.bench.similarity import place_in
from koe.bench.speaker import Speaker, Streamed, trimmed
from koe.bench.words import heard_errors
from koe.build.calibrate import CorpusSentence
from koe.errors import BadOutput, EngineError
from koe.languages import LANGUAGES
from koe.model.phase import SAMPLE_RATE_HZ
from koe.model.prosody import Prosody
from koe.model.voices import VoiceBook
from koe.text.plan import Planner, Sentence
from koe.types import Samples

# Part -> version. Increase it when the part's values change.
PARTS: Mapping[str, int] = {"prosody": 1, "similarity": 1, "sound": 1, "mos": 1, "words": 1}
SIMILARITIES = (PESQ, LOG_SPECTRAL_DISTANCE)

# Silence around a clip before a network hears it, which expects some.
_SILENCE_S = 0.25
# The harmonic source is noise below this pitch. Between it and that of the lowest voice the pitch rises from nothing to
# its value, within a frame or two: a difference of two half-frames there is an octave that nobody hears.
_UNVOICED_HZ = 10
_LOWEST_VOICE_HZ = 50
_CENTS_PER_OCTAVE = 1200


class EvaluationError(EngineError):
    code = "evaluation_error"


class Transcriber(Protocol):
    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str) -> str: ...


class Rater(Protocol):
    def rate(self, samples: Samples, sample_rate_hz: int) -> Rating | None: ...


class Listeners:
    """Networks that listen, loaded when the first clip that they have not heard yet comes."""

    def __init__(self, load_transcriber: Callable[[], Transcriber], load_rater: Callable[[], Rater]) -> None:
        self._load_transcriber = load_transcriber
        self._load_rater = load_rater

    @cached_property
    def transcriber(self) -> Transcriber:
        return self._load_transcriber()

    @cached_property
    def rater(self) -> Rater:
        return self._load_rater()


class Texts:
    """Held-out sentences -> tokens and style."""

    def __init__(self, planner: Planner, voices: VoiceBook) -> None:
        self._planner = planner
        self._voices = voices

    def prosody(self, speaker: Speaker, sentence: CorpusSentence) -> Prosody:
        spans = self._planner.spans(Sentence.of(sentence.text, sentence.language))
        if len(spans) != 1:
            raise EvaluationError(f"A held-out sentence must be one span ({len(spans)} in {sentence.text!r}).")
        tokens = spans[0].tokens
        return speaker.prosody(tokens, self._voices.style(sentence.voice, len(tokens)), sentence.speed)


class Reference:
    """Speech of the reference build, decoded whole, with its ratings and transcripts; both cached."""

    def __init__(self, build: EvaluatedBuild, texts: Texts, listeners: Listeners, folder: Path) -> None:
        self.build = build
        self._texts = texts
        self._listeners = listeners
        self._store = MeasurementStore(folder, f"reference-{build.name}", build.whole_sha256)

    @cached_property
    def _speaker(self) -> Speaker:
        return self.build.speaker()

    def speech(self, clip: EvaluationClip) -> tuple[Prosody, Samples]:
        return self._store.prosody_and_speech(clip, lambda: self._speak(clip))

    def _speak(self, clip: EvaluationClip) -> tuple[Prosody, Samples]:
        prosody = self._texts.prosody(self._speaker, clip.sentence)
        return prosody, self._speaker.whole(prosody)

    def values(self, clip: EvaluationClip, part: str) -> Values:
        """Empty for the parts that compare two waveforms."""
        hear = HEARING.get(part)
        if hear is None:
            return {}
        return self._store.values(clip, part, PARTS[part], lambda: hear(clip, self.speech(clip)[1], self._listeners))


class Candidate:
    """A build compared with a reference."""

    def __init__(self, build: EvaluatedBuild, reference: Reference, texts: Texts, listeners: Listeners, folder: Path):
        self.build = build
        self._reference = reference
        self._texts = texts
        self._listeners = listeners
        self._store = MeasurementStore(folder, build.name, build.sha256, reference.build.whole_sha256)
        # Of the last clip: several parts measure the same speech, one after another.
        self._prosody: tuple[EvaluationClip, Prosody] | None = None
        self._speech: tuple[Prosody, Streamed] | None = None

    @cached_property
    def _speaker(self) -> Speaker:
        return self.build.speaker()

    def values(self, clip: EvaluationClip, part: str) -> Values:
        try:
            return self._store.values(clip, part, PARTS[part], lambda: self._measure(clip, part))
        except BadOutput as problem:
            raise EvaluationError(f"Build {self.build.name} cannot speak clip {clip.name}: {problem}") from problem

    def _measure(self, clip: EvaluationClip, part: str) -> Values:
        if part in HEARING:
            return HEARING[part](clip, self.speech(clip), self._listeners)
        prosody, whole = self._reference.speech(clip)
        if part == "prosody":
            return compare_prosody(prosody, self._own_prosody(clip), self._speaker)
        return compare_speech(whole, self._speaker.whole(prosody), self.streamed(clip))

    def streamed(self, clip: EvaluationClip) -> Streamed:
        """With the reference's prosody, so that the two can be compared sample by sample."""
        prosody, _ = self._reference.speech(clip)
        return self._stream(prosody)

    def speech(self, clip: EvaluationClip) -> Samples:
        """What a listener gets: the build's own prosody, streamed."""
        return self._stream(self._own_prosody(clip)).samples

    def _own_prosody(self, clip: EvaluationClip) -> Prosody:
        if self._prosody is None or self._prosody[0] != clip:
            self._prosody = clip, self._texts.prosody(self._speaker, clip.sentence)
        return self._prosody[1]

    def _stream(self, prosody: Prosody) -> Streamed:
        """Many builds do not change the prosody: then both ways to stream give the same."""
        if self._speech is None or not same_prosody(self._speech[0], prosody):
            self._speech = prosody, self._speaker.streamed(prosody)
        return self._speech[1]


def same_prosody(one: Prosody, other: Prosody) -> bool:
    names = ("tokens", "frames_per_token", "phonemes", "pitch_hz", "energy", "style")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def compare_prosody(reference: Prosody, own: Prosody, speaker: Speaker) -> Values:
    """Shares of tokens, relative length, and the pitch in cents at the reference's durations, where both are voiced."""
    change = own.frames_per_token - reference.frames_per_token
    before, after = reference.pitch_hz[0], speaker.pitch_at(reference)[0]
    both = (before > _LOWEST_VOICE_HZ) & (after > _LOWEST_VOICE_HZ)
    cents = _CENTS_PER_OCTAVE * np.log2(after[both].astype(np.float64) / before[both])
    return {
        "same_durations": float(np.mean(change == 0)),
        "durations_far_off": float(np.mean(np.abs(change) > 1)),
        "length_change": own.frame_count / reference.frame_count - 1,
        "pitch_cents": float(np.sqrt(np.mean(np.square(cents)))) if cents.size else 0.0,
        "other_voicing": float(np.mean((before > _UNVOICED_HZ) != (after > _UNVOICED_HZ))),
    }


def compare_speech(reference: Samples, whole: Samples, streamed: Streamed) -> Values:
    """`streamed` is nearly equal to a section of the other two."""
    start = place_in(reference, streamed.samples)
    section = reference[start : start + len(streamed.samples)]
    seams = Seams.between(streamed.samples, streamed.seams, section, SAMPLE_RATE_HZ)
    return {
        "streamed": _similarity(section, streamed.samples),
        "whole": _similarity(reference, whole),
        "seams": asdict(seams),
        "is_streamed": not streamed.is_whole,
    }


def _similarity(reference: Samples, other: Samples) -> dict[str, float | None]:
    return {metric.key: metric.measure(reference, other, SAMPLE_RATE_HZ) for metric in SIMILARITIES}


def _sound(clip: EvaluationClip, samples: Samples, listeners: Listeners) -> Values:
    heard = trimmed(samples, SAMPLE_RATE_HZ)
    return {
        "duration_s": len(heard) / SAMPLE_RATE_HZ,
        "lufs": loudness_lufs(heard, SAMPLE_RATE_HZ),
        "clicks_s": [place / SAMPLE_RATE_HZ for place in find_clicks(heard, SAMPLE_RATE_HZ)],
    }


def _mos(clip: EvaluationClip, samples: Samples, listeners: Listeners) -> Values:
    rating = listeners.rater.rate(_with_silence(samples), SAMPLE_RATE_HZ)
    return asdict(rating) if rating else {}


def _words(clip: EvaluationClip, samples: Samples, listeners: Listeners) -> Values:
    if not clip.is_transcribed:
        return {}
    said, language = clip.sentence.text, clip.sentence.language
    heard = listeners.transcriber.transcribe(_with_silence(samples), SAMPLE_RATE_HZ, LANGUAGES[language].family)
    return {"heard": heard, **asdict(heard_errors(said, heard, language))}


def _with_silence(samples: Samples) -> Samples:
    return np.pad(trimmed(samples, SAMPLE_RATE_HZ), round(_SILENCE_S * SAMPLE_RATE_HZ))


Hear = Callable[[EvaluationClip, Samples, Listeners], Values]
HEARING: Mapping[str, Hear] = {"sound": _sound, "mos": _mos, "words": _words}
