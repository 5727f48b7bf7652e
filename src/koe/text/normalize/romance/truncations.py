"""Words cut short that no table of abbreviations has -> the words: "dur. 90 min", "3 quest.", "sat. 3,5 g".

People cut a word before a vowel and put a full stop. A list of words that are often cut gives all its beginnings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from koe.text.normalize.romance.numbers import Numbers
from koe.text.normalize.rule import Rule, before, full_stop, rule

_VOWELS = frozenset("aeiouáéíóúàèìòùâêîôûãõäëïöüy")
_SHORTEST = 3
_SHORT = (
    r"(?<![\w.@/'’-])(?P<short>[^\W\d_]{3,12})\."
    r"(?=\s?[,;:)/%]|\s(?:[a-zà-ÿ0-9(+<>=~½-]|[A-Z][A-Z0-9])|\s?\Z)"
)
_SEVERAL_BEFORE = re.compile(r"(?<![\w.,/])(?:[2-9]|[1-9][0-9]{1,4}|[0-9]{1,3}(?:[. ][0-9]{3})+)\s\Z")


class Truncations(Numbers):
    """The words of one language that are cut short."""

    # The likeliest of two that begin alike comes first.
    often_cut: ClassVar[tuple[str, ...]] = ()
    uncut: ClassVar[frozenset[str]] = frozenset()  # beginnings that are words themselves

    @cached_property
    def beginnings(self) -> Mapping[str, str]:
        """The word for each beginning that ends in a consonant before a vowel."""
        found: dict[str, str] = {}
        for word in self.often_cut:
            for place in range(_SHORTEST, len(word) - 1):
                is_cut = word[place - 1] not in _VOWELS and word[place] in _VOWELS
                if is_cut and word[:place] not in self.uncut:
                    found.setdefault(word[:place], word)
        return found

    def truncation_rules(self) -> tuple[Rule, ...]:
        return (rule(_SHORT, self._whole_word, kind="abbreviations", name="abbreviation"),)

    def _whole_word(self, match: re.Match[str]) -> str | None:
        short = match["short"]
        word = self.beginnings.get(short[0].lower() + short[1:])
        ends = match.end() == len(match.string)
        if word is None or (ends and not _is_in_brackets(match)):
            return None
        several = _SEVERAL_BEFORE.search(before(match)) is not None
        return (self.plural(word) if several else word) + full_stop(match)

    def plural(self, noun: str) -> str:
        """The plural of a noun by its ending."""
        return f"{noun}s"


def _is_in_brackets(match: re.Match[str]) -> bool:
    """Whether the sentence may well go on behind the end of the text: after a number, "12 preg."."""
    return _SEVERAL_BEFORE.search(before(match)) is not None
