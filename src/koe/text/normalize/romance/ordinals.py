"""Ordinals in digits ("1.º", "3ª", "2e") -> words with gender and number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from koe.text.normalize.romance.numbers import BEGIN, Gender, Numbers
from koe.text.normalize.rule import Rule, after, alternatives, rule

_NEXT_WORD = re.compile(r"\s(?P<noun>[^\W\d_]{2,40})")


class Ending(NamedTuple):
    """What an ending behind digits says of the ordinal."""

    gender: Gender = "m"
    is_plural: bool = False
    is_short: bool = False  # the form before a noun: Spanish "primer"


class Ordinals(Numbers):
    """The ordinals of one language."""

    ordinal_endings: ClassVar[Mapping[str, Ending]]  # by what is written behind the digits, without full stop

    def ordinal_rules(self) -> tuple[Rule, ...]:
        endings = alternatives(self.ordinal_endings)
        pattern = rf"{BEGIN}(?P<digits>[0-9]{{1,6}})\.?(?P<ending>{endings})(?!\w)(?:\.(?=\s[a-zà-ÿ]))?"
        return (rule(pattern, self._ordinal, kind="numbers", name="ordinal"),)

    def _ordinal(self, match: re.Match[str]) -> str | None:
        following = _NEXT_WORD.match(after(match))
        if match["ending"] in ("a", "o") and len(match["digits"]) > 2:
            return None  # a place in Plato: "514a"
        return self.ordinal_of(
            match["digits"], self.ordinal_endings[match["ending"]], following["noun"] if following else ""
        )

    def ordinal_of(self, digits: str, ending: Ending, noun: str) -> str | None:
        """The words of an ordinal in digits before `noun`; None if it is none."""
        return self.ordinal(int(digits), ending.gender, ending.is_plural)

    def ordinal(self, number: int, gender: Gender = "m", is_plural: bool = False) -> str:
        """The ordinal in words."""
        words = self.numerals.ordinal(str(number))
        if gender == "f":
            words = re.sub(r"o\b", "a", words)
        return re.sub(r"([oa])\b", r"\1s", words) if is_plural else words
