"""Names of highways -> words: "I-95 N", "US-101", "Rte. 66", "SR 520", "CA-1", "A1(M)", "Exit 24B"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.english.places import STATES
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, before, rule

_DIRECTIONS = {
    "N": "north", "S": "south", "E": "east", "W": "west", "NB": "northbound", "SB": "southbound", "EB": "eastbound",
    "WB": "westbound",
}  # fmt: skip
_WORDS = {"rte": "route", "rt": "route", "hwy": "highway", "sr": "state route", "cr": "county road", "fm": "F.M"}
# Also aeroplanes, molecules and gangs: "MD-80", "CO-2", "MS-13".
_NO_HIGHWAYS = frozenset(
    {"MD", "DC", "ME", "MS", "ID", "HI", "IN", "LA", "OR", "OK", "CO", "CT", "AZ", "PA", "AR", "AL", "MI"}
)
_BEHIND = re.compile(
    r"(?:\A|[(\"“]|[.!?]\s|\b(?:on|along|off|via|at|take|near|from|to|and|of|onto|northbound|southbound|"
    r"eastbound|westbound)\s(?:the\s)?)\Z"
)
_DIRECTION = r"(?:[\s-](?P<direction>[NSEW]B?)(?![\w.'-]))?"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def numbered(name: str, match: re.Match[str]) -> str:
        number = numerals.label(match["number"])
        letter = f" {spelling.letters(match['letter'])}" if match["letter"] else ""
        if name in ("I", "U.S") and match["letter"] in _DIRECTIONS:
            letter = f" {_DIRECTIONS[match['letter']]}"
        direction = f" {_DIRECTIONS[match['direction']]}" if match["direction"] else ""
        return f"{name} {number}{letter}{direction}"

    def interstate(match: re.Match[str]) -> str:
        return numbered("I", match)

    def federal(match: re.Match[str]) -> str | None:
        if match["mark"] == " " and not _BEHIND.search(before(match)):
            return None
        return numbered("U.S", match)

    def federal_route(match: re.Match[str]) -> str:
        return numbered(f"U.S {_WORDS.get(match['kind'].rstrip('.').lower(), match['kind'])}", match)

    def short(match: re.Match[str]) -> str | None:
        if match["kind"].isupper() and (match["number"] == "71" or not _BEHIND.search(before(match))):
            return None  # the aeroplane SR-71, the player CR7
        return numbered(_WORDS[match["kind"].rstrip(".").lower()], match)

    def long(match: re.Match[str]) -> str:
        return numbered(match["kind"], match)

    def of_state(match: re.Match[str]) -> str:
        return numbered(STATES[match["state"]], match)

    def motorway(match: re.Match[str]) -> str:
        return f"{spelling.letters('A')} {numerals.label(match[1])} M"

    number = rf"(?P<number>[0-9]{{1,4}})(?P<letter>[A-Z])?{_DIRECTION}(?![\w-]|[.,:][0-9])"
    states = "|".join(sorted(set(STATES) - _NO_HIGHWAYS))
    return (
        rule(rf"(?<![\w.-])I-{number}", interstate, name="highway"),
        rule(rf"(?<![\w.-])(?:US|U\.S\.)\s(?P<kind>Route|Highway|Hwy\.?|"
             rf"Rte\.?)\s{number}", federal_route, name="highway"),
        rule(rf"(?<![\w.-])(?:US|U\.S\.)(?P<mark>[ -]){number}", federal, name="highway"),
        rule(rf"(?<![\w.-])(?P<kind>(?i:rte|rt|hwy)\.?|SR|CR|FM)[\s-]{number}", short, name="highway"),
        rule(rf"(?<![\w.-])(?P<kind>Route|Highway|Interstate|Autoroute|[Rr]oute|[Hh]ighway|[Mm]ile marker|"
             rf"[Ee]xit)\s{number}", long,
             name="highway"),
        rule(rf"(?<![\w.-])(?P<state>{states})-{number}", of_state, name="highway"),
        rule(r"(?<![\w.-])A([0-9]{1,3})\(M\)(?!\w)", motorway, name="motorway"),
    )  # fmt: skip
