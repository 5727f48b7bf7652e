"""A lexicon writes its pronunciations into a text, for the words it has entries for and no others."""

from __future__ import annotations

import pytest

from growth import CLOCK_S, assert_linear, least_s
from koe.text.lexicon import Entry, Lexicon
from koe.text.traced import Traced
from lexicon_lines import entries


def prescribed(text: str, *lines: str, language: str = "en-us") -> str:
    return Lexicon(entries(*lines), language).prescribe(Traced.of(text)).text


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Koe speaks.", "[Koe](/kˈO/) speaks."),
        ("KOE, koe!", "[KOE](/kˈO/), [koe](/kˈO/)!"),
        ("koe's koe’s", "[koe](/kˈO/)'s [koe](/kˈO/)’s"),
        ("koe-82M, pre-koe", "[koe](/kˈO/)-82M, pre-[koe](/kˈO/)"),
        ("“koe” (koe)", "“[koe](/kˈO/)” ([koe](/kˈO/))"),
        ("koes koe_2 2koe skoe", "koes koe_2 2koe skoe"),
        ("koe't d'koe", "koe't d'koe"),
        ("[koe](/ˈA/) koe", "[koe](/ˈA/) [koe](/kˈO/)"),
        ("[a koe b](/ˈA/)", "[a koe b](/ˈA/)"),
        ("koe.com you@koe.com https://a.b/koe /etc/koe koe:latest", None),
        ("koe/koe and koe.", "[koe](/kˈO/)/[koe](/kˈO/) and [koe](/kˈO/)."),
        ("", ""),
    ],
)
def test_whole_words_are_matched(text: str, result: str | None) -> None:
    assert prescribed(text, "en|koe|ˈkoʊ") == (text if result is None else result)


@pytest.mark.parametrize(
    ("lines", "text", "result"),
    [
        (["en|Face|f", "en|Hugging Face|h"], "Hugging Face, face", "[Hugging Face](/h/), [face](/f/)"),
        (["en|New York|n|case", "en|new|j"], "new york, New York", "[new](/j/) york, [New York](/n/)"),
        (["en|us|ʌs", "en|US|ju|case"], "us", "[us](/ʌs/)"),
        (["en|Qwen|k|part"], "Qwen3 aQWENa", "[Qwen](/k/)3 a[QWEN](/k/)a"),
        (["en|SQL|sequel|alias"], "MySQL SQL", "MySQL sequel"),
        (["en|C++|C plus plus|alias"], "C++ and C", "C plus plus and C"),
        (["en|.NET|dot net|alias"], "use .NET", "use dot net"),
        (["en|blessed|b|pos=ADJ"], "blessed", "[blessed](/b/JJ)"),
        (["en|l'eau|l"], "L’eau", "[L’eau](/l/)"),
        (["en|x|i|part"], "x", "[x](/i/)"),
        (["en|a|b", "en|a|d"], "a", "[a](/b/)"),
        (["en-gb|a|b"], "a", "a"),
        ([], "a", "a"),
    ],
)
def test_flags_and_length_decide_which_entry_is_used(lines: list[str], text: str, result: str) -> None:
    assert prescribed(text, *lines) == result


def test_french_word_after_an_apostrophe_is_matched() -> None:
    assert prescribed("l'eau", "fr|eau|o", language="fr") == "l'[eau](/o/)"


def test_ipa_is_converted_for_the_accent() -> None:
    assert prescribed("go", "en|go|ˈɡoʊː", language="en-us") == "[go](/ɡˈO/)"
    assert prescribed("go", "en|go|ˈɡoʊː", language="en-gb") == "[go](/ɡˈQː/)"


def test_replaced_words_keep_their_place_in_the_text() -> None:
    text = Lexicon(entries("en|koe|k"), "en-us").prescribe(Traced.of("a koe b"))
    assert text.text == "a [koe](/k/) b"
    assert text.source_range(2, 12) == (2, 5)
    assert text.source_range(13, 14) == (6, 7)


def test_prescribing_twice_changes_nothing_more() -> None:
    lexicon = Lexicon(entries("en|koe|k", "en|sql|koe|alias part"), "en-us")
    once = lexicon.prescribe(Traced.of("koe's koe"))
    assert lexicon.prescribe(once).text == once.text


def test_time_depends_on_the_text_and_not_on_the_number_of_entries() -> None:
    def lexicon(entries: int) -> Lexicon:
        return Lexicon([Entry("en", f"a{number}", "a", is_part=True) for number in range(entries)], "en-us")

    many, few = lexicon(20_000), lexicon(1_000)
    assert_linear(lambda size: many.prescribe(Traced.of("a" * size)), 20_000)
    assert_linear(lambda size: many.prescribe(Traced.of("a' " * (size // 3))), 20_000)
    text = Traced.of("a" * 20_000)
    few_s, many_s = least_s(lambda: few.prescribe(text)), least_s(lambda: many.prescribe(text))
    assert many_s < 5 * few_s + CLOCK_S
