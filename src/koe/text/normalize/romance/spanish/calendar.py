"""Spanish forms of dates and times -> words: "15/08", "Av. 9 de Julio 1925", "dura 1h30", "4:32 min"."""

from __future__ import annotations

import re

from koe.text.normalize.english.dates import exists
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import Number
from koe.text.normalize.romance.streets import DatedStreets
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import Rule, Said, after, before, rule, word_before, words

_ZERO = re.compile(r"0[0-9]/|/0[0-9]")
_FIRST_DATE = re.compile(r"[0-9]/[0-9]{1,2}\s(?:al?|y|e|hasta el|o)\s(?:el\s)?\Z")
_LAST_DATE = re.compile(r"\s(?:al?|hasta el|y el)\s[0-9]{1,2}/[0-9]{1,2}(?![\w/])")
# What is no date though its numbers could be one: blood pressure, the shape of a screen.
_NO_DATES = words("tensión presión ta pantalla formato página pág visión escala nota puntuación compás")
_BEFORE_A_LENGTH = words(
    "dura duró duran duraron durará durando tarda tardó tardan tardaron tardará durante duración preparación cocción"
)
_BEFORE_HOURS = words(
    "tras unas casi tiempo faltan quedan total espera lleva llevan retraso demora apenas sólo solo menos más cada"
)
_LENGTH_OF = re.compile(
    r"\b(?:viaje|vuelo|trayecto|película|filme|retraso|espera|clase|sesión|sesiones|reuniones|recorrido|reunión|duración|jornada|tiempo|"
    r"demora|ruta|caminata|partido|concierto|espectáculo|más|menos|cerca|alrededor)(?:e?s)? de\s\Z",
    re.IGNORECASE,
)
_LENGTH_BEHIND = re.compile(
    r"\s(?:de (?:duración|vuelo|viaje|película|retraso|espera|partido|clase|camino|caminata|coche|autobús|tren|juego|"
    r"sueño|trayecto|cocción|preparación|concierto|espectáculo|reposo|demora)|después|antes|al día|diarias?|por día)\b"
)
_SECOND_DAY = re.compile(r",?\s(?:y|e|a|o|al)\s(?:lun|mié|mier|jue|vie|sáb|sab|dom)", re.IGNORECASE)
_TIME_BEHIND = re.compile(r"\s[0-9]{1,2}(?::|\s?h\s?)[0-9]{2}(?!\w)")
_BEFORE_A_MONTH = re.compile(r"(?:\b(?:de|desde|hasta|entre|en|a|y)|[-–—(:|,])\s?\Z")
_COLON_MINUTES = re.compile(r"[0-9]:[0-9]{2}\s?min\Z", re.IGNORECASE)


