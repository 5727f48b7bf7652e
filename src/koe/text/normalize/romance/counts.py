"""Numbers without a unit -> words that agree with the noun they count; percentages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from koe.text.normalize.romance.numbers import CLOSE, Number, Numbers
from koe.text.normalize.rule import Rule, Said, after, rule

# A noun behind a number, or behind the second number of a range.
COUNTED = re.compile(r"(?:\s?[-–]\s?[0-9][0-9.,]{0,12})?\s(?P<noun>[^\W\d_]{2,40})(?:\s(?P<following>[^\W\d_]{2,40}))?")


class Counts(Numbers):
    """The bare numbers and percentages of one language."""

    percentages: ClassVar[Mapping[str, str]]  # "%" -> "por ciento", "‰" -> "por mil"

    def long_number_rules(self) -> tuple[Rule, ...]:
        return (rule(r"(?<![0-9])[0-9]{37,}", lambda match: self.digits(match[0]), kind="numbers", name="long number"),)

    def count_rules(self) -> tuple[Rule, ...]:
        signs = "".join(self.percentages)
        return (
            rule(rf"{self.amount}\s?(?P<percent>[{signs}])", self._percentage, kind="numbers", name="percentage"),
            rule(rf"{self.amount}{CLOSE}", self._count, kind="numbers", name="number"),
            # Digits that touch letters and that no other rule knows: "SpO2".
            rule(
                r"(?<=[^\W\d_])[0-9]{1,4}(?![\w'])", lambda match: f" {self.cardinal(match[0])}",
                kind="numbers", name="number in a word",
            ),
        )  # fmt: skip

    def _percentage(self, match: re.Match[str]) -> Said:
        number, unit = self.number_words(self.matched_number(match)), self.percentages[match["percent"]]
        return Said(f"{number} {unit}", bare=number, unit=unit)

    def _count(self, match: re.Match[str]) -> str | None:
        found = COUNTED.match(after(match))
        noun, following = (found["noun"], found["following"] or "") if found else ("", "")
        return self.count(self.matched_number(match), noun, following)

    def count(self, number: Number, noun: str, following: str) -> str | None:
        """The number before a word, "" if none follows, and the word after that; None leaves it as it is written."""
        return self.number_words(number, self.gender(noun, following) if noun else None, noun)
