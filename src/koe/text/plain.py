"""A sentence -> the same without what breaks readers: rare punctuation, invisible characters, very long words."""

from __future__ import annotations

import unicodedata

import regex  # type: ignore[import-untyped]  # for the Unicode properties that `re` does not know

from koe.languages import LANGUAGES
from koe.text.sanitize import composed
from koe.text.scripts import UNREADABLE
from koe.text.traced import Traced

_PLAIN_PUNCTUATION = {
    **dict.fromkeys("।॥。｡۔።", "."),
    **dict.fromkeys("，、،﹐", ","),
    **dict.fromkeys("！﹗", "!"),
    **dict.fromkeys("？؟﹖", "?"),
    **dict.fromkeys("；؛", ";"),
    **dict.fromkeys("：", ":"),
    **dict.fromkeys("（【", "("),
    **dict.fromkeys("）】", ")"),
    **dict.fromkeys("「『《", "“"),
    **dict.fromkeys("」』》", "”"),
    **dict.fromkeys("―─", "—"),
    "ʼ": "'",
}
_OTHER_PUNCTUATION = regex.compile(f"[{''.join(_PLAIN_PUNCTUATION)}]")
_GUILLEMETS = {"«": "“", "»": "”", "‹": "“", "›": "”"}
_GUILLEMET = regex.compile("[«»‹›]")
_INVISIBLE = regex.compile(r"(?V1)[\p{C}--[\s\u200c\u200d]]")
_APOSTROPHE = regex.compile(r"(?<=\p{L})[’‘](?=\p{L})|(?<!\S)[’‘](?=[0-9]0s|t(?:is|was)\b|em\b)")

# Latin letters that eSpeak reads as a code point: "Nguyễn" would be "N G U Y letter 1 E C 5 N".
_RARE_LATIN = regex.compile(r"[\u0180-\u024f\u1e00-\u1eff]")
_LOOSE_MARK = regex.compile(r"[\u0300-\u036f]+")  # marks that NFC could not join to a letter: eSpeak would say "acute"

_FOREIGN_DIGIT = regex.compile(r"(?V1)[\p{Nd}--[0-9]]")
# 20 digits is a quintillion. Longer ones are codes, which people read digit by digit; num2words would take ever longer.
_LONG_NUMBER = regex.compile(r"[0-9][0-9.,]{19,}[0-9]")
# misaki tries every stretch of parts inside a word: 200 parts take 45 s, 16 take 5 ms.
_PARTS_PER_ENGLISH_WORD = 16
_ENGLISH_PART = regex.compile(r"\p{Lu}?\p{Ll}{1,49}|\p{L}{1,49}|[0-9]{1,20}|.")
_LONG_ENGLISH_WORD = regex.compile(rf"\S{{{_PARTS_PER_ENGLISH_WORD + 1},}}")
# eSpeak drops what comes after 160 bytes of a word.
_LETTERS_PER_WORD = 50
_LONG_WORD = regex.compile(rf"[\p{{L}}\p{{M}}\p{{N}}]{{{_LETTERS_PER_WORD}}}(?=[\p{{L}}\p{{M}}\p{{N}}])")
_SPACES = regex.compile(r"\s{2,}|[^\S ]")


def plain(text: Traced, code: str) -> tuple[Traced, int]:
    """The text, and how many words were left out because no voice reads their script."""
    language = LANGUAGES[code]
    text = composed(text.replace_matches(_INVISIBLE, lambda _: ""))
    if language.has_own_punctuation:
        return text.replace_matches(_SPACES, lambda _: " "), 0
    text = text.replace_matches(_OTHER_PUNCTUATION, lambda mark: _PLAIN_PUNCTUATION[mark[0]])
    left_out = len(UNREADABLE.findall(text.text))
    text = text.replace_matches(UNREADABLE, lambda _: " ")
    text = text.replace_matches(_RARE_LATIN, _base_letter).replace_matches(_LOOSE_MARK, lambda _: "")
    text = text.replace_matches(_APOSTROPHE, lambda _: "'").replace_matches(_FOREIGN_DIGIT, _ascii_digit)
    text = text.replace_matches(_LONG_NUMBER, _digit_by_digit)
    text = text.replace_matches(_LONG_WORD, lambda word: word[0] + " ").replace_matches(_SPACES, lambda _: " ")
    if language.family != "en":
        return text, left_out
    text = text.replace_matches(_GUILLEMET, lambda mark: _GUILLEMETS[mark[0]])
    return text.replace_matches(_LONG_ENGLISH_WORD, _loosened), left_out


def _base_letter(letter: regex.Match[str]) -> str:
    return unicodedata.normalize("NFD", letter[0])[0]


def _ascii_digit(digit: regex.Match[str]) -> str:
    return str(unicodedata.decimal(digit[0], "0"))


def _digit_by_digit(number: regex.Match[str]) -> str:
    whole, point, decimals = number[0].partition(".")
    if point and len(whole) <= 15 and decimals.isdigit():
        return f"{whole}.{decimals[0]} {' '.join(decimals[1:])}"
    digits = [character for character in number[0] if character.isdigit()]
    return " ".join(digits) if len(digits) > 20 else str(number[0])


def _loosened(word: regex.Match[str]) -> str:
    parts = _ENGLISH_PART.findall(word[0])
    starts = range(0, len(parts), _PARTS_PER_ENGLISH_WORD)
    return " ".join("".join(parts[start : start + _PARTS_PER_ENGLISH_WORD]) for start in starts)
