"""Numbers, dates, addresses and symbols become words as a person would read them. test_cases.py has the tables."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.errors import UnknownLanguage
from koe.text.language import LANGUAGES
from koe.text.normalize import normalize
from koe.text.normalize.english import abbreviations
from koe.text.split import split_sentences
from koe.text.traced import Traced

ROOT = Path(__file__).parents[2]
LANGUAGE = st.sampled_from(sorted(LANGUAGES))


def spoken(text: str, language: str) -> str:
    return normalize(Traced.of(text), language).text


def rows_of_the_docs() -> list[tuple[str, str, str]]:
    """The rows of the tables in docs/text.md that begin with "text", with the language in their head."""
    rows = []
    language = ""
    for line in (ROOT / "docs" / "text.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| text |"):
            language = cells[1].lower()
        elif not line:
            language = ""
        elif line.startswith("| ") and language:
            rows.append((language, cells[0], cells[1]))
    return rows


@pytest.mark.parametrize(("language", "text", "words"), rows_of_the_docs())
def test_examples_in_the_docs(language: str, text: str, words: str) -> None:
    assert spoken(text, language) == words


def test_words_are_traced_to_their_source() -> None:
    text = "On 3/4/2025 he paid $5."
    traced = normalize(Traced.of(text), "en-us")
    for word, source in [("March", "3/4/2025"), ("fourth", "3/4/2025"), ("paid", "paid"), ("dollars", "$5")]:
        place = traced.text.index(word)
        begin, end = traced.source_range(place, place + len(word))
        assert text[begin:end] == source


@pytest.mark.parametrize(
    ("text", "language", "word", "source"),
    [
        ("今日は10:30に会う。", "ja", "時", "10:30"),
        ("价格是￥12.50。", "zh", "五角", "￥12.50"),
        ("कीमत ₹499 है।", "hi", "रुपये", "₹499"),
    ],
)
def test_words_of_other_scripts_are_traced_to_their_source(text: str, language: str, word: str, source: str) -> None:
    traced = normalize(Traced.of(text), language)
    place = traced.text.index(word)
    begin, end = traced.source_range(place, place + len(word))
    assert text[begin:end] == source


def test_emoji_are_dropped_or_named() -> None:
    assert normalize(Traced.of("Hi 🙂!"), "en-us").text == "Hi!"
    assert normalize(Traced.of("Hi 🙂!"), "en-us", emoji="name").text == "Hi slightly smiling face!"


def test_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage):
        normalize(Traced.of("5"), "xx")


ABBREVIATIONS = sorted(
    {f"{short}. Smith" for short in (*abbreviations.TITLES, *abbreviations.RANKS)}
    | {f"{short}. 5" for short in abbreviations.BEFORE_NUMBER}
    | {f"{short}. of" for short in (*abbreviations.WORDS, *abbreviations.PLACES, *abbreviations.FIRMS)}
)


@pytest.mark.parametrize("text", ABBREVIATIONS)
def test_sentence_does_not_end_at_an_abbreviation(text: str) -> None:
    sentence = f"He saw the {text} yesterday."
    assert [part.text.text for part in split_sentences(Traced.of(sentence))] == [sentence]


@given(st.text(st.characters()) | st.text("0123456789.,:/-–$£€%°'\"½² aAIVXkm@#_~&+=()[]", max_size=60), LANGUAGE)
def test_places_are_in_order_for_any_text(text: str, language: str) -> None:
    traced = normalize(Traced.of(text), language)
    assert all(0 <= start <= stop <= len(text) for start, stop in zip(traced.starts, traced.stops, strict=True))
    assert all(a <= b for a, b in pairwise(traced.starts))
    assert all(a <= b for a, b in pairwise(traced.stops))


@given(
    st.lists(
        st.sampled_from(
            [
                "the",
                "cat",
                "and",
                "a",
                "dog",
                "went",
                "on",
                "to",
                "see",
                "it,",
                "then:",
                "no!",
                "yes;",
                "I",
                "said",
                "so.",
            ]
        )
    ),
    LANGUAGE,
)
def test_plain_words_do_not_change(words: list[str], language: str) -> None:
    assert spoken(" ".join(words), language) == " ".join(words)


@given(st.text("абвгдежзийклмн नमस्ते 你好世界 ελληνικά 한국어 ", max_size=60), LANGUAGE)
def test_words_of_other_scripts_do_not_change(text: str, language: str) -> None:
    assert spoken(" ".join(text.split()), language) == " ".join(text.split())


# A pattern that tries every character from every other one would take 10**10 steps here: minutes instead of seconds.
HOSTILE_CHARACTERS = 100_000
HOSTILE = (
    "7", "[", "(", "()", ".", "a@", "a.", "1.", "1,", "1,111,", "1-", "1/", "1:", "$", "$1", "/a", "a/", "a_", "_", "-",
    "http://", "www.", "#a", "@a", "aA", "A", "I", "A&", "'", "1'", '1"', "½", "1 ", "10 km ", "Dr. ", "!", "?!", "—",
    " ", "🙂", "\\", "C:\\a", "Jan. 1 ", "1999-", "10:30-", "+1 ", "%", "1%", "0x", "1x", "v1.", "€", "x²", "a1", "-a",
    "St. A ", "X", "MM ", "e.g.", "~", "1.1.1", "\u200d", "1 111 ", "1.111", "[a](/b/)", "[a](", "d'", "1º ", "1h",
    "x^{", "\\frac{", "3-2, ", "1 x ", "H2", "√(",
)  # fmt: skip
HOSTILE_IN_ROMANCE = ("7", "1 111 ", "1,", "1.", "1-", "1/", "1h", "1º ", "€", "1%", "1 km ", "[", "!")
HOSTILE_ELSEWHERE = (
    "7",
    "1,111,",
    "1,",
    "1.",
    "1-",
    "1/",
    "1:",
    "¥1",
    "₹",
    "1%",
    "1 ",
    "-",
    "0",
    "1年",
    "०",
    "~1",
    "1km",
)


@pytest.mark.parametrize(
    ("seed", "language"),
    [
        *((seed, "en-us") for seed in HOSTILE),
        *((seed, language) for seed in HOSTILE_IN_ROMANCE for language in ("es", "fr", "it", "pt-br")),
        *((seed, language) for seed in HOSTILE_ELSEWHERE for language in ("hi", "ja", "zh")),
    ],
)
def test_hostile_text_takes_linear_time(seed: str, language: str) -> None:
    text = (seed * HOSTILE_CHARACTERS)[:HOSTILE_CHARACTERS]
    traced = normalize(Traced.of(text), language)
    assert len(traced.text) == len(traced.stops)
    assert max(traced.stops, default=0) <= len(text)


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("St. [Koe](/kˈoʊ/) is here", "saint [Koe](/kˈoʊ/) is here"),
        ("Dr. [Koe](/kˈoʊ/) paid $5.", "doctor [Koe](/kˈoʊ/) paid five dollars."),
        ("[1/2](/wˈʌn/) of [3](/θɹˈi/) is 4", "[1/2](/wˈʌn/) of [3](/θɹˈi/) is four"),
        ("zubalaomi [a](/ɐ/)", "zubalaomi [a](/ɐ/)"),
    ],
)
def test_prescribed_word_does_not_change_but_is_context_for_its_neighbours(text: str, spoken: str) -> None:
    assert normalize(Traced.of(text), "en-us").text == spoken
