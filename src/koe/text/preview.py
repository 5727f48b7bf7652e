"""How a text will be read: the words, the phonemes, the languages, and what had to be read in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from koe.text.cache import CacheState
from koe.text.plan import Planner, ReadsText, Sentence
from koe.text.prescribed import taken_out
from koe.text.traced import Traced
from koe.types import Span


@dataclass(frozen=True, slots=True)
class SpokenWord:
    text: str
    start: int
    stop: int
    phonemes: str


@dataclass(frozen=True, slots=True)
class Segment:
    """One pass of the reader. `start:stop` is its place in the text that was sent."""

    text: str
    start: int
    stop: int
    language: str
    voice: str | None
    spoken: str
    phonemes: str
    words: tuple[SpokenWord, ...]
    pause_ms: float | None
    fell_back: dict[str, int]


def preview(planner: Planner, sentences: Iterable[Sentence]) -> Iterator[Segment]:
    """One after the other, as they are asked for. Others may be read for meanwhile, and notice nothing."""
    return (_segment(planner, sentence) for sentence in sentences)


class _Onlooker:
    """Reads without leaving a trace, and notes what could not be read in the first way."""

    def __init__(self, phonemizer: ReadsText) -> None:
        self._phonemizer = phonemizer
        self.falls: Counter[str] = Counter()

    @property
    def cache(self) -> CacheState:
        return self._phonemizer.cache

    def read(self, text: Traced, language: str) -> Traced:
        return self.read_apart(text, language)[0]

    def read_apart(self, text: Traced, language: str) -> tuple[Traced, Mapping[str, int]]:
        phonemes, falls = self._phonemizer.read_apart(text, language)
        self.falls.update(falls)
        return phonemes, falls


def _segment(planner: Planner, sentence: Sentence) -> Segment:
    onlooker = _Onlooker(planner.phonemizer)
    spans = planner.reading_with(onlooker).spans(sentence)
    spoken, _ = taken_out(planner.words(sentence), lambda text: text)
    start, stop = sentence.text.source_range(0, len(sentence.text))
    return Segment(
        sentence.text.text,
        start,
        stop,
        sentence.language,
        sentence.voice,
        " ".join(spoken.text.split()),
        " ".join(span.phonemes for span in spans if span.phonemes),
        tuple(word for span in spans for word in _words(span)),
        sentence.pause_ms,
        dict(onlooker.falls),
    )


def _words(span: Span) -> Iterable[SpokenWord]:
    for word in span.words:
        if not word.is_mark:
            phonemes = span.phonemes[word.first_token : word.stop_token]
            yield SpokenWord(word.text, word.start, word.stop, phonemes)
