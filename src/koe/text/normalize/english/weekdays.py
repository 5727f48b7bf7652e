"""Abbreviated weekdays and ranges of weekdays -> words: "Mon–Fri", "Tues 3/12", "Sat & Sun"; never "he sat"."""

from __future__ import annotations

import re

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.rule import Rule, after, before, full_stop, rule, word_before, words

_DAYS = {
    "mon": "Monday", "tue": "Tuesday", "tues": "Tuesday", "wed": "Wednesday", "weds": "Wednesday", "thu": "Thursday",
    "thur": "Thursday", "thurs": "Thursday", "fri": "Friday", "sat": "Saturday", "sun": "Sunday",
    "m": "Monday", "t": "Tuesday", "w": "Wednesday", "r": "Thursday",
    "mo": "Monday", "tu": "Tuesday", "we": "Wednesday",
    "th": "Thursday", "f": "Friday", "fr": "Friday", "sa": "Saturday", "su": "Sunday",
}  # fmt: skip
# As timetables of universities have them.
_PATTERNS = {
    "MWF": "Monday, Wednesday, Friday", "MW": "Monday, Wednesday", "TTh": "Tuesday, Thursday",
    "TuTh": "Tuesday, Thursday", "MTWThF": "Monday to Friday",
}  # fmt: skip
_LONG = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
_SHORT = "(?i:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)"
_MONTH = "(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_BEFORE_DAY = words(
    "on until till by every next last this from to or and through thru closed open opens closes except due cob eod eob"
)
# More often a word than a day.
_DOUBTFUL = words("sat sun wed mon")

_OTHER_AHEAD = re.compile(rf"\.?\s(?:&|and)\s[Hh]ol|\s?(?:[-–—&/]|and|or|to|thru|through|,)\s?(?:{_LONG}|{_SHORT}\b)")
_OTHER_BEHIND = re.compile(rf"(?<!\w)(?:{_LONG}|{_SHORT}\.?)\s?(?:[-–—&/]|,|and|or|to|thru|through)\s?\Z")
_TIME_AHEAD = re.compile(
    rf"[,:]?\s(?:the\s|@\s|at\s)?(?:[0-9]|{_MONTH}[A-Za-z]{{0,6}}\.?\s[0-9])|:\s(?:[Cc]losed|[Nn]oon)|"
    rf"\s(?:hi|lo|high|low|highs|lows)\s[0-9]|\s(?:night|nite|eve|a\.m|p\.m|am|pm|AM|PM|morning|"
    rf"afternoon|evening|noon|nights|mornings)\b|,?\s{_MONTH}[A-Za-z]{{0,6}}\.?\s[0-9]"
)
_DATE_AHEAD = re.compile(rf",?\s{_MONTH}[a-z]{{0,6}}\.?\s[0-9]")
_DATE_BEHIND = re.compile(rf"(?:{_MONTH}[a-z]{{0,6}}\.?\s[0-9]{{1,2}}|[0-9](?:[ap]m|st|nd|rd|th)?|[ap]\.m\.)\Z")
_TIME_BEHIND = re.compile(r"[0-9]:[0-9]{2}\s\Z|[0-9](?:[ap]\.?m?\.?|\s[ap]\.?m\.?)\s\Z", re.IGNORECASE)
# Opening hours: "Fri 9-5, Sat 10-4, Sun closed".
_HOURS_BEHIND = re.compile(rf"(?<!\w){_SHORT}\b.{{0,30}}[0-9].{{0,30}}\Z")
_CLOCK_AHEAD = re.compile(r"\s@\s?[0-9]|,?\s[0-9]{1,2}(?::[0-9]{2}|\s?[ap]\.?m|/[0-9]|[-–]|ish)", re.IGNORECASE)

_SENTENCE_AHEAD = re.compile(rf"\s(?!{_MONTH})[A-Z][a-z]{{2}}")

WITH_FULL_STOPS = Abbreviations(often_last=words("mon tue tues wed weds thu thur thurs fri sat sun"))


