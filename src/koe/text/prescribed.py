"""`[word](/phonemes/)`: the notation that prescribes the pronunciation of a word inside the text.

Callers write it, SSML's <phoneme> and lexicon entries are rewritten into it, and only G2P takes it out again. The part
of speech that the word must have may follow the phonemes: `[read](/ɹˈɛd/VBD)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from koe.text.phoneme_run import PhonemeRun
from koe.text.traced import Traced

PATTERN = re.compile(r"\[(?P<word>[^\[\]]{1,200})\]\(/(?P<phonemes>[^()/]{1,200})/(?P<tag>[A-Z]{0,5})\)")

_LONGEST_NOTATION = 420


def is_inside(place: int, text: str) -> bool:
    """Whether a cut at `place` would cut through the notation."""
    begin = text.rfind("[", max(0, place - _LONGEST_NOTATION), place)
    match = PATTERN.match(text, begin) if begin >= 0 else None
    return match is not None and match.start() < place < match.end()


class Prescription(NamedTuple):
    """The pronunciation of `text[start:stop]`, used if its part of speech begins with `tag`."""

    start: int
    stop: int
    phonemes: str
    tag: str = ""


# Text and where it begins in the sentence -> runs with places in the sentence.
ReadBetween = Callable[[str, int], Iterator[PhonemeRun]]


def written(word: str, phonemes: str, tag: str = "") -> str:
    return f"[{word}](/{phonemes}/{tag})"


def taken_out(text: Traced, clean: Callable[[Traced], Traced]) -> tuple[Traced, list[Prescription]]:
    """The text without the notation, with `clean` applied around it, and the prescriptions."""
    parts: list[Traced] = []
    found: list[Prescription] = []
    position = length = 0
    for match in PATTERN.finditer(text.text):
        before = clean(text[position : match.start()])
        word = text[match.start("word") : match.end("word")]
        parts += (before, word)
        start = length + len(before)
        length = start + len(word)
        found.append(Prescription(start, length, match["phonemes"], match["tag"]))
        position = match.end()
    rest = clean(text[position:])
    return (Traced.join([*parts, rest]) if parts else rest), found


def read_around(text: str, prescriptions: Sequence[Prescription], read_between: ReadBetween) -> list[PhonemeRun]:
    """The sentence as runs; `read_between` reads only what is not prescribed. For readers that know no parts of speech:
    prescriptions for one part of speech are not used."""
    runs: list[PhonemeRun] = []
    place = 0
    for prescription in prescriptions:
        if prescription.tag or prescription.start < place:
            continue
        runs += read_between(text[place : prescription.start], place)
        runs.append(PhonemeRun(prescription.start, prescription.stop, prescription.phonemes + " "))
        place = prescription.stop
    return [*runs, *read_between(text[place:], place)]
