"""Packs, pans and lists of numbered things -> words: "3 x 400 g tins", "a 9x13-in. pan", "12ct", "1/ A thread"."""

from __future__ import annotations

import re

from koe.text.normalize.english.fractions import QUANTITY, attributive, quantity
from koe.text.normalize.english.units import ONE, unit_words
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule

_START = r"(?<![\w.,/$£€-])"
_VESSELS = (
    r"(?:cans?|tins?|jars?|bottles?|btls?|packs?|packets?|pkts?|pkgs?|packages?|bags?|boxes|box|cartons?|tubs?|sachets?|"
    r"pouches|pouch|bars?|blocks?|sticks?|rolls?|tubes?|blister packs?|bricks?|loaves|fillets?|steaks?|boards?)"
)
_VESSEL_AHEAD = re.compile(rf"\s(?:[a-z]{{3,12}}\s){{0,2}}{_VESSELS}\b")
_LENGTHS = {"in": "inch", "inch": "inch", "ft": "foot", "cm": "centimeter", "foot": "foot"}
_CARATS_AHEAD = re.compile(r"\s(?:gold|white gold|yellow gold|rose gold|diamond|solitaire|ring)\b")
_NOTE = re.compile(r"\A[^\w]{0,3}\Z")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    british = numerals.british

    def packs(match: re.Match[str]) -> str | None:
        """ "3 x 400 g tins": three tins of that size."""
        if not _VESSEL_AHEAD.match(after(match)):
            return None
        unit = unit_words(match["unit"].rstrip("."), single=True, british=british)
        return unit and f"{numerals.cardinal(match['count'])} {attributive(match['amount'], numerals)} {unit}"

    def pan(match: re.Match[str]) -> str:
        sides = [quantity(side, numerals) for side in match.group("first", "second", "third") if side]
        unit = _LENGTHS[match["unit"]].replace("meter", "metre" if british else "meter")
        return f"{' by '.join(sides)} {unit}"

    def count(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} {'carat' if _CARATS_AHEAD.match(after(match)) else 'count'}"

    def post(match: re.Match[str]) -> str | None:
        return f"{numerals.cardinal(match[1])}: " if _NOTE.match(before(match)) else None

    def kettlebell(match: re.Match[str]) -> str:
        return f"{match[1]}kettlebell"

    return (
        rule(
            rf"{_START}(?P<count>[1-9][0-9]?)\s?[x×]\s?(?P<amount>{QUANTITY})[\s-]?(?P<unit>{ONE}\.?)(?=\s)",
            packs,
            name="packs",
        ),
        rule(
            rf"{_START}(?P<first>{QUANTITY})\s?(?:[x×]|by)\s?(?P<second>{QUANTITY})(?:\s?[x×]\s?(?P<third>{QUANTITY}))?"
            r"-(?P<unit>inch|in|cm|ft|foot)\b\.?(?=\s[a-z])",
            pan,
            name="size",
        ),
        rule(rf"{_START}([1-9][0-9]{{0,3}})[\s-]?ct\b\.?(?=[\s,;)]|\Z)", count, name="number of pieces"),
        rule(r"(?<![\w/])([1-9][0-9]?)/ (?=[A-Z\"“])", post, name="number of a post"),
        rule(
            r"(\b[0-9]{1,3} |\b(?:kg|lb|heavy|light|the|a|single-arm|Russian) )KB(?=s?\s(?:swings?|snatch\w{0,2}|cleans?|goblet|press\w{0,2}|squats?|"
            r"rows?|lunges?|deadlifts?|carr(?:y|ies))\b)",
            kettlebell,
            name="kettlebell",
        ),
    )
