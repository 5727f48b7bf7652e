"""What is written of races and matches -> words: "4'30"/km", "+ 12"", "(Vini 12', 45'+2)"."""

from __future__ import annotations

import re
from typing import ClassVar

from koe.text.normalize.romance.context import near
from koe.text.normalize.romance.numbers import Number
from koe.text.normalize.romance.times import Times
from koe.text.normalize.rule import Rule, before, rule

_PACE = (
    r"(?P<minutes>[0-9]{1,2})(?:['′:])(?P<seconds>[0-5][0-9])(?:''|[\"″”])?\s?(?:min\s?)?/\s?(?P<per>km|100\s?m)(?!\w)"
)
_GAP = (
    r"(?:(?<=\+)|(?<=\+\s)|(?<=\sa\s)|(?<=\sà\s))(?P<seconds>[0-9]{1,2})(?:''|[\"″])"
    r"(?P<parts>[0-9]{1,3}(?!\w))?(?![^\W\d_]|”)"
)
_LEAD = (
    r"(?<![\w.,])(?P<seconds>[0-9]{1,2})(?:''|[\"″])(?P<parts>)"
    r"(?=\s(?:sobre|sur|sul|su|de ventaja|d['’]avance|d['’]écart|de retard|di vantaggio|di distacco|de vantagem)\b)"
)
_GOAL = (
    r"(?<![\w.,])(?P<minute>[0-9]{1,3})"
    r"(?:['′’](?:\s?\+\s?(?P<added>[0-9]{1,2})['′’]?)?|\+(?P<late>[0-9]{1,2})['′’])(?!\w|\s?/)"
)
_QUOTES = re.compile(r'(?<![0-9])"')
# A name, another minute, or a bracket with a name.
_SCORER = re.compile(r"(?:[A-ZÀ-Þ][\w.'-]{1,20}|['′’](?:\s?\+[0-9]{1,2})?,?(?: y| e| et)?)\s\(?\Z")
_MATCH = re.compile(
    r"(?<![\w.,])[0-9]{1,2}(?:\s?[-–xX]\s?| a )[0-9]{1,2}(?![\w.,]?[0-9])|\b(?:[Gg]ol|[Gg]oals?|[Bb]uts?)\w{0,2}\b"
)


class Races(Times):
    """Times of races and minutes of goals in one language."""

    per_kilometre: ClassVar[str]  # behind a pace
    per_hundred_metres: ClassVar[str]
    has_goals_behind_names: ClassVar[bool] = True  # "Vini 12'"; Italian writes the minute before the name

    def race_rules(self) -> tuple[Rule, ...]:
        rules = [
            rule(rf"(?<![\w.,:'′]){_PACE}", self._pace, kind="times", name="pace"),
            rule(_GAP, self._gap, kind="times", name="gap"),
            rule(_LEAD, self._gap, kind="times", name="gap"),
        ]
        if self.has_goals_behind_names:
            rules.append(rule(_GOAL, self._goal, kind="times", name="minute of a goal"))
        return tuple(rules)

    def _pace(self, match: re.Match[str]) -> str:
        per = self.per_kilometre if match["per"] == "km" else self.per_hundred_metres
        return f"{self.length(0, int(match['minutes']), int(match['seconds']))} {per}"

    def _gap(self, match: re.Match[str]) -> str | None:
        if len(_QUOTES.findall(before(match))) % 2:
            return None  # the mark closes a quotation
        seconds = self.measure(Number("", str(int(match["seconds"]))), self.second_unit)
        return f"{seconds}{self.before_last_part}{self.cardinal(match['parts'])}" if match["parts"] else seconds

    def _goal(self, match: re.Match[str]) -> str | None:
        """The minute of a goal stands behind the scorer, in a text with the score."""
        if not _SCORER.search(before(match)) or not _MATCH.search(near(match)):
            return None
        added = match["added"] or match["late"]
        more = f" {self.plus} {self.cardinal(added)}" if added else ""
        return self.minute_of_goal(match["minute"]) + more

    def minute_of_goal(self, minute: str) -> str:
        return f"{self.minute_unit.one} {self.cardinal(minute)}"
