"""Fractions -> words: "3/4", "½", "2 1/2", and halves of what follows ("½ kg", "1 1/2 horas")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from koe.text.normalize.romance.measures import Measures
from koe.text.normalize.romance.numbers import Gender
from koe.text.normalize.romance.ordinals import Ordinals
from koe.text.normalize.rule import Rule, after, alternatives, rule

VULGAR: Mapping[str, tuple[int, int]] = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
_NOUN = re.compile(r"\s(?P<noun>[^\W\d_]{2,40})(?:\s(?P<second>[^\W\d_]{2,40}))?")
_LARGEST_NAMED = 100


class Fractions(Measures, Ordinals):
    """The fractions of one language."""

    # 2: "medio|medios"; what is not in the table follows from the ordinals.
    denominators: ClassVar[Mapping[int, str]]
    and_a_part: ClassVar[str]  # between a whole number and a fraction
    over: ClassVar[str]  # "sobre", for denominators that have no name

    @cached_property
    def _fraction(self) -> str:
        digits = r"(?P<top>[0-9]{1,3})\s?[/⁄]\s?(?P<bottom>[1-9][0-9]{0,3})"
        return rf"(?:{digits}(?![0-9/])(?![.,][0-9])|(?P<vulgar>[{''.join(VULGAR)}]))"

    def fraction_rules(self) -> tuple[Rule, ...]:
        sign = r"(?P<sign>(?<![\w)])[-−])?"
        mixed = rf"(?<![\w.,/]){sign}(?:(?P<whole>[0-9]{{1,3}})(?:\s(?=[0-9])|\s?(?![0-9])))?{self._fraction}"
        unit = alternatives(self.units)
        return (
            rule(rf"{mixed}\s?(?P<unit>{unit})(?![\w/²³])", self._fraction_of_unit, kind="units", name="measure"),
            rule(rf"{mixed}(?!\w)", self._spoken_fraction, kind="numbers", name="fraction"),
        )

    def _parts(self, match: re.Match[str]) -> tuple[str, int, int] | None:
        top, bottom = VULGAR[match["vulgar"]] if match["vulgar"] else (int(match["top"]), int(match["bottom"]))
        is_part = match["vulgar"] or (0 < top < bottom and (not match["whole"] or bottom <= _LARGEST_NAMED))
        return (match["whole"] or "", top, bottom) if is_part else None

    def _sign(self, match: re.Match[str]) -> str:
        return f"{self.minus} " if match["sign"] else ""

    def _fraction_of_unit(self, match: re.Match[str]) -> str | None:
        parts = self._parts(match)
        if parts is None:
            return None
        unit = self.units[match["unit"]]
        return self._sign(match) + self.fraction_of(*parts, unit.one, unit.many, unit.gender)

    def _spoken_fraction(self, match: re.Match[str]) -> str | None:
        parts = self._parts(match)
        if parts is None:
            return None
        noun = _NOUN.match(after(match))
        return self._sign(match) + self.fraction_before(*parts, noun["noun"] if noun else "")

    def fraction(self, top: int, bottom: int) -> str:
        """The fraction that counts nothing: "tres cuartos"."""
        if bottom > _LARGEST_NAMED and bottom not in self.denominators:
            return f"{self.cardinal(str(top))} {self.over} {self.cardinal(str(bottom))}"
        one, _, many = self.denominator(bottom).partition("|")
        return f"{self.cardinal(str(top), 'm', one)} {one if top == 1 else many}"

    def denominator(self, bottom: int) -> str:
        """ "one|many" of a part, such as "tercio|tercios"."""
        return self.denominators.get(bottom) or f"{self.ordinal(bottom)}|{self.ordinal(bottom, is_plural=True)}"

    def mixed(self, whole: str, top: int, bottom: int, gender: Gender | None = None) -> str:
        """A whole number and a fraction, before nothing that is known: "dos y medio"."""
        return f"{self.cardinal(whole)} {self.and_a_part} {self.half_or_part(top, bottom, gender)}"

    def half_or_part(self, top: int, bottom: int, gender: Gender | None = None) -> str:
        """The fraction behind "and"."""
        return self.fraction(top, bottom)

    def fraction_of(self, whole: str, top: int, bottom: int, one: str, many: str, gender: Gender) -> str:
        """The fraction with its unit: "medio kilo", "dos kilos y medio", "tres cuartos de kilo"."""
        if not whole:
            return f"{self.fraction(top, bottom)} {self.of_unit(one)}"
        name = one if whole == "1" else many
        part = self.half_or_part(top, bottom, gender)
        return f"{self.cardinal(whole, gender, name)} {name} {self.and_a_part} {part}"

    def of_unit(self, one: str) -> str:
        """The unit behind a fraction: "de kilo"."""
        return f"de {one}"

    def fraction_before(self, whole: str, top: int, bottom: int, noun: str) -> str:
        """The fraction before `noun`, which may be ""."""
        return self.mixed(whole, top, bottom) if whole else self.fraction(top, bottom)
