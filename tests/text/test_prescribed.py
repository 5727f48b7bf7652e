"""`[word](/phonemes/)` is found in a text, taken out, and never cut."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.text.prescribed import Prescription, taken_out, written
from koe.text.traced import Traced

WORDS = st.text("abc 'é", min_size=1, max_size=10)
PHONEMES = st.text("əˈt ɹ", min_size=1, max_size=10)
TAGS = st.sampled_from(["", "NN", "VBD"])


def unchanged(text: Traced) -> Traced:
    return text


def shouted(text: Traced) -> Traced:
    return text.replace_matches(re.compile("o"), lambda _: "OO")


@pytest.mark.parametrize(
    ("text", "spoken", "found"),
    [
        ("no notation", "no notation", []),
        ("[koe](/kˈO/)", "koe", [Prescription(0, 3, "kˈO")]),
        ("a [koe](/kˈO/), b", "a koe, b", [Prescription(2, 5, "kˈO")]),
        ("I [read](/ɹˈɛd/VBD) it", "I read it", [Prescription(2, 6, "ɹˈɛd", "VBD")]),
        ("[a b](/ə/)[c](/k/)", "a bc", [Prescription(0, 3, "ə"), Prescription(3, 4, "k")]),
    ],
)
def test_the_notation_is_taken_out(text: str, spoken: str, found: list[Prescription]) -> None:
    left, prescriptions = taken_out(Traced.of(text), unchanged)
    assert (left.text, prescriptions) == (spoken, found)


@pytest.mark.parametrize(
    "text",
    [
        "[koe](kˈO)",
        "[koe](/kˈO)",
        "[koe] (/kˈO/)",
        "[](/kˈO/)",
        "[koe](//)",
        "[koe](/kˈO/vbd)",
        "[koe](/kˈO/TOOLONG)",
        "[koe](/a/b/)",
        "[koe](/a(b)/)",
        f"[{'x' * 201}](/kˈO/)",
        f"[koe](/{'ə' * 201}/)",
    ],
)
def test_other_brackets_stay(text: str) -> None:
    left, prescriptions = taken_out(Traced.of(text), unchanged)
    assert (left.text, prescriptions) == (text, [])


def test_the_text_around_is_cleaned_and_the_words_are_not() -> None:
    left, prescriptions = taken_out(Traced.of("to [too](/tu/) go"), shouted)
    assert left.text == "tOO too gOO"
    assert prescriptions == [Prescription(4, 7, "tu")]


def test_words_keep_their_places() -> None:
    text = "so [koe](/kˈO/) goes"
    left, ((start, stop, _, _),) = taken_out(Traced.of(text), shouted)
    assert left.source_range(start, stop) == (4, 7)
    assert left.text[stop:] == " gOOes"
    assert left.source_range(stop + 1, len(left)) == (text.index("goes"), len(text))


@given(st.lists(st.tuples(st.text("xyz .,()"), WORDS, PHONEMES, TAGS), max_size=6), st.text("xyz .,"))
def test_the_notation_that_was_written_is_taken_out_again(parts: list[tuple[str, str, str, str]], rest: str) -> None:
    notation = "".join(before + written(word, phonemes, tag) for before, word, phonemes, tag in parts) + rest
    left, prescriptions = taken_out(Traced.of(notation), unchanged)
    assert left.text == "".join(before + word for before, word, _, _ in parts) + rest
    assert [(left.text[start:stop], spoken, tag) for start, stop, spoken, tag in prescriptions] == [
        (word, phonemes, tag) for _, word, phonemes, tag in parts
    ]
