"""Passwords and keys behind their label -> every character by name: "pw: Welc0me!2024"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule

_MARKS = {**spelling.ADDRESS_MARKS, "!": "exclamation mark", "^": "caret"}
_LABEL = r"((?i:pass(?:word|code|phrase|key)?|pwd?|wi-?fi key|network key|api key|secret|token)(?: is)?[:=]\s?)"
# Letters with a digit or a mark among them, so that "password: required" stays.
_WRITTEN = r"((?=\S{0,30}[0-9!@#$%^&*])(?=\S{0,30}[A-Za-z])[\w!@#$%^&*+.~-]{5,30}[\w!@#$%^&*+~])"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def character(one: str) -> str:
        if one.isdigit():
            return numerals.cardinal(one)
        return _MARKS.get(one) or spelling.letters(one)

    def spelled(match: re.Match[str]) -> str:
        return f"{_named(match[1])}{' '.join(map(character, match[2]))}"

    return (rule(rf"(?<!\w){_LABEL}{_WRITTEN}(?![\w/])", spelled, name="password"),)


def _named(label: str) -> str:
    short = re.match(r"pwd?(?!\w)", label, re.IGNORECASE)
    return f"password{label[short.end() :]}" if short else label
