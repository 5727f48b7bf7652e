"""Telephone numbers, IP addresses and other groups of digits -> words digit by digit, with pauses between groups."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule

_OPEN = r"(?<![\w.,/$£€+-])"
_CLOSE = r"(?![\w/-]|[.,][0-9]| [0-9])"
_PATTERNS = (
    r"\+[0-9]{1,3}[ .-]?(?:\(0?[0-9]{1,4}\)[ .-]?)?[0-9]{1,5}(?:[ .-][0-9]{2,5}){1,5}",  # +44 20 7946 0958
    r"\+[0-9]{8,15}",
    r"(?:1[ .-])?\([0-9]{3}\)[ .-]?[0-9]{3}[ .-][0-9]{4}",  # (555) 123-4567
    r"(?:1[ .-])?[0-9]{3}([ .-])[0-9]{3}\1[0-9]{4}",
    r"[2-9][0-9]{2}-[0-9]{4}",
    r"0[0-9]{2,4} [0-9]{3,4} [0-9]{3,4}",  # 020 7946 0958
    r"0[0-9]{4} [0-9]{5,6}",
    r"[0-9]{3}-[0-9]{2}-[0-9]{4}",  # US social security number
    r"[0-9]{4}(?:[ -][0-9]{4}){2,4}",  # payment cards
    r"[0-9]{1,5}(?:-[0-9]{1,7}){2,6}",  # 1-2-3, ISBN
)
_GROUP = re.compile(r"\+?[0-9]+")
_ADDRESS = rf"{_OPEN}[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{3}}(?::([0-9]{{1,5}}))?(?![\w]|\.[0-9])"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def group(digits: str) -> str:
        if digits == "800":
            return "eight hundred"
        words = numerals.digits(digits)
        words = words.replace("zero", "oh") if numerals.british else words
        return f"plus {words}" if digits[0] == "+" else words

    def grouped(match: re.Match[str]) -> str:
        return ", ".join(group(digits) for digits in _GROUP.findall(match[0]))

    def address(match: re.Match[str]) -> str:
        host, _, port = match[0].partition(":")
        words = " dot ".join(numerals.digits(part) for part in host.split("."))
        return f"{words} port {numerals.label(port)}" if port else words

    def emergency(match: re.Match[str]) -> str:
        return f"{match[1]} {numerals.digits(match[2])}"

    return (
        rule(_ADDRESS, address),
        *(rule(_OPEN + pattern + _CLOSE, grouped) for pattern in _PATTERNS),
        rule(
            r"\b([Cc]all(?:ed|ing|s)?|[Dd]ial(?:ed|led|ing|s)?|[Rr]ing|[Pp]hone) ([0-9]{3})(?![\w,.-][0-9]|\w)",
            emergency,
        ),
    )
