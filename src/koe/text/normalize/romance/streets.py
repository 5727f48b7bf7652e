"""Streets that are named after a date, with a house number behind them: "Av. 9 de Julio 1925"."""

from __future__ import annotations

import re
from functools import cached_property
from typing import ClassVar

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.rule import Said, before

_OF_YEAR = re.compile(r"\sdel?\s[0-9]{4}\Z")


class DatedStreets(Romance):
    """Dates that are the names of streets."""

    street_words: ClassVar[str]  # a pattern of the words for a street, in full and short: "calle|av"

    @cached_property
    def _street_before(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{self.street_words})\.?,?\s(?:d[aeo]l?\s)?\Z", re.IGNORECASE)

    def is_in_street(self, match: re.Match[str]) -> bool:
        """Whether a date stands behind the word for a street, and its year is a house number."""
        return not _OF_YEAR.search(match[0]) and self._street_before.search(before(match)[-30:]) is not None

    def _with_name(self, match: re.Match[str]) -> Said | str | None:
        if not match["year"] or not self.is_in_street(match):
            return super()._with_name(match)
        name = match["full"] or self.months[self.short_months[match["short"].lower()] - 1]
        date = self.date(int(match["day"]), name, "", is_first=bool(match["first"]))
        return f"{date}{', ' if ',' in match[0] else ' '}{self.cardinal(match['year'])}"
