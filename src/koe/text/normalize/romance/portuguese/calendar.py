"""Brazilian forms of dates and times -> words: "2ª-feira", "1º/5", "ago/2024", "1T24", "9h-18h", "8/8h"."""

from __future__ import annotations

import re

from koe.text.normalize.english.dates import exists
from koe.text.normalize.numerals import full_year
from koe.text.normalize.romance.streets import DatedStreets
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import Rule, Said, after, alternatives, before, full_stop, rule, word_before, words

_WEEKDAY_NUMBERS = {"2": "segunda", "3": "terça", "4": "quarta", "5": "quinta", "6": "sexta"}
_WEEKDAY_NAMES = "segunda|terça|quarta|quinta|sexta|sábado|domingo"
_BEGIN = r"(?<![\w.,:/-])"
_TIME = (
    r"(?P<hour{0}>[01]?[0-9]|2[0-4])(?:\s?[hH](?P<minute{0}>[0-5][0-9])?|:(?P<colon{0}>[0-5][0-9])\s?(?:[hH](?!\w))?)"
)
_PARTS = {"sem": "semestre", "trim": "trimestre", "tri": "trimestre", "bim": "bimestre", "and": "andar"}
_QUARTERS = {"T": "trimestre", "S": "semestre", "B": "bimestre", "Q": "quadrimestre"}
# Words before "2h15" that make it a length of time.
_BEFORE_A_LENGTH = words(
    "preparo cozimento total percurso viagem voo trajeto dura durou duram duraram durará leva levou levam levaram "
    "demora demorou gasta gastou após cerca quase esperou espera tempo atraso duração há faltam restam menos mais"
)
_AFTER_A_LENGTH = re.compile(
    r"\s(?:de (?:duração|voo|viagem|filme|atraso|espera|jogo|prova|aula|show|caminhada|carro|ônibus|trem|sono|"
    r"estrada|trânsito)|por (?:dia|semana)|depois|antes|seguidas)"
)
_BEFORE_DAYS = words("de entre nos")
_DAYS_BEFORE = re.compile(r"\bdias? (?:[0-9]{1,2}, ?){1,8}\Z", re.IGNORECASE)
_COLON_MINUTES = re.compile(r"[0-9]:[0-9]{2}\s?min\Z", re.IGNORECASE)
_BEFORE_A_MONTH = words("de em até desde entre a")
_CAPITAL_BEHIND = re.compile(r"\s[^\W\d_a-zà-ÿ]")
_FIRST_DATE = re.compile(r"[0-9]/[0-9]{1,2}\s(?:a|e|até|ao)\s\Z")
_LAST_DATE = re.compile(r"\s(?:a|até|ao)\s[0-9]{1,2}/[0-9]{1,2}(?![\w/])")
_LENGTH_BEFORE = re.compile(
    r"\b(?:trajeto|viagem|voo|duração|prova|aula|filme|show|percurso|atraso|espera|intervalo|jornada|sessão|tempo|média|"
    r"cerca|mais|menos|reunião|caminhada) de\s\Z",
    re.IGNORECASE,
)
_SHORT_DATE_HINT = re.compile(r"0[0-9]/|/0[0-9]")


