"""Mandarin numbers, dates, times, money and measures -> Chinese characters. G2P cannot read digits."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import BEGIN, CJK_END, NUMERIC_DATE
from koe.text.normalize.rule import Rule, Speak, alternatives, rule

DIGITS = "零一二三四五六七八九"
_PLACES = ("", "十", "百", "千")
_GROUPS = ("", "万", "亿", "万亿")
_LONGEST = 4 * len(_GROUPS)

_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,5}(?![0-9])|[0-9]{1,40})(?:\.[0-9]{1,40})?"
_CURRENCIES = {
    "¥": "元", "￥": "元", "$": "美元", "＄": "美元", "€": "欧元", "£": "英镑", "￡": "英镑",
    "HK$": "港元", "NT$": "新台币",
}  # fmt: skip
_UNITS = {
    "km": "公里", "㎞": "公里", "m": "米", "cm": "厘米", "㎝": "厘米", "mm": "毫米", "㎜": "毫米",
    "kg": "公斤", "㎏": "公斤", "g": "克", "mg": "毫克", "㎎": "毫克", "t": "吨", "L": "升", "l": "升", "ml": "毫升",
    "mL": "毫升", "㎡": "平方米", "m²": "平方米", "km²": "平方公里", "m³": "立方米",
    "h": "小时", "min": "分钟", "s": "秒",
    "GB": "吉字节", "MB": "兆字节", "KB": "千字节", "TB": "太字节", "kW": "千瓦", "W": "瓦", "V": "伏", "Hz": "赫兹",
    "MHz": "兆赫", "GHz": "吉赫", "°": "度",
}  # fmt: skip
_PER = {"h": "每小时", "s": "每秒", "min": "每分钟"}
# Measure words that take 两 instead of 二.
_COUNTED = "个只本位条张件次天年周岁种名家块元斤杯碗瓶台辆座间点句首篇双对把场层口遍趟小分"
_COUNTED_ELSE = re.compile("年代|月|号|日")
_SIGNS = {"×": "乘", "*": "乘", "÷": "除以", "+": "加", "＋": "加", "=": "等于", "＝": "等于"}
_MOBILE = r"1[3-9][0-9][- ]?[0-9]{4}[- ]?[0-9]{4}"
_LANDLINE = r"0[0-9]{2,3}-[0-9]{7,8}|[48]00-[0-9]{3,4}-[0-9]{3,4}"


def cardinal(digits: str) -> str:
    """Number words. Leading zeros ("007") and very long numbers are read digit by digit."""
    if len(digits) > _LONGEST or (len(digits) > 1 and digits[0] == "0"):
        return spelled(digits)
    words = _groups(digits)
    words = words[1:] if words.startswith("一十") else words
    return re.sub("^二(?=[千万亿])", "两", words) or DIGITS[0]


def _groups(digits: str) -> str:
    words = ""
    for power in reversed(range(-(-len(digits) // 4))):
        group = digits[-4 * (power + 1) : len(digits) - 4 * power]
        spoken = _group(group)
        gap = DIGITS[0] if words and spoken and (group[0] == "0" or words.endswith(DIGITS[0])) else ""
        words = words + gap + spoken + _GROUPS[power] if spoken else words + DIGITS[0] * bool(words)
        words = re.sub("零+", DIGITS[0], words)
    return words.rstrip(DIGITS[0])


def _group(digits: str) -> str:
    words = "".join(
        DIGITS[int(digit)] + (_PLACES[len(digits) - 1 - place] if digit != "0" else "")
        for place, digit in enumerate(digits)
    )
    return re.sub("零+", DIGITS[0], words).strip(DIGITS[0])


def spelled(digits: str) -> str:
    return "".join(DIGITS[int(digit)] for digit in digits if digit.isdigit())


def number(text: str) -> str:
    whole, point, fraction = text.replace(",", "").partition(".")
    return cardinal(whole) + (f"点{spelled(fraction)}" if point else "")


FIRST = (rule("〇", lambda _: DIGITS[0]),)


def rules() -> tuple[Rule, ...]:
    return (
        rule(rf"{BEGIN}(?:\+86[- ]?)?(?:{_MOBILE}|{_LANDLINE}){CJK_END}", _phone, kind="phones"),
        rule(NUMERIC_DATE, _date, kind="dates"),
        rule(r"(?<![0-9.,])([12][0-9]{3})[-–—~～]([12][0-9]{3})(?=年)", _years, kind="dates"),
        rule(r"(?<![0-9.,])(1[0-9]{3}|20[0-9]{2}|[5-9][0-9])(?=年(?!前|后|来|间|以))", _year, kind="dates"),
        rule(rf"{BEGIN}([01]?[0-9]|2[0-4])[:：]([0-5][0-9])(?:[:：]([0-5][0-9]))?{CJK_END}", _time, kind="times"),
        rule(
            rf"(?P<minus>-)?(?P<sign>{alternatives(_CURRENCIES)}) ?(?P<amount>{_NUMBER})(?P<scale>[万亿]{{0,2}})",
            _money,
            kind="money",
        ),
        rule(rf"(?P<minus>(?<![0-9A-Za-z])[-−])?(?P<amount>{_NUMBER}) ?[%％]", _percentage("百分之")),
        rule(rf"(?P<minus>(?<![0-9A-Za-z])[-−])?(?P<amount>{_NUMBER}) ?‰", _percentage("千分之")),
        rule(
            rf"(?P<minus>(?<![0-9A-Za-z])[-−])?(?P<amount>{_NUMBER}) ?(?P<scale>℃|°C|℉|°F)", _temperature, kind="units"
        ),
        rule(
            rf"{BEGIN}([0-9]{{1,4}})/([0-9]{{1,4}}){CJK_END}",
            lambda match: f"{number(match[2])}分之{number(match[1])}",
        ),
        rule(rf"({_NUMBER}) ?({alternatives(_UNITS)})/({alternatives(_PER)})(?![A-Za-z])", _speed, kind="units"),
        rule(rf"({_NUMBER}) ?({alternatives(_UNITS)})(?![A-Za-z0-9])", _measure, kind="units"),
        rule(
            rf"{BEGIN}([0-9]{{1,4}})[:：]([0-9]{{1,4}}){CJK_END}",
            lambda match: f"{number(match[1])}比{number(match[2])}",
        ),
        rule(r"(?<=[0-9]) ?([×÷+＋=＝*]) ?(?=[0-9])", lambda match: _SIGNS[match[1]], kind="symbols"),
        rule(
            rf"({_NUMBER})([年月日号点个元岁人]?) ?[-–—~～〜]{{1,2}} ?(?=[0-9])",
            lambda match: f"{number(match[1])}{match[2]}到",
        ),
        rule(r"(?<![0-9A-Za-z.,])[-−](?=[0-9])", lambda _: "负"),
        rule(rf"(?<![0-9.,第])2(?=[{_COUNTED}])", lambda match: None if _is_named(match) else "两"),
        rule(_NUMBER, lambda match: number(match[0])),
    )


def _is_named(match: re.Match[str]) -> bool:
    return bool(_COUNTED_ELSE.match(match.string, match.end())) or match.string[: match.start()].endswith(("月", "点"))


def _phone(match: re.Match[str]) -> str:
    """In telephone numbers 一 is read 幺, because it could be mistaken for 七."""
    parts = re.findall("[0-9]+", match[0])
    spoken = "，".join(spelled(part).replace("一", "幺") for part in parts)
    return f"加{spoken}" if match[0][0] == "+" else spoken


def _date(match: re.Match[str]) -> str:
    return f"{spelled(match[1])}年{cardinal(str(int(match[3])))}月{cardinal(str(int(match[4])))}日"


def _years(match: re.Match[str]) -> str:
    return f"{spelled(match[1])}到{spelled(match[2])}"


def _year(match: re.Match[str]) -> str | None:
    return None if match[1].endswith("000") and match[1] != "2000" else spelled(match[1])


def _time(match: re.Match[str]) -> str:
    hour, minute, second = match.groups()
    words = f"{_hour(hour)}点"
    if int(minute) or second:
        words += f"{_two_digits(minute)}分"
    return words + (f"{_two_digits(second)}秒" if second else "")


def _hour(hour: str) -> str:
    return "两" if int(hour) == 2 else cardinal(str(int(hour)))


def _two_digits(digits: str) -> str:
    return spelled(digits) if digits[0] == "0" and digits != "00" else cardinal(str(int(digits)))


def _money(match: re.Match[str]) -> str:
    unit = _CURRENCIES[match["sign"]]
    minus = "负" if match["minus"] else ""
    whole, _, fraction = match["amount"].partition(".")
    if unit == "元" and len(fraction) == 2 and not match["scale"]:
        return minus + _yuan(number(whole), fraction)
    amount = f"{whole}.{fraction.rstrip('0')}".rstrip(".")
    return f"{minus}{_counted(amount) if not match['scale'] else number(amount)}{match['scale']}{unit}"


def _yuan(whole: str, fraction: str) -> str:
    tenths, hundredths = (DIGITS[int(digit)] for digit in fraction)
    words = f"{'两' if whole == '二' else whole}元"
    if tenths != DIGITS[0]:
        words += f"{tenths}角"
    if hundredths != DIGITS[0]:
        words += (DIGITS[0] if tenths == DIGITS[0] else "") + f"{hundredths}分"
    return words


def _counted(text: str) -> str:
    return "两" if text == "2" else number(text)


def _percentage(part: str) -> Speak:
    return lambda match: ("负" if match["minus"] else "") + part + number(match["amount"])


def _temperature(match: re.Match[str]) -> str:
    unit = "摄氏度" if "C" in match["scale"] or match["scale"] == "℃" else "华氏度"
    return ("零下" if match["minus"] else "") + number(match["amount"]) + unit


def _speed(match: re.Match[str]) -> str:
    return f"{_PER[match[3]]}{_counted(match[1])}{_UNITS[match[2]]}"


def _measure(match: re.Match[str]) -> str:
    return _counted(match[1]) + _UNITS[match[2]]
