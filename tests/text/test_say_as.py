"""The content of <say-as> is read as the kind that `interpret-as` names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.text.language import LANGUAGES
from koe.text.normalize import normalize
from koe.text.normalize.say_as import DATE_FORMATS, KINDS, say_as
from koe.text.traced import Traced

ENGLISH = [
    ("cardinal", "5", "five"),
    ("cardinal", "007", "seven"),
    ("cardinal", "000", "zero"),
    ("cardinal", "1,234", "one thousand two hundred thirty-four"),
    ("cardinal", "-5", "minus five"),
    ("cardinal", "3.14", "three point one four"),
    ("ordinal", "1", "first"),
    ("ordinal", "3rd", "third"),
    ("ordinal", "1,000", "one thousandth"),
    ("digits", "1234", "one two three four"),
    ("digits", "12-34", "one two, three four"),
    ("digits", "A12", "A. one two"),
    ("characters", "ABC", "A.B.C"),
    ("characters", "a", "A."),
    ("characters", "ABC-123", "A.B.C dash one two three"),
    ("characters", "me@x.io", "M.E at X dot I.O"),
    ("characters", "été", "É T É"),
    ("spell-out", "hi you", "H.I, Y.O.U"),
    ("fraction", "1/2", "one half"),
    ("fraction", "3/4", "three quarters"),
    ("fraction", "8/10", "eight tenths"),
    ("fraction", "2 1/2", "two and one half"),
    ("fraction", "3/100", "three hundredths"),
    ("fraction", "3/47", "three forty-sevenths"),
    ("fraction", "5/1", "five over one"),
    ("fraction", "½", "one half"),
    ("time", "14:30", "fourteen thirty"),
    ("time", "2:30pm", "two thirty p.m."),
    ("time", "1'21\"", "one minute twenty-one seconds"),
    ("time", '45"', "forty-five seconds"),
    ("telephone", "5551234567", "five five five, one two three, four five six seven"),
    ("telephone", "15551234567", "one, five five five, one two three, four five six seven"),
    ("telephone", "(555) 123-4567", "five five five, one two three, four five six seven"),
    ("telephone", "+44 20 7946", "plus four four, two zero, seven nine four six"),
    ("telephone", "1-800-FLOWERS", "one, eight hundred, flowers"),
    ("telephone", "555-1234 x12", "five five five, one two three four, extension, one two"),
    ("currency", "$42.01", "forty-two dollars and one cent"),
    ("currency", "USD 42", "forty-two U.S dollars"),
    ("unit", "5 km", "five kilometers"),
    ("unit", "10kg", "ten kilograms"),
    ("unit", "6'2\"", "six foot two"),
]
OTHERS = [
    ("en-gb", "cardinal", "101", "one hundred and one"),
    ("en-gb", "telephone", "020 7946", "oh two oh, seven nine four six"),
    ("en-gb", "unit", "5 km", "five kilometres"),
    ("es", "cardinal", "007", "siete"),
    ("es", "cardinal", "-5", "menos cinco"),
    ("es", "ordinal", "3", "tercero"),
    ("es", "digits", "12-34", "uno dos, tres cuatro"),
    ("es", "characters", "ab-1", "A B uno"),
    ("es", "fraction", "3/4", "tres sobre cuatro"),
    ("es", "time", "14:30", "catorce y treinta"),
    ("es", "currency", "$42.01", "cuarenta y dos dólares con un centavo"),
    ("es", "telephone", "+34 91", "más tres cuatro, nueve uno"),
    ("es", "unit", "5 km", "cinco kilómetros"),
    ("fr", "cardinal", "1,5", "un virgule cinq"),
    ("fr", "ordinal", "1", "premier"),
    ("fr", "time", "14:30", "quatorze heures trente"),
    ("it", "ordinal", "21", "ventunesimo"),
    ("it", "currency", "€5", "cinque euro"),
    ("pt-br", "ordinal", "1", "primeiro"),
    ("pt-br", "currency", "R$ 5", "cinco reais"),
    ("hi", "digits", "12-34", "1 2, 3 4"),
    ("hi", "characters", "ab", "A B"),
]
DATES = [
    ("en-us", "mdy", "3/4/2025", "March fourth, twenty twenty-five"),
    ("en-us", "dmy", "3/4/2025", "April third, twenty twenty-five"),
    ("en-gb", "mdy", "3/4/2025", "the fourth of March twenty twenty-five"),
    ("en-us", "ymd", "2025-03-04", "March fourth, twenty twenty-five"),
    ("en-us", "mdy", "03042025", "March fourth, twenty twenty-five"),
    ("en-us", "mdy", "March 4, 2025", "March fourth, twenty twenty-five"),
    ("en-us", "ymd", "800-3-4", "March fourth, eight hundred"),
    ("en-us", "md", "3/4", "March fourth"),
    ("en-us", "dm", "3.4.", "April third"),
    ("en-us", "ym", "2025/3", "March twenty twenty-five"),
    ("en-us", "my", "03-2025", "March twenty twenty-five"),
    ("en-us", "y", "1999", "nineteen ninety-nine"),
    ("en-us", "m", "9", "September"),
    ("en-us", "d", "1", "first"),
    ("en-us", "yyyymmdd", "20250304", "March fourth, twenty twenty-five"),
    ("en-us", "yyyymmdd", "????0922", "September twenty-second"),
    ("en-us", "yyyymmdd", "199909??", "September nineteen ninety-nine"),
    ("en-us", "", "3/4/99", "March fourth, nineteen ninety-nine"),
    ("en-gb", "", "3/4/99", "the third of April nineteen ninety-nine"),
    ("en-us", "", "2025-03-04", "March fourth, twenty twenty-five"),
    ("es", "mdy", "3/4/2025", "cuatro de marzo de dos mil veinticinco"),
    ("es", "", "1/4", "uno de abril"),
    ("fr", "dm", "1/5", "premier mai"),
    ("it", "my", "3/2025", "marzo duemilaventicinque"),
    ("pt-br", "y", "99", "mil novecentos e noventa e nove"),
    ("fr", "d", "2", "deux"),
]
UNREADABLE = [
    ("en-us", "cardinal", "abc", ""),
    ("en-us", "ordinal", "abc", ""),
    ("en-us", "telephone", "nobody", ""),
    ("en-us", "unit", "", ""),
    ("en-us", "date", "13/45/2025", "mdy"),
    ("en-us", "date", "31/2/2024", "dmy"),
    ("en-us", "date", "99999999999/1/2020", "dmy"),
    ("en-us", "date", "????????", "yyyymmdd"),
    ("en-us", "date", "2024??01", "yyyymmdd"),
    ("en-us", "colour", "5", ""),
    ("en-us", "cardinal", "1" * 500, ""),
    ("es", "currency", "$5.1.1", ""),
]


@pytest.mark.parametrize(("kind", "text", "words"), ENGLISH)
def test_kinds_in_english(kind: str, text: str, words: str) -> None:
    assert say_as(text, kind, "en-us") == words
    assert say_as(f" {text}\n", kind, "en-us") == words


@pytest.mark.parametrize(("language", "kind", "text", "words"), OTHERS)
def test_kinds_in_other_languages(language: str, kind: str, text: str, words: str) -> None:
    assert say_as(text, kind, language) == words


@pytest.mark.parametrize(("language", "form", "text", "words"), DATES)
def test_format_gives_the_order_of_a_date(language: str, form: str, text: str, words: str) -> None:
    assert say_as(text, "date", language, form) == words


@pytest.mark.parametrize(("language", "kind", "text", "form"), UNREADABLE)
def test_content_of_another_kind_is_left_alone(language: str, kind: str, text: str, form: str) -> None:
    assert say_as(text, kind, language, form) is None


def test_detail_gives_the_sizes_of_groups() -> None:
    assert say_as("123456", "digits", "en-us", detail="3 1 2") == "one two three, four, five six"
    assert say_as("ABCD", "characters", "en-us", detail="2 2") == "A.B, C.D"
    assert say_as("12345", "telephone", "en-us", detail="2 3") == "one two, three four five"
    assert say_as("123456", "digits", "en-us", detail="3 1") == "one two three four five six"


def test_unknown_detail_of_a_date_is_ignored() -> None:
    assert say_as("20250304", "date", "en-us", detail="abc") == say_as("20250304", "unit", "en-us")


def test_format_gives_the_currency_of_a_bare_number() -> None:
    assert say_as("42.01", "currency", "en-us", "EUR") == "forty-two euros and one cent"
    assert say_as("42.01", "currency", "es", "USD") == "cuarenta y dos dólares con un centavo"


@pytest.mark.parametrize("language", ["hi", "ja", "zh"])
def test_languages_without_number_words_use_their_normalisation_rules(language: str) -> None:
    assert say_as("3/4/2025", "date", language, "mdy") == normalize(Traced.of("2025-03-04"), language).text
    assert say_as("3/4", "date", language, "md") is None
    assert say_as("14:30", "time", language) == normalize(Traced.of("14:30"), language).text


def test_regional_language_code_is_accepted() -> None:
    assert say_as("1", "ordinal", "es-MX") == "primero"


@pytest.mark.parametrize(("kind", "text", "words"), ENGLISH)
def test_words_stay_the_same_when_normalised_again(kind: str, text: str, words: str) -> None:
    assert normalize(Traced.of(words), "en-us").text == words


@settings(max_examples=300)
@given(
    st.text(max_size=30) | st.text("0123456789/-.,:?+ ²½$abc'\"", max_size=20),
    st.sampled_from(sorted(KINDS)),
    st.sampled_from(sorted(LANGUAGES)),
    st.sampled_from(["", "USD", "3 2", *DATE_FORMATS]),
)
def test_any_content_is_read_or_left_alone(text: str, kind: str, language: str, form: str) -> None:
    words = say_as(text, kind, language, form)
    assert words is None or words.strip()
