"""Dates, years and decades -> words, in American or British order."""

from __future__ import annotations

import re
from datetime import date

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule, word_after, word_before, words

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_SHORT_MONTHS = {name[:3]: name for name in MONTHS} | {"Sept": "September", "June": "June", "July": "July"}
_ALL_MONTHS = {**{name: name for name in MONTHS}, **_SHORT_MONTHS}
_DAYS = {
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday", "Thur": "Thursday",
    "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
}  # fmt: skip
_BEFORE_DECADE = words("the early late mid his her their my your our")
_BEFORE_DAY = words("on until till by every next last this from to or and")
# More often a word than a day or a month.
_DOUBTFUL = frozenset({"Sat", "Sun", "May", "Mar"})

_MONTH = rf"(?P<month>{alternatives(_ALL_MONTHS)})\b\.?"
_DAY = r"(?P<day>0?[1-9]|[12][0-9]|3[01])"
_TO = r"\s?[-–—]\s?"
_YEAR = r"(?P<year>[12][0-9]{3})"
_CLOSE = r"(?![\w/-]|[.,:][0-9])"
_OPEN = r"(?<![\w./,:-])"

_BEFORE_YEAR = words("in since year circa during early late mid spring summer autumn fall winter anno until till")
_MAYBE_BEFORE_YEAR = words("of by from before after around to through the and class copyright between")
_BEFORE_COUNT = words(
    "about nearly almost exactly over than approximately roughly all another only some least most under total "
    "weighs costs cost pay paid number answer equals plus minus times"
)
_NO_PLURALS = words("is was has as this its his us thus does plus always perhaps towards versus across")
_COUNTED = words("people men women children percent dollars sheep fish feet more fewer other")
_ERAS = {"BC": "B.C", "BCE": "B.C.E", "AD": "A.D", "CE": "C.E"}
_ERA = r"(?P<era>BCE?|B\.C\.(?:E\.)?|AD|A\.D\.|CE|C\.E\.)(?![\w])"


