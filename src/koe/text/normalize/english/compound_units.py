"""Units divided by a product in brackets -> words: "4.18 J/(g·°C)", "m s⁻²"."""

from __future__ import annotations

import re

from koe.text.normalize.english.units import ONE, ONE_NAME, reciprocal_words, unit_words
from koe.text.normalize.numerals import UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, rule

_DEGREES = {"°C": "degree Celsius", "°F": "degree Fahrenheit"}
_FACTOR = rf"(?:°[CF]|{ONE})"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def one(unit: str) -> str | None:
        return _DEGREES.get(unit) or unit_words(unit, single=True, british=numerals.british)

    def quotient(match: re.Match[str]) -> str | None:
        above = unit_words(match["above"], single=match["amount"] == "1", british=numerals.british)
        below = [one(unit.strip()) for unit in re.split("[·⋅*]", match["below"])]
        if above is None or None in below:
            return None
        return f"{numerals.number(match['amount'])} {above} per {' '.join(map(str, below))}"

    return (
        rule(
            rf"(?<![\w.,])(?P<amount>{UNSIGNED})\s?(?P<above>{ONE})/\((?P<below>{_FACTOR}(?:\s?[·⋅*]\s?{_FACTOR}){{1,2}})\)",
            quotient,
            name="measure",
        ),
    )


def exponent_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for negative exponents. They run after those for measures, of which they are the end."""

    def reciprocal(match: re.Match[str]) -> str | None:
        words = reciprocal_words(match[1], match[2], british=numerals.british)
        return words and f" {words}"

    return (
        rule(
            rf"\s?(?<![A-Za-z])(?=[A-Za-zµμΩ]{{1,5}}⁻)((?i:{ONE_NAME}))⁻([¹²³])(?![\w⁰¹²³])",
            reciprocal,
            name="unit",
        ),
    )
