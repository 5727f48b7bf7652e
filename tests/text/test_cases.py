"""Every row of the tables in cases/ is read as written there, through the whole way from text to words for G2P."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from fakes import LetterPhonemizer
from koe.languages import LANGUAGES
from koe.text.normalize import normalize
from koe.text.plan import Planner, TextToPlan
from koe.text.traced import Traced

CASES = Path(__file__).parent / "cases"
TABLES = sorted(CASES.rglob("*.tsv"))
SEVERAL = {"en": ("en-us", "en-gb")}
PLANNER = Planner(LetterPhonemizer())


def rows(path: Path) -> Iterator[tuple[str, str, str]]:
    """Language, text and words."""
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            for language in SEVERAL.get(row["language"], (row["language"],)):
                yield language, row["text"], row["spoken"]


def parts(text: str, language: str) -> list[Traced]:
    return [PLANNER.words(sentence) for sentence in PLANNER.sentences(TextToPlan(text, language, "text"))]


def spoken(text: str, language: str) -> str:
    return (" " if LANGUAGES[language].is_spaced else "").join(part.text for part in parts(text, language))


def name(path: Path) -> str:
    return "/".join(path.relative_to(CASES).with_suffix("").parts)


@pytest.mark.parametrize("path", TABLES, ids=name)
def test_every_row_is_read_as_written_there(path: Path) -> None:
    read = [(language, text, spoken(text, language), words) for language, text, words in rows(path)]
    assert [row for row in read if row[2] != row[3]] == []


@pytest.mark.parametrize("path", TABLES, ids=name)
def test_words_are_not_changed_by_normalising_them_again(path: Path) -> None:
    again = [(words, normalize(Traced.of(words), language).text) for language, _, words in rows(path)]
    assert [pair for pair in again if pair[0] != pair[1]] == []


@pytest.mark.parametrize("path", TABLES, ids=name)
def test_every_word_knows_its_place_in_the_original(path: Path) -> None:
    for language, text, _ in rows(path):
        before = 0
        for part in parts(text, language):
            places = list(zip(part.starts, part.stops, strict=True))
            assert all(before <= start <= stop <= len(text) for start, stop in places), text
            assert all(one <= other for one, other in pairwise(places)), text
            before = places[-1][0] if places else before


@pytest.mark.parametrize(
    ("language", "least"), [("en", 1500), *((code, 250) for code in ("es", "fr", "hi", "it", "ja", "pt", "zh"))]
)
def test_tables_are_as_large_as_promised(language: str, least: int) -> None:
    texts = {text for path in TABLES for code, text, _ in rows(path) if code.startswith(language)}
    assert len(texts) >= least