def numeric_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for 2025-03-04 and 3/4/2025. They run before the rules for telephone numbers, which look alike."""
    british = numerals.british

    def day(digits: str) -> str:
        return numerals.ordinal(digits.lstrip("0"))

    def spoken(day_digits: str, month: str, year: str | None) -> str:
        words = f"the {day(day_digits)} of {month}" if british else f"{month} {day(day_digits)}"
        if not year:
            return words
        return f"{words}{' ' if british else ', '}{numerals.short_year(year)}"

    def iso(match: re.Match[str]) -> str | None:
        year, month, day_of_month = match[1], int(match[2]), int(match[3])
        if not exists(int(year), month, day_of_month):
            return None
        return spoken(match[3], MONTHS[month - 1], year) + (" at " if match[4] else "")

    def slashed(match: re.Match[str]) -> str | None:
        first, second, year = int(match[1]), int(match[3]), match[4]
        day_first = (british or match[2] == ".") != (second > 12 if british or match[2] == "." else first > 12)
        month = second if day_first else first
        day_digits = match[1] if day_first else match[3]
        if not exists(2000, month, int(day_digits)):
            return None
        return spoken(day_digits, MONTHS[month - 1], year)

    def month_and_year(match: re.Match[str]) -> str:
        return f"{MONTHS[int(match[1]) - 1]} {numerals.year(match[2])}"

    def without_year(match: re.Match[str]) -> str | None:
        first, second = int(match[2]), int(match[3])
        month, day_digits = (second, match[2]) if british else (first, match[3])
        if not exists(2000, month, int(day_digits)):
            return None
        return match[1] + spoken(day_digits, MONTHS[month - 1], None)

    return (
        rule(rf"{_OPEN}{_YEAR}-([0-9]{{2}})-([0-9]{{2}})(?:(T)(?=[0-9]{{2}}:)|{_CLOSE})", iso),
        rule(rf"{_OPEN}([0-9]{{1,2}})([/.-])([0-9]{{1,2}})\2([12][0-9]{{3}}|[0-9]{{2}}){_CLOSE}", slashed),
        rule(rf"{_OPEN}(0?[1-9]|1[0-2])/((?:19|20)[0-9]{{2}}){_CLOSE}", month_and_year),
        rule(rf"\b((?:on|due|by|until|since) )([0-9]{{1,2}})/([0-9]{{1,2}}){_CLOSE}", without_year),
    )


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    british = numerals.british

    def day(digits: str) -> str:
        return numerals.ordinal(digits.lstrip("0"))

    def month_first(match: re.Match[str]) -> str:
        until = f" to {day(match['until'])}" if match["until"] else ""
        year = match["year"]
        end = f"{match['comma'] or ''} {numerals.year(year)}" if year else ""
        the = "the " if british else ""
        return f"{_ALL_MONTHS[match['month']]} {the}{day(match['day'])}{until}{end}"

    def day_first(match: re.Match[str]) -> str:
        the = "" if word_before(match).lower() == "the" else "the "
        until = f" to {day(match['until'])}" if match["until"] else ""
        year = f"{match['comma'] or ''} {numerals.year(match['year'])}" if match["year"] else ""
        end = year or full_stop(match)
        return f"{the}{day(match['day'])}{until} of {_ALL_MONTHS[match['month']]}{end}"

    def month_year(match: re.Match[str]) -> str:
        return f"{_ALL_MONTHS[match['month']]}{match['comma'] or ''} {numerals.year(match['year'])}"

    def decade(match: re.Match[str]) -> str | None:
        digits = match["decade"]
        if len(digits) == 2:
            certain = match[0][0] == "'" or word_before(match).lower() in _BEFORE_DECADE
            return None if digits == "00" or not certain else numerals.plural(numerals.cardinal(digits))
        return numerals.plural(numerals.year(digits))

    def years(match: re.Match[str]) -> str | None:
        first, second = match[1], match[2]
        if len(second) == 2:
            return f"{numerals.year(first)} to {numerals.two_digits(second)}" if first[2:] < second else None
        return f"{numerals.year(first)} to {numerals.year(second)}" if first < second else None

    def with_era(match: re.Match[str]) -> str:
        era = _ERAS[match["era"].replace(".", "")]
        until = f" to {numerals.year(match['until'])}" if match["until"] else ""
        return f"{numerals.year(match['number'].replace(',', ''))}{until} {era}{full_stop(match)}"

    def after_era(match: re.Match[str]) -> str:
        return f"{_ERAS[match['era'].replace('.', '')]} {numerals.year(match['number'])}"

    def year(match: re.Match[str]) -> str | None:
        return numerals.year(match[0]) if _is_year(match) else None

    return (
        rule(
            rf"(?<!\w){_MONTH} {_DAY}(?:st|nd|rd|th)?(?:{_TO}(?P<until>[0-9]{{1,2}})(?:st|nd|rd|th)?)?"
            rf"(?:(?P<comma>,)? {_YEAR})?(?![\w]|[.,:/][0-9])",
            month_first,
        ),
        rule(
            rf"{_OPEN}{_DAY}(?:st|nd|rd|th)?(?:{_TO}(?P<until>[0-9]{{1,2}})(?:st|nd|rd|th)?)?"
            rf" (?:of )?{_MONTH}(?:(?P<comma>,)? {_YEAR}(?![\w]|[.,:/][0-9]))?",
            day_first,
        ),
        rule(rf"(?<=st|nd|rd|th)\s?[-–—]\s?(?=(?:{'|'.join(MONTHS)})\b|the\s)", lambda _: " to "),
        rule(rf"(?<!\w){_MONTH}(?P<comma>,)? {_YEAR}(?![\w]|[.,:/][0-9])", month_year),
        rule(
            r"(?<![\w.,])(?P<number>[0-9]{1,5}|[0-9]{1,3},[0-9]{3})(?:\s?[-–]\s?(?P<until>[0-9]{1,4}))?\s" + _ERA,
            with_era,
        ),
        rule(rf"(?<![\w.]){_ERA}\s(?P<number>[0-9]{{1,4}})(?![\w]|[.,][0-9])", after_era),
        rule(r"(?:(?<!\w)'|(?<![\w.,$£€']))(?P<decade>[0-9]{1,3}0)'?s(?!\w)", decade),
        rule(rf"{_OPEN}([12][0-9]{{3}})\s?[-–—]\s?([12][0-9]{{3}}|[0-9]{{2}}){_CLOSE}", years),
        rule(r"(?:(?<![\w./,:-])|(?<=/[0-9]{2}/))[12][0-9]{3}(?![\w]|[.,:/-][0-9])", year),
        rule(r"(?<!\w)'([0-9]{2})(?![\w'])", lambda match: numerals.two_digits(match[1])),
    )


def weekday_rules() -> tuple[Rule, ...]:
    return (rule(rf"(?<!\w)({'|'.join(_DAYS)})\b(\.?)(?!\w|')", _weekday),)


def month_rules() -> tuple[Rule, ...]:
    """Rules for abbreviated months without a day or a year."""
    return (rule(rf"(?<!\w)(?P<month>{'|'.join(_SHORT_MONTHS)})\.(?!\w)", _month_alone),)


def _weekday(match: re.Match[str]) -> str | None:
    short = match[1]
    if before(match)[-1:] in ("-", "–"):
        return _DAYS[short] + full_stop(match)
    if short in _DOUBTFUL and match[2] and word_before(match).lower() in _BEFORE_DAY:
        return _DAYS[short] + full_stop(match)
    if short in _DOUBTFUL and not re.match(r",|[-–][A-Z]|\s(?:[0-9]|[A-Z][a-z]{2}\b)", after(match)):
        return None
    if not match[2] and not re.match(r",?\s(?:[0-9]|[A-Z][a-z]{2,8}\.?\s[0-9])|[-–][A-Z]", after(match)):
        return None
    return _DAYS[short] + full_stop(match)


def _month_alone(match: re.Match[str]) -> str | None:
    short = match["month"]
    if short in _DOUBTFUL and not re.match(r"[,\s]+[0-9]", after(match)):
        return None
    return _SHORT_MONTHS[short] + full_stop(match)


def exists(year: int, month: int, day: int) -> bool:
    """Whether there is such a day in the calendar."""
    try:
        date(year, month, day)
    except (ValueError, OverflowError):  # the latter beyond 2**31
        return False
    return True


def _is_year(match: re.Match[str]) -> bool:
    number = int(match[0])
    behind, ahead = word_before(match).lower(), word_after(match)
    if before(match).endswith(("©", "(c) ", "© ")):
        return True
    if behind in _BEFORE_YEAR and number < 2200:
        return True
    counted = ahead in _COUNTED or (
        ahead.endswith("s") and not ahead.endswith(("ss", "'s")) and ahead not in _NO_PLURALS
    )
    if number >= 2100 or behind in _BEFORE_COUNT or (counted and ahead.islower() and after(match)[:1] == " "):
        return False
    return number >= 1700 or (behind in _MAYBE_BEFORE_YEAR and number >= 1000)
