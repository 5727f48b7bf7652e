"""French dates and times that other Romance languages do not write so -> words: "lun.-ven.", "T1 2024", "24h/24"."""

from __future__ import annotations

import re
from typing import ClassVar

from koe.text.normalize.romance.french.words import MONTHS, SHORT_MONTHS, WEEKDAYS
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import Number
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule, words

_WEEKDAY = rf"(?:{alternatives([*WEEKDAYS, *WEEKDAYS.values()])})"
_DAY_RANGE = rf"(?<!\w)(?P<first>{_WEEKDAY})\.?\s?[-–/]\s?(?P<last>{_WEEKDAY})(?!\w)\.?"
_MONTH = rf"(?:{alternatives([*MONTHS, *SHORT_MONTHS])})"
_MONTH_RANGE = rf"(?<!\w)(?<![0-9]\s)(?P<first>{_MONTH})\.?\s?[-–]\s?(?P<last>{_MONTH})(?!\w)\.?"
# "mer" and "jeu" are words too: a full stop behind them may only end the sentence.
_SHORT_DAY = (
    rf"(?<!\w)(?P<day>{alternatives(WEEKDAYS)})(?:\.(?=,?\s?(?:[0-9]|au\s|et\s|à\s))|(?=\s[0-9]{{1,2}}(?:er)?(?:/|\s{_MONTH}\b)))"
    rf"|(?<=\bau\s|\bdu\s|\ble\s|\bet\s)(?P<other>{alternatives(WEEKDAYS)})\.(?=\s|,|\)|\Z)"
    r"|(?<!\w)(?P<sure>lun|mar|ven|sam|dim)\."
)
_QUARTER = r"(?<!\w)(?P<part>[TS])(?P<number>[1-4])(?P<mark>[\s/-])(?P<year>20[0-9]{2})(?!\w)"
_SHORT_QUARTER = r"(?<!\w)(?P<number>[1-4])(?P<part>[TS])\s?(?P<year>(?:20)?[0-9]{2})(?!\w)"
_PARTS = {"T": "trimestre", "S": "semestre"}
_ROUND_THE_CLOCK = r"(?<![\w.,/-])24\s?[hH](?:eures)?\s?(?:/|sur)\s?24(?:\s?[hH])?(?![\w/])"
_EVERY_DAY = r"(?<![\w.,/-])(?P<days>[1-7])\s?[jJ](?:ours?)?\s?/\s?(?P<all>[57])(?:\s?[jJ])?(?![\w/])"
_OPENING_HOURS = (
    r"(?<![\w.,:/])(?P<from_hour>[01]?[0-9]|2[0-4])\s?[hH](?:\s?(?P<from_minute>[0-5][0-9]))?\s?/\s?"
    r"(?P<to_hour>[01]?[0-9]|2[0-4])\s?[hH](?:\s?(?P<to_minute>[0-5][0-9]))?(?![\w/])"
)
_WHOLE_HOUR = (
    r"(?<![\w.,:/])(?:(?<!-)|(?<=[hH]-)|(?<=[0-9]-))(?P<hour>[01]?[0-9]|2[0-4])\s?[hH](?![\w/:]|\s[0-5][0-9](?!\w))"
)
_MINUTES_AND = (
    r"(?<![\w.,:/-])(?P<minutes>[0-9]{1,3})\s?(?:min|mn)\s?(?P<seconds>[0-5][0-9])(?![\w.,]\w|\w|\s(?:s|sec)\b)"
)
_HOURS_AND_MINUTES = r"(?<![\w.,:/-])(?P<hours>[0-9]{1,3})\s?h\s?(?P<minutes>[0-9]{1,2})\s?(?:min|mn)(?!\w)(?!\s?[0-9])"
_LETTERED_PARTS = (
    r"(?<![\w.,:/'-])(?:(?P<hours>[0-9]{1,2})\s?h\s?)?(?P<minutes>[0-9]{1,3})(?:m|['′])(?P<seconds>[0-5][0-9])"
    r"(?P<mark>s|\"|''|″)?(?!\w)|(?<![\w.,:/'-])(?P<only>[0-9]{1,2})''(?!\w)"
)
_SPRINT = r"(?<![\w.,:/'-])(?P<seconds>[0-9]{1,2})(?:\"|''|″)(?P<parts>[0-9]{2})(?!\w)"
_ADDED_TIME = r"(?<![\w.,])(?P<minute>45|90|105|120)(?P<ending>e?)\s?\+\s?(?P<added>[0-9]{1,2})(?P<end>e?)(?!\w|\s?=)"
_MINUTE_OF_PLAY = r"(?<=\bla\s)(?P<minute>[0-9]{1,3})(?:['′](?!\w)|e\smin(?!\w)\.?)"
_SECONDS_AND = r"(?<![\w.,:/-])(?P<seconds>[0-9]{1,2})\s?s\s(?P<parts>[0-9]{2})(?![\w.,]\w|\w)"
_PRIME = r"(?<![\w.,:/'-])(?P<minutes>[0-9]{1,3})['′](?![\w'\"′″])"
_DEGREES = r"(?<![\w.,])([0-9]{1,3})°(?=[0-9]{1,2}['′])"
_DIRECTION = r"(?<=[0-9]['′\"″°]\s)[NSEOW](?!\w)"
_DIRECTIONS = {"N": "nord", "S": "sud", "E": "est", "O": "ouest", "W": "ouest"}
_SCHOOL_YEAR = r"(?:(?<=saison\s)|(?<=scolaire\s)|(?<=exercice\s))(?P<first>[12][0-9]{3})-(?P<last>[12][0-9]{3})(?!\w)"
_DAY_POINT_MONTH = r"(?<=\b[lda][eu]\s)(?P<day>0[1-9]|[12][0-9]|3[01])\.(?P<month>0[1-9]|1[0-2])(?![\w/]|[.,][0-9])"
_SEPTEMBER = r"(?:(?<=\bfin\s)|(?<=\bdébut\s)|(?<=\bmi-)|(?<=\bmi\s))sept\.(?!\w)"
_SPACED_FIRST = r"(?<![\w.,])1\s(?P<ending>er|re|ère)(?!\w)"
_WAR = r"(?<=\bde\s|\ben\s|\bla\s)(?P<first>14|39)-(?P<last>18|45)(?![\w/-])"
_COUNTDOWN = r"(?<!\w)(?P<letter>[JHD])\s?(?P<sign>[+-])\s?(?P<number>[0-9]{1,3})(?![\w,.]\w|\w)"
_FROM_FIRST = r"(?<=\bdu\s)1(?=\sau\s[0-9]{1,2}\s[^\W\d_]{3,9})"
_CHRIST = r"(?<!\w)(?P<side>av\.?|avant|apr?\.?|après)\s?(?:J\.?\s?-?\s?C|(?P<our>n\.\s?è))(?!\w)\.?"


