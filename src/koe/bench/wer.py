"""Word error rate (WER) of a long document with mixed content, spoken by koe and transcribed by Whisper.

The document is spoken once, as one stream, and cut by its own word times into excerpts short enough for Whisper. The
spoken text and the transcript are normalised by the same rules, so that "$25" is no error for "twenty-five dollars".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from itertools import pairwise
from time import perf_counter
from typing import Protocol

import numpy as np

from koe.bench.words import WordErrors, normalized_words, word_errors
from koe.engine.engine import Engine
from koe.engine.prepare import DETECT_LANGUAGE, Job
from koe.languages import LANGUAGES
from koe.text.plan import Planner, Sentence
from koe.text.prescribed import taken_out
from koe.types import Cue, Samples, SpeechRequest
from koe.wire.captions import CueSheet

# Whisper processes half a minute at a time; words at the edge of its window are lost.
LONGEST_EXCERPT_S = 26.0
_WORST = 10


def document() -> str:
    return files("koe.bench").joinpath("document.md").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class SpokenSentence:
    """A sentence as it was spoken, from the start of its first word to the end of its last."""

    language: str
    said: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Consecutive sentences in one language. `start_s` and `end_s` are in the pauses around them."""

    language: str
    said: str
    start_s: float
    end_s: float

    def samples(self, stream: Samples, sample_rate_hz: int) -> Samples:
        return stream[round(self.start_s * sample_rate_hz) : round(self.end_s * sample_rate_hz)]


@dataclass(frozen=True, slots=True)
class TranscribedExcerpt:
    """`said` and `heard` are normalised words."""

    language: str
    start_s: float
    end_s: float
    said: str
    heard: str
    errors: WordErrors

    @classmethod
    def of(cls, excerpt: Excerpt, heard: str) -> TranscribedExcerpt:
        said, heard = (normalized_words(text, excerpt.language) for text in (excerpt.said, heard))
        return cls(excerpt.language, excerpt.start_s, excerpt.end_s, said, heard, word_errors(said, heard))


@dataclass(frozen=True, slots=True)
class SpokenDocument:
    """A document spoken to its end, not yet transcribed."""

    characters: int
    elapsed_s: float
    sample_rate_hz: int
    samples: Samples
    excerpts: tuple[Excerpt, ...]

    @property
    def audio_s(self) -> float:
        return len(self.samples) / self.sample_rate_hz


@dataclass(frozen=True, slots=True)
class WerReport:
    """Word errors of a spoken document."""

    characters: int
    audio_s: float
    elapsed_s: float
    excerpts: tuple[TranscribedExcerpt, ...]

    @property
    def rtf(self) -> float:
        return self.elapsed_s / self.audio_s

    @property
    def errors(self) -> WordErrors:
        return WordErrors.total([excerpt.errors for excerpt in self.excerpts])

    @property
    def languages(self) -> dict[str, WordErrors]:
        names = sorted({excerpt.language for excerpt in self.excerpts})
        return {name: WordErrors.total([one.errors for one in self.excerpts if one.language == name]) for name in names}

    @property
    def heard_last_word(self) -> bool:
        """False when the stream was cut off, which few other errors would show."""
        last = self.excerpts[-1]
        return last.said.split()[-1:] == last.heard.split()[-1:]

    @property
    def worst(self) -> list[TranscribedExcerpt]:
        wrong = [excerpt for excerpt in self.excerpts if excerpt.errors.errors]
        return sorted(wrong, key=lambda excerpt: (-excerpt.errors.errors, -excerpt.errors.rate))[:_WORST]

    def to_json(self) -> dict[str, object]:
        return {
            "characters": self.characters,
            "audio_s": self.audio_s,
            "elapsed_s": self.elapsed_s,
            "rtf": self.rtf,
            "words": _counted(self.errors),
            "languages": {name: _counted(errors) for name, errors in self.languages.items()},
            "heard_last_word": self.heard_last_word,
            "excerpts": [asdict(excerpt) for excerpt in self.excerpts],
        }


