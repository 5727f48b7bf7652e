"""Packs, pans and lists of numbered things -> words: "3 x 400 g tins", "a 9x13-in. pan", "12ct", "1/ A thread"."""

from __future__ import annotations

import re

from koe.text.normalize.english.fractions import QUANTITY, attributive, quantity
from koe.text.normalize.english.units import ONE, unit_words
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule

_START = r"(?<![\w.,/$£€#-])(?<!# )"
_VESSELS = (
    r"(?:cans?|tins?|jars?|bottles?|btls?|packs?|packets?|pkts?|pkgs?|packages?|boxes|box|cartons?|tubs?|sachets?|"
    r"pouches|pouch|bars?|blocks?|sticks?|rolls?|tubes?|blister packs?|bricks?|loaves|"
    r"fillets?|steaks?|boards?|pots?|loaf|cakes?|pizzas?|joints?|trays?)"
)
_VESSEL_AHEAD = re.compile(rf"\s(?:[a-z]{{3,12}}\s){{0,2}}{_VESSELS}\b")
_LENGTHS = {"in": "inch", "inch": "inch", "ft": "foot", "cm": "centimeter", "foot": "foot"}
_CARATS_AHEAD = re.compile(r"\s(?:gold|white gold|yellow gold|rose gold|diamond|solitaire|ring)\b")
_MIXED = r"([0-9]{1,3}(?:[ -][0-9]{1,2}/[0-9]{1,2})?|[0-9]{1,2}/[0-9]{1,2})"
_ORDERED = {
    "yr": "year", "mo": "month", "wk": "week", "qtr": "quarter", "min": "minute", "hr": "hour", "flr": "floor",
    "gen": "generation", "grd": "grade",
}  # fmt: skip
_DEGREE = re.compile(r"\b(?:Hons|B\.?Sc|B\.?A|M\.?A|LL\.?B|BEng|degree|Univ|University)\b")
_NOTE = re.compile(r"\A[^\w]{0,3}\Z")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    british, cardinal = numerals.british, numerals.cardinal

    def packs(match: re.Match[str]) -> str | None:
        """ "3 x 400 g tins": three tins of that size."""
        if not _VESSEL_AHEAD.match(after(match)):
            return None
        unit = unit_words(match["unit"].rstrip("."), single=True, british=british)
        return unit and f"{numerals.cardinal(match['count'])} {attributive(match['amount'], numerals)} {unit}"

    def degree(match: re.Match[str]) -> str | None:
        return f"two {cardinal(match[1] or match[2])}" if _DEGREE.search(before(match)) else None

    def pan(match: re.Match[str]) -> str:
        sides = [quantity(side, numerals) for side in match.group("first", "second", "third") if side]
        unit = _LENGTHS[match["unit"]].replace("meter", "metre" if british else "meter")
        return f"{' by '.join(sides)} {unit}"

    def count(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} {'carat' if _CARATS_AHEAD.match(after(match)) else 'count'}"

    def mixed(match: re.Match[str]) -> str | None:
        if "/" not in match[0]:
            return None
        return " by ".join(quantity(side, numerals) for side in match.groups() if side) + " inches"

    def either(match: re.Match[str]) -> str | None:
        first, second = match[1], match[2]
        unit = unit_words(match[3], single=False, british=british)
        return f"{cardinal(first)} or {cardinal(second)} {unit}" if int(first) > int(second) else None

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
        rule(
            rf"{_START}{_MIXED}\s?[×x]\s?{_MIXED}(?:\s?[×x]\s?{_MIXED})?\s?(?:in\b\.?|inches|[\"″])(?!\w)",
            mixed,
            name="size",
        ),
        rule(
            rf"{_START}([0-9]{{1,2}})[-–]([0-9]{{1,2}})/(5|10|100)(?![\w/])",
            lambda match: f"{cardinal(match[1])} to {cardinal(match[2])} out of {cardinal(match[3])}",
            name="mark out of",
        ),
        rule(
            r"(?<=[Rr]est )([0-9]{1,2})(?:[-–]([0-9]{1,2}))?['′](?![\w\"])",
            lambda match: f"{cardinal(match[1])}{f' to {cardinal(match[2])}' if match[2] else ''} minutes",
            name="minutes",
        ),
        rule(
            r"(?<![\w.,])([0-9]{1,3})(?:st|nd|rd|th)-(yr|mo|wk|qtr|min|hr|flr|gen|grd)\b\.?(?=[\s,;)])",
            lambda match: f"{numerals.ordinal(match[1])}-{_ORDERED[match[2]]}",
            name="clipped word",
        ),
        rule(r"(?<=[,(] )2:([12])(?=[,;.)]|\s?\Z)|(?<=\()2:([12])(?=\))", degree, name="class of a degree"),
        rule(
            r"(?<!\w)(650|700)\s?[x×]\s?([0-9]{2})[cbC](?!\w)",
            lambda match: f"{cardinal(match[1])} by {cardinal(match[2])} C",
            name="tyre",
        ),
        rule(
            rf"{_START}([1-9][0-9]?)[yY](?=\s[0-9.]{{1,5}}%)", lambda match: f"{cardinal(match[1])}-year", name="bond"
        ),
        rule(rf"{_START}([0-9]{{1,3}})/([0-9]{{1,3}})\s?(kg|lbs?|cm|mm)(?![\w/])", either, name="measure"),
        rule(
            r"(?<![\w.,$£€-])(1|2|3|5|8|10|12|15|50|100)[kK](?=\s(?:in\s[0-9]{1,2}:[0-9]|@\s[0-9]:[0-9]|(?:fun\s)?runs?\b|races?\b|PB|PR\b|pace|time\b))",
            lambda match: f"{cardinal(match[1])} K",
            name="race",
        ),
        rule(rf"{_START}([1-9][0-9]{{0,3}})[\s-]?ct\b\.?(?=[\s,;)]|\Z)", count, name="number of pieces"),
        rule(r"(?<![\w/])([1-9][0-9]?)/ (?=[A-Z\"“])", post, name="number of a post"),
        rule(
            r"(\b[0-9]{1,3} |\b(?:kg|lb|heavy|light|the|a|single-arm|Russian) )KB(?=s?\s(?:swings?|"
            r"snatch\w{0,2}|cleans?|goblet|press\w{0,2}|squats?|"
            r"rows?|lunges?|deadlifts?|carr(?:y|ies))\b)",
            kettlebell,
            name="kettlebell",
        ),
    )
