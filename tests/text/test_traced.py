"""Every character of a traced text knows its range of the original, whatever is replaced."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.text.traced import Traced

Words = TypeVar("Words", str, str | None)

ANY_TEXT = st.text(st.characters())
PATTERNS = st.sampled_from([r"[0-9]+", r"\w+", r".", r"\s", r"a*", r"(?=b)", r"[^a]{2}", r"\Z"])


def _giving(words: Words) -> Callable[[re.Match[str]], Words]:
    return lambda _: words


def test_a_new_traced_text_stands_for_itself() -> None:
    traced = Traced.of("abc")
    assert (traced.text, len(traced)) == ("abc", 3)
    assert [traced.source_range(i, i + 1) for i in range(3)] == [(0, 1), (1, 2), (2, 3)]


def test_a_replacement_stands_for_the_whole_match() -> None:
    traced = Traced.of("in 1999 he").replace_matches(re.compile("[0-9]+"), lambda _: "nineteen ninety-nine")
    assert traced.text == "in nineteen ninety-nine he"
    assert traced.source_range(3, 11) == (3, 7)  # "nineteen"
    assert traced.source_range(12, 23) == (3, 7)  # "ninety-nine"
    assert traced.source_range(24, 26) == (8, 10)
    assert traced.source_range(0, 26) == (0, 10)


def test_replacements_of_replacements_reach_the_original() -> None:
    once = Traced.of("x 5 km y").replace_matches(re.compile("5 km"), lambda _: "5 kilometers")
    twice = once.replace_matches(re.compile("5"), lambda _: "five")
    assert twice.text == "x five kilometers y"
    assert (twice.source_range(2, 6), twice.source_range(7, 17)) == ((2, 3), (4, 6))


def test_none_leaves_a_match_alone() -> None:
    traced = Traced.of("a1b2")
    assert traced.replace_matches(re.compile("[0-9]"), lambda _: None) is traced
    odd = traced.replace_matches(re.compile("[0-9]"), lambda digit: "two" if digit[0] == "2" else None)
    assert odd.text == "a1btwo"


def test_slices_and_joins_keep_their_places() -> None:
    traced = Traced.of("one two")
    assert traced[4:].source_range(0, 3) == (4, 7)
    whole = Traced.join([traced[:3], traced[3:]])
    assert (whole.text, whole.starts, whole.stops) == (traced.text, traced.starts, traced.stops)
    with pytest.raises(ValueError, match="step of a slice"):
        traced[::2]


def test_an_empty_range_has_a_place() -> None:
    assert Traced.of("").source_range(0, 0) == (0, 0)
    assert Traced.of("ab").source_range(1, 1) == (1, 1)
    assert Traced.of("ab").source_range(2, 2) == (2, 2)


@given(ANY_TEXT, st.lists(st.tuples(PATTERNS, st.none() | st.text(max_size=5)), max_size=4))
def test_offsets_are_monotonic_and_inside(text: str, steps: list[tuple[str, str | None]]) -> None:
    traced = Traced.of(text)
    plain = text
    for pattern, replacement in steps:
        compiled = re.compile(pattern)
        traced = traced.replace_matches(compiled, _giving(replacement))
        if replacement is not None:
            plain = compiled.sub(_giving(replacement), plain)
    assert traced.text == plain
    assert len(traced.text) == len(traced.starts) == len(traced.stops)
    assert all(0 <= start <= stop <= len(text) for start, stop in zip(traced.starts, traced.stops, strict=True))
    assert all(a <= b for a, b in pairwise(traced.starts))
    assert all(a <= b for a, b in pairwise(traced.stops))


@given(ANY_TEXT, st.integers(0, 20), st.integers(0, 20))
def test_what_was_not_replaced_is_the_same_in_the_original(text: str, start: int, length: int) -> None:
    traced = Traced.of(text).replace_matches(re.compile("[0-9]"), lambda _: "digit")
    part = traced[start : start + length]
    for index, character in enumerate(part.text):
        begin, end = part.source_range(index, index + 1)
        assert text[begin:end] == character or text[begin:end].isdigit()


@pytest.mark.parametrize(
    ("text", "pattern", "words", "expected"),
    [
        ("you & me", " & ", " and ", [("you", "you"), ("and", "&"), ("me", "me")]),
        ("see Chapter IV now", "Chapter IV", "Chapter four", [("Chapter", "Chapter"), ("four", "IV"), ("now", "now")]),
        ("IV of them", "IV of", "four of", [("four", "IV"), ("of", "of"), ("them", "them")]),
        ("a b a", "b a", "a a", [("a", "a"), ("a", "b"), ("a", "a")]),
        ("5 km on", "5 km", "five kilometres", [("five", "5 km"), ("kilometres", "5 km"), ("on", "on")]),
    ],
)
def test_words_that_a_rule_only_looks_at_keep_their_places(
    text: str, pattern: str, words: str, expected: list[tuple[str, str]]
) -> None:
    traced = Traced.of(text).replace_matches(re.compile(pattern), lambda _: words)
    found = []
    for word in re.finditer(r"\S+", traced.text):
        start, stop = traced.source_range(*word.span())
        found.append((word[0], text[start:stop]))
    assert found[-len(expected) :] == expected


@pytest.mark.parametrize(
    ("text", "words", "places"),
    [
        (
            "3 de marzo de 2021",
            "tres de marzo de dos mil veintiuno",
            ["3", "de", "marzo", "de", "2021", "2021", "2021"],
        ),
        ("6:45 p.m.", "six forty-five p.m.", ["6:45", "6:45", "p.m."]),
        ("5 April", "the fifth of April", ["5", "5", "5", "April"]),
        ("April 5", "April the fifth", ["April", "5", "5"]),
        ("10 km", "ten kilometers", ["10 km", "10 km"]),
        ("a b", "a new b", ["a", "b", "b"]),
        ("$5", "five dollars", ["$5", "$5"]),
    ],
)
def test_words_that_both_have_keep_their_places(text: str, words: str, places: list[str]) -> None:
    written = Traced.of(f"on {text}.")
    retold = written.retold(3, 3 + len(text), words)
    assert retold.text == words
    found = []
    for match in re.finditer(r"\S+", words):
        start, stop = retold.source_range(*match.span())
        found.append(written.text[start:stop])
    assert found == places
