"""Minus signs between the terms of a formula -> words: "x² - 5x + 6 = 0", "a - b = c". Elsewhere a dash is a pause."""

from __future__ import annotations

import re

from koe.text.normalize.rule import Rule, rule

_DASH = r"(?:\s[-–—]\s|[-–—])"
_VARIABLE_BEFORE = r"(?:(?<=[²³⁴)])|(?<=(?<![^\W\d_])[a-z]))"
_NUMBER_BEFORE = r"(?<=[0-9])"
_VARIABLE = r"(?=[0-9]{0,4}[a-z](?:[²³⁴^]|\s?[-+=)≤≥<>–—*/]|[,;.]?(?:\s|\Z)))"
_NUMBER = r"(?=[0-9]{1,6}(?:[.,][0-9]{1,6})?(?:\s?[-+=)≤≥<>–—*/×]|[,;.]?\Z))"
_PATTERN = rf"{_VARIABLE_BEFORE}{_DASH}(?:{_VARIABLE}|{_NUMBER})|{_NUMBER_BEFORE}{_DASH}{_VARIABLE}"
# A sign of mathematics close by: without it "a - b" may be two items of a list.
_SIGN = re.compile(r"[=+²³⁴^≤≥<>√]")
_REACH = 30


def minus_rule(minus: str) -> Rule:
    """The rule for minus signs; `minus` is their word."""

    def speak(match: re.Match[str]) -> str | None:
        start, stop = match.span()
        near = match.string[max(0, start - _REACH) : start] + match.string[stop : stop + _REACH]
        return f" {minus} " if _SIGN.search(near) else None

    return rule(_PATTERN, speak, kind="symbols", name="minus")
