"""Percentages and basis points -> words."""

from __future__ import annotations

import re

from koe.text.normalize.english.attributive import stands_before_noun
from koe.text.normalize.english.measures import AMOUNT, amount_words
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, Said, before, full_stop, rule

_CHANGED = re.compile(r"\b(?:by|up|down|rose|fell|gained|lost|of)\s\Z")
_MOST_BASIS_POINTS = 900  # more are bits per second


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def amount(match: re.Match[str]) -> str:
        return amount_words(match, numerals)

    def percent(match: re.Match[str]) -> Said:
        unit = f"percentage {match['points']}" if match["points"] else "percent"
        unit = unit.replace("pts", "points")
        end = f" per annum{full_stop(match)}" if match["year"] else ""
        return Said(f"{amount(match)} {unit}{' plus' if match['plus'] else ''}{end}", amount(match), unit)

    def mille(match: re.Match[str]) -> Said:
        return Said(f"{amount(match)} per mille", amount(match), "per mille")

    def basis_points(match: re.Match[str]) -> str | Said | None:
        digits = match["amount"].replace(",", "")
        if digits.isdigit() and int(digits) > _MOST_BASIS_POINTS:
            return f"{amount(match)} bits per second" if match["unit"] == "bps" else None
        single = digits == "1" or match["hyphen"] or stands_before_noun(match)
        gap = "-" if match["hyphen"] else " "
        return Said(f"{amount(match)}{gap}basis {'point' if single else 'points'}", amount(match), "basis points")

    def points(match: re.Match[str]) -> Said | None:
        certain = match["minus"] or "." in match["amount"] or _CHANGED.search(before(match))
        return Said(f"{amount(match)} percentage points", amount(match), "percentage points") if certain else None

    return (
        rule(rf"{AMOUNT}\s?(?:pp|ppts?|p\.p\.)(?!\w)", points, name="percentage points"),
        rule(
            rf"{AMOUNT}\s?%(?:\s?(?P<points>points?|pts)\b)?(?P<plus>\+(?![\w+]))?(?P<year>\sp\.a\.)?",
            percent,
            name="percentage",
        ),
        rule(rf"{AMOUNT}\s?‰", mille, name="per mille"),
        rule(rf"{AMOUNT}(?:\s?|(?P<hyphen>-))(?P<unit>bps|bp)(?!\w)", basis_points, name="basis points"),
    )
