"""Passwords and keys behind their label -> every character by name: "pw: Welc0me!2024"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule

_VOWELS = frozenset("aeiou")
_RUN = re.compile(r"(?<![A-Za-z])[a-z]{4,}(?![A-Z])|.")  # words in small letters are read
_MARKS = {**spelling.ADDRESS_MARKS, "!": "exclamation mark", "^": "caret"}
_LABEL = (
    r"((?i:pass(?:word|code|phrase|key)?|pwd?|wi-?fi key|network key|api key|secret|token)"
    r"(?:(?: is)?[:=]\s?|\s(?=[a-z]{3,16}[0-9])))"
)
# Letters with a digit or a mark among them, so that "password: required" stays.
_WRITTEN = r"((?=\S{0,30}[0-9!@#$%^&*])(?=\S{0,30}[A-Za-z])[\w!@#$%^&*+.~-]{5,30}[\w!@#$%^&*+~])"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def character(one: str) -> str:
        if one.isdigit():
            return numerals.cardinal(one)
        return _MARKS.get(one) or spelling.letters(one)

    def spelled(match: re.Match[str]) -> str:
        runs = _RUN.findall(match[2])
        spoken = (
            run if len(run) > 3 and not _VOWELS.isdisjoint(run) else " ".join(map(character, run)) for run in runs
        )
        return f"{_named(match[1])}{' '.join(spoken)}"

    return (rule(rf"(?<!\w){_LABEL}{_WRITTEN}(?![\w/])", spelled, name="password"),)


def _named(label: str) -> str:
    short = re.match(r"pwd?(?!\w)", label, re.IGNORECASE)
    return f"password{label[short.end() :]}" if short else label