def _counted(errors: WordErrors) -> dict[str, float]:
    return {**asdict(errors), "rate": errors.rate}


class Transcriber(Protocol):
    """Transcribes speech in a given language."""

    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str) -> str: ...


def speak_document(
    engine: Engine, planner: Planner, text: str, voice: str, on_audio: Callable[[float, float], None] = lambda *_: None
) -> SpokenDocument:
    """`planner` gives the words of each sentence. `on_audio` gets the seconds spoken and the seconds expected."""
    job = engine.prepare(SpeechRequest(text, voice, language=DETECT_LANGUAGE, live=False))
    sheet = CueSheet()
    samples: list[Samples] = []
    started_s = perf_counter()
    for block in engine.stream(job):
        sheet.add(block)
        samples.append(block.samples)
        on_audio(sheet.duration_s, job.expected_s)
    elapsed_s = perf_counter() - started_s
    sentences = spoken_sentences(job, sheet.words, lambda sentence: spoken_words(planner, sentence))
    excerpts = tuple(excerpts_of(sentences, sheet.duration_s))
    return SpokenDocument(len(text), elapsed_s, engine.sample_rate_hz, np.concatenate(samples), excerpts)


def transcribe_document(
    spoken: SpokenDocument, transcriber: Transcriber, on_excerpt: Callable[[], None] = lambda: None
) -> WerReport:
    transcribed = []
    for excerpt in spoken.excerpts:
        samples = excerpt.samples(spoken.samples, spoken.sample_rate_hz)
        transcript = transcriber.transcribe(samples, spoken.sample_rate_hz, LANGUAGES[excerpt.language].family)
        transcribed.append(TranscribedExcerpt.of(excerpt, transcript))
        on_excerpt()
    return WerReport(spoken.characters, spoken.audio_s, spoken.elapsed_s, tuple(transcribed))


def spoken_words(planner: Planner, sentence: Sentence) -> str:
    words, _ = taken_out(planner.words(sentence), lambda text: text)
    return " ".join(words.text.split())


def spoken_sentences(job: Job, words: Sequence[Cue], say: Callable[[Sentence], str]) -> list[SpokenSentence]:
    """A sentence that has words but no word times was not spoken: it gets an empty interval, and counts as errors."""
    spoken: list[SpokenSentence] = []
    for sentence in job.sentences:
        said = say(sentence)
        if not any(character.isalnum() for character in said):
            continue
        start, stop = sentence.text.source_range(0, len(sentence.text))
        own = [word for word in words if start <= word.start < stop]
        missed_s = spoken[-1].end_s if spoken else 0.0
        start_s, end_s = (own[0].start_s, own[-1].end_s) if own else (missed_s, missed_s)
        spoken.append(SpokenSentence(sentence.language, said, start_s, end_s))
    return spoken


def excerpts_of(
    sentences: Sequence[SpokenSentence], audio_s: float, longest_s: float = LONGEST_EXCERPT_S
) -> list[Excerpt]:
    """Excerpts are cut in the middle of the pauses."""
    groups = _grouped(sentences, longest_s)
    cuts_s = [0.0, *((before[-1].end_s + after[0].start_s) / 2 for before, after in pairwise(groups)), audio_s]
    return [
        Excerpt(group[0].language, " ".join(sentence.said for sentence in group), start_s, end_s)
        for group, (start_s, end_s) in zip(groups, pairwise(cuts_s), strict=True)
    ]


def _grouped(sentences: Iterable[SpokenSentence], longest_s: float) -> list[list[SpokenSentence]]:
    groups: list[list[SpokenSentence]] = []
    for sentence in sentences:
        group = groups[-1] if groups else []
        if group and group[0].language == sentence.language and sentence.end_s - group[0].start_s <= longest_s:
            group.append(sentence)
        else:
            groups.append([sentence])
    return groups
