"""Dates with a month -> words, in American or British order: "july 25 2012", "25-Jul", "2016/07/03", "Jan–Mar 2024"."""

from __future__ import annotations

import re
from datetime import date

from koe.text.normalize.english.date_contexts import BEFORE_DATE, is_date
from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import (
    Rule,
    Said,
    after,
    alternatives,
    before,
    full_stop,
    rule,
    word_after,
    word_before,
    words,
)

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_MONTH_NAMES = {name.lower(): name for name in MONTHS} | {name[:3].lower(): name for name in MONTHS}
_MONTH_NAMES |= {"sept": "September", "febr": "February"}
_LONG_MONTHS = "|".join(MONTHS)
# Abbreviations that are nothing else, even without a full stop: "Jan" and "Mar" may be names.
_CERTAIN_MONTHS = "Feb|Apr|Jul|Aug|Sept?|Oct|Nov|Dec"

_MONTH = rf"(?i:(?P<month>{alternatives(_MONTH_NAMES)})\b\.?)"
_DAY_NUMBER = r"(?:0?[1-9]|[12][0-9]|3[01])"
_SUFFIX = r"(?i:st|nd|rd|th)?"
_DAYS = rf"(?P<day>{_DAY_NUMBER}){_SUFFIX}(?:\s?[-–—]\s?(?P<until>{_DAY_NUMBER}){_SUFFIX})?"
_YEAR = r"(?P<year>[12][0-9]{3}|'[0-9]{2})"
# "June 3, 4 and 5", but not "on June 3, 4 people".
_MORE_DAYS = (
    rf"(?P<more>(?:(?:,\s|,?\sand\s|\s&\s){_DAY_NUMBER}{_SUFFIX}(?![\w:])){{1,4}}"
    rf"(?=[.;!?)]|,(?!\s[0-9]{{1,2}}\b)|\s?\Z|\s(?:in|at|of|from|to|for|with|on)\b))?"
)
_LISTED_DAY = re.compile(rf"({_DAY_NUMBER}){_SUFFIX}(?![\w])")
_CLOSE = r"(?![\w/-]|[.,:][0-9])"
_OPEN = r"(?<![\w./,:$£€-])"
# A date may be the second one of a range.
_OPEN_OR_DASH = r"(?:(?<![\w./,:$£€-])|(?<=[\w.'][-–—]))"
_END_OF_YEAR = r"(?![\w]|[.,:/][0-9])"
_TIME_AHEAD = r"(?=[0-9]{2}:[0-9]{2})"

_BEFORE_MONTH = ("in ", "since ", "until ", "mid-", "early ", "late ", "of ", "this ", "next ", "last ")
_BEFORE_MONTH_ALONE = words("in since until till by early late mid last next this of from through thru")
_NO_SECOND_ARTICLE = words("the a an this that his her its our their my your")
_NO_ARTICLE = words("the happy every this next last any each")
_NO_MONTH_BEFORE = words("i we you they he she it who one may might can could shall should will would must that")
_EXPIRES = r"(?i:exp(?:\.|ires|iry|iration)?(?:\sdate)?|valid\s(?:thru|through|until|till)|good\sthru)"
WITH_FULL_STOPS = Abbreviations(before_number=words("avail exp b d m c ca r fl"))
_HOLIDAYS = {False: words("12/24 12/25 12/31"), True: words("24/12 25/12 31/12")}  # by "is British"
_MONTH_BEHIND = re.compile(rf"(?i:{alternatives(_MONTH_NAMES)})\.?\s\Z")
_WEEKDAY_BEHIND = re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\.?\s\Z")
_DASH_BEHIND = re.compile(r"[-–—]\s?\Z")
_DASH_AHEAD = re.compile(r"\s?[-–—]")


class Calendar:
    """Words for days and months in the order of one kind of English."""

    def __init__(self, numerals: EnglishNumerals) -> None:
        self.numerals = numerals
        self.british = numerals.british

    def day(self, digits: str) -> str:
        return self.numerals.ordinal(digits.lstrip("0"))

    def spoken(self, day: str, month: str, year: str | None = None) -> str:
        """A date that was written in numbers, in the order in which it is said."""
        words = f"the {self.day(day)} of {month}" if self.british else f"{month} {self.day(day)}"
        if not year:
            return words
        return f"{words}{' ' if self.british else ', '}{self.numerals.short_year(year)}"

    def year(self, written: str) -> str:
        """Words of "2020" or "'20". The years up to '31 could be days of the month, and get their century."""
        if written[0] != "'":
            return self.numerals.year(written)
        short = written[1:]
        return self.numerals.two_digits(short) if int(short) > 31 else self.numerals.short_year(short)

    def numeric(self, first: str, second: str, *, day_first: bool | None = None) -> tuple[str, str] | None:
        """The digits of the day and the name of the month, in whichever order gives a real day."""
        in_order = self.british if day_first is None else day_first
        for is_day_first in (in_order, not in_order):
            day, month = (first, int(second)) if is_day_first else (second, int(first))
            if exists(2000, month, int(day)):
                return day, MONTHS[month - 1]
        return None


