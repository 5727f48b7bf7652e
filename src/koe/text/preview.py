"""Sentences -> how each will be read: its words, phonemes and language, and which fallbacks were taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from koe.text.plan import Planner, Sentence
from koe.text.prescribed import taken_out
from koe.types import Span, SpeechWarning


@dataclass(frozen=True, slots=True)
class PreviewedWord:
    word: str
    text_start: int
    text_stop: int
    phonemes: str


@dataclass(frozen=True, slots=True)
class PreviewedExpression:
    """What was not read as it is written: `kind` can be switched off, `name` says what it was recognised as."""

    kind: str
    name: str
    written: str
    spoken: str
    text_start: int
    text_stop: int


@dataclass(frozen=True, slots=True)
class SentencePreview:
    """`text_start:text_stop` is the place of the sentence in the text that was sent."""

    text: str
    text_start: int
    text_stop: int
    language: str
    voice: str | None
    spoken: str
    phonemes: str
    words: tuple[PreviewedWord, ...]
    pause_ms: float | None
    fell_back: dict[str, int]
    expressions: tuple[PreviewedExpression, ...] = ()


@dataclass(frozen=True, slots=True)
class TextPreview:
    """How a whole text will be read, sentence by sentence, and what it asks for in vain."""

    sentences: Iterator[SentencePreview]
    warnings: tuple[SpeechWarning, ...] = ()

    def __iter__(self) -> Iterator[SentencePreview]:
        return self.sentences


def preview(planner: Planner, sentences: Iterable[Sentence]) -> Iterator[SentencePreview]:
    """Reads each sentence when its preview is requested, so that G2P is free in between. No counter changes."""
    return (_previewed(planner, sentence) for sentence in sentences)


def _previewed(planner: Planner, sentence: Sentence) -> SentencePreview:
    spans, fallbacks = planner.preview(sentence)
    spoken, _ = taken_out(planner.words(sentence), lambda text: text)
    start, stop = sentence.text.source_range(0, len(sentence.text))
    return SentencePreview(
        text=sentence.text.text,
        text_start=start,
        text_stop=stop,
        language=sentence.language,
        voice=sentence.voice,
        spoken=" ".join(spoken.text.split()),
        phonemes=" ".join(span.phonemes for span in spans if span.phonemes),
        words=tuple(word for span in spans for word in _words(span)),
        pause_ms=sentence.pause_ms,
        fell_back=dict(fallbacks),
        expressions=tuple(expressions_of(planner, sentence)),
    )


def expressions_of(planner: Planner, sentence: Sentence) -> Iterator[PreviewedExpression]:
    for expression in planner.normalized(sentence).expressions:
        written = sentence.text.of_source(expression.start, expression.stop)
        yield PreviewedExpression(
            expression.kind or "",
            expression.name,
            written,
            expression.said.words.strip(),
            expression.start,
            expression.stop,
        )


def _words(span: Span) -> Iterable[PreviewedWord]:
    for word in span.words:
        if not word.is_mark:
            phonemes = span.phonemes[word.first_token : word.stop_token]
            yield PreviewedWord(word.text, word.start, word.stop, phonemes)
