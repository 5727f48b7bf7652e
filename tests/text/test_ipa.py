"""IPA as dictionaries write it becomes the symbols that Kokoro was trained with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.text import ipa, vocab


@pytest.mark.parametrize(
    ("written", "language", "phonemes"),
    [
        # one symbol for a diphthong
        ("deɪ", "en-us", "dA"),
        ("taɪ", "en-us", "tI"),
        ("aʊt", "en-us", "Wt"),
        ("bɔɪ", "en-us", "bY"),
        ("goʊ", "en-us", "ɡO"),
        ("gəʊ", "en-us", "ɡO"),
        ("goʊ", "en-gb", "ɡQ"),
        ("gəʊ", "en-gb", "ɡQ"),
        ("deɪ", "es", "deɪ"),
        # one symbol for an affricate, tied or not
        ("t͡ʃip", "en-us", "ʧip"),
        ("tʃip", "es", "ʧip"),
        ("d͡ʒʌdʒ", "en-us", "ʤʌʤ"),
        ("t͡sd͡zt͡ɕd͡ʑ", "ja", "ʦʣʨʥ"),
        # American vowels have no length, and an r is spoken
        ("fɑːðɚ", "en-us", "fɑðəɹ"),
        ("wɜːrd", "en-us", "wɜɹd"),
        ("wɜːd", "en-us", "wɜɹd"),
        ("wɝd", "en-us", "wɜɹd"),
        ("bɒks", "en-us", "bɑks"),
        # British ones do
        ("wɜːd", "en-gb", "wɜːd"),
        ("bɒks", "en-gb", "bɒks"),
        ("kæt", "en-gb", "kat"),
        ("skweə", "en-gb", "skwɛː"),
        ("skwɛə", "en-gb", "skwɛː"),
        # the r of English is none elsewhere
        ("red", "en-gb", "ɹed"),
        ("roma", "it", "roma"),
        # look-alikes from the keyboard
        ("'go:", "es", "ɡˈoː"),
        ("’a", "es", "ˈa"),
        ("fʊɫ", "en-us", "fʊl"),
        # the tilde is a symbol of its own
        ("p\u1ebd", "pt-br", "pe\u0303"),
        ("ɔ\u0303", "fr", "ɔ\u0303"),
    ],
)
def test_sounds_are_spelled_as_the_model_spells_them(written: str, language: str, phonemes: str) -> None:
    assert ipa.to_phonemes(written, language) == phonemes


@pytest.mark.parametrize(
    ("written", "phonemes"),
    [
        ("həˈloʊ", "həlˈO"),
        ("ˈstɹiːt", "stɹˈit"),
        ("ˌɪntəˈnæʃənəl", "ˌɪntənˈæʃənəl"),
        ("ˈtʃɪkən ˌsuːp", "ʧˈɪkən sˌup"),
        ("stɹˈit", "stɹˈit"),
        ("ˈps", "ˈps"),
        ("kˈæt ˈ", "kˈæt ˈ"),
    ],
)
def test_stress_stands_before_the_vowel(written: str, phonemes: str) -> None:
    assert ipa.to_phonemes(written, "en-us") == phonemes


@pytest.mark.parametrize(
    ("written", "phonemes"),
    [
        ("tə.ˈmeɪ.toʊ", "təmˈAtO"),
        ("ə‿naɪs", "ənIs"),
        ("(h)wɛn", "hwɛn"),
        ("e͡ɪ", "A"),
        ("  wʌn \t tu\n", "wʌn tu"),
        ("wʌn | tu", "wʌn tu"),
    ],
)
def test_silent_symbols_are_left_out(written: str, phonemes: str) -> None:
    assert ipa.to_phonemes(written, "en-us") == phonemes


@given(st.lists(st.sampled_from(["kˈæt", "ʧˈɪkən", "ðə", "bˈɜɹd", "ˌʌndəɹstˈænd", "tˈI", "ɡˈO"])))
def test_phonemes_in_kokoros_spelling_stay(words: list[str]) -> None:
    assert ipa.to_phonemes(" ".join(words), "en-us") == " ".join(words)


@given(st.text([*vocab.IDS, *"rg':.ɝɫã"]), st.sampled_from(["en-us", "en-gb", "fr", "ja"]))
def test_no_unknown_symbol_is_added(written: str, language: str) -> None:
    assert not ipa.unknown_symbols(written, language)


def test_unknown_symbols_are_found() -> None:
    assert ipa.to_phonemes("bʙ", "en-us") == "bʙ"
    assert ipa.unknown_symbols("bʙ5", "en-us") == {"ʙ", "5"}
    assert ipa.unknown_symbols("ˈt͡ʃiːz", "en-us") == frozenset()


@pytest.mark.parametrize(
    ("target", "is_prescribed"),
    [
        ("/wɜːd/", True),
        ("/həˈloʊ/", True),
        ("/docs/", False),
        ("/a/b/", False),
        ("/naïve/", False),
        ("/ʙ/", False),
        ("wɜːd", False),
        ("/wɜːd", False),
        ("wɜːd/", False),
        ("//", False),
        ("/", False),
        ("", False),
    ],
)
def test_pronunciations_differ_from_addresses(target: str, is_prescribed: bool) -> None:
    assert ipa.is_prescribed(target) is is_prescribed
