"""How a text will be read: the words, the phonemes, the languages, and what had to be read in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from koe.text.plan import Planner, Sentence
from koe.text.prescribed import taken_out
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


def preview(planner: Planner, sentences: Iterable[Sentence], falls: Counter[str]) -> list[Segment]:
    """`falls` is the phonemizer's, which nobody else uses meanwhile."""
    return [_segment(planner, sentence, falls) for sentence in sentences]


def _segment(planner: Planner, sentence: Sentence, falls: Counter[str]) -> Segment:
    before = Counter(falls)
    spans = planner.spans(sentence)
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
        dict(falls - before),
    )


def _words(span: Span) -> Iterable[SpokenWord]:
    for word in span.words:
        if not word.is_mark:
            phonemes = span.phonemes[word.first_token : word.stop_token]
            yield SpokenWord(word.text, word.start, word.stop, phonemes)
