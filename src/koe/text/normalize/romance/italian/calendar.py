"""Italian dates and times that no other Romance language writes so: "l'1 maggio", "alle 1", "'68", "lun-ven"."""

from __future__ import annotations

import re

from koe.text.normalize.english.dates import exists
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.italian.ranges import hour_with_article, with_article
from koe.text.normalize.romance.roman import value
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import (
    Rule,
    Said,
    after,
    alternatives,
    before,
    full_stop,
    of_digits,
    rule,
    word_before,
    words,
)

_ARTICLES = {"l'": "il", "dall'": "dal", "dell'": "del", "all'": "al", "nell'": "nel", "sull'": "sul"}
_HOUR = r"(?P<hour>[01]?[0-9]|2[0-4])"
_FIVES = r"(?P<minute>[0-5][05])(?![.,]?\w)"
_NO_TIME = r"(?![\w:/°º^ª%€]|[.,][0-9]|\s?(?:%|€|euro|km|su\s))"
_ONE_O_CLOCK = (
    r"(?P<article>(?<!\w)(?:(?:[Aa]l|[Dd]al|[Nn]el|[Dd]el|[Ss]ul)le|[Ll]e))\s1(?:[:.](?P<minute>[0-5][0-9]))?"
    rf"{_NO_TIME}"
)
_MINUTES = r"(?<![\w.,])(?P<minutes>[0-9]{1,3})['′](?![\w'\"″])"
_HOURS_MINUTES_SECONDS = (
    r"(?<![\w.,:])(?P<hours>[0-9]{1,3})\s?h\s?(?P<minutes>[0-5]?[0-9])['′](?:\s?(?P<seconds>[0-5]?[0-9])(?:''|[\"″])"
    r"(?P<thousandths>[0-9]{1,3})?)?"
)
_HUNDREDTHS = (
    r"(?<![\w.,:])(?:(?P<minutes>[0-9]{1,3})['′]\s?)?"
    r"(?P<seconds>[0-9]{1,2})(?:''|[\"″])(?P<hundredths>[0-9]{1,3})(?!\w)"
)
_ONE_ALONE = (
    r"(?:(?<=\ball')|(?<=\b[Ll]')(?!1\Z|1[.;!?]))1"
    r"(?=\s(?:di notte|del|e mezz|e un quarto|in punto|meno)|[.;!?](?!\w)|\Z)"
)
_SLASHED = (
    r"(?<![\w.,:/])(?P<hour>[01]?[0-9]|2[0-4])[:.](?P<minute>[0-5][0-9])\s?/\s?"
    r"(?P<last_hour>[01]?[0-9]|2[0-4])[:.](?P<last_minute>[0-5][0-9])(?![\w:/-])"
)
# "9-13/15-19"
_BETWEEN_HOURS = (
    r"(?:(?<=[-–][0-9]{2})|(?<=[-–][0-9])|(?<=[-–][0-9]{2}[:.][0-9]{2}))\s?/\s?(?=[0-9]{1,2}(?:[:.][0-9]{2})?[-–])"
)
_ROMAN_MONTH = (
    r"(?<![\w./])(?P<day>[0-3]?[0-9])\.(?P<month>I{1,3}|I?[VX]|VI{1,3}|XI{1,2})\.(?P<year>[12][0-9]{3})(?!\w)"
)
_ADDED_MINUTES = r"(?<=[0-9]['′])\+(?P<added>[0-9]{1,2})['′]?"
_LAP = r"(?<![\w.,:])(?P<minutes>[0-9]{1,2}):(?P<seconds>[0-5][0-9])[.,](?P<rest>(?!000)[0-9]{2,3})(?![\w:]|[.,][0-9])"
_STOPPAGE_TIME = r"(?<![\w.,])(?P<minutes>[0-9]{2,3})\+(?P<added>[0-9]{1,2})['′]"
_BEFORE_MINUTES = words("al all' dal dall' del dell' nel nell' il sul fino entro")
_CAPITALISED = re.compile(r"\s[A-Z][a-zà-ù]")
_QUOTED = re.compile(r"(?<!\w)'[^']{0,60}\Z")


