"""Times of day -> words."""

from __future__ import annotations

import re

from koe.text.normalize import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, full_stop, rule

_CLOCK = r"(?:[01]?[0-9]|2[0-4])[:.][0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?"
_HALF = r"\s?[aApP](?:\.\s?[mM]\.|[mM](?![\w]))"
_ZONE = r"(?P<zone>\s(?:UTC|GMT|[ECMP][SD]?T|CET|CEST|BST|IST|JST|AEST|AEDT)(?![\w])|Z(?![\w]))"
_TIME = rf"(?:{_CLOCK.replace('[:.]', ':')}|[0-9]{{1,2}}(?={_HALF})|{_CLOCK}(?={_HALF}))(?:{_HALF})?"
# Books of the Bible: chapter and verse look like a time.
_BOOKS = (
    "Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Job|Psalms?|Proverbs|"
    "Ecclesiastes|Isaiah|Jeremiah|Ezekiel|Daniel|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|"
    "Philippians|Colossians|Thessalonians|Timothy|Titus|Hebrews|James|Peter|Jude|Revelation"
)
_OPEN = r"(?:(?<![\w.,:/$£€-])|(?<=[0-9]T))"
_CLOSE = r"(?![\w]|[:/][0-9]|\.[0-9])"
_PARTS = re.compile(
    r"(?P<hour>[0-9]{1,2})(?:[:.](?P<minute>[0-9]{2}))?(?::(?P<second>[0-9]{2}))?(?:\.[0-9]+)?\s?(?P<half>[aApP])?"
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def spoken(text: str, zone: str = "") -> str:
        parts = _PARTS.match(text)
        if parts is None:
            return text
        hour, minute, second, half = parts["hour"], parts["minute"] or "00", parts["second"], parts["half"]
        words = _hour_and_minute(hour, minute, bool(half or second), numerals)
        if second and second != "00":
            words += f" and {numerals.cardinal(second.lstrip('0'))} second{'s' * (second != '01')}"
        return (
            words
            + (f" {half.lower()}.m." if half else "")
            + (f" {spelling.letters(zone.strip().replace('Z', 'UTC'))}" if zone else "")
        )

    def time(match: re.Match[str]) -> str:
        words = spoken(match["time"], match["zone"] or "")
        return words if words.endswith(".") else words + full_stop(match)

    def verse(match: re.Match[str]) -> str:
        until = f" to {numerals.cardinal(match[4])}" if match[4] else ""
        return f"{match[1]} {numerals.cardinal(match[2])} {numerals.cardinal(match[3])}{until}"

    def from_to(match: re.Match[str]) -> str:
        return f"{spoken(match['first'])} to {spoken(match['second'], match['zone'] or '')}"

    def from_hour(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} to "

    return (
        rule(rf"\b({_BOOKS}) ([0-9]{{1,3}}):([0-9]{{1,3}})(?:[-–]([0-9]{{1,3}}))?(?![\w:])", verse),
        rule(rf"{_OPEN}(?P<first>{_TIME})\s?[-–—]\s?(?P<second>{_TIME}){_ZONE}?{_CLOSE}", from_to),
        rule(rf"{_OPEN}([0-9]{{1,2}})\s?[-–]\s?(?={_TIME})", from_hour),
        rule(rf"{_OPEN}(?P<time>{_TIME}){_ZONE}?{_CLOSE}", time, name="clock time"),
        rule(rf"{_OPEN}(?P<hour>[01][0-9]|2[0-3])(?P<minute>[0-5][0-9])\s(?:hours|hrs)(?![\w])",
             lambda match: _military(match["hour"], match["minute"], numerals)),
    )  # fmt: skip


def _hour_and_minute(hour: str, minute: str, exact: bool, numerals: EnglishNumerals) -> str:
    number = int(hour)
    if minute != "00":
        return f"{'zero' if number == 0 else numerals.cardinal(str(number))} {numerals.two_digits(minute)}"
    if number in (0, 24) and not exact:
        return "midnight"
    if number > 12:
        return f"{numerals.cardinal(str(number))} hundred"
    name = "zero" if number == 0 else numerals.cardinal(str(number))
    return name if exact else f"{name} o'clock"


def _military(hour: str, minute: str, numerals: EnglishNumerals) -> str:
    first = numerals.two_digits(hour) if hour != "00" else "zero"
    return f"{first} {'hundred' if minute == '00' else numerals.two_digits(minute)} hours"
