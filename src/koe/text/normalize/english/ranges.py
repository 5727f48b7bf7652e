"""The ends of a range -> words: "ten to twenty percent"; a spaced dash between unlike things is a pause."""

from __future__ import annotations

import re

from koe.text.normalize.expressions import Expression, first_of

_TIME = re.compile(r"(?:nano|micro|milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?")

# Numbers that are names.
_NAMES = frozenset({"standard", "code", "flight", "number in pairs", "version", "reference"})


def to(text: str, left: Expression, right: Expression) -> str:
    between = text[left.stop : right.start]
    if between[0] == between[-1] == " " and _are_unlike(text, left, right):
        return f"{left.said.words} — {right.said.words}"
    return f"{first_of(left, right)} to {right.said.words}"


def _are_unlike(text: str, left: Expression, right: Expression) -> bool:
    """Whether the ends have no common order: "45ms – 1.2 KB", "Line 12 — Mon-Fri"."""
    if left.kind != right.kind:
        dated = right.name == "weekday" or (right.kind == "dates" and text[right.start].isalpha())
        return left.name in _NAMES or dated or right.name.startswith("range")
    units = left.said.unit, right.said.unit
    return all(units) and len({_TIME.fullmatch(unit) is None for unit in units}) == 2
