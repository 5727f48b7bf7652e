"""Postal addresses -> words: house numbers, American states and their ZIP codes."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule, word_before, words

_STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "DC": "D.C", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
    "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine",
    "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri",
    "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico",
    "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon",
    "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee",
    "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia",
    "WI": "Wisconsin", "WY": "Wyoming",
}  # fmt: skip
# Also words or titles: read as states only before a ZIP code.
_DOUBTFUL = words("HI ID IN LA MA MD ME OH OK OR PA")
_STREETS = (
    "street|drive|avenue|boulevard|road|lane|court|place|square|highway|parkway|terrace|way|"
    "st|dr|ave|blvd|rd|ln|ct|pl|sq|hwy|pkwy|ter"
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def state(match: re.Match[str]) -> str | None:
        if not match["zip"] and (match["state"] in _DOUBTFUL or not word_before(match)[:1].isupper()):
            return None
        code = f" {numerals.digits(match['zip'])}" if match["zip"] else ""
        return f", {_STATES[match['state']]}{code}"

    def house(match: re.Match[str]) -> str:
        return numerals.label(match[0])

    return (
        rule(rf",\s(?P<state>{'|'.join(_STATES)})(?![\w&'])(?:\s(?P<zip>[0-9]{{5}})(?![\w-]))?", state),
        rule(
            rf"(?<![\w.,$£€-])[0-9]{{2,5}}(?=\s(?:[A-Z][\w.']{{0,20}}\s){{1,3}}(?i:{_STREETS})\b)",
            house,
        ),
    )
