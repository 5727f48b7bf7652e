"""Doors in adverts for cars -> words: "5 p., 120.000 km"."""

from __future__ import annotations

import re

from koe.text.normalize.romance.context import near
from koe.text.normalize.romance.measures import Measures, Unit
from koe.text.normalize.romance.numbers import Number
from koe.text.normalize.rule import Rule, rule

_DOORS = r"(?<![\w.,])(?P<doors>[2-5])\s?(?:p|P|pts|ptas?)(?:\.(?=[,;/\s]|\Z)|(?=[,;]|\s[0-9]))"
_CAR = re.compile(
    r"\b(?:[0-9.\s]{3,9}\s?[kK]ms?|CV|cv|ch|TDI|HDI|TDCi|dCi|TSI|JTD|GPL|[dD]i[eéè]sel|gasolina|benzina|essence|flex|turbo|auto|"
    r"coche|carro|voiture)\b"
)


def door_rule(measures: Measures, doors: Unit) -> Rule:
    """The rule for the doors of a car; in other texts "p." is a page or a piece."""

    def speak(match: re.Match[str]) -> str | None:
        is_car = _CAR.search(near(match))
        return measures.measure(Number("", match["doors"]), doors) if is_car else None

    return rule(_DOORS, speak, kind="units", name="doors")