def numeric_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for 2025-03-04 and 3/4/2025. They run before the rules for telephone numbers, which look alike."""
    calendar = Calendar(numerals)

    def year_first(match: re.Match[str]) -> str | None:
        year, month, day = match["year"], int(match["month"]), match["day"]
        if not exists(int(year), month, int(day)):
            return None
        return calendar.spoken(day, MONTHS[month - 1], year) + (" at " if match["time"] else "")

    def year_last(match: re.Match[str]) -> str | None:
        year, mark = match["year"], match["mark"]
        born = calendar.british and re.search(r"\b(?:[Bb]orn|[Dd]ied|[Dd]ated?|DOB):?\s\Z", before(match))
        if mark == "." and len(year) == 2 and not (len(match[1]) == len(match[3]) == 2) and not born:
            return None  # a version
        found = calendar.numeric(match[1], match[3], day_first=True if mark == "." else None)
        return calendar.spoken(*found, year) if found else None

    def month_and_year(match: re.Match[str]) -> str:
        return f"{MONTHS[int(match[1]) - 1]} {numerals.year(match[2])}"

    def year_and_month(match: re.Match[str]) -> str | None:
        # "2010-12" goes on to 2012; "2025-03" cannot.
        return None if match[1][2:] < match[2] else f"{MONTHS[int(match[2]) - 1]} {numerals.year(match[1])}"

    def expiry(match: re.Match[str]) -> str:
        label = "expires" if match[1].lower().startswith("exp") else match[1]
        return f"{label}{match[2]}{MONTHS[int(match[3]) - 1]} {numerals.short_year(match[4])}"

    def days_of_month(match: re.Match[str]) -> str | None:
        month, first, last = int(match[1]), int(match[2]), int(match[3])
        named = word_before(match).lower().rstrip(".") in BEFORE_DATE
        if calendar.british or not 0 < month < 13 or not 0 < first < last < 32:
            return None
        if month < first and first in (2, 3, 4, 8, 16) and not named:
            return None  # "1/2-3 cups"
        return f"{MONTHS[month - 1]} {calendar.day(match[2])} to {calendar.day(match[3])}"

    def without_year(match: re.Match[str]) -> str | None:
        found = calendar.numeric(match[1], match[2])
        certain = match[0] in _HOLIDAYS[calendar.british]
        return calendar.spoken(*found) if found and (certain or is_date(match)) else None

    return (
        rule(
            rf"{_OPEN_OR_DASH}(?P<year>[12][0-9]{{3}})(?P<mark>[-/.])(?P<month>[0-9]{{1,2}})(?P=mark)(?P<day>[0-9]{{1,2}})"
            rf"(?:(?P<time>[T ]{_TIME_AHEAD})|{_CLOSE})",
            year_first,
            name="date",
        ),
        rule(
            rf"{_OPEN}(?P<year>(?:19|20)[0-9]{{2}})(?P<month>[0-9]{{2}})(?P<day>[0-9]{{2}})"
            rf"(?:(?P<time>T{_TIME_AHEAD})|{_CLOSE})",
            year_first,
            name="date",
        ),
        rule(
            rf"{_OPEN_OR_DASH}([0-9]{{1,2}})(?P<mark>[/.-])([0-9]{{1,2}})(?P=mark)"
            rf"(?P<year>[12][0-9]{{3}}|[0-9]{{2}}){_CLOSE}",
            year_last,
            name="date",
        ),
        rule(r"(?<!\w)[Ee]xp\.(?=:?\s[0-9]{1,2}/[0-9]{1,2}/)", lambda _: "expires", name="date of expiry"),
        rule(rf"(?<!\w)({_EXPIRES})(:?\s)(0?[1-9]|1[0-2])/((?:20)?[0-9]{{2}}){_CLOSE}", expiry, name="date of expiry"),
        rule(rf"{_OPEN}(0?[1-9]|1[0-2])/((?:19|20)[0-9]{{2}}){_CLOSE}", month_and_year, name="month"),
        rule(rf"{_OPEN}((?:19|20)[0-9]{{2}})-(0[1-9]|1[0-2]){_CLOSE}", year_and_month, name="month"),
        rule(rf"{_OPEN}([0-9]{{1,2}})/([0-9]{{1,2}})\s?[-–]\s?([0-9]{{1,2}})(?![\w/-]|[.,:][0-9]|\s(?:cups?|in|lbs?|oz|tsp|tbsp)\b)",
             days_of_month, name="range, date"),
        rule(rf"{_OPEN_OR_DASH}([0-9]{{1,2}})/([0-9]{{1,2}})(?![\w/]|[.,:][0-9]|"
             rf"-(?![0-9]{{1,2}}/))", without_year, name="date"),
    )  # fmt: skip


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for dates with the name of a month."""
    calendar = Calendar(numerals)

    def month_first(match: re.Match[str]) -> str | Said | None:
        if not _is_month(match) or (match["mark"] in "-/" and before(match)[-2:].strip().isdigit()):
            return None
        until = f" to {calendar.day(match['until'])}" if match["until"] else listed(match["more"])
        comma = "," if match["mark"].strip() else match["comma"] or ""
        end = f"{comma} {calendar.year(match['year'])}" if match["year"] else ""
        the = "the " if calendar.british and word_before(match).lower() not in _NO_SECOND_ARTICLE else ""
        return end_of_range(match, f"{_name(match)} {the}{calendar.day(match['day'])}{until}{end}")

    def listed(days: str | None) -> str:
        """Further days: ", 4 and 5"."""
        return _LISTED_DAY.sub(lambda day: calendar.day(day[1]), (days or "").replace("&", "and"))

    def day_first(match: re.Match[str]) -> str | Said | None:
        if not _is_month(match):
            return None
        the = ("" if word_before(match).lower() in _NO_ARTICLE else "the ") + listed(match["more"])
        until = f" to {calendar.day(match['until'])}" if match["until"] else ""
        year = f"{match['comma'] or ''} {calendar.year(match['year'])}" if match["year"] else ""
        words = f"{the}{calendar.day(match['day'])}{until} of {_name(match)}{year or full_stop(match)}"
        return end_of_range(match, words)

    def day_first_marked(match: re.Match[str]) -> str | None:
        if _MONTH_BEHIND.search(before(match)):
            return None  # "Nov. 5-Dec. 2"
        year = match["year"]
        words = f"the {calendar.day(match['day'])} of {_name(match)}"
        words += f" {numerals.short_year(year)}" if year else full_stop(match)
        return words + (" at " if match["time"] else "")

    def year_first(match: re.Match[str]) -> str:
        return calendar.spoken(match["day"], _name(match), match["year"])

    def month_year(match: re.Match[str]) -> str | Said | None:
        if not _is_month(match):
            return None
        return end_of_range(match, f"{_name(match)}{match['comma'] or ''} {calendar.year(match['year'])}")

    def two_days(match: re.Match[str]) -> str | None:
        if int(match[2]) != int(match[1]) + 1:
            return None
        the = "" if word_before(match).lower() in _NO_ARTICLE else "the "
        year = f" {calendar.year(match['year'])}" if match["year"] else full_stop(match)
        month = _MONTH_NAMES[match["month"].strip(" .").lower()]
        return f"{the}{calendar.day(match[1])} and {calendar.day(match[2])} of {month}{year}"

    marked_month = rf"(?i:(?P<month>{alternatives(_MONTH_NAMES)}))"
    return (
        rule(
            rf"{_OPEN}({_DAY_NUMBER})/({_DAY_NUMBER})(?P<month>\s(?i:{alternatives(_MONTH_NAMES)})\b\.?)(?:\s{_YEAR}{_END_OF_YEAR})?",
            two_days,
            name="dates",
        ),
        rule(
            rf"{_OPEN_OR_DASH}(?P<year>[12][0-9]{{3}})(?P<mark>[ -]){marked_month}\.?(?P=mark)(?P<day>{_DAY_NUMBER})"
            r"(?![\w]|[.,:/-][0-9])",
            year_first,
            name="date",
        ),
        rule(
            rf"{_OPEN_OR_DASH}(?P<day>{_DAY_NUMBER})(?P<mark>[-/.]){marked_month}"
            rf"(?:(?P=mark)(?P<year>[12][0-9]{{3}}|[0-9]{{2}})(?:(?P<time>:{_TIME_AHEAD})|(?![\w]|[/-][0-9]))|"
            rf"(?![\w/-]))",
            day_first_marked,
            name="date",
        ),
        rule(
            rf"{_OPEN_OR_DASH}{_MONTH}(?P<mark>\s|[-/]|"
            rf"(?<=\.)){_DAYS}{_MORE_DAYS}(?:(?P<comma>,)?[ /-]{_YEAR}{_END_OF_YEAR})?"
            r"(?![\w]|[:/][0-9]|[.,][0-9]|-[0-9])",
            month_first,
            name="date",
        ),
        rule(
            rf"{_OPEN_OR_DASH}(?P<more>(?:{_DAY_NUMBER}{_SUFFIX}(?:,\s|,?\sand\s|"
            rf"\s&\s)){{1,3}})?{_DAYS}(?P<mark> of | |){_MONTH}(?:(?P<comma>,)? {_YEAR}{_END_OF_YEAR})?",
            day_first,
            name="date",
        ),
        rule(rf"(?<!\w){_MONTH}(?:(?P<comma>,)? |[-/]){_YEAR}{_END_OF_YEAR}", month_year, name="month"),
        rule(
            rf"(?<=[a-z.]\s)({_DAY_NUMBER})(?=\s?(?:&|and|[-–])\s?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{{0,6}}\.?\s"
            rf"{_DAY_NUMBER}\s(?i:{alternatives(_MONTH_NAMES)})\b)",
            lambda match: f"the {calendar.day(match[1])}" if _WEEKDAY_BEHIND.search(before(match)) else None,
            name="date",
        ),
        rule(rf"(?<=st|nd|rd|th)\s?[-–—]\s?(?=(?:{_LONG_MONTHS})\b|the\s)", lambda _: " to ", name="range, date"),
        rule(r"(?<![\w/])[Ww]/([ce])(?=\s[0-9A-Z])", _week, name="week"),
    )


