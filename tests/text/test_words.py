"""Which tokens speak which word, and with which prosody."""

from __future__ import annotations

import re
from itertools import pairwise
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.text import vocab
from koe.text.espeak import aligned
from koe.text.passage import Bookmark, Manner
from koe.text.traced import Traced
from koe.text.words import marks_of, slowest_rate, words_of
from koe.types import ProsodyMark, Word


def read(*runs: tuple[int, int, str]) -> Traced:
    """Phonemes, each standing for a range of the text."""
    return Traced.join(Traced.standing_for(start, stop, spoken) for start, stop, spoken in runs)


def cut(text: str, phonemes: Traced, bookmarks: tuple[Bookmark, ...] = ()) -> list[tuple[str, str]]:
    """Every word as it is written and as it is spoken."""
    words = words_of(phonemes, Traced.of(text), bookmarks)
    return [(word.text, phonemes.text[word.first_token : word.stop_token]) for word in words]


@pytest.mark.parametrize(
    ("text", "phonemes", "expected"),
    [
        ("Hi you.", read((0, 2, "hI "), (3, 6, "ju"), (6, 7, ".")), [("Hi", "hI"), ("you", "ju")]),
        # adjacent letters are one word, with or without spaces between their sounds
        ("don't", read((0, 2, "dO"), (2, 5, "nt")), [("don't", "dOnt")]),
        ("ab12", read((0, 2, "ab "), (2, 4, "twɛlv")), [("ab12", "ab twɛlv")]),
        # all words of a number stand for its digits
        ("in 1999", read((0, 2, "ɪn "), (3, 7, "nˈIn "), (3, 7, "nˈI")), [("in", "ɪn"), ("1999", "nˈIn nˈI")]),
        # marks are heard as pauses, not with a word
        ("“Oh”, so", read((0, 1, "“"), (1, 3, "O"), (3, 5, "”, "), (6, 8, "sO")), [("Oh", "O"), ("so", "sO")]),
        # text without spaces is cut where the reader cuts it
        (
            "猫が好き",
            read((0, 1, "neko"), (1, 2, "ɡa"), (2, 4, "suki")),
            [("猫", "neko"), ("が", "ɡa"), ("好き", "suki")],
        ),
        # the same word twice
        ("no no", read((0, 2, "nO "), (3, 5, "nO")), [("no", "nO"), ("no", "nO")]),
        ("...", read((0, 3, "...")), []),
        ("", read(), []),
    ],
)
def test_words_and_their_sounds(text: str, phonemes: Traced, expected: list[tuple[str, str]]) -> None:
    assert cut(text, phonemes) == expected


def test_places_are_those_of_the_original() -> None:
    sentence = Traced.of("skip it. Go on")[9:]
    phonemes = read((9, 11, "ɡO "), (12, 14, "ɔn"))
    assert words_of(phonemes, sentence) == (Word("Go", 9, 11, 0, 2), Word("on", 12, 14, 3, 5))


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (0, ["here", "Go", "on"]),
        (3, ["Go", "here", "on"]),
        (1, ["Go", "here", "on"]),
        (5, ["Go", "on", "here"]),
        (99, ["Go", "on", "here"]),
    ],
)
def test_a_mark_comes_before_the_word_after_it(place: int, expected: list[str]) -> None:
    phonemes = read((0, 2, "ɡO "), (3, 5, "ɔn"))
    words = words_of(phonemes, Traced.of("Go on"), [Bookmark("here", place)])
    assert [word.text for word in words] == expected
    (mark,) = (word for word in words if word.is_mark)
    assert (mark.start, mark.stop, mark.stop_token) == (place, place, mark.first_token)
    assert all(word.first_token >= mark.first_token for word in words[words.index(mark) :])


LETTERS = re.compile("[a-z]")


def stretched(text: str, times: int) -> Traced:
    return Traced.of(text).replace_matches(LETTERS, lambda letter: letter[0] * times)


@given(st.text("ab ,.12"), st.integers(1, 3))
def test_every_sound_is_in_one_word_and_no_pause_is_at_its_edge(text: str, times: int) -> None:
    phonemes = stretched(text, times).replace_matches(re.compile("[12]"), lambda _: "wʌn tu")
    words = words_of(phonemes, Traced.of(text))
    owned = [token for word in words for token in range(word.first_token, word.stop_token)]
    assert owned == sorted(set(owned))
    silent = vocab.PUNCTUATION | {" "}
    assert all(symbol in silent for token, symbol in enumerate(phonemes.text) if token not in set(owned))
    for word in words:
        assert phonemes.text[word.first_token] not in silent
        assert phonemes.text[word.stop_token - 1] not in silent
        assert word.text == text[word.start : word.stop]


MANNERS = st.builds(
    lambda start, length, rate, pitch, volume_db: Manner(start, start + length, rate, pitch, volume_db),
    st.integers(0, 20),
    st.integers(1, 20),
    st.sampled_from([0.5, 1.0, 1.5]),
    st.sampled_from([0.75, 1.0, 1.25]),
    st.sampled_from([-6.0, 0.0, 3.0]),
)


