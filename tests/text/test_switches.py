"""With `language: "auto"` every part of a text gets its language, and the lexicon of that language: the tables in
switches/.

A part in braces is in another language than the text, whose language is the first column.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from fakes import LetterPhonemizer
from koe.text.plan import Planner, TextToPlan

TABLES = sorted((Path(__file__).parent / "switches").glob("*.tsv"))
PART = re.compile(r"\{(?P<language>\S+) (?P<text>[^{}]+)\}|(?P<own>[^{}]+)")
PLANNER = Planner(LetterPhonemizer())


class Row(NamedTuple):
    """`note` says why koe takes the text for something else."""

    language: str
    notation: str
    note: str

    @property
    def text(self) -> str:
        return PART.sub(lambda part: part["text"] or part["own"], self.notation)

    @property
    def runs(self) -> list[tuple[str, str]]:
        parts = [
            ((part["text"] or part["own"]).strip(), part["language"] or self.language)
            for part in PART.finditer(self.notation)
        ]
        return [part for part in parts if part[0]]


def rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield Row(row["language"], row["text"], row["note"] or "")


def runs(text: str, language: str) -> list[tuple[str, str]]:
    sentences = PLANNER.sentences(TextToPlan(text, language, "text", detects_language=True))
    found: list[tuple[str, str]] = []
    for code, group in groupby(sentences, key=lambda sentence: sentence.language):
        parts = list(group)
        found.append((text[parts[0].text.starts[0] : parts[-1].text.stops[-1]].strip(), code))
    return found


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_every_text_of_the_table_is_cut_as_written_there(path: Path) -> None:
    cut = [(row, runs(row.text, row.language)) for row in rows(path)]
    assert [(row.notation, found) for row, found in cut if found != row.runs and not row.note] == []
    assert [row.notation for row, found in cut if found == row.runs and row.note] == [], "no longer misread"


@pytest.mark.parametrize(("name", "least"), [("spanish", 40), ("japanese", 37), ("french_german", 22), ("second", 36)])
def test_tables_are_as_large_as_promised(name: str, least: int) -> None:
    table = next(path for path in TABLES if path.stem == name)
    found = list(rows(table))
    assert len(found) >= least
    assert sum(bool(row.note) for row in found) <= 2


def test_each_part_is_read_with_the_lexicon_of_its_language() -> None:
    lexicon = [
        {"lang": "en", "grapheme": "Nakatomi", "phoneme": "nækəˈtoʊmi"},
        {"lang": "es", "grapheme": "Nakatomi", "phoneme": "nakaˈtomi"},
        {"lang": "en", "grapheme": "Wroxham", "alias": "Rocks um"},
    ]
    text = "Nakatomi is in Wroxham, he said, “la torre Nakatomi es muy alta, señor” and left."
    source = TextToPlan(text, "en-us", "text", lexicon=lexicon, detects_language=True)
    words = [(sentence.language, PLANNER.words(sentence).text) for sentence in PLANNER.sentences(source)]
    assert words == [
        ("en-us", "[Nakatomi](/nækətˈOmi/) is in Rocks um, he said,"),
        ("es", "“la torre [Nakatomi](/nakatˈomi/) es muy alta, señor”"),
        ("en-us", "and left."),
    ]