class ItalianCalendar(Romance):
    """The dates and times that only Italian has."""

    def calendar_rules(self) -> tuple[Rule, ...]:
        month = alternatives([*self.months, *self.short_months])
        day = alternatives([*self.weekdays, *self.weekdays.values()])
        short_day = alternatives(self.weekdays)
        to_another = rf"\s(?:al|e il|e l')\s?[0-9]{{1,2}}[°º]?\s(?:{month})\b"
        dates = (
            (
                rf"(?<![\w'])(?P<article>{alternatives(_ARTICLES)})1[°º]?(?=\s(?:{month})\b|{to_another})",
                self._article,
                "date",
            ),
            (rf"(?<![\w.,/'])1[°º]?(?={to_another})", lambda _: self.first_of_month, "date"),
            (
                rf"(?<!\w)(?P<weekday>{short_day})(?=,?\s(?:e\s)?(?:{day}|chius[oiae]|apert[oiae]|mattin[ae]|pomeriggio|sera)\b)",
                self._weekday,
                "weekday",
            ),
            (rf"(?<!\w)(?P<first>{day})\.?\s?[-–/]\s?(?P<last>{day})(?!\w)\.?", self._weekdays, "weekdays"),
            (
                rf"(?<![\w'])(?P<article>{alternatives(_ARTICLES)})(?=1(?:/[0-9]{{1,2}}(?:/[0-9]{{2,4}})?|\.[0-9]{{1,2}}\.[0-9]{{2,4}})(?!\w))",
                self._plain_article,
                "date",
            ),
            (
                rf"(?<![\w.])(?P<short>{alternatives(self.short_months)})\.?\s'(?P<year>[0-9]{{2}})(?![\w'])",
                self._month_of_short_year,
                "date",
            ),
            (
                r"(?:(?<=\bscad\. )|(?<=\bscad\.: )|(?<=\bscadenza )|(?<=\bscadenza: )|(?<=\bentro il )"
                r"|(?<=\bentro il: ))"
                r"(?P<month>0[1-9]|1[0-2])/(?P<year>[2-4][0-9])(?![\w/])",
                lambda m: self.month_and_year(self.months[int(m["month"]) - 1], f"20{m['year']}"),
                "month and year",
            ),
            (_ROMAN_MONTH, self._roman_month, "date"),
            (
                rf"(?<![\w./])(?P<first>[0-9]{{1,2}})/(?P<last>[0-9]{{1,2}})(?=\s(?:{month})\b)",
                self._days,
                "range, date",
            ),
            (r"(?<![\w./,:-])(?P<day>[0-3]?[0-9])\.(?P<month>0?[1-9]|1[0-2])\.(?!\w)", self._dotted_day, "date"),
            (r"(?<!\w)c\.\s(?=1[0-9]{3}(?!\w))", lambda _: "circa ", "abbreviation"),
            (
                rf"(?<![\w.])(?P<first>{month})\.?(?P<mark>\s?[-–/]\s?)(?P<last>{month})(?!\w)\.?",
                self._months,
                "months",
            ),
            (r"(?<![\w'])'(?P<year>[0-9]{2}|[1-9]00)(?![\w'])", self._short_year, "year"),
            (
                r"(?<![\w./,:-])(?P<day>[0-3]?[0-9])/(?P<month>0[1-9]|1[0-2]|[1-9])(?![\w/]|[.,][0-9])",
                self._day,
                "date",
            ),
            (r"(?<![\w./])(?P<year>(?:19|20)[0-9]{2})/(?P<next>[0-9]{2,4})(?![\w/])", self._years, "years"),
            (r"(?<![\w.,'/])(?P<year>[0-9]{1,4})\s?(?P<era>[ad])\.\s?[cC]\.", self._year_of_era, "year"),
        )
        times = (
            (_ONE_O_CLOCK, self._one_o_clock, "time of day"),
            (
                rf"(?:(?<=\b[oO]re\s)|(?<=\b[aA]lle\s)|(?<=\bdalle\s)|(?<=\bDalle\s)){_HOUR},(?P<minute>[0-5][0-9])(?![\w,])",
                self._clock,
                "time of day",
            ),
            (r"(?<=\bore\s)1(?![\w:.,/])", lambda _: "una", "time of day"),
            (
                rf"(?<![\w.,:/-]){_HOUR}\.{_FIVES}(?=\s?[-–]\s?(?:[01]?[0-9]|2[0-4])\.[0-5][05](?![.,]?\w))",
                self._clock,
                "time",
            ),
            (
                rf"(?:(?<=[0-9]\.[0-5][05][-–])|(?<=[0-9]\.[0-5][05]\s[-–]\s)){_HOUR}\.{_FIVES}",
                self._clock,
                "time of day",
            ),
            (_HOURS_MINUTES_SECONDS, self._three_parts, "length of time"),
            (_LAP, self._lap, "length of time"),
            (_STOPPAGE_TIME, self._stoppage_time, "minutes"),
            (_HUNDREDTHS, self._hundredths, "length of time"),
            (_ONE_ALONE, lambda _: "una", "time of day"),
            (rf"(?<![\w.])(?P<weekday>(?i:{alternatives(self.weekdays)}))(?=:\s?[0-9])", self._weekday, "weekday"),
            (_SLASHED, self._slashed_hours, "range, time of day"),
            (_BETWEEN_HOURS, lambda _: ", ", "hours"),
            (r"(?<!\w)[hH]\.?\s(?=[0-9])", self._hour_mark, "hour mark"),
            (
                r"(?<![\w.,:])(?P<hours>[0-9]{1,3})\s?h\s?(?P<minutes>[0-5][0-9])(?![\w:'′]|\s?min)",
                self._hours,
                "length of time",
            ),
        )
        return (
            *(rule(pattern, speak, re.IGNORECASE, kind="dates", name=name) for pattern, speak, name in dates),
            *of_digits(*(rule(pattern, speak, kind="times", name=name) for pattern, speak, name in times)),
        )

    def minute_rules(self) -> tuple[Rule, ...]:
        return (
            rule(_ADDED_MINUTES, lambda m: f" più {self.cardinal(m['added'])}", kind="times", name="minutes"),
            rule(_MINUTES, self._minutes, kind="times", name="minutes"),
        )

    def _article(self, match: re.Match[str]) -> str:
        """The article before "1" is written as if one read "uno"."""
        article = _ARTICLES[match["article"].lower()]
        return f"{article.capitalize() if match[0][0].isupper() else article} {self.first_of_month}"

    def _plain_article(self, match: re.Match[str]) -> str:
        article = _ARTICLES[match["article"].lower()]
        return f"{article.capitalize() if match[0][0].isupper() else article} "

    def _month_of_short_year(self, match: re.Match[str]) -> str:
        return f"{self._month(match['short'].lower())} {self._short_year(match)}"

    def _weekdays(self, match: re.Match[str]) -> str:
        first, last = (self.weekdays.get(match[end].lower(), match[end].lower()) for end in ("first", "last"))
        if word_before(match).lower() in ("dal", "dalla"):
            return f"{first} {_with_article('a', last)}{full_stop(match)}"
        return f"{_with_article('da', first)} {_with_article('a', last)}{full_stop(match)}"

    def _months(self, match: re.Match[str]) -> str:
        """Two months: full ones with a hyphen are left alone."""
        first, last = (self._month(match[end].lower()) for end in ("first", "last"))
        if "/" in match["mark"]:
            return f"{first} {last}"
        return match[0] if match["first"].lower() == first else f"da {first} a {last}{full_stop(match)}"

    def _month(self, name: str) -> str:
        return self.months[self.short_months[name] - 1] if name in self.short_months else name

    def _roman_month(self, match: re.Match[str]) -> str | None:
        day, month = int(match["day"]), value(match["month"].upper())
        return self.date(day, self.months[month - 1], match["year"]) if exists(2000, month, day) else None

    def _three_parts(self, match: re.Match[str]) -> str:
        hours, minutes, seconds = int(match["hours"]), int(match["minutes"]), int(match["seconds"] or 0)
        if not match["thousandths"]:
            return self.length(hours, minutes, seconds)
        whole = f"{self.length(hours, 0, 0)}, {self.length(0, minutes, 0)}, {self.length(0, 0, seconds)}"
        return f"{whole} e {self.cardinal(match['thousandths'])}"

    def _hundredths(self, match: re.Match[str]) -> str | None:
        if before(match).count('"') % 2:
            return None
        minutes = f"{self.length(0, int(match['minutes']), 0)}, " if match["minutes"] else ""
        return f"{minutes}{self.cardinal(str(int(match['seconds'])))} secondi e {self.cardinal(match['hundredths'])}"

    def _short_year(self, match: re.Match[str]) -> str:
        return self.cardinal(match["year"].lstrip("0") or "0")

    def _day(self, match: re.Match[str]) -> str | None:
        """ "15/08": a zero or a day after the 12th make a date of it, and so do the words before."""
        day, month = int(match["day"]), int(match["month"])
        certain = "0" in (match["day"][0], match["month"][0]) or (day > 12 and day != 24 and len(match["month"]) == 2)
        if not (certain or word_before(match).lower() in self.before_a_day) or not exists(2000, month, day):
            return None
        return self.date(day, self.months[month - 1], "")

    def _days(self, match: re.Match[str]) -> str | None:
        """ "3/7 marzo": from the 3rd to the 7th."""
        first, last = int(match["first"]), int(match["last"])
        if not 1 <= first < last <= 31:
            return None
        words = (self.day(first), self.cardinal(str(last)))
        return " ".join(with_article(preposition, word) for preposition, word in zip(("da", "a"), words, strict=True))

    def _dotted_day(self, match: re.Match[str]) -> str | None:
        day, month = int(match["day"]), int(match["month"])
        if word_before(match).lower() not in self.before_a_day or not exists(2000, month, day):
            return None
        return self.date(day, self.months[month - 1], "") + full_stop(match)

    def _with_name(self, match: re.Match[str]) -> Said | str | None:
        """A date with the name of its month, whole, so that it may be the first of two."""
        words = super()._with_name(match)
        if not isinstance(words, str):
            return words
        # The splitter takes "gen." for a general, "magg." for a major.
        if match[0].endswith(".") and not words.endswith(".") and _CAPITALISED.match(match.string, match.end()):
            words += "."
        return Said(words, bare=words, unit="date")

    def _years(self, match: re.Match[str]) -> str:
        """The years of a season, or the year and the number of a European rule."""
        return f"{self.cardinal(match['year'])} {self.cardinal(match['next'])}"

    def _year_of_era(self, match: re.Match[str]) -> str:
        era = "avanti" if match["era"].lower() == "a" else "dopo"
        return f"{self.cardinal(match['year'])} {era} Cristo{full_stop(match)}"

    def _one_o_clock(self, match: re.Match[str]) -> str | None:
        """ "alle 1" is said "all'una"; "le 1" needs minutes, or it may count."""
        article, minute = match["article"].removesuffix("e"), match["minute"]
        if article.lower() == "l" and not minute:
            return None
        return f"{article}'una" + (f" e {self.cardinal(str(int(minute)))}" if int(minute or 0) else "")

    def _slashed_hours(self, match: re.Match[str]) -> str:
        """ "8:30/17:30": from the first time to the second."""
        first, last = (
            self.time(Clock(int(match[hour]), int(match[minute])))
            for hour, minute in (("hour", "minute"), ("last_hour", "last_minute"))
        )
        if word_before(match).lower() in ("ore", "h"):
            return f"{first} {last}"
        return f"{hour_with_article('da', first)} {hour_with_article('a', last)}"

    def _hour_mark(self, match: re.Match[str]) -> str | None:
        """ "h 18" is "ore diciotto"; in "1 h 30" the mark is a unit."""
        return None if re.search(r"(?<![/.0-9])[0-9]{1,3}\s\Z", before(match)) else "ore "

    def _hours(self, match: re.Match[str]) -> str | None:
        """ "2h30" is a length of time, unless a time of day may follow the word before it."""
        if word_before(match).lower() in self.before_a_time:
            return None
        return self.length(int(match["hours"]), int(match["minutes"]), 0)

    def _lap(self, match: re.Match[str]) -> str:
        """ "1:21.046" """
        minutes, seconds = self.length(0, int(match["minutes"]), 0), self.length(0, 0, int(match["seconds"]))
        return f"{minutes}{', ' if minutes and seconds else ''}{seconds} e {self.decimals(match['rest'])}"

    def _stoppage_time(self, match: re.Match[str]) -> str:
        return f"{self.ordinal(int(match['minutes']))} più {self.cardinal(match['added'])}"

    def _minutes(self, match: re.Match[str]) -> str | None:
        """Minutes: those of a match are numbered, "al 90'"."""
        if _QUOTED.search(before(match)):
            return None
        if word_before(match).lower() in _BEFORE_MINUTES or re.match(r"\+[0-9]|\s[A-Z][a-z]", after(match)):
            return self.ordinal(int(match["minutes"])) if int(match["minutes"]) else None
        return "un minuto" if match["minutes"] == "1" else f"{self.cardinal(match['minutes'])} minuti"


def _with_article(preposition: str, day: str) -> str:
    return f"{preposition}{'lla' if day == 'domenica' else 'l'} {day}"
