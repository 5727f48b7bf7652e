"""Times of day and lengths of time -> words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from koe.text.normalize.romance.measures import Measures, Unit
from koe.text.normalize.romance.numbers import Number
from koe.text.normalize.rule import Rule, Said, after, alternatives, full_stop, rule, word_before

_BEGIN = r"(?:(?<![\w.,:/-])|(?<=[0-9]T)|(?<=[0-9hm.]-)(?<![0-9]{3}-))"
_HOUR = r"(?P<hour>[01]?[0-9]|2[0-4])"
_MINUTE = r"(?P<minute>[0-5][0-9])"
_SECOND = r"(?P<second>[0-5][0-9])"
_END = r"(?![\w/]|[:.,][0-9])"


class Clock(NamedTuple):
    """A written time of day and what is beside it."""

    hour: int
    minute: int
    second: int | None = None
    half: str = ""  # words of the half of the day: "a. m."
    zone: str = ""  # words of the time zone
    has_mark: bool = False  # "h" is written
    before: str = ""  # the word before, in small letters
    after: str = ""  # the text behind


class Times(Measures):
    """The times of day and lengths of time of one language."""

    # Behind a time: "h", "hrs" and their like.
    hour_marks: ClassVar[str] = r"[hH]|hs|hrs?|Hrs?"
    half_days: ClassVar[Mapping[str, str]] = {}  # "a. m.", "am" -> words; in small letters
    zones: ClassVar[Mapping[str, str]] = {}  # "GMT" -> words
    # Words before "18.30" that make it a time.
    before_a_time: ClassVar[frozenset[str]] = frozenset()
    hour_unit: ClassVar[Unit]
    minute_unit: ClassVar[Unit]
    second_unit: ClassVar[Unit]
    before_last_part: ClassVar[str] = " "  # between the last two parts of a length of time
    between_parts: ClassVar[str] = ", "

    def time_rules(self) -> tuple[Rule, ...]:
        mark = rf"(?P<mark>\s?(?:{self.hour_marks})(?!\w)\.?)"
        half = rf"\s?(?P<half>{alternatives(self.half_days)})(?!\w)" if self.half_days else "(?P<half>(?!))"
        zone = rf"(?:\s(?P<zone>{alternatives(self.zones)})(?!\w))?" if self.zones else "(?P<zone>(?!))?"
        behind = rf"(?:{half}|{mark}|\s?min(?!\w))?{zone}{_END}"
        lengths = (
            r"(?<![\w.,:/-])(?:(?P<hours>[0-9]{1,3})\s?(?:h|hrs?|hs)\.?\s)?(?P<minutes>[0-9]{1,3})\s?(?:min\.?|m|['′])"
            r"\s?(?P<seconds>[0-9]{1,2})\s?(?:seg\.?|sec\.?|s|''|[\"″])(?!\w)"
            r"|(?<![\w.,:/-])(?P<hours2>[0-9]{1,3})\s?(?:h|hrs?|hs)\.?\s?(?P<minutes2>[0-9]{1,2})\s?(?:min|m)(?!\w)"
        )
        return tuple(
            rule(pattern, speak, re.IGNORECASE, kind="times", name=name)
            for pattern, speak, name in (
                (lengths, self._length, "length of time"),
                (rf"{_BEGIN}{_HOUR}[:.]{_MINUTE}[:.]{_SECOND}{behind}", self._clock, "time of day"),
                (rf"{_BEGIN}{_HOUR}(?::|\s?h\s?){_MINUTE}{behind}", self._clock, "time of day"),
                (rf"{_BEGIN}{_HOUR}\.{_MINUTE}(?:{mark}|{half}){zone}{_END}", self._clock, "time of day"),
                (rf"{_BEGIN}{_HOUR}\.{_MINUTE}{_END}", self._clock_after_a_word, "time of day"),
                (rf"{_BEGIN}{_HOUR}{half}{zone}{_END}", self._clock, "time of day"),
            )
        )

    def _clock(self, match: re.Match[str]) -> Said | None:
        groups = match.groupdict()
        if groups["hour"] == "24" and int(groups.get("minute") or 0):
            return None
        clock = Clock(
            hour=int(groups["hour"]),
            minute=int(groups.get("minute") or 0),
            second=int(groups["second"]) if groups.get("second") else None,
            half=self.half_days[groups["half"].lower()] if groups.get("half") else "",
            zone=self.zones[groups["zone"].upper()] if groups.get("zone") else "",
            has_mark=bool(groups.get("mark")),
            before=word_before(match).lower(),
            after=after(match),
        )
        return Said(self.clock(clock) + full_stop(match), bare=self.clock_before_another(clock), unit="time of day")

    def _clock_after_a_word(self, match: re.Match[str]) -> Said | None:
        return self._clock(match) if word_before(match).lower() in self.before_a_time else None

    def clock_before_another(self, clock: Clock) -> str:
        """The first of two times in a range."""
        return self.clock(clock)

    def clock(self, clock: Clock) -> str:
        """The time of day in words."""
        words = self.time_with_seconds(clock) if clock.second is not None else self.time(clock)
        return " ".join(filter(None, (words, clock.half, clock.zone)))

    def time(self, clock: Clock) -> str:
        """Hours and minutes."""
        hour = self.hour(clock.hour)
        return f"{hour} {self.conjunction} {self.cardinal(str(clock.minute))}" if clock.minute else hour

    def time_with_seconds(self, clock: Clock) -> str:
        return self.length(clock.hour, clock.minute, clock.second or 0)

    def hour(self, hour: int) -> str:
        """The number of an hour."""
        return self.cardinal(str(hour), self.hour_unit.gender, self.hour_unit.one)

    def _length(self, match: re.Match[str]) -> str:
        hours, minutes = match["hours"] or match["hours2"] or 0, match["minutes"] or match["minutes2"]
        return self.length(int(hours), int(minutes), int(match["seconds"] or 0)) + full_stop(match)

    def length(self, hours: int, minutes: int, seconds: int) -> str:
        """A length of time: "dos horas y treinta minutos"."""
        units = ((hours, self.hour_unit), (minutes, self.minute_unit), (seconds, self.second_unit))
        parts = [self.measure(Number("", str(count)), unit) for count, unit in units if count]
        return (
            self.before_last_part.join(filter(None, (self.between_parts.join(parts[:-1]), parts[-1]))) if parts else ""
        )
