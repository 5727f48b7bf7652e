"""Signs and short forms that the four languages write alike -> words: "Hotel 4*", "3-12-19-27", "sen²x", "A320neo"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from koe.text.normalize.romance.letters import Letters
from koe.text.normalize.rule import Rule, alternatives, before, of_digits, rule

_STARS = r"(?<![\w.,])(?P<stars>[1-5])\s?(?:\*|★)(?![\w*])"
_HOTEL = re.compile(
    r"\b(?:h[oôó]te[li]s?|hostal|restaurantes?|ristoranti?|pousada|resort|apart\w*|camping)\b", re.IGNORECASE
)
_DRAW = r"(?<![\w.,/-])[0-9]{1,2}(?:\s?[-–]\s?[0-9]{1,2}){3,9}(?![\w/-]|[.,][0-9])"
_PAIR = re.compile("[0-9]{2}")
_AIRCRAFT = r"(?<![\w-])A(?P<model>3[0-9]{2})(?:-(?P<series>[0-9]{3,4})|\s?(?P<rest>neo|ceo))(?!\w)"
_DIVISION = r"(?<=[0-9])\s:\s(?=[0-9]{1,6}\s?\?)"
_ASTERISK = r"(?:(?<=\sde\s)|(?<=\sda\s)|(?<=\sa\s)|(?<=\sà\s))\*(?=\s|[,.;])"


class Notation(Letters):
    """The notations of one language."""

    stars: ClassVar[str]  # of a hotel
    unchanged: ClassVar[str]  # "(=)" behind a price
    asterisk: ClassVar[str]
    divided_by: ClassVar[str]
    functions: ClassVar[Mapping[str, str]] = {}  # "sen" -> "seno"
    square: ClassVar[str]  # behind the name of a function, with what joins it to its variable

    def common_rules(self) -> tuple[Rule, ...]:
        squared = rf"(?<!\w)(?P<name>{alternatives(self.functions)})²\s?(?:(?P<variable>[a-zαβθ])(?!\w)|(?=\())"
        return (
            *of_digits(
                rule(_STARS, self._stars, kind="units", name="stars"),
                rule(_DRAW, self._drawn, kind="numbers", name="numbers in a row"),
                rule(_AIRCRAFT, self._airbus, kind="acronyms", name="aircraft"),
                rule(_DIVISION, lambda _: f" {self.divided_by} ", kind="symbols", name="division"),
            ),
            rule(squared, self._square, kind="symbols", name="function"),
            rule(r"(?<=[€$%0-9]\s\()=(?=\))", lambda _: self.unchanged, kind="symbols", name="no change"),
            rule(_ASTERISK, lambda _: self.asterisk, kind="symbols", name="asterisk"),
        )

    def _stars(self, match: re.Match[str]) -> str | None:
        is_hotel = _HOTEL.search(before(match)[-30:])
        return f"{self.cardinal(match['stars'], 'f', self.stars)} {self.stars}" if is_hotel else None

    def _drawn(self, match: re.Match[str]) -> str | None:
        """Drawn numbers; single digits are a formation, five pairs a telephone number."""
        numbers = re.findall("[0-9]+", match[0])
        if all(len(number) == 1 for number in numbers) or (len(numbers) == 5 and len(_PAIR.findall(match[0])) == 5):
            return None
        return ", ".join(self.cardinal(number) for number in numbers)

    def _airbus(self, match: re.Match[str]) -> str:
        rest = self.cardinal(match["series"]) if match["series"] else match["rest"]
        return f"{self.letters('A')} {self.cardinal(match['model'])} {rest}"

    def _square(self, match: re.Match[str]) -> str:
        variable = f" {self.letters(match['variable'])}" if match["variable"] else " "
        return f"{self.functions[match['name']]} {self.square}{variable}"
