"""Two amounts with one unit or two -> words: "12/256 GB", "7.4/8.0 GB", "120V/15A", "7,450/6,900 MB/s"."""

from __future__ import annotations

import re

from koe.text.normalize.english.units import unit_words
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule

_START = r"(?<![\w.,/])"
_GROUPED = r"([0-9]{1,3}(?:,[0-9]{3})?)"
_NUTRIENTS = ("protein", "carbs", "fat")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def unit(written: str) -> str:
        return unit_words(written, single=False, british=numerals.british) or written

    def either(match: re.Match[str]) -> str:
        joint = "," if match[3] == "mpg" else " or"
        return f"{numerals.cardinal(match[1])}{joint} {numerals.cardinal(match[2])} {unit(match[3])}"

    def both(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} and {numerals.number(match[2])} {unit(match[3])}"

    def used(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} of {numerals.number(match[2])} {unit(match[3])}"

    def power(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} volts, {numerals.number(match[2])} amp{'s' * (match[2] != '1')}"

    def nutrients(match: re.Match[str]) -> str:
        grams = zip(match.groups(), _NUTRIENTS, strict=True)
        return ", ".join(f"{numerals.cardinal(amount)} {name}" for amount, name in grams)

    decimal = r"([0-9]{1,4}\.[0-9]{1,2})"

    def sets(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} by {numerals.cardinal(match[2])} to {numerals.cardinal(match[3])}"

    return (
        rule(r"(?<![\w.,/-])([1-9])\s?[x×]\s?([0-9]{1,2})[-–]([0-9]{1,2})(?![\w/-]|[.,][0-9])", sets, name="sets"),
        rule(
            rf"{_START}([0-9]{{1,3}})\s?g?P\s?/\s?([0-9]{{1,3}})\s?g?C\s?/\s?([0-9]{{1,3}})\s?g?F(?!\w)",
            nutrients,
            name="nutrients",
        ),
        rule(rf"{_START}([0-9]{{2,3}})/([0-9]{{2,3}})\s?(Hz|V|VAC|VDC|W|mpg)(?!\w)", either, name="measure"),
        rule(rf"{_START}{_GROUPED}\s?/\s?{_GROUPED}\s?([MG]B/s|[MG]bps)(?!\w)", both, name="measure"),
        rule(rf"{_START}([0-9]{{1,2}})/([0-9]{{2,4}})\s?(GB|TB)(?!\w)", both, name="measure"),
        rule(rf"{_START}{decimal}\s?/\s?{decimal}\s?(GB|TB|MB|GiB|MiB)(?!\w)", used, name="measure"),
        rule(
            rf"{_START}([0-9]{{1,3}})\s?V(?:AC|DC)?\s?/\s?([0-9]{{1,3}}(?:\.[0-9])?)\s?A(?!\w)", power, name="measure"
        ),
    )
