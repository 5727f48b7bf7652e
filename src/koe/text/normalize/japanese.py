"""Japanese dates, times, money, fractions and symbols -> words.

Digits stay: G2P reads them together with the counter (3本 さんぼん, 20日 はつか), and would take 十分 for "enough".
"""

from __future__ import annotations

import re

from koe.text.normalize.numerals import BEGIN, CJK_END, NUMERIC_DATE
from koe.text.normalize.rule import Rule, alternatives, rule

_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,6}(?![0-9])|[0-9]{1,20})(?:\.[0-9]{1,20})?"
_CURRENCIES = {
    "¥": "円",
    "￥": "円",
    "$": "ドル",
    "＄": "ドル",
    "€": "ユーロ",
    "£": "ポンド",
    "￡": "ポンド",
    "₩": "ウォン",
}
_CENTS = {"ドル": "セント", "ユーロ": "セント"}
_UNITS = {
    "%": "パーセント", "％": "パーセント", "℃": "度", "°C": "度", "°": "度",
    "km/h": "キロメートル毎時", "m/s": "メートル毎秒",
    "km": "キロメートル", "cm": "センチメートル", "mm": "ミリメートル", "m": "メートル", "kg": "キログラム",
    "mg": "ミリグラム", "g": "グラム", "ml": "ミリリットル", "mL": "ミリリットル", "L": "リットル", "l": "リットル",
    "㎞": "キロメートル", "㎝": "センチメートル", "㎜": "ミリメートル", "㎏": "キログラム", "㎎": "ミリグラム",
    "㎡": "平方メートル", "m²": "平方メートル", "m³": "立方メートル", "㎥": "立方メートル", "㏄": "シーシー",
    "GB": "ギガバイト", "MB": "メガバイト", "KB": "キロバイト", "kB": "キロバイト", "TB": "テラバイト",
    "GHz": "ギガヘルツ", "MHz": "メガヘルツ", "kHz": "キロヘルツ", "Hz": "ヘルツ", "Gbps": "ギガビーピーエス",
    "Mbps": "メガビーピーエス", "kWh": "キロワット時", "kW": "キロワット", "W": "ワット", "V": "ボルト",
}  # fmt: skip
_SIGNS = {"×": "かける", "÷": "割る", "+": "足す", "＋": "足す", "=": "は", "＝": "は"}
_DIGITS = ("ゼロ", "イチ", "ニー", "サン", "ヨン", "ゴー", "ロク", "ナナ", "ハチ", "キュー")
_PHONE = r"(?:\+81[- ]?[0-9]{1,4}|0[0-9]{1,4})-[0-9]{1,4}-[0-9]{3,4}|0[0-9]{1,4}\([0-9]{1,4}\)[0-9]{4}"


def rules() -> tuple[Rule, ...]:
    return (
        rule(rf"{BEGIN}(?:{_PHONE}){CJK_END}", _phone, kind="phones"),
        rule(NUMERIC_DATE, _date, kind="dates"),
        rule(rf"{BEGIN}([12][0-9]{{3}})[/-](0?[1-9]|1[0-2])(?=月号|{CJK_END})", _month, kind="dates"),
        rule(rf"{BEGIN}([01]?[0-9]|2[0-9])[:：]([0-5][0-9])(?:[:：]([0-5][0-9]))?{CJK_END}", _time, kind="times"),
        rule(
            rf"(?P<minus>-)?(?P<sign>[{''.join(_CURRENCIES)}]) ?(?P<amount>{_NUMBER})(?P<scale>[十百千万億兆]{{0,2}})",
            _money,
            kind="money",
        ),
        rule(
            rf"{BEGIN}([0-9]{{1,4}})/([0-9]{{1,4}}){CJK_END}",
            lambda match: f"{_plain(match[2])}分の{_plain(match[1])}",
        ),
        rule(rf"{BEGIN}([0-9]{{1,4}}[:：][0-9]{{1,4}}){CJK_END}", lambda match: re.sub("[:：]", "対", match[1])),
        rule(r"(?<![0-9A-Za-z.,)])[-−](?=[0-9])", lambda _: "マイナス"),
        rule(r"±(?=[0-9])", lambda _: "プラスマイナス"),
        rule(rf"({_NUMBER}) ?(?:℉|°F)", lambda match: f"華氏{match[1]}度", kind="units"),
        rule(rf"(?<=[0-9]) ?({alternatives(_UNITS)})(?![A-Za-z0-9])", lambda match: _UNITS[match[1]], kind="units"),
        rule(rf"(?<=[0-9])({_WORDS_OF_UNITS})? ?[〜～~] ?(?=[0-9])", lambda match: f"{match[1] or ''}から"),
        rule(r"(?<=[0-9]) ?([×÷+＋=＝]) ?(?=[0-9])", lambda match: _SIGNS[match[1]], kind="symbols"),
        rule(rf"{BEGIN}([0-9]{{1,4}})[-–](?:([0-9]{{1,4}})[-–])?([0-9]{{1,4}}){CJK_END}", _hyphens),
        rule(r"[#＃](?=[0-9])", lambda _: "ナンバー"),
        rule(r"(?<![0-9])[0-9]{17,}", lambda match: _spelled(match[0])),
    )


_WORDS_OF_UNITS = alternatives([*_UNITS.values(), *_CURRENCIES.values(), "月", "日", "時", "分", "年", "歳", "人"])


def _plain(digits: str) -> str:
    """The number without leading zeros: G2P reads "03" as "zero three"."""
    return str(int(digits))


def _spelled(digits: str) -> str:
    return "".join(_DIGITS[int(digit)] for digit in digits)


def _phone(match: re.Match[str]) -> str:
    parts = "、".join(_spelled(part) for part in re.findall("[0-9]+", match[0]))
    return f"プラス{parts}" if match[0][0] == "+" else parts


def _date(match: re.Match[str]) -> str:
    return f"{match[1]}年{_plain(match[3])}月{_plain(match[4])}日"


def _month(match: re.Match[str]) -> str:
    return f"{match[1]}年{_plain(match[2])}月"


def _time(match: re.Match[str]) -> str:
    hour, minute, second = match.groups()
    minutes = f"{_plain(minute)}分" if int(minute) or second else ""
    return f"{_plain(hour)}時{minutes}" + (f"{_plain(second)}秒" if second else "")


def _money(match: re.Match[str]) -> str:
    unit = _CURRENCIES[match["sign"]]
    whole, _, fraction = match["amount"].partition(".")
    minus = "マイナス" if match["minus"] else ""
    if unit in _CENTS and len(fraction) == 2 and not match["scale"]:
        cents = f"{_plain(fraction)}{_CENTS[unit]}" if int(fraction) else ""
        return f"{minus}{whole}{unit}{cents}"
    return f"{minus}{match['amount']}{match['scale']}{unit}"


def _hyphens(match: re.Match[str]) -> str:
    """Three numbers are an address, two are a range."""
    first, middle, last = match.groups()
    return f"{first}の{middle}の{last}" if middle else f"{first}から{last}"