class SpanishCalendar(DatedStreets):
    """Dates and times as they are written in Spanish."""

    street_words = (
        r"calle|c/|avenida|avda|avd|av|paseo|pº|plaza|pza|plza|pl|bulevar|blvd|boulevard|ronda|travesía|glorieta|"
        r"calzada|camino|carrera|pasaje|pje|barrio|colonia|col"
    )

    def calendar_rules(self) -> tuple[Rule, ...]:
        lap = (
            r"(?<![\w.,:])(?:(?P<hours>[0-9]{1,2}):(?=[0-9]{2}:))?(?P<minutes>[0-9]{1,2})[:'](?P<seconds>[0-5][0-9])"
            r"[.,\"](?!000)(?P<parts>[0-9]{1,3})(?![\w:]|[.,][0-9])"
        )
        hours = r"(?<![\w/.,])(?P<first>[0-9]{2})/(?P<last>[0-9]{2})\s?(?:h|hs|hrs|horas)(?!\w)"
        short_range = (
            r"(?<![\w.,:/-])(?P<hour>[01]?[0-9]|2[0-4])[:.](?P<minute>[0-5][0-9])\s?[-–]\s?(?P<last>[01]?[0-9]|2[0-4])\s?h"
            r"(?:rs?|s)?(?!\w)"
        )
        return (
            rule(short_range, self._range_of_hours, kind="times", name="range, time of day"),
            rule(lap, self._lap, kind="times", name="length of time"),
            rule(
                r"(?<=[Ss]ale )(?P<hour>0[0-9])\.(?P<minute>[0-5][0-9])(?![\w]|[.,][0-9])",
                self._clock,
                kind="times",
                name="time of day",
            ),
            rule(hours, self._hours, kind="times", name="range, length of time"),
        )

    def _range_of_hours(self, match: re.Match[str]) -> str:
        """Two times of day, the last one without minutes: "16:30-20 h"."""
        first = self.time(Clock(int(match["hour"]), int(match["minute"]), before="a"))
        return f"{first} a {self.measure(Number('', str(int(match['last']))), self.hour_unit)}"

    def _weekday(self, match: re.Match[str]) -> str | None:
        """A short weekday; "mar." also before another one: "mar. y jue."."""
        is_pair = match["weekday"].lower() in self.words_like_weekdays and _SECOND_DAY.match(after(match))
        return self.weekdays[match["weekday"].lower()] if is_pair else super()._weekday(match)

    def _lap(self, match: re.Match[str]) -> str:
        """The time of a race: "1:18.345"."""
        units = (("hours", self.hour_unit), ("minutes", self.minute_unit), ("seconds", self.second_unit))
        whole = [self.measure(Number("", str(int(match[name]))), unit) for name, unit in units if match[name]]
        fraction = str(int(match["parts"]))
        unit = ("décima", "centésima", "milésima")[len(match["parts"]) - 1]
        parts = self.measure(Number("", fraction), Unit(unit, f"{unit}s", "f"))
        return f"{', '.join(whole)} y {parts}"

    def _hours(self, match: re.Match[str]) -> str | None:
        """A delay: "24/48 h"."""
        if int(match["first"]) >= int(match["last"]):
            return None
        return f"{self.cardinal(match['first'])} a {self.measure(Number('', match['last']), self.hour_unit)}"

    def _month_of_year(self, match: re.Match[str]) -> str | None:
        """A short month and its year. "mar" and its like need a stop, a preposition or the beginning of a line."""
        short, ahead = match["short"].lower(), before(match)
        is_month = not ahead.strip() or _BEFORE_A_MONTH.search(ahead)
        if short in ("mar", "set") and not match["stop"] and not is_month:
            return None
        return self.month_and_year(self.months[self.short_months[short] - 1], match["year"])

    def _in_digits(self, match: re.Match[str]) -> str | None:
        spoken = super()._in_digits(match)
        return f"{spoken}," if spoken and _TIME_BEHIND.match(after(match)) else spoken

    def _day_and_month(self, match: re.Match[str]) -> str | None:
        """A day and a month in digits, where the digits or the words beside them say that they are no fraction."""
        day, month, ahead = int(match["day"]), int(match["month"]), word_before(match).lower()
        is_date = (
            _ZERO.search(match[0])
            or (day > 12 and (day > 16 or month != 9))
            or _FIRST_DATE.search(before(match))
            or _LAST_DATE.match(after(match))
            or ahead in self.before_a_day
            or ahead in self.weekdays
        )
        if not is_date or ahead in _NO_DATES or not exists(2000, month, day):
            return None
        return self.date(day, self.months[month - 1], "")

    def _clock(self, match: re.Match[str]) -> Said | None:
        groups = match.groupdict()
        if groups.get("minute") and not groups.get("second") and not groups.get("half"):
            if _COLON_MINUTES.search(match[0]):
                return Said(self.length(0, int(groups["hour"]), int(groups["minute"])))
            if self._is_length(match):
                return Said(self.length(int(groups["hour"]), int(groups["minute"]), 0))
        return super()._clock(match)

    def _clock_after_a_word(self, match: re.Match[str]) -> Said | None:
        is_price = re.match(r"\s?(?:[€$]|euros|pesos|dólares)", after(match))
        return None if is_price else super()._clock_after_a_word(match)

    def _is_length(self, match: re.Match[str]) -> bool:
        """Whether hours and minutes are a length of time, not a time of day."""
        ahead = word_before(match).lower()
        if ahead in _BEFORE_A_LENGTH:
            return True
        if "h" not in match[0].lower():
            return False
        is_named = _LENGTH_OF.search(before(match)) or _LENGTH_BEHIND.match(after(match))
        return ahead in _BEFORE_HOURS or is_named is not None
