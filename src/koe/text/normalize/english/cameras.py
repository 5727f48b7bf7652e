"""Settings of cameras -> words: apertures "f/2.8", exposure times "1/250s", resolutions "1080p"."""

from __future__ import annotations

import re

from koe.text.normalize.english.fractions import fraction
from koe.text.normalize.english.units import unit_words
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def aperture(match: re.Match[str]) -> str:
        until = f" to {numerals.number(match[2])}" if match[2] else ""
        return f"F {numerals.number(match[1])}{until}{' ' + match[3] if match[3] else ''}"

    def exposure(match: re.Match[str]) -> str:
        return f"{fraction('', 1, int(match[1]), numerals)} of a second"

    def sensitivity(match: re.Match[str]) -> str:
        return f"I.S.O {numerals.cardinal(match[1])} to {numerals.number(match[2])}"

    def pixels(match: re.Match[str]) -> str | None:
        sides = (match[1], match[2])
        if match["unit"]:
            unit = unit_words(match["unit"], single=False, british=numerals.british)
            return unit and f"{' by '.join(map(numerals.cardinal, sides))} {unit}"
        return " by ".join(map(numerals.label, sides))

    def resolution(match: re.Match[str]) -> str:
        rate = f" {numerals.cardinal(match[3])}" if match[3] else ""
        return f"{numerals.label(match[1])} {match[2].upper()}{rate}"

    return (
        rule(
            r"(?<![\w.,/])(240|360|480|576|720|1080|1440|2160)([pi])([0-9]{2,3})?(?!\w)", resolution, name="resolution"
        ),
        rule(
            r"(?<![\w/°])[fFƒ]/([0-9]{1,2}(?:\.[0-9]{1,2})?)(?:[-–]([0-9]{1,2}(?:\.[0-9]{1,2})?))?(?:(L|G)(?!\w))?(?![\w/])",
            aperture,
            name="aperture",
        ),
        rule(
            r"(?<!\w)ISO ([0-9]{2,6})[-–]([0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{2,6})(?!\w|,[0-9])",
            sensitivity,
            name="sensitivity",
        ),
        rule(
            r"(?<![\w.,/-])([1-9][0-9]{2,3})(?:[x×]|\s[x×]\s)([1-9][0-9]{2,3})(?:\s?(?P<unit>[cm]?m)\b)?(?!\w|[.,][0-9]|\s?(?:[=x×^]))",
            pixels,
            name="size",
        ),
        rule(r"(?<![\w./,-])1/([4-9]|[0-9]{2,5})\s?(?:s|secs?|seconds?)(?![\w/])", exposure, name="exposure time"),
    )