class FrenchDates(Romance):
    """The dates and times of French."""

    weekdays: ClassVar = {day: day for day in WEEKDAYS.values()}  # `_short_day` reads the short ones
    before_a_day = words(
        "les le du au jusqu'au dès lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim"
    )

    def first_rules(self) -> tuple[Rule, ...]:
        ignore = re.IGNORECASE
        return (
            *super().first_rules(),
            rule(_CHRIST, self._christ, kind="dates", name="era"),
            rule(_MONTH_RANGE, self._month_range, ignore, kind="dates", name="range of months"),
            rule(_DAY_RANGE, self._day_range, ignore, kind="dates", name="range of weekdays"),
        )

    def date_rules(self) -> tuple[Rule, ...]:
        ignore = re.IGNORECASE
        return (
            rule(_SHORT_DAY, self._short_day, ignore, kind="dates", name="weekday"),
            rule(_QUARTER, self._quarter, kind="dates", name="part of a year"),
            rule(_SHORT_QUARTER, self._quarter, kind="dates", name="part of a year"),
            rule(_COUNTDOWN, self._countdown, kind="dates", name="countdown"),
            rule(_FROM_FIRST, lambda _: self.first_of_month, kind="dates", name="date"),
            *super().date_rules(),
            rule(_DAY_POINT_MONTH, self._day_and_month, kind="dates", name="day and month"),
            rule(_SEPTEMBER, lambda match: f"septembre{full_stop(match)}", ignore, kind="dates", name="month"),
            rule(_SPACED_FIRST, self._spaced_first, kind="numbers", name="ordinal"),
            rule(_SCHOOL_YEAR, self._school_year, kind="dates", name="season"),
            rule(_WAR, self._war, kind="dates", name="war"),
        )

    def time_rules(self) -> tuple[Rule, ...]:
        return (
            rule(_ROUND_THE_CLOCK, self._round_the_clock, kind="times", name="round the clock"),
            rule(_EVERY_DAY, self._every_day, kind="times", name="days of the week"),
            rule(_OPENING_HOURS, self._opening_hours, kind="times", name="range, time of day"),
            rule(r"(?<![\w.,/-])24/7(?![\w/])", lambda _: self._two("24", "7"), kind="times", name="round the clock"),
            rule(_HOURS_AND_MINUTES, self._parts_of_time, kind="times", name="length of time"),
            rule(_LETTERED_PARTS, self._lettered_parts, kind="times", name="length of time"),
            *super().time_rules(),
            rule(_SPRINT, self._parts_of_time, kind="times", name="length of time"),
            rule(_ADDED_TIME, self._added_time, kind="times", name="minute of play"),
            rule(_MINUTE_OF_PLAY, self._minute_of_play, kind="times", name="minute of play"),
            rule(_MINUTES_AND, self._parts_of_time, kind="times", name="length of time"),
            rule(_SECONDS_AND, self._parts_of_time, kind="times", name="length of time"),
            rule(_WHOLE_HOUR, self._whole_hour, kind="times", name="time of day"),
            rule(_DEGREES, lambda match: f"{self.cardinal(match[1])} degrés ", kind="units", name="degrees"),
            rule(_PRIME, self._prime, kind="times", name="minutes"),
            rule(_DIRECTION, lambda match: _DIRECTIONS[match[0]], kind="units", name="direction"),
        )

    def _two(self, first: str, last: str, link: str = " ") -> str:
        return f"{self.cardinal(first)}{link}{self.cardinal(last)}"

    def _christ(self, match: re.Match[str]) -> str:
        side = "avant" if match["side"].startswith("av") else "après"
        stop = "" if match.string[match.end() : match.end() + 1] == ")" else full_stop(match)
        return f"{side} {'notre ère' if match['our'] else 'Jésus-Christ'}{stop}"

    def _day_range(self, match: re.Match[str]) -> str:
        first, last = (WEEKDAYS.get(match[name].lower(), match[name]) for name in ("first", "last"))
        return f"{first} {self.to} {last}{full_stop(match)}"

    def _weekday(self, match: re.Match[str]) -> str:
        return match[0]

    def _month_range(self, match: re.Match[str]) -> str:
        first, last = (self._month(match[name]) for name in ("first", "last"))
        return f"{first} {self.to} {last}{full_stop(match)}"

    def _month(self, name: str) -> str:
        number = self.short_months.get(name.lower())
        return self.months[number - 1] if number else name

    def _short_day(self, match: re.Match[str]) -> str | None:
        is_word = (match["other"] or "").lower() in ("mer", "jeu")
        if is_word and not re.search(rf"\b{_WEEKDAY}\b", before(match)[-25:], re.IGNORECASE):
            return None
        short = match["day"] or match["other"] or match["sure"]
        return WEEKDAYS[short.lower()] + full_stop(match)

    def _quarter(self, match: re.Match[str]) -> str | None:
        number, part = int(match["number"]), _PARTS[match["part"]]
        if part == "semestre" and number > 2:
            return None
        ordinal = "second" if part == "semestre" and number == 2 else self.ordinal(number)
        return f"{ordinal} {part} {self.cardinal(match['year'].rjust(4, '0').replace('00', '20', 1))}"

    def _countdown(self, match: re.Match[str]) -> str:
        sign = self.plus if match["sign"] == "+" else self.minus
        return f"{match['letter']} {sign} {self.cardinal(match['number'])}"

    def _school_year(self, match: re.Match[str]) -> str | None:
        return self._two(match["first"], match["last"]) if int(match["last"]) == int(match["first"]) + 1 else None

    def _war(self, match: re.Match[str]) -> str | None:
        is_war = (match["first"], match["last"]) in (("14", "18"), ("39", "45"))
        return self._two(match["first"], match["last"], "-") if is_war else None

    def _day_and_month(self, match: re.Match[str]) -> str | None:
        if re.match(r"\s(?:d'|de\s|des\s|du\s)", after(match)):
            return None
        has_zero = match["day"][0] == "0" or match["month"][0] == "0"
        if has_zero and 1 <= int(match["month"]) <= 12 and 1 <= int(match["day"]) <= 31:
            return self.date(int(match["day"]), self.months[int(match["month"]) - 1], "")
        day, month = int(match["day"]), int(match["month"])
        is_certain = 12 < day < 32 and len(match["month"]) == 2 and month <= 12
        if is_certain and match[0][2] == "/" and not re.search(r"\b(?:tension|TA|note)\b", before(match)[-20:]):
            return self.date(day, self.months[month - 1], "")
        return super()._day_and_month(match)

    def _round_the_clock(self, match: re.Match[str]) -> str:
        hours = self.cardinal("24")
        return f"{hours} heures sur {hours}"

    def _every_day(self, match: re.Match[str]) -> str:
        days = self.measure(Number("", match["days"]), Unit("jour", "jours"))
        return f"{days} sur {self.cardinal(match['all'])}"

    def _opening_hours(self, match: re.Match[str]) -> str:
        first, last = (
            self.time(Clock(int(match[f"{end}_hour"]), int(match[f"{end}_minute"] or 0))) for end in ("from", "to")
        )
        return f"{first} {self.to} {last}"

    def _whole_hour(self, match: re.Match[str]) -> str:
        return self.measure(Number("", str(int(match["hour"]))), self.hour_unit)

    def _parts_of_time(self, match: re.Match[str]) -> str:
        """Hours and minutes; minutes and seconds or seconds and hundredths, of which the last have no unit."""
        groups = match.groupdict()
        units = {"hours": self.hour_unit, "minutes": self.minute_unit, "seconds": self.second_unit}
        if "hours" in groups:
            return " ".join(
                self.measure(Number("", str(int(groups[name]))), units[name]) for name in ("hours", "minutes")
            )
        (name, count), (_, rest) = ((name, digits) for name, digits in groups.items() if digits is not None)
        return f"{self.measure(Number('', str(int(count))), units[name])} {self.cardinal(rest)}"

    def _lettered_parts(self, match: re.Match[str]) -> str | None:
        if match["only"]:
            return self.measure(Number("", match["only"]), self.second_unit)
        if "m" in match[0] and not match["mark"]:
            return None
        units = (("hours", self.hour_unit), ("minutes", self.minute_unit))
        parts = [self.measure(Number("", str(int(match[name]))), unit) for name, unit in units if match[name]]
        seconds = str(int(match["seconds"])) if match["mark"] else match["seconds"]
        last = self.measure(Number("", seconds), self.second_unit) if match["mark"] else self.cardinal(seconds)
        return " ".join([*parts, last])

    def _spaced_first(self, match: re.Match[str]) -> str:
        return self.ordinal(1, "m" if match["ending"] == "er" else "f")

    def _added_time(self, match: re.Match[str]) -> str | None:
        if not match["ending"] and not match["end"]:
            return None
        return f"{self.ordinal(int(match['minute']))} {self.plus} {self.cardinal(match['added'])}"

    def _minute_of_play(self, match: re.Match[str]) -> str:
        return f"{self.ordinal(int(match['minute']), 'f')} {self.minute_unit.one}{full_stop(match)}"

    def _prime(self, match: re.Match[str]) -> str | None:
        if re.search(r"(?<!\w)'", before(match)):
            return None
        return self.measure(Number("", match["minutes"]), self.minute_unit)