def rules() -> tuple[Rule, ...]:
    return (
        rule(rf"(?<![\w.'/-]){_SHORT}(?:-{_SHORT}\b){{2,6}}(?![\w-])", _list, name="weekdays"),
        rule(rf"(?<![\w.'/]){_SHORT}\.?(?:/{_SHORT}\b\.?){{1,6}}(?![\w/])", _list, name="weekdays"),
        rule(rf"(?<![\w.'/])({_SHORT})\.?\s?[-–—]\s?({_SHORT})\b\.?(?![\w'])", _range, name="range, weekday"),
        rule(rf"(?<![\w.'])({_SHORT})\b(\.?)(?!\w|')", _weekday, name="weekday"),
        rule(
            rf"(?:(?<=day)|(?<=days))\s?[-–—]\s?(?={_LONG}\b)|(?<=[a-z.])\s?[-–—]\s?(?={_LONG}\b)",
            lambda match: " to " if _OTHER_BEHIND.search(before(match) + match[0]) else None,
            name="range, weekday",
        ),
        rule(
            rf"(?<=[0-9dhtm.])\s?[-–—]\s?(?=(?:{_LONG}|{_SHORT}\.?),?\s(?:{_MONTH}|[0-9]))",
            lambda match: " to " if _DATE_BEHIND.search(before(match)) else None,
            name="range, date",
        ),
        rule(
            r"(?:(?<=COB )|(?<=EOD )|(?<=EOB )|(?<= by )|(?<=next )|(?<=until )|(?<=till )|(?<=last )|(?<=this ))"
            r"(Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)(?=[;,.!?)]|\s?\Z|\s(?:and|or|for|at|w/|with)\b)",
            lambda match: _DAYS[match[1].lower()],
            name="weekday",
        ),
        rule(
            r"(?<!\w)(Mon|Fri|Sat|Sun)s(?=\s(?:1[0-2]|[1-9])(?![0-9]|,))",
            lambda match: _DAYS[match[1].lower()] + "s",
            name="weekday",
        ),
        rule(
            r"(?<![\w.-])(?:M|Tu?|W|Th|F|Sa|Su)(?:/(?:M|Tu?|W|Th|R|F|Sa|Su)){1,4}(?=:?\s(?:[0-9]|off\b|closed\b|till?\b|until\b))",
            _list,
            name="weekdays",
        ),
        rule(
            r"(?<![\w./-])(?:M/W/F|T/Th|Tu/Th|M/W)(?=[.,;:!?)]|\s?\Z|\s(?:only|at|from|and)\b)", _list, name="weekdays"
        ),
        rule(
            r"(?<![\w.-])(?:MWF|MW|TTh|TuTh|MTWThF)(?=,?\s[0-9]{1,2}(?::|\s?[-–apAP]|\sto\b))",
            lambda match: _PATTERNS[match[0]],
            name="weekdays",
        ),
        rule(
            r"(?<![\w.-])(M|Tu)\s?[-–]\s?(F|Th|Sa|Su)(?![\w-])|"
            r"(?<![\w.-])(Mo|Tu|We|Th|Fr|Sa|Su)\s?[-–]\s?(Mo|Tu|We|Th|Fr|Sa|Su)(?![\w-])",
            _initials,
            name="weekdays",
        ),
        rule(
            r"(?<![\w.'’&-])(M|Tu?|W|Th|R|F|Sa|Su)(?=\s(?:[0-9]{1,2}(?::[0-9]{2})?\s?(?:[ap]m?)?\s?[-–]\s?(?:[0-9]|noon)|off\b|on-call\b|closed\b))",
            _in_roster,
            name="weekday",
        ),
        rule(
            r"(?:(?<=due )|(?<=on )|(?<=by ))(M|Tu?|W|Th|F|Sa|Su)(?=,?\s[0-9]{1,2}/[0-9]{1,2}(?![\w/]))",
            lambda match: _DAYS[match[1].lower()],
            name="weekday",
        ),
        rule(
            r"(?<![\w.-])(Tu|Th|Fr|Sa|Su)(?=\s[0-9]{1,2}(?::[0-9]{2})?\s?(?:[ap]\.?m|[-–]\s?[0-9]))",
            lambda match: _DAYS[match[1].lower()],
            name="weekday",
        ),
    )


def _list(match: re.Match[str]) -> str:
    return ", ".join(_DAYS[short.rstrip(".").lower()] for short in re.split("[/-]", match[0])) + full_stop(match)


def _range(match: re.Match[str]) -> str:
    ends = match[0].endswith(".") and _SENTENCE_AHEAD.match(after(match))
    return f"{_DAYS[match[1].lower()]} to {_DAYS[match[2].lower()]}{'.' if ends else full_stop(match)}"