def month_pair_rules() -> tuple[Rule, ...]:
    """Rules for two months, which run before those for dates: these would take the second with its year."""

    def months(match: re.Match[str]) -> str:
        first, second = (_MONTH_NAMES[name.lower().rstrip(".")] for name in (match[1], match[3]))
        return f"{first}{', ' if match['mark'].strip() == '/' else ' to '}{second}{full_stop(match)}"

    month = rf"(?:{_LONG_MONTHS}|(?:{_CERTAIN_MONTHS}|Jan|Mar|May|Jun)\b\.?)"
    return (
        rule(rf"(?<!\w)({month})(?P<mark>\s?[-–—]\s?|/)({month})(?![\w-]|\s[0-9]{{1,2}}\b)", months, name="months"),
    )


def month_rules() -> tuple[Rule, ...]:
    """Rules for abbreviated months without a day or a year."""
    return (
        rule(rf"(?<!\w)(?P<month>{_CERTAIN_MONTHS}|Jan|Jun|Mar)\.(?!\w)", _month_alone, name="month"),
        rule(rf"(?<!\w)(?P<month>{_CERTAIN_MONTHS})(?![\w.'])", _month_alone, name="month"),
        rule(
            r"(?<![\s\S])(?P<month>Jan|Mar|Jun)(?=,\s\(?[-+$£€]?[0-9][0-9.,]{0,12}[%KMB)]?(?:,|\Z))",
            lambda match: _MONTH_NAMES[match["month"].lower()],
            name="month",
        ),
        rule(
            rf"(?:{'|'.join(f'(?<={word})' for word in _BEFORE_MONTH)})(?P<month>Jan|Mar|Jun)(?![\w.']|\s[A-Z])",
            lambda match: _MONTH_NAMES[match["month"].lower()],
            name="month",
        ),
    )


