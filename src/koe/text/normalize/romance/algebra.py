"""Minus signs and named functions in formulas -> words: "x² - 5x + 6 = 0", "log₁₀ 100", "cos(x)".

A dash that is not between two terms is a pause.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from koe.text.normalize.rule import Rule, alternatives, rule

_DASH = r"(?:\s[-–—]\s|[-–—])"
_VARIABLE_BEFORE = r"(?:(?<=[²³⁴)])|(?<=(?<![^\W\d_])[a-z]))"
_NUMBER_BEFORE = r"(?<=[0-9])"
_VARIABLE = r"(?=[0-9]{0,4}[a-z](?:[²³⁴^]|\s?[-+=)≤≥<>–—*/]|[,;.]?(?:\s|\Z)))"
_NUMBER = r"(?=[0-9]{1,6}(?:[.,][0-9]{1,6})?(?:\s?[-+=)≤≥<>–—*/×]|[,;.]?\Z))"
_PATTERN = rf"{_VARIABLE_BEFORE}{_DASH}(?:{_VARIABLE}|{_NUMBER})|{_NUMBER_BEFORE}{_DASH}{_VARIABLE}"
# A sign of mathematics close by: without it "a - b" may be two items of a list.
_SIGN = re.compile(r"[=+²³⁴^≤≥<>√]")
_REACH = 30
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def minus_rule(minus: str) -> Rule:
    """The rule for minus signs; `minus` is their word."""

    def speak(match: re.Match[str]) -> str | None:
        start, stop = match.span()
        near = match.string[max(0, start - _REACH) : start] + match.string[stop : stop + _REACH]
        return f" {minus} " if _SIGN.search(near) else None

    return rule(_PATTERN, speak, kind="symbols", name="minus")


def function_rule(names: Mapping[str, str], base: str, cardinal: Callable[[str], str]) -> Rule:
    """The rule for functions by their short names, before a bracket, a number or a variable. `base` is the word before
    the base of a logarithm."""

    def speak(match: re.Match[str]) -> str:
        name, behind = names[match["name"]], match["base"]
        if behind:
            name, _, link = name.rpartition(" ")
            name = f"{name} {base} {cardinal(behind.translate(_SUBSCRIPTS))} {link}"
        return f"{name} "

    pattern = (
        rf"(?<!\w)(?P<name>{alternatives(names)})(?P<base>(?<=log)[₀-₉]{{1,2}})?"
        r"(?:(?=\()|\s?(?=[xθαβπ](?!\w))|(?:(?<=log)|(?<=ln)|(?<=[₀-₉]))\s(?=[0-9]))"
    )
    return rule(pattern, speak, kind="symbols", name="function")


def product_rule(cardinal: Callable[[str], str], letters: Callable[[str], str]) -> Rule:
    """The rule for a number before two or three variables: "2ab"."""
    return rule(
        r"(?<=[-+=(]\s)(?P<factor>[0-9]{1,4})(?P<variables>[abxyz]{2,3})(?=\s?[-+=)²³—]|\Z)",
        lambda match: f"{cardinal(match['factor'])} {letters(match['variables'])}",
        kind="symbols", name="term",
    )  # fmt: skip
