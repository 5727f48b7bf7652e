"""Text normalisation: numbers, dates, addresses and signs -> words. docs/text.md shows how each kind is read.

Each kind has a file with its tables. The order matters: text that fits several kinds is taken by the first, so that
"1/2/2025" is a date before "1/2" is a fraction. Japanese keeps its digits: the reader knows how to say them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

from koe.languages import LANGUAGES
from koe.text.language import normalize_language
from koe.text.normalize import (
    abbreviations,
    acronyms,
    code,
    dates,
    hindi,
    japanese,
    mandarin,
    measures,
    money,
    numbers,
    phones,
    places,
    plurals,
    roman,
    romance,
    symbols,
    times,
    typography,
    web,
)
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, apply, of_kind
from koe.text.normalize.typography import Emoji
from koe.text.prescribed import PATTERN
from koe.text.traced import Traced
from koe.types import NORMALIZATION_KINDS, NormalizationKind

__all__ = ["NORMALIZERS", "normalize"]

# Half of the rules are about digits, and most sentences have none: 0.2 ms instead of 0.4.
_DIGIT = re.compile(r"[0-9¼-¾⅐-⅞]")


_MASK = re.compile(r"[Zz]ubal([a-j]{1,6})omi")
_LETTERS = str.maketrans("0123456789", "abcdefghij")
_DIGITS = str.maketrans("abcdefghij", "0123456789")


class _Rules(NamedTuple):
    """The rules of one language, in order."""

    first: tuple[Rule, ...] = ()
    of_digits: tuple[Rule, ...] = ()
    last: tuple[Rule, ...] = ()

    def apply(self, text: Traced, as_written: Collection[NormalizationKind]) -> Traced:
        text = apply(self.first, text, as_written)
        if _DIGIT.search(text.text):
            text = apply(self.of_digits, text, as_written)
        return apply(self.last, text, as_written)


def normalize(
    text: Traced, language: str, *, emoji: Emoji = "drop", as_written: Collection[NormalizationKind] = ()
) -> Traced:
    """The text as `language` reads it aloud, with its punctuation. Plain words stay as they are, and so do the kinds
    `as_written`, unless another kind matches them too; with all kinds, nothing is changed at all."""
    if len(as_written) == len(NORMALIZATION_KINDS):
        return text
    rules = _rules(normalize_language(language), emoji)
    prescribed = [text[slice(*match.span())] for match in PATTERN.finditer(text.text)]
    if not prescribed:
        return rules.apply(text, as_written)
    numbers = count()
    masked = text.replace_matches(PATTERN, lambda match: _mask(next(numbers), match["word"]))
    masked = rules.apply(masked, as_written)
    parts: list[Traced] = []
    position = 0
    for mask in _MASK.finditer(masked.text):
        number = int(mask[1].translate(_DIGITS))
        # The place is compared because a text may really have such a word.
        if number < len(prescribed) and masked.starts[mask.start()] == prescribed[number].starts[0]:
            parts += (masked[position : mask.start()], prescribed[number])
            position = mask.end()
    return Traced.join([*parts, masked[position:]])


def _mask(number: int, word: str) -> str:
    """A word that no rule changes, in place of a prescribed one: rules for its neighbours still see a word."""
    mask = f"zubal{str(number).translate(_LETTERS)}omi"
    return mask.capitalize() if word[:1].isupper() else mask


@lru_cache(maxsize=32)
def _rules(language: str, emoji: Emoji) -> _Rules:
    return NORMALIZERS[LANGUAGES[language].normalizer](language, emoji)


def _generic(of_digits: tuple[Rule, ...], emoji: Emoji, first: tuple[Rule, ...] = ()) -> _Rules:
    """Punctuation and emoji as in every language, and the language's own rules for its numbers."""
    return _Rules(
        first=(*typography.emoji_rules(emoji), typography.SAME_MARKS, *first),
        of_digits=tuple(rule if rule.kind else replace(rule, kind="numbers") for rule in of_digits),
        last=typography.REPEATED,
    )


def _english(language: str, emoji: Emoji) -> _Rules:
    numerals = EnglishNumerals(british=language == "en-gb")
    return _Rules(
        first=(
            *of_kind("numbers", numbers.long_digits(numerals)),
            *typography.emoji_rules(emoji),
            typography.FOOTNOTES,
            *web.rules(numerals),
            *of_kind("code", *code.rules(numerals)),
            typography.SAME_MARKS,
            *of_kind("plurals", *plurals.rules()),
            *of_kind("abbreviations", *abbreviations.rules(), *places.rules(numerals)),
            *of_kind("numbers", *roman.rules(numerals)),
            *of_kind("dates", *dates.weekday_rules()),
        ),
        of_digits=(
            *of_kind("dates", *dates.numeric_rules(numerals)),
            *of_kind("phones", *phones.rules(numerals)),
            *of_kind("numbers", numbers.grouped_digits(), numbers.round_plurals()),
            *of_kind("dates", *dates.rules(numerals)),
            *of_kind("times", *times.rules(numerals)),
            *of_kind("symbols", *symbols.early_rules()),
            *of_kind("money", *money.rules(numerals)),
            *of_kind("units", *measures.rules(numerals)),
            *of_kind("numbers", *numbers.version_rules(numerals)),
            *of_kind("acronyms", *acronyms.mixed_rules(numerals)),
            *of_kind("symbols", *symbols.power_rules()),
            *of_kind("numbers", *numbers.rules(numerals)),
        ),
        last=(
            *of_kind("dates", *dates.month_rules()),
            *of_kind("acronyms", *acronyms.rules()),
            *of_kind("symbols", *symbols.power_rules(), *symbols.rules()),
            *of_kind("numbers", *numbers.last_rules(numerals)),
            *typography.REPEATED,
        ),
    )


# Functions (language code, emoji option) -> rules, by the `normalizer` of the language's row (koe/languages.py).
# "generic" leaves numbers to the reader.
NORMALIZERS: Mapping[str, Callable[[str, Emoji], _Rules]] = MappingProxyType(
    {
        "english": _english,
        "generic": lambda _, emoji: _generic((), emoji),
        "hindi": lambda _, emoji: _generic(hindi.rules(), emoji, hindi.FIRST),
        "japanese": lambda _, emoji: _generic(japanese.rules(), emoji),
        "mandarin": lambda _, emoji: _generic(mandarin.rules(), emoji, mandarin.FIRST),
        "romance": lambda language, emoji: _generic(romance.rules(language), emoji),
    }
)