class PortugueseCalendar(DatedStreets):
    """Dates and times as they are written in Brazil."""

    street_words = r"rua|r|avenida|av|praça|pça|pç|travessa|trav|alameda|al|largo|lgo|rodovia|rod|vila|bairro|viaduto"

    def calendar_rules(self) -> tuple[Rule, ...]:
        short, weekday = alternatives(self.short_months), alternatives(self.weekdays)
        full = alternatives(self.months)
        year = r"(?P<year>(?:19|20)?[0-9]{2})(?![\w/])"
        first_of = rf"(?<![\w.,:/-])1\.?[º°o]?(?=\s(?:a|e|ao)\s[0-9]{{1,2}}\sde\s(?:{full})(?!\w))"
        rules = (
            (first_of, lambda _: self.first_of_month, "day"),
            (r"(?<!\w)(?P<number>[2-6])\.?[ªa°](?P<plural>s?)\.?[-\s]feiras?(?!\w)", self._numbered_weekday, "weekday"),
            (
                rf"{_BEGIN}1\.?[º°o]/(?P<month>0?[1-9]|1[0-2])(?:/(?P<year>[12][0-9]{{3}}|[0-9]{{2}}))?(?![\w/])",
                self._first_of_month,
                "date",
            ),
            (rf"{_BEGIN}(?P<day>[0-9]{{1,2}})[-/](?P<short>{short})[-/]{year}", self._short_named, "date"),
            (
                rf"(?<!\w)(?:(?P<full>{full})|(?P<short>{short}))\.?/{year}",
                self._month_and_short_year,
                "month and year",
            ),
            (
                rf"(?<!\w)(?P<first>{weekday})\.?(?P<link>\s?[-–]\s?|\sa\s|\se\s|\sà\s|\sao\s)(?P<last>{weekday})(?!\w)\.?",
                self._weekdays,
                "weekdays",
            ),
            (
                rf"(?<!\w)(?P<first>(?:{_WEEKDAY_NAMES})(?:-feira)?)\s?[-–]\s?(?P<last>(?:{_WEEKDAY_NAMES})(?:-feira)?)(?!\w)",
                lambda match: f"{match['first']} a {match['last']}",
                "weekdays",
            ),
            (
                rf"(?<!\w)(?P<first>{weekday})\.?(?P<others>(?:/(?:{weekday})\.?){{1,5}})(?!\w)",
                self._list_of_weekdays,
                "weekdays",
            ),
            (
                rf"(?<!\w)(?P<weekday>{weekday})(?=:\s?[0-9])",
                lambda match: self.weekdays[match["weekday"].lower()],
                "weekday",
            ),
            (
                r"(?<![\w.,:/-])(?P<first>[0-9]{1,2})(?P<link>\s?[-–]\s?|\s(?:a|e|ao)\s)(?P<day>[0-9]{1,2})/(?P<month>[0-9]{1,2})"
                r"(?:/(?P<year>20[0-9]{2}|[0-9]{2}))?(?![\w/]|[.,][0-9])",
                self._days_of_month,
                "days of a month",
            ),
            (
                rf"(?<!\w)(?P<first>{short})\.?\s?[-–/]\s?(?P<last>{short})(?!\w)(?P<stop>\.?)(?:\s(?:de\s)?(?P<year>(?:19|20)[0-9]{{2}})(?!\w))?",
                self._months,
                "months",
            ),
        )
        named_part = r"(?<=º )(?P<part>sem|trim|tri|bim|and)(?:\.|(?=/))(?:/(?P<year>20[0-9]{2}|[0-9]{2})(?!\w))?"
        part = r"(?<![\w/])(?P<number>[1-4])(?:[ºo°]\s?)?(?P<part>[TSBQ])[/\s]?(?P<year>20[0-9]{2}|[0-9]{2})(?!\w)"
        return (
            *(rule(pattern, speak, re.IGNORECASE, kind="dates", name=name) for pattern, speak, name in rules),
            rule(named_part, self._named_part, kind="dates", name="part of a year"),
            rule(part, self._part_of_year, kind="dates", name="part of a year"),
        )

    def date_rules(self) -> tuple[Rule, ...]:
        month = rf"(?<![\w/])(?P<short>{alternatives(self.short_months)})\.(?!\w)"
        return (*super().date_rules(), rule(month, self._short_month, re.IGNORECASE, kind="dates", name="month"))

    def hour_rules(self) -> tuple[Rule, ...]:
        ranges = rf"{_BEGIN}{_TIME.format(1)}\s?[-–]\s?{_TIME.format(2)}(?![\w:/])"
        both = rf"{_BEGIN}{_TIME.format(1)}/{_TIME.format(2)}(?![\w:/])"
        short_range = r"(?<![\w.,:/-])(?P<hour1>[01]?[0-9]|2[0-4])\s?[-–]\s?(?P<hour2>[01]?[0-9]|2[0-4])\s?[hH](?!\w)"
        parts = r"(?P<hours>[0-9]{1,3})\s?h\s?(?P<minutes>[0-9]{1,2})\s?(?:min|m)\s?(?P<seconds>[0-9]{1,2})\s?s"
        length = rf"{_BEGIN}{parts}(?!\w)"
        lap = (
            rf"{_BEGIN}(?:(?P<minutes>[0-9]{{1,2}})(?:\s?(?:min|m)\s?|(?P<colon>:)(?=[0-5][0-9][.,][0-9]{{3}}(?!\w))))?"
            r"(?P<seconds>[0-5]?[0-9])(?P<point>s|(?<=:[0-9]{2})[.,])(?P<parts>[0-9]{1,3})(?![\w:])"
        )
        zone = (
            r"(?<!\w)(?P<zone>UTC|GMT)\s?(?P<sign>[-+])\s?(?P<hours>1[0-4]|0?[0-9])(?::(?P<minutes>[0-5][0-9]))?(?!\w)"
        )
        every = r"(?<!\w)(?:de\s)?(?P<hours>[1-9]|1[0-2]|24)/(?P=hours)\s?h(?:oras)?(?!\w)"
        delay = r"(?<![\w/.,])(?P<first>[0-9]{2})/(?P<last>[0-9]{2})\s?(?:h|hs|horas)(?!\w)"
        minute_of_match = r"(?<![\w'’.,])(?P<minutes>[0-9]{1,3})['’′](?![\w'’\"])"
        each = r"(?<=[\w.])/(?=[0-9]{1,2}\s?(?:h|hs|horas)(?!\w))(?<![0-9]/)"
        return tuple(
            rule(pattern, speak, kind="times", name=name)
            for pattern, speak, name in (
                (each, lambda _: " a cada ", "interval"),
                (ranges, self._hours_to, "range, time of day"),
                (both, self._two_hours, "times of day"),
                (short_range, self._hours_to, "range, time of day"),
                (length, self._length_in_parts, "length of time"),
                (lap, self._lap, "length of time"),
                (zone, self._zone, "time zone"),
                (every, self._every, "interval"),
                (delay, self._delay, "range, length of time"),
                (minute_of_match, self._minute_of_match, "length of time"),
            )
        )

    def _numbered_weekday(self, match: re.Match[str]) -> str:
        plural = "s" if match["plural"] or match[0].endswith("s") else ""
        return f"{_WEEKDAY_NUMBERS[match['number']]}{plural}-feira{plural}"

    def _first_of_month(self, match: re.Match[str]) -> str:
        return self.date(1, self.months[int(match["month"]) - 1], full_year(match["year"]) if match["year"] else "")

    def _short_named(self, match: re.Match[str]) -> str | None:
        month = self.short_months[match["short"].lower()]
        if not exists(2000, month, int(match["day"])):
            return None
        return self.date(int(match["day"]), self.months[month - 1], full_year(match["year"]))

    def _month_and_short_year(self, match: re.Match[str]) -> str:
        name = match["full"] or self.months[self.short_months[match["short"].lower()] - 1]
        return self.month_and_year(name, full_year(match["year"]))

    def _weekdays(self, match: re.Match[str]) -> str:
        link = match["link"].strip() if match["link"].strip() not in ("-", "–") else "a"
        first, last = self.weekdays[match["first"].lower()], self.weekdays[match["last"].lower()]
        return f"{first} {link} {last}{full_stop(match)}"

    def _list_of_weekdays(self, match: re.Match[str]) -> str:
        names = [self.weekdays[name.strip(".").lower()] for name in match[0].split("/")]
        return f"{', '.join(names[:-1])} e {names[-1]}"

    def _days_of_month(self, match: re.Match[str]) -> str | None:
        """Two days of a month: "15 e 16/11"."""
        first, day, month = int(match["first"]), int(match["day"]), int(match["month"])
        is_named = word_before(match).lower().removesuffix("-feira") in self.before_a_day | _BEFORE_DAYS
        is_named = is_named or _DAYS_BEFORE.search(before(match)) is not None
        is_date = is_named or _SHORT_DATE_HINT.search(match[0]) or match["year"] or day > month
        is_date = is_date or match["link"].strip() in "-–"
        if not is_date or not first < day or not exists(2000, month, day):
            return None
        link = match["link"].strip() if match["link"].strip() not in "-–" else "a"
        year = full_year(match["year"]) if match["year"] else ""
        return f"{self.day(first)} {link} {self.date(day, self.months[month - 1], year)}"

    def _months(self, match: re.Match[str]) -> str | None:
        if match["stop"] == "" and "." not in match[0]:
            return None
        first, last = (self.months[self.short_months[match[end].lower()] - 1] for end in ("first", "last"))
        year = f" de {self.year(match['year'])}" if match["year"] else full_stop(match)
        return f"{first} a {last}{year}"

    def _short_month(self, match: re.Match[str]) -> str | None:
        """A month by itself. Those that are words too need a word before them that makes them months."""
        ahead, short = word_before(match).lower(), match["short"].lower()
        if short in self.words_like_months or short == "mar":
            is_end = full_stop(match) or _CAPITAL_BEHIND.match(after(match))
            if is_end or not (ahead in _BEFORE_A_MONTH or ahead.isdigit()):
                return None
        return self.months[self.short_months[short] - 1] + full_stop(match)

    def _named_part(self, match: re.Match[str]) -> str:
        year = f" de {self.year(full_year(match['year']))}" if match["year"] else full_stop(match)
        return f"{_PARTS[match['part']]}{year}"

    def _part_of_year(self, match: re.Match[str]) -> str:
        part = f"{self.ordinal(int(match['number']))} {_QUARTERS[match['part']]}"
        return f"{part} de {self.year(full_year(match['year']))}"

    def _weekday(self, match: re.Match[str]) -> str | None:
        """The weekday; behind a number, "seg." is seconds."""
        return None if word_before(match).isdigit() else super()._weekday(match)

    def _day_and_month(self, match: re.Match[str]) -> str | None:
        """A day and a month in digits, where the digits or the word before say that they are no fraction."""
        day, month = int(match["day"]), int(match["month"])
        is_date = (
            _SHORT_DATE_HINT.search(match[0])
            or (day > month and (day > 12 or month > 6))
            or _FIRST_DATE.search(before(match))
            or _LAST_DATE.match(after(match))
            or word_before(match).lower().removesuffix("-feira") in self.before_a_day
        )
        if not is_date or not exists(2000, month, day):
            return None
        return self.date(day, self.months[month - 1], "")

    def _hours_to(self, match: re.Match[str]) -> str:
        groups = match.groupdict()
        minutes = [int(groups.get(f"minute{end}") or groups.get(f"colon{end}") or 0) for end in "12"]
        first, last = Clock(int(match["hour1"]), minutes[0]), Clock(int(match["hour2"]), minutes[1])
        begin = self.time(first) if first.minute else self.hour(first.hour)
        # "1-2h" is a length of time; later hours are times of day.
        is_length = "minute1" not in groups and last.hour <= 6
        link = "a" if is_length else "à" if last.hour == 1 else "às"
        return f"{begin} {link} {self.time(last)}"

    def _two_hours(self, match: re.Match[str]) -> str:
        clocks = (
            Clock(int(match[f"hour{end}"]), int(match[f"minute{end}"] or match[f"colon{end}"] or 0)) for end in "12"
        )
        return ", ".join(self.time(clock) for clock in clocks)

    def _length_in_parts(self, match: re.Match[str]) -> str:
        return self.length(int(match["hours"]), int(match["minutes"]), int(match["seconds"]))

    def _lap(self, match: re.Match[str]) -> str | None:
        """The time of a race: "1min23s456"."""
        if match["parts"] == "000":
            return None
        parts = ("décimo", "centésimo", "milésimo")[len(match["parts"]) - 1]
        fraction = int(match["parts"])
        minutes, seconds = self.length(0, int(match["minutes"] or 0), 0), self.length(0, 0, int(match["seconds"]))
        whole = ", ".join(filter(None, (minutes, seconds))) or "zero segundo"
        return f"{whole} e {self.cardinal(str(fraction))} {parts}{'' if fraction == 1 else 's'}"

    def _zone(self, match: re.Match[str]) -> str:
        sign = self.minus if match["sign"] == "-" else self.plus
        minutes = f" e {self.cardinal(match['minutes'])}" if match["minutes"] else ""
        return f"{self.zones[match['zone']]} {sign} {self.cardinal(str(int(match['hours'])))}{minutes}"

    def _every(self, match: re.Match[str]) -> str:
        hours = self.hour(int(match["hours"]))
        return f"de {hours} em {hours} {'hora' if match['hours'] == '1' else 'horas'}"

    def _delay(self, match: re.Match[str]) -> str | None:
        """A length of time between two: "24/48h"."""
        if int(match["first"]) >= int(match["last"]):
            return None
        return f"{self.hour(int(match['first']))} a {self.hour(int(match['last']))} horas"

    def _minute_of_match(self, match: re.Match[str]) -> str | None:
        if "'" in before(match):  # the mark closes a quotation
            return None
        return f"{self.cardinal(match['minutes'])} minutos"

    def _clock(self, match: re.Match[str]) -> Said | None:
        groups = match.groupdict()
        if groups.get("minute") and not groups.get("second") and _COLON_MINUTES.search(match[0]):
            return Said(self.length(0, int(groups["hour"]), int(groups["minute"])))
        if groups.get("minute") and not groups.get("second") and _LENGTH_BEFORE.search(before(match)):
            return Said(self.length(int(groups["hour"]), int(groups["minute"]), 0))
        return super()._clock(match)

    def clock(self, clock: Clock) -> str:
        if not clock.half:
            return super().clock(clock)
        night = clock.hour != 12 and clock.hour >= 7
        half = "da manhã" if clock.half == "am" else "da noite" if night else "da tarde"
        minutes = f" e {self.cardinal(str(clock.minute))}" if clock.minute else ""
        return f"{self.hour(clock.hour)}{minutes} {half}"

    def time(self, clock: Clock) -> str:
        if clock.minute and (clock.before in _BEFORE_A_LENGTH or _AFTER_A_LENGTH.match(clock.after)):
            return self.length(clock.hour, clock.minute, 0)
        name = self.hour_unit.one if clock.hour < 2 else self.hour_unit.many
        if not clock.minute:
            return f"{self.hour(clock.hour)} {name}"
        hour = f"{self.hour(0)} {name}" if not clock.hour else self.hour(clock.hour)
        return f"{hour} e {self.cardinal(str(clock.minute))}"
