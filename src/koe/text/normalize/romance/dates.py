"""Dates -> words: day first, year first, with names of months in full or short, and weekdays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from koe.text.normalize.english.dates import exists
from koe.text.normalize.numerals import full_year
from koe.text.normalize.romance.ordinals import Ordinals
from koe.text.normalize.rule import Rule, Said, alternatives, full_stop, rule, word_before

_BEGIN = r"(?<![\w./,:-])"
_END = r"(?![\w/-]|[.,:][0-9])"
_DAY_FIRST = (
    rf"{_BEGIN}(?P<day>[0-9]{{1,2}})(?P<mark> ?[/.-] ?)(?P<month>[0-9]{{1,2}})(?P=mark)"
    rf"(?P<year>[12][0-9]{{3}}|[0-9]{{2}}){_END}"
)
_YEAR_FIRST = (
    rf"{_BEGIN}(?P<year>[12][0-9]{{3}})(?P<mark>[/.-])(?P<month>[0-9]{{1,2}})(?P=mark)(?P<day>[0-9]{{1,2}})"
    rf"(?:T(?=[0-9]{{2}}:)|{_END})"
)
_DAY_AND_MONTH = rf"{_BEGIN}(?P<day>[0-9]{{1,2}})/(?P<month>[0-9]{{1,2}}){_END}"
_MONTH_AND_YEAR = rf"{_BEGIN}(?P<month>0[1-9]|1[0-2])[/-](?P<year>(?:19|20)[0-9]{{2}}){_END}"
_YEAR = rf"(?P<year>[12][0-9]{{3}}){_END}"
_SEASON = (
    rf"{_BEGIN}(?P<first>(?:19|20)[0-9]{{2}})(?:/(?P<second>[0-9]{{4}}|[0-9]{{2}})|[-–](?P<third>[0-9]{{2}})){_END}"
)

_YEAR_AND_MONTH = rf"{_BEGIN}(?P<year>(?:19|20)[0-9]{{2}})-(?P<month>0[1-9]|1[0-2]){_END}"
_NUMBER_BEHIND = re.compile(r",?\s\(?[0-9]")


class Dates(Ordinals):
    """The dates of one language."""

    months: ClassVar[tuple[str, ...]]
    other_months: ClassVar[Mapping[str, int]] = {}  # other spellings: "setiembre" -> 9
    short_months: ClassVar[Mapping[str, int]]  # in small letters, without full stop: "ene" -> 1
    # Short months that are words too: they need a full stop, a year or a hyphen.
    words_like_months: ClassVar[frozenset[str]] = frozenset()
    weekdays: ClassVar[Mapping[str, str]]  # in small letters, without full stop: "lun" -> "lunes"
    # Short weekdays that are words too: they need a number behind them.
    words_like_weekdays: ClassVar[frozenset[str]] = frozenset()
    first_of_month: ClassVar[str]
    first_day_endings: ClassVar[str] = r"\.?[ºo°]\.?"  # a pattern behind "1", besides nothing
    # Between a day and its month, and between a month and its year: "4 de marzo de 2025".
    of_month: ClassVar[str] = ""
    of_year: ClassVar[str] = ""
    # Words before "23/4" that make it a date.
    before_a_day: ClassVar[frozenset[str]]

    def date_rules(self) -> tuple[Rule, ...]:
        full = alternatives([*self.months, *self.other_months])
        short = alternatives(self.short_months)
        month = rf"(?:(?P<full>{full})(?!\w)|(?P<short>{short})(?!\w)(?P<stop>\.?))"
        of_month = rf"(?:\s{self.of_month})?" if self.of_month else ""
        of_year = rf"(?:\s(?:{self.of_year}))?" if self.of_year else ""
        day = rf"(?<![\w.,:/])(?P<day>[0-9]{{1,2}})(?P<first>(?<=1){self.first_day_endings})?"
        join_month, join_year = rf"(?:{of_month}\s|(?P<hyphen>\s?[-/]\s?))", rf"(?:,?{of_year}\s|\s?[-/]\s?)"
        short_year = r"(?<=\w)[-/](?P<short_year>[0-9]{2})(?![\w/-]|[.,:][0-9])"
        named = rf"{day}{join_month}{month}(?:{join_year}{_YEAR}|{short_year})?"
        joined = rf"(?:,|{of_year})" if of_year else ","
        month_first = rf"(?<!\w)(?:(?P<full>{full})|(?P<short>{short})\.?)\s(?P<day>[0-9]{{1,2}}){joined}\s{_YEAR}"
        month_of_year = rf"(?<!\w)(?P<short>{short})(?P<stop>\.?){of_year}[\s/-]{_YEAR}"
        weekdays = alternatives(self.weekdays)
        weekday = rf"(?<!\w)(?P<weekday>{weekdays})(?:\.|(?=,?\s[0-9]|\s?[-–]\s?(?:{weekdays})(?!\w)))"
        second_weekday = rf"(?<=\w[-–])(?P<weekday>{weekdays})(?!\w)\.?"
        return tuple(
            rule(pattern, speak, flags, kind="dates", name=name)
            for pattern, speak, flags, name in (
                (_YEAR_FIRST, self._in_digits, 0, "date"),
                (_DAY_FIRST, self._in_digits, 0, "date"),
                (named, self._with_name, re.IGNORECASE, "date"),
                (month_first, self._with_name, re.IGNORECASE, "date"),
                (month_of_year, self._month_of_year, re.IGNORECASE, "month and year"),
                (_MONTH_AND_YEAR, self._month_and_year, 0, "month and year"),
                (_DAY_AND_MONTH, self._day_and_month, 0, "day and month"),
                (weekday, self._weekday, re.IGNORECASE, "weekday"),
                (second_weekday, self._second_weekday, re.IGNORECASE, "weekday"),
                (_SEASON, self._season, 0, "season"),
                (_YEAR_AND_MONTH, self._month_and_year, 0, "month and year"),
            )
        )

    def _in_digits(self, match: re.Match[str]) -> str | None:
        day, month, year = int(match["day"]), int(match["month"]), full_year(match["year"])
        if not exists(int(year), month, day):
            return None
        words = self.date(day, self.months[month - 1], year)
        return f"{words}, " if match[0].endswith("T") else words

    def _with_name(self, match: re.Match[str]) -> Said | str | None:
        groups = match.groupdict()
        name = groups["full"] or self.months[self.short_months[groups["short"].lower()] - 1]
        day, short = int(groups["day"]), (groups["short"] or "").lower()
        if not 1 <= day <= 31:
            return None
        if short in self.words_like_months and not (groups.get("stop") or groups["year"] or groups.get("hyphen")):
            return None
        year = groups["year"] or full_year(groups.get("short_year") or "")
        if not groups.get("hyphen") and groups.get("short_year"):
            return None
        words = self.date(day, name, year, is_first=bool(groups.get("first")))
        return words + full_stop(match)

    def _month_of_year(self, match: re.Match[str]) -> str | None:
        month = self.months[self.short_months[match["short"].lower()] - 1]
        if match["short"].lower() in self.words_like_months and not match["stop"]:
            return None
        return self.month_and_year(month, match["year"])

    def _month_and_year(self, match: re.Match[str]) -> str:
        return self.month_and_year(self.months[int(match["month"]) - 1], match["year"])

    def _day_and_month(self, match: re.Match[str]) -> str | None:
        day, month = int(match["day"]), int(match["month"])
        if word_before(match).lower() not in self.before_a_day or not exists(2000, month, day):
            return None
        return self.date(day, self.months[month - 1], "")

    def _weekday(self, match: re.Match[str]) -> str | None:
        is_word = match["weekday"].lower() in self.words_like_weekdays and match[0].endswith(".")
        if is_word and not _NUMBER_BEHIND.match(match.string, match.end()):
            return None
        return self.weekdays[match["weekday"].lower()] + full_stop(match)

    def _second_weekday(self, match: re.Match[str]) -> str | None:
        first = word_before(match).lower().rpartition("-")[0] or word_before(match).lower()
        return self._weekday(match) if first in self.weekdays else None

    def _season(self, match: re.Match[str]) -> str | None:
        first, second = int(match["first"]), match["second"] or match["third"]
        is_next = int(second) == (first + 1) % (100 if len(second) == 2 else 10_000)
        return self.season(match["first"], second) if is_next else None

    def season(self, first: str, second: str) -> str:
        """A school year or a season: "2023/24"."""
        return f"{self.year(first)} {self.year(second)}"

    def date(self, day: int, month: str, year: str, is_first: bool = False) -> str:
        """The date in words; `year` may be "". `is_first`: the first day is written as an ordinal."""
        link = f"{self.of_month} " if self.of_month else ""
        words = f"{self.day(day, is_first)} {link}{month}"
        return f"{words}{self.before_year}{self.year(year)}" if year else words

    @property
    def before_year(self) -> str:
        """What joins a month to its year."""
        return f" {self.of_year.partition('|')[0]} " if self.of_year else " "

    def day(self, day: int, is_first: bool = False) -> str:
        return self.first_of_month if day == 1 else self.cardinal(str(day))

    def month_and_year(self, month: str, year: str) -> str:
        return f"{month}{self.before_year}{self.year(year)}"

    def year(self, digits: str) -> str:
        return self.cardinal(digits)
