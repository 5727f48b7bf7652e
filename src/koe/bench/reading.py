"""A long mixed document, read to its end -> how many of its words an ear does not understand.

It is spoken once, as one stream, and cut by its own word times into excerpts that Whisper can hear in one go. Both what
was said and what was heard are put into words by the same rules, so that "$25" is no error for "twenty-five dollars".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from itertools import pairwise
from time import perf_counter
from typing import Protocol

import numpy as np

from koe.bench.words import WordErrors, word_errors
from koe.engine.engine import Engine
from koe.engine.pipeline import AUTO, Job
from koe.text.normalize import normalize
from koe.text.plan import Planner, Sentence
from koe.text.prescribed import taken_out
from koe.text.traced import Traced
from koe.types import Cue, Samples, SpeechRequest
from koe.wire.captions import CueSheet

# Whisper hears half a minute at a time; words at the edge of its window are lost.
LONGEST_EXCERPT_S = 26.0
_WORST = 10

_APOSTROPHES = re.compile(r"['’]")
_MARKS = re.compile(r"[^\w\s]|_")
# Words that koe leaves to its dictionary, and an ear writes in either way.
_SAME = {"etc": "et cetera", "ok": "okay", "mr": "mister", "mrs": "missus", "dr": "doctor"}
# A row of these alone is no word that was spelled.
_WORDS_OF_ONE_LETTER = {"en": frozenset("ai"), "es": frozenset("aeouy")}


def document() -> str:
    return files("koe.bench").joinpath("document.md").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence as it was spoken, and when: from the start of its first word to the end of its last."""

    language: str
    said: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Consecutive sentences in one language. `start_s` and `end_s` lie in the pauses around them."""

    language: str
    said: str
    start_s: float
    end_s: float

    def samples(self, stream: Samples, sample_rate_hz: int) -> Samples:
        return stream[round(self.start_s * sample_rate_hz) : round(self.end_s * sample_rate_hz)]


@dataclass(frozen=True, slots=True)
class HeardExcerpt:
    """`said` and `heard` are plain words."""

    language: str
    start_s: float
    end_s: float
    said: str
    heard: str
    errors: WordErrors

    @classmethod
    def of(cls, excerpt: Excerpt, heard: str) -> HeardExcerpt:
        said, heard = (plain_words(text, excerpt.language) for text in (excerpt.said, heard))
        return cls(excerpt.language, excerpt.start_s, excerpt.end_s, said, heard, word_errors(said, heard))


@dataclass(frozen=True, slots=True)
class Recital:
    """A text spoken to its end, not yet listened to."""

    characters: int
    elapsed_s: float
    sample_rate_hz: int
    samples: Samples
    excerpts: tuple[Excerpt, ...]

    @property
    def audio_s(self) -> float:
        return len(self.samples) / self.sample_rate_hz


@dataclass(frozen=True, slots=True)
class Comprehension:
    """What was understood of a recital."""

    characters: int
    audio_s: float
    elapsed_s: float
    excerpts: tuple[HeardExcerpt, ...]

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
        """A stream that was cut off may have few errors besides."""
        last = self.excerpts[-1]
        return last.said.split()[-1:] == last.heard.split()[-1:]

    @property
    def worst(self) -> list[HeardExcerpt]:
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


class Ear(Protocol):
    """Whoever writes down what it hears in a language."""

    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str) -> str: ...


def recite(
    engine: Engine, planner: Planner, text: str, voice: str, on_audio: Callable[[float, float], None] = lambda *_: None
) -> Recital:
    """`planner` says which words a sentence is read as. `on_audio` gets the seconds so far, and those expected."""
    job = engine.prepare(SpeechRequest(text, voice, language=AUTO, live=False))
    sheet = CueSheet()
    heard: list[Samples] = []
    started_s = perf_counter()
    for block in engine.stream(job):
        sheet.add(block)
        heard.append(block.samples)
        on_audio(sheet.duration_s, job.expected_s)
    elapsed_s = perf_counter() - started_s
    lines = lines_of(job, sheet.words, lambda sentence: spoken_words(planner, sentence))
    excerpts = tuple(excerpts_of(lines, sheet.duration_s))
    return Recital(len(text), elapsed_s, engine.sample_rate_hz, np.concatenate(heard), excerpts)


def listen(recital: Recital, ear: Ear, on_excerpt: Callable[[], None] = lambda: None) -> Comprehension:
    heard = []
    for excerpt in recital.excerpts:
        samples = excerpt.samples(recital.samples, recital.sample_rate_hz)
        transcript = ear.transcribe(samples, recital.sample_rate_hz, _without_region(excerpt.language))
        heard.append(HeardExcerpt.of(excerpt, transcript))
        on_excerpt()
    return Comprehension(recital.characters, recital.audio_s, recital.elapsed_s, tuple(heard))


def spoken_words(planner: Planner, sentence: Sentence) -> str:
    words, _ = taken_out(planner.words(sentence), lambda text: text)
    return " ".join(words.text.split())


def lines_of(job: Job, words: Sequence[Cue], say: Callable[[Sentence], str]) -> list[Line]:
    """A sentence that has words and no time was not spoken: it stands where it is missed, and counts."""
    lines: list[Line] = []
    for sentence in job.sentences:
        said = say(sentence)
        if not any(character.isalnum() for character in said):
            continue
        start, stop = sentence.text.source_range(0, len(sentence.text))
        own = [word for word in words if start <= word.start < stop]
        missed_s = lines[-1].end_s if lines else 0.0
        start_s, end_s = (own[0].start_s, own[-1].end_s) if own else (missed_s, missed_s)
        lines.append(Line(sentence.language, said, start_s, end_s))
    return lines


def excerpts_of(lines: Sequence[Line], audio_s: float, longest_s: float = LONGEST_EXCERPT_S) -> list[Excerpt]:
    """Cut in the middle of the pauses."""
    groups = _grouped(lines, longest_s)
    cuts_s = [0.0, *((before[-1].end_s + after[0].start_s) / 2 for before, after in pairwise(groups)), audio_s]
    return [
        Excerpt(group[0].language, " ".join(line.said for line in group), start_s, end_s)
        for group, (start_s, end_s) in zip(groups, pairwise(cuts_s), strict=True)
    ]


def _grouped(lines: Iterable[Line], longest_s: float) -> list[list[Line]]:
    groups: list[list[Line]] = []
    for line in lines:
        group = groups[-1] if groups else []
        if group and group[0].language == line.language and line.end_s - group[0].start_s <= longest_s:
            group.append(line)
        else:
            groups.append([line])
    return groups


def plain_words(text: str, language: str) -> str:
    """Small letters without marks and accents; numbers and signs in words; what was spelled as one word."""
    text = normalize(Traced.of(text), language).text.lower()
    text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    words = _MARKS.sub(" ", _APOSTROPHES.sub("", text)).split()
    joined = _spelled_joined(words, _WORDS_OF_ONE_LETTER.get(_without_region(language), frozenset()))
    return " ".join(_SAME.get(word, word) for word in joined)


def _spelled_joined(words: Iterable[str], words_of_one_letter: frozenset[str]) -> list[str]:
    """`f b i` and `fbi` are heard alike."""
    joined: list[str] = []
    row: list[str] = []
    for word in [*words, ""]:
        if len(word) == 1 and word.isalpha():
            row.append(word)
            continue
        joined += row if words_of_one_letter.issuperset(row) else ["".join(row)]
        row = []
        joined += [word] if word else []
    return joined


def _without_region(language: str) -> str:
    return language.partition("-")[0]
