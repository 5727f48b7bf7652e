"""Two numbers with a slash -> whether they are a date: "due 3/4", "Gym log 6/12:", "today, 10/14"; not "3/4 cup"."""

from __future__ import annotations

import re

from koe.text.normalize.rule import after, before, word_before, words

BEFORE_DATE = words(
    "appt appointment eff on due by until till since from dated before after starting ending beginning through thru "
    "effective expires "
    "expiring date mon tue tues wed weds thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday "
    "sunday deadline posted updated published born died avail available opens opening closes starts ends begins "
    "eod cob eob moved started joined arrived shipped opened closed paid sold sent received rcvd ordered issued signed "
    "today tomorrow tonight yesterday payable seen lost found last filed scheduled arriving leaving departing "
    "returning back del solved fixed resolved completed done merged deployed released approved reviewed visited "
    "picked ex-div"
)
# What a date may be the date of, before a colon or a dash.
_HEADINGS = words(
    "notes meeting mtg minutes agenda week wk log report update entry call sync standup invoice inv statement menu "
    "schedule "
    "recap show game class lecture visit seen appt flight trip weekend party summary email forecast results scores "
    "order"
)
_WEEKDAY_BRACKET = re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|mon|tue|wed|thu|fri)[a-z]{0,6}\.?\s\(\Z")
_INITIAL_BEHIND = re.compile(r"\b(?:due|on|by)\s(?:M|Tu?|W|Th|F|Sa|Su),?\s\Z")
_WORD_BEHIND = re.compile(r"[A-Za-z]{2}\s\Z")
_COUNTED_AROUND = re.compile(
    r"\b(?:scored?|scores|got|get|rated?|rating|grade|mark|quiz|test|exam|pts|reb|yds|TD|INT|FG|3PT|FT|from|out|only|"
    r"correct|"
    r"right|wrong|odds|of|shot|shooting|completed|won|lost|BP|progress|page|part|step|day|chapter|lot|size|vision)\b",
    re.IGNORECASE,
)
_ENDS_HEADING = re.compile(r"\s?[:,;.)–—-]|\s?\Z|\s[@(]")
# Denominators of fractions people write: "1/2-3/4 inch" is no range of dates.
_DENOMINATORS = frozenset({2, 3, 4, 5, 6, 8, 10, 16, 32, 64})
_SIMPLE_FRACTIONS = frozenset({"1/2", "1/3", "2/3", "1/4"})
_AFTER_FRACTION = re.compile(
    r"(?:\s?(?:[-–—]|to|and)\s?[0-9]{1,2}/[0-9]{1,2})?[\s-](?:of|the|inch|in\.|cup|mile|tsp|tbsp|lb|oz|teaspoon|"
    r"tablespoon|full|price|majority|hour|cent|pound|acre)"
)
_CLOCK_AHEAD = re.compile(r"(?:,|\sat|\s@)?\s[0-9]{1,2}(?::[0-9]{2}|\s?[ap]\.?m)", re.IGNORECASE)
_DATE_ENDS = re.compile(r"[;:,)]|\s[–—-]\s|\.?\s?\Z|\.\s[A-Z]|\s(?:@|at|to|thru|by|w/|with|from|for)\s|\s\(")
_WEEK_OF_BEHIND = re.compile(r"\b(?:[Ww]eek|[Ww]k\.?|WEEK) (?:of|OF|ending|beginning|commencing|starting) \Z")
_FROM_DATE = re.compile(r"\bfrom\s[0-9]{1,2}/[0-9]{1,2}\s(?:to|through)\s\Z")
_DATE_BEHIND = re.compile(r"(?<![\w/.])([0-9]{1,2})/([0-9]{1,2})(?:\s?[-–—]\s?|,\s|,?\s(?:and|or|&)\s)\Z")
_DATE_AHEAD = re.compile(r"(?:\s?[-–—]\s?|,\s|,?\s(?:and|or|&)\s)([0-9]{1,2})/([0-9]{1,2})(?![\w/])")


_WEEKDAY_BEHIND = re.compile(r"\b(?:Mon|Tues?|Weds?|Thu|Thurs?|Fri|Sat|Sun)(?:day|nesday|sday|rsday|urday)?\.?,? \Z")
_MINUTES_BEHIND = re.compile(r"\b(?:[Mm]in\.|[Mm]ins\.|[Mm]inutes) (?:of|from) (?:the )?\Z")


_ADJACENT = re.compile(r"[\w.][:,]?\s\Z")


def is_date(match: re.Match[str]) -> bool:
    """Whether "3/4" is a date and no fraction."""
    behind, ahead = before(match), after(match)
    fraction = _is_like_fraction(match[1], match[2])
    if fraction and _AFTER_FRACTION.match(ahead):
        return False
    if word_before(match).lower().rstrip(".") in BEFORE_DATE and _ADJACENT.search(behind):
        return _WEEKDAY_BEHIND.search(behind) is not None or not (fraction and match[0] in _SIMPLE_FRACTIONS)
    if _MINUTES_BEHIND.search(behind) and not _is_simple(match[0]):
        return True
    if _INITIAL_BEHIND.search(behind) or (_WEEKDAY_BRACKET.search(behind) and ahead[:1] == ")"):
        return True
    unlikely = int(match[2]) > 12 and int(match[1]) < 13 and not fraction and int(match[2]) not in (16, 20, 24, 30)
    if match[1][0] == "0" and len(match[2]) == 2 and re.match(r"\s|[,;:)]|\Z", ahead):
        return True  # "05/12"
    if unlikely and (_WORD_BEHIND.search(behind) or behind[-1:] == "(") and _DATE_ENDS.match(ahead):
        return not _COUNTED_AROUND.search(f"{behind[-40:]} {ahead[:40]}")
    if int(match[2]) > 12 and not fraction and word_before(match).lower() in _HEADINGS and _ENDS_HEADING.match(ahead):
        return True
    if not _is_simple(match[0]) and word_before(match).lower() in _HEADINGS and re.match(r":\s|\s?\Z|\s-\s", ahead):
        return True  # "Gym log 6/12: squats"
    if _CLOCK_AHEAD.match(ahead) or _FROM_DATE.search(behind) or _WEEK_OF_BEHIND.search(behind):
        return True
    if (
        not behind
        and re.match(
            r"\s(?:is|was|at|AM|PM|a\.?m|am|pm|morning|evening|run|workout|lunch|dinner|meeting|notes|update)\b|:\s",
            ahead,
        )
        and not fraction
        and int(match[1]) > 3
    ):
        return True
    other = _DATE_BEHIND.search(behind) or _DATE_AHEAD.match(ahead)
    return other is not None and not (fraction and _is_like_fraction(other[1], other[2]))


def _is_simple(written: str) -> bool:
    return written in _SIMPLE_FRACTIONS


def _is_like_fraction(top: str, bottom: str) -> bool:
    return int(top) < int(bottom) and int(bottom) in _DENOMINATORS