@given(st.text("ab ,.", max_size=25), st.integers(1, 3), st.lists(MANNERS, max_size=4))
def test_marks_cover_exactly_the_tokens_whose_source_lies_in_a_manner(
    text: str, times: int, manners: list[Manner]
) -> None:
    phonemes = stretched(text, times)
    marks = marks_of(phonemes, manners)
    assert all(first.stop_token <= second.first_token for first, second in pairwise(marks))
    assert all(mark.first_token < mark.stop_token for mark in marks)
    for token, place in enumerate(phonemes.starts):
        here = [manner for manner in manners if manner.start <= place < manner.stop]
        found = [mark for mark in marks if mark.first_token <= token < mark.stop_token]
        wanted = (
            prod(manner.rate for manner in here),
            prod(manner.pitch for manner in here),
            sum(manner.volume_db for manner in here),
        )
        if wanted == (1.0, 1.0, 0.0):
            assert found == []
        else:
            (mark,) = found
            assert (mark.rate, mark.pitch, mark.gain_db) == pytest.approx(wanted)


def test_neighbours_that_are_spoken_alike_share_a_mark() -> None:
    text = Traced.of("abcdef")
    manners = [Manner(0, 2, rate=0.5), Manner(2, 4, rate=0.5), Manner(4, 5, rate=2.0)]
    assert marks_of(text, manners) == (ProsodyMark(0, 4, rate=0.5), ProsodyMark(4, 5, rate=2.0))


def test_without_manners_there_are_no_marks() -> None:
    assert marks_of(Traced.of("abc"), ()) == ()
    assert marks_of(Traced.of("abc"), [Manner(0, 3)]) == ()
    assert marks_of(Traced.of(""), [Manner(0, 3, rate=0.5)]) == ()


def test_emphasis_is_slower_higher_and_louder_the_more_the_stronger() -> None:
    reduced, moderate, strong = (
        marks_of(Traced.of("a"), [Manner(0, 1, emphasis=emphasis)])[0] for emphasis in (-1, 1, 2)
    )
    assert strong.rate < moderate.rate < 1 < reduced.rate
    assert strong.pitch > moderate.pitch > 1 > reduced.pitch
    assert strong.gain_db > moderate.gain_db > 0 > reduced.gain_db


def test_emphasis_inside_a_manner_goes_on_top_of_it() -> None:
    (alone,) = marks_of(Traced.of("a"), [Manner(0, 1, emphasis=2)])
    (inside,) = marks_of(Traced.of("a"), [Manner(0, 1, rate=2.0, pitch=1.5, volume_db=-6), Manner(0, 1, emphasis=2)])
    assert inside.rate == pytest.approx(2 * alone.rate)
    assert inside.pitch == pytest.approx(1.5 * alone.pitch)
    assert inside.gain_db == pytest.approx(alone.gain_db - 6)


@pytest.mark.parametrize(
    ("manners", "rate"),
    [
        ([], 1.0),
        ([Manner(0, 9, rate=1.5)], 1.0),
        ([Manner(0, 9, rate=0.5)], 0.5),
        ([Manner(0, 4, rate=0.5), Manner(5, 9, rate=0.8)], 0.5),
        ([Manner(0, 9, rate=0.8), Manner(3, 5, rate=0.5)], 0.4),
        ([Manner(0, 9, rate=0.8), Manner(3, 5, rate=2.0)], 0.8),
    ],
)
def test_the_slowest_rate_is_that_of_the_slowest_word(manners: list[Manner], rate: float) -> None:
    assert slowest_rate(manners) == pytest.approx(rate)


def test_emphasis_slows_down_too() -> None:
    assert slowest_rate([Manner(0, 9, emphasis=2)]) < slowest_rate([Manner(0, 9, emphasis=1)]) < 1


# eSpeak gives phonemes without places.


@pytest.mark.parametrize(
    ("text", "phonemes", "expected"),
    [
        ("hola amigo", "ˈola amˈiɣo", [("hola", "ˈola "), ("amigo", "amˈiɣo ")]),
        ("¿Qué tal?", "“ kˈe tˈal ?", [("Qué", "“ kˈe "), ("tal", "tˈal ? ")]),
        ("10 km", "djˈes kilˈometɾos", [("10", "djˈes "), ("km", "kilˈometɾos ")]),
        # two words that are run together, and one that is read as two
        ("de la casa", "dela kˈasa", [("de", "dela "), ("la", ""), ("casa", "kˈasa ")]),
        ("1999 fin", "mˈil nˈoβe fˈin", [("1999", "mˈil nˈoβe "), ("fin", "fˈin ")]),
    ],
)
def test_words_get_their_share_of_the_phonemes(text: str, phonemes: str, expected: list[tuple[str, str]]) -> None:
    runs = list(aligned(text, phonemes, place=7))
    assert [(text[start - 7 : stop - 7], spoken) for start, stop, spoken in runs] == expected


@given(st.text("ab¿?,. (é-", max_size=40), st.lists(st.sampled_from(["ˈola", "a", "?", "“", "kilˈometɾos", ","])))
def test_runs_are_in_order_and_hold_all_of_the_phonemes(text: str, spoken: list[str]) -> None:
    runs = list(aligned(text, " ".join(spoken), place=3))
    assert "".join(run.phonemes for run in runs).split() == spoken
    assert all(3 <= run.start <= run.stop <= 3 + len(text) for run in runs)
    assert all(first.stop <= second.start for first, second in pairwise(runs))
