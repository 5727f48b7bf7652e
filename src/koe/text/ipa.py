"""IPA as people and dictionaries write it -> phonemes in the symbols that Kokoro was trained with.

Kokoro has one symbol for a diphthong or an affricate, writes stress before the vowel and not before the syllable, and
American vowels without length.
"""

from __future__ import annotations

import re
import unicodedata

from koe.text import vocab

_EVERYWHERE = (
    ("t͡ʃ", "ʧ"),
    ("d͡ʒ", "ʤ"),
    ("tʃ", "ʧ"),
    ("dʒ", "ʤ"),
    ("t͡s", "ʦ"),
    ("d͡z", "ʣ"),
    ("t͡ɕ", "ʨ"),
    ("d͡ʑ", "ʥ"),
    ("g", "ɡ"),
    ("'", "ˈ"),
    ("’", "ˈ"),
    (":", "ː"),
    ("ɝ", "ɜɹ"),
    ("ɫ", "l"),
)
_ENGLISH = (
    ("eɪ", "A"),
    ("aɪ", "I"),
    ("aʊ", "W"),
    ("ɔɪ", "Y"),
    ("oʊ", "O"),
    ("əʊ", "Q"),
    ("ɚ", "əɹ"),
    ("r", "ɹ"),
)
_AMERICAN = (*_ENGLISH, ("ɜːɹ", "ɜɹ"), ("ɜː", "ɜɹ"), ("ː", ""), ("ɒ", "ɑ"), ("Q", "O"))
_BRITISH = (*_ENGLISH, ("O", "Q"), ("æ", "a"), ("ɛə", "ɛː"), ("eə", "ɛː"))
_OF_LANGUAGE = {"en-us": _AMERICAN, "en-gb": _BRITISH}

# Marks between syllables, ties, brackets around optional sounds: not spoken.
_SILENT = re.compile(r"[.‿\u0361\u035c()\u02d1|‖]")
_NASAL = re.compile("[ãẽĩõũ]")  # Kokoro writes the tilde as a symbol of its own
_SPACES = re.compile(r"\s+")
_VOWELS = "AIOQWYaeiouyæɐɑɒɔəɚɛɜɨɪʊʌøœɯɤᵊᵻ"
_STRESS_BEFORE_ONSET = re.compile(rf"([ˈˌ])([^\s{_VOWELS}ˈˌ]+)(?=[{_VOWELS}])")


def to_phonemes(ipa: str, language: str) -> str:
    """The phonemes of an IPA string. Symbols that Kokoro does not know stay: `vocab.unknown_symbols` finds them."""
    phonemes = _NASAL.sub(lambda vowel: unicodedata.normalize("NFD", vowel[0]), ipa.strip())
    for written, spoken in _EVERYWHERE:
        phonemes = phonemes.replace(written, spoken)
    phonemes = _SPACES.sub(" ", _SILENT.sub("", phonemes))
    for written, spoken in _OF_LANGUAGE.get(language, ()):
        phonemes = phonemes.replace(written, spoken)
    return _STRESS_BEFORE_ONSET.sub(r"\2\1", phonemes)


def unknown_symbols(ipa: str, language: str) -> frozenset[str]:
    return vocab.unknown_symbols(to_phonemes(ipa, language))


def is_prescribed(target: str) -> bool:
    """Whether the text in round brackets after `[word]` is a pronunciation: "/wɜːd/", but not "/docs/"."""
    inside = target[1:-1]
    return target[:1] == target[-1:] == "/" and not inside.isascii() and not unknown_symbols(inside, "en-us")
