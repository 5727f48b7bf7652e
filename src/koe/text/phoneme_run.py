"""A few letters and the phonemes they are read as: what the reader of a language returns."""

from __future__ import annotations

from typing import NamedTuple


class PhonemeRun(NamedTuple):
    """The phonemes of `text[start:stop]`. All runs of a text, joined, are its reading, with spaces and punctuation.
    Runs are in order and do not overlap; letters without a run are not spoken."""

    start: int
    stop: int
    phonemes: str


_MARKS = ' .,;:!?…—–"“”«»()[]¿¡'


def without_marks(text: str, run: PhonemeRun) -> PhonemeRun:
    """The same phonemes for the word alone: the marks around it are heard as pauses, not with it."""
    written = text[run.start : run.stop]
    word = written.strip(_MARKS)
    if not word or word == written:
        return run
    start = run.start + written.index(word)
    return PhonemeRun(start, start + len(word), run.phonemes)
