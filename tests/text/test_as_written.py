"""Kinds of normalisation can be switched off, one by one or all together."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from fakes import LetterPhonemizer
from koe.text.normalize import normalize
from koe.text.plan import Planner, TextToPlan
from koe.text.traced import Traced
from koe.types import NORMALIZATION_KINDS, NormalizationKind


def read(text: str, *as_written: NormalizationKind, language: str = "en-us") -> str:
    return normalize(Traced.of(text), language, as_written=as_written).text


CASES: list[tuple[NormalizationKind, str, str, str]] = [
    ("abbreviations", "Dr. Who", "doctor Who", "Dr. Who"),
    ("acronyms", "the FBI", "the F.B.I", "the FBI"),
    ("code", "open my_file.py", "open my file dot P.Y", "open my_file.py"),
    ("dates", "on 2025-03-04", "on March fourth, twenty twenty-five", "on 2025-03-04"),
    ("emails", "to me@example.com", "to me at example dot com", "to me@example.com"),
    ("money", "for $5", "for five dollars", "for $5"),
    ("numbers", "all 42", "all forty-two", "all 42"),
    ("phones", "at 555-123-4567", "at five five five, one two three, four five six seven", "at 555-123-4567"),
    ("plurals", "your friend(s)", "your friends", "your friend(s)"),
    ("symbols", "you & me", "you and me", "you & me"),
    ("times", "at 10:30", "at ten thirty", "at 10:30"),
    ("units", "of 10KB", "of ten kilobytes", "of 10KB"),
    ("urls", "see https://koe.dev", "see koe dot dev", "see https://koe.dev"),
]


@pytest.mark.parametrize(("kind", "text", "spoken", "written"), CASES)
def test_kind_that_is_off_is_not_normalised(kind: NormalizationKind, text: str, spoken: str, written: str) -> None:
    """Another kind may still take it: "at 10:30" without its time is two numbers."""
    assert read(text) == spoken
    assert read(text, kind) != spoken
    assert read(text, *(other for other in NORMALIZATION_KINDS if other != kind)) != written
    assert read(text, *NORMALIZATION_KINDS) == written


def test_every_kind_has_a_case() -> None:
    assert {case[0] for case in CASES} == set(get_args(NormalizationKind)) == set(NORMALIZATION_KINDS)


@pytest.mark.parametrize("language", ["en-us", "en-gb", "es", "fr", "hi", "it", "ja", "pt-br", "zh"])
def test_nothing_changes_with_all_kinds_off(language: str) -> None:
    text = "Dr. “5” – 10 km, 3/4/2025 … at $5.50!! me@example.com"
    assert read(text, *NORMALIZATION_KINDS, language=language) == text
    assert read(text, language=language) != text


@pytest.mark.parametrize(
    ("language", "kind", "text"),
    [
        ("es", "units", "10 km"),
        ("fr", "dates", "2025-03-04"),
        ("it", "money", "€ 5"),
        ("pt-br", "times", "10h30"),
        ("hi", "phones", "98765 43210"),
        ("ja", "units", "10 °F"),
        ("zh", "money", "$5"),
    ],
)
def test_kinds_can_be_off_in_other_languages(language: str, kind: NormalizationKind, text: str) -> None:
    assert read(text, language=language) != read(text, kind, language=language)


@pytest.mark.parametrize(
    ("text", "spoken"),
    [("the box(es)", "the boxes"), ("a plan (s)", "a plan (s)"), ("f(s)", "f(s)"), ("name(s).", "names.")],
)
def test_plural_in_brackets_is_read(text: str, spoken: str) -> None:
    assert read(text) == spoken


def test_prescribed_word_stays_with_a_kind_off() -> None:
    written = "[Kokoro](/kˈoʊkəɹoʊ/) has 54 voices."
    assert read(written, "numbers") == written


def test_kinds_that_are_off_are_part_of_the_sentence_identity() -> None:
    planner = Planner(LetterPhonemizer())
    plain, off, same = (
        planner.sentences(TextToPlan("All 42 voices.", "en-us", as_written=kinds))[0]
        for kinds in ((), ("units", "numbers"), ("numbers", "units"))
    )
    assert plain.identity != off.identity == same.identity
    assert plain.identity == replace(off, as_written=()).identity
    assert [planner.words(sentence).text for sentence in (plain, off)] == ["All forty-two voices.", "All 42 voices."]