def end_of_range(match: re.Match[str], words: str) -> str | Said:
    """The words, as a whole if the match may be the end of a range: its month must not be taken for mere context."""
    beside_dash = _DASH_BEHIND.search(before(match)) or _DASH_AHEAD.match(after(match))
    return Said(words, bare=words, unit="date") if beside_dash else words


def _name(match: re.Match[str]) -> str:
    return _MONTH_NAMES[match["month"].lower()]


def _is_month(match: re.Match[str]) -> bool:
    """Whether "may" and "march" are months: "you may 2 times", "they march 3 miles", "only 3 may enter"."""
    written = match["month"]
    if written.lower() not in ("may", "march", "mar"):
        return True
    behind = word_before(match).lower()
    if behind in _NO_MONTH_BEFORE:
        return False
    month_first = match.start("month") == match.start()
    if not written.islower() or match["year"] or behind in BEFORE_DATE or (behind == "the" and month_first):
        return True
    return not behind and not (after(match)[:1] == " " and word_after(match).islower())


def _month_alone(match: re.Match[str]) -> str | None:
    short = match["month"]
    named = match[0].endswith(".") and word_before(match).lower() in _BEFORE_MONTH_ALONE
    if short == "Mar" and not named and not re.match(r"[,\s]+[0-9]", after(match)):
        return None
    return _MONTH_NAMES[short.lower()] + full_stop(match)


def _week(match: re.Match[str]) -> str:
    return "week commencing" if match[1] == "c" else "week ending"


def exists(year: int, month: int, day: int) -> bool:
    """Whether there is such a day in the calendar."""
    try:
        date(year, month, day)
    except (ValueError, OverflowError):  # the latter beyond 2**31
        return False
    return True
