"""The many names that callers have for nine languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.errors import MissingExtra, UnknownLanguage
from koe.text import language as module
from koe.text.language import LANGUAGES, READABLE, normalize_language, require_readable


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("en-us", "en EN en-us en_US a A english English american-english en-ca eng"),
        ("en-gb", "en-gb en_GB EN-gb b british en-uk british_english en-au"),
        ("es", "es ES e es-es es_MX es-419 spanish español"),
        ("fr", "fr f fr-fr fr_CA french Français"),
        ("hi", "hi h hi-in hindi"),
        ("it", "it i it-IT italian"),
        ("ja", "ja j jp ja_JP japanese"),
        ("pt-br", "pt-br p pt pt_BR PT-pt portuguese"),
        ("zh", "zh z cn zh-cn zh_CN zh-Hant-TW zh-hans mandarin chinese cmn"),
    ],
)
def test_every_name_leads_to_its_code(code: str, names: str) -> None:
    assert {name: normalize_language(name) for name in names.split()} == dict.fromkeys(names.split(), code)


def test_separators_and_space_around_do_not_matter() -> None:
    assert normalize_language("  Brazilian Portuguese\n") == "pt-br"
    assert normalize_language("en - GB") == "en-gb"


@pytest.mark.parametrize(
    "name", ["", " ", "de", "xx", "en-", "english!", "en-us-gb-fr", "es-banana", "q", "en\x00us", "auto"]
)
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(UnknownLanguage) as error:
        normalize_language(name)
    assert error.value.param == "language"
    assert "en-us, en-gb, es, fr, hi, it, ja, pt-br, zh" in error.value.message


@given(st.text(st.characters()))
def test_any_string_is_a_code_or_unknown(name: str) -> None:
    try:
        assert normalize_language(name) in LANGUAGES
    except UnknownLanguage:
        assert name.strip().lower() not in LANGUAGES


WITHOUT_EXTRAS = ("en-us", "en-gb", "es", "fr", "hi", "it", "pt-br")


@pytest.mark.parametrize(("code", "name", "extra"), [("ja", "Japanese", "ja"), ("zh-CN", "Mandarin Chinese", "zh")])
def test_a_missing_extra_is_named(code: str, name: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "READABLE", WITHOUT_EXTRAS)
    with pytest.raises(MissingExtra) as error:
        require_readable(code)
    assert error.value.message == f'{name} needs packages that are not installed: pip install "koe[{extra}]".'
    assert (error.value.code, error.value.param) == ("missing_extra", "language")


def test_packages_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koe.languages.find_spec", lambda package: None if package == "jieba" else object())
    assert [code for code, language in LANGUAGES.items() if not language.is_readable] == ["zh"]


def test_the_other_seven_need_no_extra() -> None:
    assert tuple(code for code, language in LANGUAGES.items() if not language.packages) == WITHOUT_EXTRAS
    assert set(WITHOUT_EXTRAS) <= set(READABLE)
    assert [require_readable(code) for code in READABLE] == list(READABLE)


def test_letters_are_those_of_the_voices() -> None:
    assert {language.letter: code for code, language in LANGUAGES.items()} == {
        "a": "en-us", "b": "en-gb", "e": "es", "f": "fr", "h": "hi", "i": "it", "j": "ja", "p": "pt-br", "z": "zh"
    }  # fmt: skip
