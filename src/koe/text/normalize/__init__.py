"""Text normalisation: numbers, dates, addresses and signs -> words. docs/text.md shows how each kind is read.

Each language has a `Grammar`: rules that recognise expressions and give their words. Japanese keeps its digits: the
reader knows how to say them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

from koe.languages import LANGUAGES
from koe.text.language import normalize_language
from koe.text.normalize import english, hindi, japanese, mandarin, romance, typography
from koe.text.normalize.expressions import Expression
from koe.text.normalize.grammar import Abbreviations, Grammar
from koe.text.normalize.typography import Emoji
from koe.text.prescribed import PATTERN
from koe.text.traced import Traced
from koe.types import NORMALIZATION_KINDS, NormalizationKind

__all__ = ["NORMALIZERS", "Normalized", "abbreviations_of", "normalize", "places_of_expressions", "read"]

_MASK = re.compile(r"[Zz]ubal([a-j]{1,6})omi")
_LETTERS = str.maketrans("0123456789", "abcdefghij")
_DIGITS = str.maketrans("abcdefghij", "0123456789")


class Normalized(NamedTuple):
    """A text in words, and what was recognised in it; places are those of the original."""

    text: Traced
    expressions: tuple[Expression, ...] = ()


def normalize(
    text: Traced, language: str, *, emoji: Emoji = "drop", as_written: Collection[NormalizationKind] = ()
) -> Traced:
    """The text as `language` reads it aloud, with its punctuation. Plain words stay as they are, and so do the kinds
    `as_written`, unless another kind matches them too; with all kinds, nothing is changed at all."""
    return read(text, language, emoji=emoji, as_written=as_written).text


def read(
    text: Traced, language: str, *, emoji: Emoji = "drop", as_written: Collection[NormalizationKind] = ()
) -> Normalized:
    """What `normalize` gives, with the expressions."""
    if len(as_written) == len(NORMALIZATION_KINDS):
        return Normalized(text)
    grammar = _grammar(normalize_language(language), emoji)
    prescribed = [text[slice(*match.span())] for match in PATTERN.finditer(text.text)]
    if not prescribed:
        return Normalized(*grammar.read(text, as_written))
    numbers = count()
    masked = text.replace_matches(PATTERN, lambda match: _mask(next(numbers), match["word"]))
    spoken, expressions = grammar.read(masked, as_written)
    parts: list[Traced] = []
    position = 0
    for mask in _MASK.finditer(spoken.text):
        number = int(mask[1].translate(_DIGITS))
        # The place is compared because a text may really have such a word.
        if number < len(prescribed) and spoken.starts[mask.start()] == prescribed[number].starts[0]:
            parts += (spoken[position : mask.start()], prescribed[number])
            position = mask.end()
    return Normalized(Traced.join([*parts, spoken[position:]]), expressions)


def _mask(number: int, word: str) -> str:
    """A word that no rule changes, in place of a prescribed one: rules for its neighbours still see a word."""
    mask = f"zubal{str(number).translate(_LETTERS)}omi"
    return mask.capitalize() if word[:1].isupper() else mask


def places_of_expressions(text: str, language: str) -> list[tuple[int, int]]:
    """Where the expressions of a text are, so that it is not cut inside one."""
    grammar = _grammar(language, "drop")
    same_marks = text.translate(typography.SAME_LENGTH_MARKS)
    return [(expression.start, expression.stop) for expression in grammar.recognise(same_marks)]


def abbreviations_of(language: str) -> Abbreviations:
    return _grammar(language, "drop").abbreviations


@lru_cache(maxsize=32)
def _grammar(language: str, emoji: Emoji) -> Grammar:
    return NORMALIZERS[LANGUAGES[language].normalizer](language, emoji)


def _generic(_: str, emoji: Emoji) -> Grammar:
    """Punctuation and emoji as in every language. Numbers are left to the reader."""
    return Grammar(first=(*typography.emoji_rules(emoji), typography.SAME_MARKS), last=typography.REPEATED)


# Functions (language code, emoji option) -> grammar, by the `normalizer` of the language's row (koe/languages.py).
NORMALIZERS: Mapping[str, Callable[[str, Emoji], Grammar]] = MappingProxyType(
    {
        "english": english.grammar,
        "generic": _generic,
        "hindi": hindi.grammar,
        "romance": romance.grammar,
        "japanese": japanese.grammar,
        "mandarin": mandarin.grammar,
    }
)
