"""Sizes of memory and disks with one letter -> words: "45.2G/50G used", "16G RAM"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, before, rule

_LETTERS = {"K": "kilobyte", "M": "megabyte", "G": "gigabyte", "T": "terabyte"}
_NOUNS = "RAM|VRAM|memory|used|free|disk|SSD|HDD|swap|space|available|avail|total|storage|heap|left|cache|full"
_LABEL_BEHIND = re.compile(r"\b(?:RAM|[Mm]em(?:ory)?|[Dd]isk|[Ss]wap|[Ss]torage|[Uu]sed|[Uu]sage)\W{1,2}\Z")
_SIZE = r"([0-9]{1,4}(?:\.[0-9]{1,2})?)([KMGT])"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def size(digits: str, letter: str) -> str:
        return f"{numerals.number(digits)} {_LETTERS[letter]}{'s' * (digits != '1')}"

    def share(match: re.Match[str]) -> str:
        return f"{size(match[1], match[2])} of {size(match[3], match[4])}"

    def used(match: re.Match[str]) -> str | None:
        if "." not in match[1] and not _LABEL_BEHIND.search(before(match)):
            return None  # "12/256 GB" are two sizes of a telephone
        return f"{numerals.number(match[1])} of {size(match[2], match[3])}"

    return (
        rule(rf"(?<![\w.,$£€/]){_SIZE}\s?/\s?{_SIZE}(?=\s(?:{_NOUNS})\b|[,;)\]]|\s?\Z)", share, name="share of a disk"),
        rule(
            r"(?<![\w.,$£€/])([0-9]{1,4}(?:\.[0-9]{1,2})?)/([0-9]{1,4}(?:\.[0-9]{1,2})?)\s?([MGT])B(?!\w)",
            used,
            name="share of a disk",
        ),
        rule(
            rf"(?<![\w.,$£€/]){_SIZE}(?=\s(?:of\s)?(?:{_NOUNS})\b)",
            lambda match: size(match[1], match[2]),
            name="size of memory",
        ),
    )
