"""Text -> text in words: what people paste, as a person would read it. docs/text.md says how each kind is read.

Each kind has a file with its tables. The order matters: what looks like several kinds is taken by the first, so that
"1/2/2025" is a date before "1/2" is a fraction. Hindi keeps its digits, which eSpeak reads (num2words has no Hindi);
Japanese and Mandarin are left alone.
"""

from __future__ import annotations

import re
from functools import lru_cache

from koe.text.language import normalize_language
from koe.text.normalize import (
    abbreviations,
    acronyms,
    code,
    dates,
    measures,
    money,
    numbers,
    phones,
    places,
    roman,
    romance,
    symbols,
    times,
    typography,
    web,
)
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, apply
from koe.text.normalize.typography import Emoji
from koe.text.traced import Traced

__all__ = ["normalize"]

# "[word](/phonemes/)" says how a word is pronounced: nothing in it is to be read in another way.
_PRESCRIBED = re.compile(r"\[[^\[\]]{0,200}\]\(/[^()/]{0,200}/\)")


def normalize(text: Traced, language: str, *, emoji: Emoji = "drop") -> Traced:
    """The words a reader of `language` says, with the sentence's punctuation. Plain words stay as they are."""
    rules = _rules(normalize_language(language), emoji)
    if not rules:
        return text
    parts: list[Traced] = []
    position = 0
    for prescribed in _PRESCRIBED.finditer(text.text):
        parts += (apply(rules, text[position : prescribed.start()]), text[prescribed.start() : prescribed.end()])
        position = prescribed.end()
    if not parts:
        return apply(rules, text)
    return Traced.join([*parts, apply(rules, text[position:])])


@lru_cache(maxsize=32)
def _rules(language: str, emoji: Emoji) -> tuple[Rule, ...]:
    if language in romance.SPEECH:
        return (*typography.emoji_rules(emoji), typography.SAME_MARKS, *romance.rules(language), *typography.REPEATED)
    if language.startswith("en"):
        return _english(EnglishNumerals(british=language == "en-gb"), emoji)
    return ()


def _english(numerals: EnglishNumerals, emoji: Emoji) -> tuple[Rule, ...]:
    return (
        numbers.long_digits(numerals),
        *typography.emoji_rules(emoji),
        typography.FOOTNOTES,
        *web.rules(numerals),
        *code.rules(numerals),
        typography.SAME_MARKS,
        *abbreviations.rules(),
        *places.rules(numerals),
        *dates.numeric_rules(numerals),
        *phones.rules(numerals),
        numbers.grouped_digits(),
        *roman.rules(numerals),
        *dates.rules(numerals),
        *times.rules(numerals),
        *symbols.early_rules(),
        *money.rules(numerals),
        *measures.rules(numerals),
        *numbers.version_rules(numerals),
        *acronyms.mixed_rules(numerals),
        *symbols.power_rules(),
        *numbers.rules(numerals),
        *acronyms.rules(),
        *symbols.rules(),
        *numbers.last_rules(numerals),
        *typography.REPEATED,
    )
