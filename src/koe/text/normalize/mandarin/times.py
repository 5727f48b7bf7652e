"""Mandarin clock times and durations -> words."""

from __future__ import annotations

import re

from koe.text.normalize.mandarin.numbers import START, STOP, amount, number, plain, spelled
from koe.text.normalize.rule import Rule, after, before, of_digits, of_kind, rule

CLOCK = (
    r"(?P<hour>[01]?[0-9]|2[0-3]|24(?=[:：]00))[:：](?P<minute>[0-5][0-9])(?:[:：](?P<second>[0-5][0-9]"
    r"(?:\.[0-9]{1,6})?))?"
)
_PART_OF_DAY = r"(?P<part>上午|下午|中午|晚上|早上|早晨|凌晨|傍晚|清晨|夜里|深夜|今晚|明早|当晚)?"
_MERIDIEM = r"(?:[AaPp][Mm](?![A-Za-z])|[ap]\.m\.?)"
_LASTS = re.compile(r"(?:时长|用时|耗时|历时|片长|成绩)[为是约:： ]{0,2}\Z")
_SCORE_BEFORE = re.compile(r"(?:比分|局分|比|以|胜|负|平|败|领先|落后|例|率|按|稀释|配|混合|尺)[:： 了为是约]{0,2}\Z")
_SCORE_AFTER = re.compile(
    r" ?(?:的?(?:比分|比例|优势|成绩)|[大小险完惨]?[获战取大险完惨]?[胜败]|不敌|击败|逆转|领先|落后|负于|惜败|战平"
    r"|扳平|逼平|屏|画面|稀释)"
)


def rules() -> tuple[Rule, ...]:
    found = (
        rule(
            rf"{START}(?P<minutes>[0-9]{{1,2}})[:：](?P<seconds>[0-5][0-9])\.(?P<rest>[0-9]{{1,3}}){STOP}",
            lambda match: (
                f"{amount(str(int(match['minutes'])))}分{_two_digits(match['seconds'])}秒{spelled(match['rest'])}"
            ),
            name="duration",
        ),
        rule(
            rf"(?:{START}|(?<=[:：][0-9]{{2}}/))(?:(?P<before>[AaPp][Mm]) ?)?{CLOCK}(?: ?(?P<after>{_MERIDIEM}))?"
            r"(?![0-9A-Za-z]|[.:：][0-9]|/[0-9](?![0-9]?[:：]))",
            _time,
            name="clock time",
        ),
        rule(rf"{START}(?P<hour>1[0-2]|[1-9]) ?(?P<after>{_MERIDIEM})", _time, name="clock time"),
        rule(
            rf"{_PART_OF_DAY}{START}(?P<hour>[01]?[0-9]|2[0-4])(?P<sign>[点點时](?!代|间|装|尚|常|候|光|速|差|评|赞"
            rf"|击|餐|缀))(?P<minutes>(?P<minute>[0-5]?[0-9])(?=分(?!钟|之)|刻)|(?P<bare>[0-5][0-9])"
            rf"(?![0-9.%万亿个人元]))?",
            _hours,
            name="clock time",
        ),
        rule(
            rf"{START}([0-9]{{1,3}}) ?(?:h|hr|hrs) ?([0-9]{{1,2}}) ?(?:min|m)(?: ?([0-9]{{1,2}}) ?s)?{STOP}",
            _duration,
            name="duration",
        ),
        rule(
            rf"{START}([0-9]{{1,3}}) ?min ?([0-9]{{1,2}}) ?s(?:ec)?{STOP}",
            lambda match: f"{amount(match[1])}分{amount(match[2])}秒",
            name="duration",
        ),
        rule(
            rf"{START}([0-9]{{1,3}})[′']([0-9]{{1,2}}(?:\.[0-9]{{1,3}})?)(?:[″\"”]|'')",
            lambda match: f"{amount(match[1])}分{number(match[2])}秒",
            name="duration",
        ),
        rule(
            rf"{START}([0-9]{{1,2}}) ?h ?([0-9]{{1,2}})[′']([0-9]{{1,2}})(?:[″\"”]|'')",
            lambda match: f"{amount(match[1])}小时{_two_digits(match[2])}分{_two_digits(match[3])}秒",
            name="duration",
        ),
        rule(
            rf"{START}([0-9]{{1,2}})[″\"”]([0-9]{{2}})(?![0-9A-Za-z])",
            lambda match: f"{amount(match[1])}秒{spelled(match[2])}",
            name="duration",
        ),
        rule(r"(?<![0-9A-Za-z./])24/7(?![0-9A-Za-z/.])", lambda _: "全天候", name="at all times"),
        rule(r"(?<=秒)[0-9]{1,3}(?![0-9.])", lambda match: spelled(match[0]), name="duration"),
    )
    return of_digits(*of_kind("times", *found))


def clock(match: re.Match[str]) -> str:
    minute, second = match["minute"], match["second"]
    words = f"{_hour(match['hour'])}点"
    if int(minute) or second:
        words += f"{_two_digits(minute)}分"
    return words + (f"{_two_digits(second)}秒" if second else "")


def _time(match: re.Match[str]) -> str | None:
    groups = match.groupdict()
    meridiem = (groups.get("before") or groups["after"] or "").replace(".", "").lower()
    may_be_score = not meridiem and groups.get("minute", "0")[0] != "0"
    if may_be_score and (_SCORE_BEFORE.search(before(match)[-8:]) or _SCORE_AFTER.match(after(match))):
        return None
    if "minute" in groups and _LASTS.search(before(match)[-6:]):
        return _lasting(match)
    part = _part_of_day(int(match["hour"]), meridiem) if meridiem else ""
    return part + (clock(match) if "minute" in groups else f"{_hour(match['hour'])}点")


def _lasting(match: re.Match[str]) -> str:
    """A duration written as a clock time: 1:23:45 has hours, 23:45 only minutes."""
    hour, minute, second = match["hour"], match["minute"], match["second"]
    if second is None:
        return f"{amount(str(int(hour)))}分{_two_digits(minute)}秒"
    return f"{amount(str(int(hour)))}小时{_two_digits(minute)}分{_two_digits(second)}秒"


def _part_of_day(hour: int, meridiem: str) -> str:
    if meridiem == "am":
        return "凌晨" if hour < 5 or hour == 12 else "上午"
    return "中午" if hour == 12 else "下午" if hour < 6 or hour > 12 else "晚上"


def _hours(match: re.Match[str]) -> str:
    minutes = match["minute"] or match["bare"] or ""
    hour = plain(match["hour"]) if match["sign"] == "时" else _hour(match["hour"])
    words = f"{match['part'] or ''}{hour}{match['sign']}"
    return words + (_two_digits(minutes) if minutes else "")


def _hour(hour: str) -> str:
    return "两" if int(hour) == 2 else plain(hour)


def _two_digits(digits: str) -> str:
    if "." in digits:
        return number(digits)
    return spelled(digits) if digits[0] == "0" and len(digits) == 2 and digits != "00" else plain(digits)


def _duration(match: re.Match[str]) -> str:
    seconds = f"{amount(match[3])}秒" if match[3] else ""
    return f"{amount(match[1])}小时{amount(match[2])}分钟{seconds}"
