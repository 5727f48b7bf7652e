"""Times of day, with their zones -> words: "2:30p", "10am-noon", "14:00 UTC", "9:30 a.m. ET", "8/7c"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.english.units import spelled
from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, Said, after, before, full_stop, rule, word_after, word_before

_CLOCK = r"(?:[01]?[0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,6})?)?"
_HALF = r"\s?[aApP](?:\.\s?[mM](?!\w)\.?|[mM](?![\w]))"
_TWELVE_HOUR = r"(?:0?[1-9]|1[0-2])(?:[:.][0-5][0-9](?::[0-5][0-9])?)?"
# "2:30p"; in Britain "8p" is a price.
_SHORT_HALF = r"[aApP](?!\w|\.\w|-[A-Za-z])"
_NAMES = (
    "UTC|GMT|[ECMP][SD]?T|AK[SD]T|HST|AST|NST|CET|CEST|EET|EEST|WET|WEST|BST|IST|MSK|JST|KST|HKT|SGT|AE[SD]T|"
    "AC[SD]T|AWST|"
    "NZ[SD]?T|MYT|PKT|WIB|EAT|CAT|SAST|BRT|ART"
)
_OFFSET = r"[+-](?:0?[0-9]|1[0-4])(?::?[0-5][0-9])?(?![0-9])"
_ZONE = rf"(?P<zone>\s?(?<=[\s.mM0-9])(?:{_NAMES})(?![\w])|Z(?![\w])|(?<=:[0-9]{{2}}:[0-9]{{2}})\s?(?={_OFFSET}))"
_ZONE += rf"(?P<offset>{_OFFSET})?"
# "8:45 p.m. e.s.t", "3 pm est": small letters are a zone only after these.
_SMALL_ZONE = r"(?P<small>\s(?:[ecmp]\.?(?:[sd]\.?)?t(?!\sal)|g\.?m\.?t|u\.?t\.?c|[EPCM]\.[SD]?\.?T)(?![\w])\.?)"
_OPEN = r"(?:(?<![\w.,:/$£€-])|(?<=[0-9]T)|(?<=[A-Za-z0-9.][-–—])|(?<=[0-9]{4}:)|(?<=[TtmM.]/)|(?<=[TtmM.] / ))"
_CLOSE = r"(?![\w]|[:/][0-9]|\.[0-9])"
_PARTS = re.compile(
    r"(?P<hour>[0-9]{1,2})(?:[:.](?P<minute>[0-9]{2}))?(?::(?P<second>[0-9]{2}))?(?:[.,][0-9]+)?\s?(?P<half>[aApP])?"
)
_WEEKDAY = r"(?:mon|tues?|weds?|wednes|thu(?:rs?)?|fri|sat|satur|sun)(?:days?|s)?"
_HOURS_BEHIND = re.compile(rf"(?:\b{_WEEKDAY}\.?|\bopen|\bhours|\bdaily|\bweekdays|\bweekends)[:,]?\s\Z", re.IGNORECASE)
WITH_FULL_STOPS = Abbreviations(
    before_number=frozenset({"dep", "arr"}), often_last=frozenset({"mo", "mos", "wk", "wks", "yr", "yrs"})
)
_BEFORE_TIME = frozenset(
    {
        "at",
        "by",
        "from",
        "until",
        "till",
        "before",
        "after",
        "around",
        "since",
        "to",
        "approximately",
        "dep",
        "arr",
        "departs",
        "arrives",
        "the",
    }
)
_TO_HALF = re.compile(r"\s?[-–—]\s?[0-9]{1,2}(?::[0-9]{2})?\s?[ap]\.?m", re.IGNORECASE)  # "1:00-5:00pm"
_SHORT_BESIDE = re.compile(
    r"(?:@|\b(?:at|till?|until|by|from|to|before|after|around|about|open|opens|close|closes|start|starts|ends|doors|noon|"
    r"Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun|[a-z]*day|[0-9]{1,2}/[0-9]{1,2},?|[Dd]ep\.?|[Aa]rr\.?))[,:]?\s?\Z"
)
_TRAVEL = {"dep": "departs", "arr": "arrives"}


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def spoken(text: str, *, shares_half: bool = False) -> str:
        parts = _PARTS.match(text)
        if parts is None:
            return text
        hour, minute, second, half = parts["hour"], parts["minute"] or "00", parts["second"], parts["half"]
        words = _hour_and_minute(
            hour, minute, numerals, exact=bool(half or (second or "00") != "00" or shares_half), half=bool(half)
        )
        if second and second != "00":
            words += f" and {numerals.cardinal(second.lstrip('0'))} second{'s' * (second != '01')}"
        return words + (f" {half.lower()}.m." if half else "")

    def time(match: re.Match[str]) -> str | Said | None:
        if re.fullmatch(r"[0-9]{1,2}[AP]", match["time"]) and not _SHORT_BESIDE.search(before(match)):
            return None  # "3P", a shot for three points
        words = spoken(match["time"], shares_half=_TO_HALF.match(after(match)) is not None)
        bare, _, half = words.rpartition(" ")
        if match["zone"] is not None:
            zone = match["zone"].strip()
            words += f" {spelling.letters('UTC' if zone in ('', 'Z') else zone)}{offset(match['offset'])}"
        elif match["small"]:
            small = match["small"].replace(".", "").strip().upper()
            words += f" {spelling.letters(small)}{full_stop(match)}"
            return f"{words}, " if match["slash"] else words
        if match["slash"]:
            return f"{words}, "
        if half.endswith(".m.") and match["zone"] is None:
            return Said(words, bare=bare, unit=half)
        return words + full_stop(match)

    def short_range(match: re.Match[str]) -> str:
        return f"{spoken(match[1])} to {spoken(match[2])}"

    def offset(digits: str | None) -> str:
        if not digits or digits.strip("+-0:") == "":
            return ""
        hour, minute = digits[1:].replace(":", "")[:-2] or digits[1:], digits[-2:]
        if len(digits) <= 3:
            hour, minute = digits[1:], "00"
        minutes = f" {numerals.cardinal(minute)}" if minute != "00" else ""
        return f" {'plus' if digits[0] == '+' else 'minus'} {numerals.cardinal(str(int(hour)))}{minutes}"

    def zone_alone(match: re.Match[str]) -> str:
        return f"{spelling.letters(match[1])}{offset(match[2])}"

    def twenty_four_hours(match: re.Match[str]) -> str:
        words = _military(match["hour"], match["minute"], numerals)
        if match["sign"] == "Z":
            return f"{words} U.T.C"
        return f"{words} hours" if match["sign"] or "h" in match[0] else words

    def four_digits(match: re.Match[str]) -> str | None:
        timetabled = re.match(r"\s(?:to|from|train|service|departure|arrival|flight|bus)\b", after(match))
        if not match["until_hour"] and not timetabled and word_before(match).lower() not in _BEFORE_TIME:
            return None
        until = match["until_hour"] and f" to {_military(match['until_hour'], match['until_minute'], numerals)}"
        return _military(match["hour"], match["minute"], numerals) + (until or "")

    def with_point(match: re.Match[str]) -> str | None:
        """British: "at 10.30", "the 8.15 train"."""
        if numerals.british and re.match(r"\sfor\s[0-9]{1,2}(?:[.:][0-9]{2})?\s?[ap]\.?m", after(match)):
            return _hour_and_minute(match["hour"], match["minute"], numerals)
        travels = word_after(match) in ("train", "bus", "service", "ferry", "departure")
        if numerals.british and match["hour"][0] == "0" and len(match["hour"]) == 2:
            return _hour_and_minute(match["hour"], match["minute"], numerals)
        if not numerals.british or not (travels or word_before(match).lower() in ("at", "from", "until", "till")):
            return None
        return _hour_and_minute(match["hour"], match["minute"], numerals)

    def with_h(match: re.Match[str]) -> str:
        return _hour_and_minute(match[1], match[2], numerals)

    def hour_in_zone(match: re.Match[str]) -> str | None:
        counted = word_after(match).endswith("s")
        return None if counted else f"{numerals.cardinal(match[1])} {spelling.letters(match[2])}"

    def later(match: re.Match[str]) -> str:
        return ", next day" if (match[1] or match[2]) == "1" else ", two days later"

    def central(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} {numerals.cardinal(match[2])} central"

    def opening_hours(match: re.Match[str]) -> str | None:
        if match[0] not in ("9-5", "9–5") and not _HOURS_BEHIND.search(before(match)):
            return None
        return f"{hour(match[1], match[2])} to {hour(match[3], match[4])}"

    def hour(digits: str, minute: str | None) -> str:
        return numerals.cardinal(digits) + (f" {numerals.two_digits(minute)}" if minute and minute != "00" else "")

    def pace(match: re.Match[str]) -> str:
        unit = {"mi": "mile", "km": spelled("kilometer", british=numerals.british)}.get(match[3], match[3])
        return f"{_hour_and_minute(match[1], match[2], numerals, exact=True)} per {unit}"

    def about(match: re.Match[str]) -> str:
        return f"{_hour_and_minute(match[1], match[2], numerals, exact=True)} ish"

    def pair(match: re.Match[str]) -> str:
        return f"{spoken(match[1])}, {spoken(match[2])}"

    def point_range(match: re.Match[str]) -> str:
        first = hour(match[1], match[2])
        return f"{first} to {spoken(match[3], shares_half=True)}"

    def timetable(match: re.Match[str]) -> str:
        hour, minute = match["hour"].lstrip("0") or "0", match["minute"]
        return f"{numerals.cardinal(hour)} {'hundred' if minute == '00' else numerals.two_digits(minute)}"

    def zones(match: re.Match[str]) -> str:
        parts = ((match["first"], match["one"]), (match["last"], match["other"]))
        return ", ".join(f"{plain(hour)} {zone[0]}.{zone[1]}" for hour, zone in parts)

    def plain(written: str) -> str:
        hour, _, minute = written.partition(":")
        return numerals.cardinal(hour) + (f" {numerals.two_digits(minute)}" if minute and minute != "00" else "")

    half = _HALF if numerals.british else f"(?:{_HALF}|{_SHORT_HALF})"
    attached = rf"{_CLOCK}(?:{half}|{_SHORT_HALF})?|{_TWELVE_HOUR}{half}"
    slash = r"(?P<slash>\s?/\s?(?=[0-9]{1,2}(?::[0-9]{2})?\s?[ap]\.?m))"
    short = rf"{_TWELVE_HOUR}[apAP]"
    return (
        rule(rf"{_OPEN}({short})\s?[-–—]\s?({short})(?![\w.])", short_range, name="range, clock time"),
        rule(r"(?<![\w.,:/$£€-])([0-9]{1,2}):([0-5][0-9])\s?(?:min)?/(mi|mile|km)(?!\w)", pace, name="pace"),
        rule(r"(?<![\w.,:/$£€-])(1[0-2]|0?[1-9]):([0-5][0-9])-?ish(?!\w)", about, name="clock time"),
        rule(rf"(?<![\w.,:/$£€-])({_CLOCK})\s?/\s?({_CLOCK})(?![\w:/]|\s?[ap]\.?m)", pair, name="clock times"),
        rule(rf"(?<![\w.,:/$£€-])(1[0-2]|[1-9])\.([0-5][0-9])\s?[-–—]\s?"
             rf"((?:1[0-2]|[1-9])(?:\.[0-5][0-9])?{half})",
             point_range, name="range, clock time"),
        rule(rf"{_OPEN}(?P<time>{attached})(?:{_ZONE}|(?<=[mM.]){_SMALL_ZONE})?(?:{slash}|"
             rf"{_CLOSE})", time, name="clock time"),
        rule(rf"{_OPEN}(?P<first>{_TWELVE_HOUR})\s?(?P<one>[ECMP]T)\s?/\s?(?P<last>{_TWELVE_HOUR})\s?(?P<other>[ECMP]T)(?!\w)",
             zones, name="clock times"),
        rule(r"(?i:(?<=dep )|(?<=arr )|(?<=dep\. )|(?<=arr\. ))(?P<hour>1[0-9]|2[0-3])"
             r"(?P<minute>[0-5][0-9])(?!\w|[,.:/-][0-9])",
             timetable, name="clock time"),
        rule(r"(?<=:[0-9]{2})(?:\s?\(\+([12])\)|\+([12])(?:\s?days?\b|\s?d\b)?)(?![\w:]|[.,][0-9])", later,
             name="days later"),
        rule(r"(?<![\w.,/])(1[0-2]|[1-9])/(1[0-2]|[1-9])c(?!\w)", central, name="clock time"),
        rule(rf"(?<![\w.])(UTC|GMT)\s?({_OFFSET})(?![\w:])", zone_alone, name="time zone"),
        rule(r"(?<![\w.,:/$£€-])(?P<hour>[01][0-9]|2[0-3])(?P<minute>[0-5][0-9])"
             r"(?:\s(?:hours|hrs)\b|(?P<sign>h|Z)(?!\w)|(?=\s(?:GMT|UTC|BST|CET|EST|EDT|PST|PDT)\b))",
             twenty_four_hours, name="clock time"),
        rule(
            r"(?<![\w.,:/$£€-])(?P<hour>[01][0-9]|2[0-3])(?P<minute>[0-5][05])\s?[-–—]\s?(?P<until_hour>[01][0-9]|"
            r"2[0-3])"
            r"(?P<until_minute>[0-5][05])(?=,?\s(?:daily|weekdays|weekends|hrs|hours|Mon|Tue|Wed|Thu|Fri|Sat|Sun))",
            four_digits,
            name="clock time",
        ),
        rule(
            r"(?<![\w.,:/$£€-])(?P<hour>0[0-9])(?P<minute>[0-5][0-9])"
            r"(?:\s?[-–—]\s?(?P<until_hour>[01][0-9]|2[0-3])(?P<until_minute>[0-5][0-9]))?(?![\w-]|[.,:][0-9])",
            four_digits,
            name="clock time",
        ),
        rule(r"(?<![\w.,:/$£€-])([01]?[0-9]|2[0-3])\.([0-5][0-9])(?=\s?(?:BST|GMT|CET|CEST|IST|hrs|hours)\b)",
             with_h, name="clock time"),
        rule(
            r"(?<=[A-Za-z]\s)(?P<hour>[01]?[0-9]|2[0-3])\.(?P<minute>[0-5][05])(?![\w%]|\.[0-9]|\s(?:percent|per|"
            r"million|billion)\b)",
            with_point,
            name="clock time",
        ),
        rule(
            r"(?:(?<=\b[Tt]he )|(?<=catch ))(1[0-9]|2[0-3]|[1-9])\.([0-5][0-9])"
            r"(?=\s(?:from|to|train|bus|service|ferry)\b)",
            lambda match: _hour_and_minute(match[1], match[2], numerals) if numerals.british else None,
            name="clock time",
        ),
        rule(r"(?<![\w.,:/$£€-])([01][0-9]|2[0-3])(?:h|:(?=[0-9]{2}h))([0-5][0-9])h?(?!\w)", with_h, name="clock time"),
        rule(r"(?<=[0-9]:[0-9]{2})\s?[-–—]\s?(?=(?:1[0-2]|[1-9])(?![\w:/-]|[.,][0-9]|"
             r"\s?[apAP]\.?[mM]))", lambda _: " to ",
             name="range, clock time"),
        rule(r"(?:(?<=[0-9][ap]m)|(?<=[0-9][AP]M)|(?<=[ap]\.m\.))\s?[-–—]\s?(?=(?:1[0-2]|[1-9])(?![\w:/-]|[.,][0-9]|"
             r"\s?[apAP]\.?[mM]))",
             lambda _: " to ", name="range, clock time"),
        rule(r"(?<![\w.,:/$£€-])(1[0-2]|[1-9])\s([ECMP][SD]?T)(?![\w.])", hour_in_zone, name="clock time"),
        rule(r"(?:(?<=[Nn]oon)|(?<=[Mm]idnight))\s?[-–—]\s?(?=[0-9])|(?<=[0-9mM.])\s?[-–—]\s?(?=(?:[Nn]oon|"
             r"[Mm]idnight)\b)",
             lambda _: " to ", name="range, clock time"),
        rule(r"(?<![\w.,:/-])(1[0-2]|[1-9])(?:[.:]([0-5][0-9]))?\s?[-–—]\s?(1[0-2]|[1-9])(?:[.:]([0-5][0-9]))?"
             r"(?![\w/:-]|[.,][0-9]|\s?[ap]\.?m)", opening_hours, name="opening hours"),
        rule(r"(?<![\w.])([Dd]ep|[Aa]rr)\.?(?=\s(?:[0-9]{1,2}[:.]|[012][0-9])[0-9]{2}(?![0-9]))",
             lambda match: _TRAVEL[match[1].lower()], name="timetable"),
        rule(r"(?<![\w.])(Dep|Arr|DEP|ARR)\.?:?(?=\s[A-Z]{3}(?![\w'-]))", lambda match: _TRAVEL[match[1].lower()],
             name="timetable"),
    )  # fmt: skip


def _hour_and_minute(
    hour: str, minute: str, numerals: EnglishNumerals, *, exact: bool = False, half: bool = False
) -> str:
    number = int(hour)
    if minute != "00":
        return f"{'zero' if number == 0 else numerals.cardinal(str(number))} {numerals.two_digits(minute)}"
    if number in (0, 24) and not half:
        return "midnight"
    if number > 12:
        return f"{numerals.cardinal(str(number))} hundred"
    name = "zero" if number == 0 else numerals.cardinal(str(number))
    return name if exact else f"{name} o'clock"


def _military(hour: str, minute: str, numerals: EnglishNumerals) -> str:
    first = numerals.two_digits(hour) if hour != "00" else "zero"
    return f"{first} {'hundred' if minute == '00' else numerals.two_digits(minute)}"