def _weekday(match: re.Match[str]) -> str | None:
    if not _is_weekday(match):
        return None
    last = word_before(match).lower() in (
        "closed",
        "cob",
        "eod",
        "eob",
        "due",
        "by",
        "until",
    ) and not _TIME_AHEAD.match(after(match))
    ends = match[2] and last and re.match(r"\s[A-Z][A-Za-z]", after(match))
    return _DAYS[match[1].lower()] + ("." if ends else full_stop(match))


def _is_weekday(match: re.Match[str]) -> bool:
    short, stop, behind, ahead = match[1].lower(), match[2], before(match), after(match)
    if _OTHER_BEHIND.search(behind) or _OTHER_AHEAD.match(ahead):
        return True
    if match[1].islower() and short not in ("tues", "weds", "thurs", "thur"):
        named = word_before(match).lower() in ("on", "this", "next", "every") and re.match(r"[.,;!?]|\Z", ahead)
        return bool(named or _CLOCK_AHEAD.match(ahead) or _DATE_AHEAD.match(ahead))
    if _TIME_BEHIND.search(behind):
        return True
    if behind[-2:] in (", ", "; ") and _HOURS_BEHIND.search(behind):
        return True
    if word_before(match).lower() in ("closed", "except", "due", "by", "until") and re.match(r"[.,;:!)]|\s?\Z", ahead):
        return True
    if word_before(match).lower() in ("on", "every", "this", "next", "last", "average", "avg") and re.match(
        r"[,;:!?)]|\s?\Z", ahead
    ):
        return True
    if (
        re.match(r":\s|\s[–—-]\s", ahead)
        and re.search(r"[;.,]\s\Z", behind)
        and re.search(r"\b(?:Mon|Tues?|Weds?|Thu(?:rs)?|Fri|Sat)\b(?::|\s[–—-])", behind)
    ):
        return True
    if short == "mon" and re.match(r":\s|\s[–—-]\s", ahead) and not behind.strip():
        return True
    if (
        short == "mon"
        and re.match(r":\s|\s[–—-]\s", ahead)
        and re.search(r"\b(?:Tues?|Weds?|Thu(?:rs)?|Fri|Sat|Sun)\b", ahead)
    ):
        return True
    if match[1].istitle() and short in ("tue", "wed", "thu", "fri") and _DATED.search(f"{behind} {ahead}"):
        return True
    if short in ("weds", "tues", "thurs", "thur") or (short != "mon" and re.match(r":\s", ahead) and not behind):
        return True
    article = word_before(match).lower() in ("the", "a", "an", "this", "that")
    if stop and match[1].istitle() and re.match(r"\s[a-z]|[,;]", ahead) and not article:
        return True
    # Within a sentence only the day has a capital: "to vote Wed."
    if stop and match[1].istitle() and short != "sun" and not article and re.search(r"[a-z]\s\Z", behind):
        return True
    follows = word_before(match).lower() in _BEFORE_DAY
    if short == "wed" and follows and re.match(r"\s[a-z@(]", ahead):
        return True
    if short in _DOUBTFUL and short != "mon":
        return bool((stop and follows) or _TIME_AHEAD.match(ahead))
    return bool(stop or _TIME_AHEAD.match(ahead) or (follows and short != "mon"))


# Another day with its date or hour: "Mon 2/3 dentist, Wed off".
_DATED = re.compile(r"(?<![\w.])(?:Mon|Tue|Wed|Thu|Fri)\.?:? [0-9]{1,2}(?:[/:]|[ap]m|\s?[-–])")
_ROSTER = re.compile(
    r"(?<![\w.'’&-])(?:M|Tu?|W|Th|R|F|Sa|Su)\s(?:[0-9]{1,2}(?::[0-9]{2})?\s?(?:[ap]m?)?\s?[-–]|off\b|on-call|closed)"
)


def _in_roster(match: re.Match[str]) -> str | None:
    """A day by its initial, if the text has a second one."""
    return _DAYS[match[1].lower()] if len(_ROSTER.findall(before(match) + match[0] + after(match))) > 1 else None


def _initials(match: re.Match[str]) -> str:
    first, last = match[1] or match[3], match[2] or match[4]
    return f"{_DAYS[first.lower()]} to {_DAYS[last.lower()]}"
