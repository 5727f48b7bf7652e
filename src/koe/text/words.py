"""Phonemes with their places -> the words they speak, and the prosody of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import regex  # type: ignore[import-untyped]  # for the scripts that `re` does not know

from koe.text import vocab
from koe.text.passage import Bookmark, Manner
from koe.text.traced import Traced
from koe.types import ProsodyMark, Word

_SILENT = vocab.PUNCTUATION | {" "}
# Scripts without spaces: every run of the reader is a word.
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")


class Effect(NamedTuple):
    """What a manner changes in the model's prosody."""

    rate: float = 1.0
    pitch: float = 1.0
    gain_db: float = 0.0


# Longer, higher and louder, as people emphasise. With less than half of these values the emphasis is not heard.
_EMPHASIS = {
    -1: Effect(rate=1.12, pitch=0.96, gain_db=-2.0),
    0: Effect(),
    1: Effect(rate=0.88, pitch=1.07, gain_db=1.5),
    2: Effect(rate=0.78, pitch=1.14, gain_db=3.0),
}


def is_unspaced(text: str) -> bool:
    return _UNSPACED.search(text) is not None


def words_of(phonemes: Traced, sentence: Traced, bookmarks: Iterable[Bookmark] = ()) -> tuple[Word, ...]:
    """The words and marks in the order in which they are heard. `sentence` is the text as it was written."""
    words: list[Word] = []
    for token, symbol in enumerate(phonemes.text):
        if symbol in _SILENT:
            continue
        start, stop = phonemes.starts[token], phonemes.stops[token]
        if words and _goes_on(words[-1], start, stop, sentence):
            last = words.pop()
            start, stop, first = last.start, max(last.stop, stop), last.first_token
        else:
            first = token
        words.append(Word("", start, stop, first, token + 1))
    named = [
        Word(sentence.of_source(word.start, word.stop), word.start, word.stop, word.first_token, word.stop_token)
        for word in words
    ]
    return tuple(sorted([*_marks_among(phonemes, bookmarks), *named], key=lambda word: word.first_token))


def _goes_on(word: Word, start: int, stop: int, sentence: Traced) -> bool:
    """Whether the next phoneme is of the same word: it stands for the same letters, or for those right after them."""
    if start < word.stop or (start, stop) == (word.start, word.stop):
        return True
    return start == word.stop and not is_unspaced(sentence.of_source(word.start, stop))


def _marks_among(phonemes: Traced, bookmarks: Iterable[Bookmark]) -> Iterator[Word]:
    for mark in bookmarks:
        token = next((token for token, start in enumerate(phonemes.starts) if start >= mark.place), len(phonemes))
        yield Word(mark.name, mark.place, mark.place, token, token, is_mark=True)


def marks_of(phonemes: Traced, manners: Sequence[Manner]) -> tuple[ProsodyMark, ...]:
    """A mark for each run of tokens with the same effect; tokens without an effect have none."""
    if not manners:
        return ()
    effects = [_effect(start, manners) for start in phonemes.starts]
    marks: list[ProsodyMark] = []
    for effect, tokens in groupby(range(len(effects)), key=effects.__getitem__):
        first, *rest = tokens
        if effect != Effect():
            marks.append(ProsodyMark(first, first + len(rest) + 1, *effect))
    return tuple(marks)


def slowest_rate(manners: Sequence[Manner]) -> float:
    """The slowest rate of all manners, at most 1. Manners multiply where they overlap, and overlap where one begins."""
    timed = [manner for manner in manners if manner.rate != 1.0 or manner.emphasis]  # every one looks at all of them
    return min((1.0, *(_effect(manner.start, timed).rate for manner in timed)))


def _effect(place: int, manners: Sequence[Manner]) -> Effect:
    rate, pitch, gain_db = Effect()
    for manner in manners:
        if manner.start <= place < manner.stop:
            emphasis = _EMPHASIS[manner.emphasis]
            rate *= manner.rate * emphasis.rate
            pitch *= manner.pitch * emphasis.pitch
            gain_db += manner.volume_db + emphasis.gain_db
    return Effect(rate, pitch, gain_db)
