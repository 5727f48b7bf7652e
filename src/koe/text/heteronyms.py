"""Tagged English words -> the reading of those that are spelt like another word: "read", "lead", "bass".

misaki has the readings of 720 such words by part of speech. What is here comes before it: tags that are certainly wrong
(`retagging`), then the rows of `data/heteronyms.tsv`, which choose by the words around.

A row is a word, its reading in American and in British English, and a condition; the first row that fits is used, and
without one misaki decides. A reading in ASCII capitals is a tag, by which misaki chooses. A condition is a list of
tests that must all hold, `name=value,value`:

    tag       the tag of the word
    left, right, left2, right2, right3    a neighbour; adverbs to the left are skipped
    near      any other word of the sentence
    is        the word with its capitals
    place     first or inside the sentence

A value in lower case is a word, `pipe*` the beginning of one, a value in capitals the beginning of a tag (`NN` for
NNS); `no-` before a name reverses the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from koe.text.retagging import TaggedWord, repaired_tag

# What stands between two words without parting them.
_JOINERS = frozenset("-–‑'\"“”‘’`") | {"''", "``"}
# Adverbs that a row may ask for.
_KEPT_ADVERBS = frozenset({"most", "more", "just", "very"})
_NAMES = frozenset({"tag", "is", "place", "near", "left", "left2", "right", "right2", "right3"})


class Choice(NamedTuple):
    """What a word is: its phonemes, or where they are empty its tag."""

    place: int
    phonemes: str
    tag: str


class _Test(NamedTuple):
    name: str
    is_reversed: bool
    words: frozenset[str]
    beginnings: tuple[str, ...]
    tags: tuple[str, ...]
    spellings: frozenset[str]

    def fits(self, word: TaggedWord | None) -> bool:
        if word is None:
            return False
        lower = word.text.lower()
        return (
            lower in self.words
            or (bool(self.beginnings) and lower.startswith(self.beginnings))
            or (bool(self.tags) and word.tag.startswith(self.tags))
        )


class _Row(NamedTuple):
    american: str
    british: str
    tests: tuple[_Test, ...]


Rows = Mapping[str, tuple[_Row, ...]]


class Heteronyms:
    """Chooses for one accent. `has_readings` tells whether the reader has several readings of a word by its tag."""

    def __init__(self, british: bool, has_readings: Callable[[str], bool], rows: Rows | None = None) -> None:
        self._british = british
        self._has_readings = has_readings
        self._rows = _shipped_rows() if rows is None else rows

    def choices(self, tagged: Sequence[TaggedWord]) -> Iterator[Choice]:
        """What is to be changed in a sentence."""
        places = [place for place, word in enumerate(tagged) if word.text not in _JOINERS]
        words = [tagged[place] for place in places]
        for number, word in enumerate(words):
            lower = word.text.lower()
            rows = self._rows.get(lower, ())
            if not rows and not self._has_readings(lower):
                continue
            tag = repaired_tag(words, number)
            if tag:
                words[number] = TaggedWord(word.text, tag)
            spoken = self._spoken(rows, words, number)
            if spoken.isascii():
                tag, spoken = spoken or tag, ""
            if tag or spoken:
                yield Choice(places[number], spoken, tag)

    def _spoken(self, rows: Sequence[_Row], words: Sequence[TaggedWord], number: int) -> str:
        fitting = next((row for row in rows if all(_holds(test, words, number) for test in row.tests)), None)
        if fitting is None:
            return ""
        return fitting.british if self._british else fitting.american


def _holds(test: _Test, words: Sequence[TaggedWord], number: int) -> bool:
    return _holds_plainly(test, words, number) != test.is_reversed


def _holds_plainly(test: _Test, words: Sequence[TaggedWord], number: int) -> bool:
    match test.name:
        case "tag":
            return test.fits(words[number])
        case "is":
            return words[number].text in test.spellings
        case "place":
            return ("inside" if any(word.text[:1].isalnum() for word in words[:number]) else "first") in test.words
        case "near":
            return any(test.fits(word) for place, word in enumerate(words) if place != number)
        case "left" | "left2":
            return test.fits(_to_the_left(words, number, int(test.name[4:] or 1)))
        case _:
            place = number + int(test.name[5:] or 1)
            return test.fits(words[place] if place < len(words) else None)


def _to_the_left(words: Sequence[TaggedWord], number: int, steps: int) -> TaggedWord | None:
    before = [word for word in words[:number] if not word.tag.startswith("RB") or word.text.lower() in _KEPT_ADVERBS]
    return before[-steps] if len(before) >= steps else None


@cache
def _shipped_rows() -> Rows:
    table = (files("koe.text") / "data" / "heteronyms.tsv").read_text(encoding="utf-8")
    return parsed(table)


def parsed(table: str) -> Rows:
    """The rows of each word. Raises `ValueError` for a test that does not exist."""
    found: dict[str, tuple[_Row, ...]] = {}
    for line in table.splitlines()[1:]:
        if line and not line.startswith("#"):
            word, american, british, condition = line.split("\t")
            row = _Row(american, british or american, tuple(_test(text) for text in condition.split()))
            found[word] = (*found.get(word, ()), row)
    return found


def _test(text: str) -> _Test:
    name, _, listed = text.removeprefix("no-").partition("=")
    values = listed.split(",")
    if name not in _NAMES or not all(values):
        raise ValueError(f"no such test: {text}")
    tags = [value for value in values if value.isupper() and value.isascii()]
    beginnings = [value[:-1] for value in values if value.endswith("*")]
    return _Test(
        name,
        text.startswith("no-"),
        frozenset(values) - set(tags),
        tuple(beginnings),
        tuple(tags),
        frozenset(values),
    )
