"""Sums of money in Mandarin -> words."""

from __future__ import annotations

import re

from koe.text.normalize.mandarin.numbers import DASH, DIGITS, MINUS, NUMBER, SCALE, START, amount, number, spelled
from koe.text.normalize.mandarin.units import PER, PER_WORD
from koe.text.normalize.rule import Rule, Said, alternatives, of_kind, rule

_SIGNS = {
    "¥": "元", "￥": "元", "CN¥": "元", "RMB¥": "元", "JP¥": "日元", "$": "美元", "＄": "美元", "US$": "美元",
    "€": "欧元", "£": "英镑",
    "￡": "英镑", "HK$": "港元", "NT$": "新台币", "A$": "澳元", "AU$": "澳元", "C$": "加元", "CA$": "加元",
    "S$": "新加坡元",
    "NZ$": "新西兰元", "R$": "雷亚尔", "₩": "韩元", "₹": "卢比", "₽": "卢布", "฿": "泰铢", "₫": "越南盾", "₿": "比特币",
}  # fmt: skip
_CODES = {
    "USD": "美元", "EUR": "欧元", "GBP": "英镑", "JPY": "日元", "HKD": "港元", "TWD": "新台币", "NTD": "新台币",
    "AUD": "澳元",
    "CAD": "加元", "SGD": "新加坡元", "NZD": "新西兰元", "KRW": "韩元", "INR": "卢比", "RUB": "卢布", "THB": "泰铢",
    "CHF": "瑞士法郎",
    "MOP": "澳门元", "VND": "越南盾", "BTC": "比特币", "RMB": "人民币", "CNY": "人民币",
}  # fmt: skip
_LETTER_SCALES = {
    "k": 3, "K": 3, "w": 4, "W": 4, "M": 6, "m": 6, "mn": 6, "B": 9, "bn": 9, "b": 9, "T": 12, " million": 6,
    " billion": 9, " trillion": 12, " thousand": 3,
}  # fmt: skip
_RENMINBI = "人民币"
_UNIT_WORDS = r"(?:元|块(?:钱)?|美元|欧元|英镑|日元|港元|韩元)"


def rules() -> tuple[Rule, ...]:
    amount_pattern = (
        rf"(?P<amount>{NUMBER})(?:(?P<letter>{alternatives(_LETTER_SCALES)})(?![A-Za-z])|(?P<scale> ?{SCALE}))?"
    )
    per = rf"(?: ?/ ?(?P<per>{alternatives(PER)}|{PER_WORD}))?(?![A-Za-z0-9])"
    found = (
        rule(
            rf"(?P<minus>(?<![0-9A-Za-z])-)?(?<![A-Za-z])(?P<sign>{alternatives(_SIGNS)}) ?(?P<negative>-)?(?:"
            rf"(?P<first>{NUMBER}){DASH}(?P=sign)?)?{amount_pattern}{_UNIT_WORDS}?{per}",
            _of_sign,
            name="sum of money",
        ),
        rule(rf"{START}{amount_pattern} ?(?P<sign>{alternatives(_SIGNS)}){per}", _of_sign, name="sum of money"),
        rule(
            rf"(?<![A-Za-z])(?P<code>{alternatives(_CODES)})[ :：]?{amount_pattern}元?{per}",
            _of_code,
            name="sum of money",
        ),
        rule(rf"{START}{amount_pattern} ?(?P<code>{alternatives(_CODES)}){per}", _of_code, name="sum of money"),
        rule(
            rf"{START}(?P<whole>[0-9,]{{1,20}})\.(?P<fraction>[0-9]{{1,4}})(?=(?:元|美元|块|欧元|英镑|港元)(?! ?/))",
            _yuan_with_fraction,
            name="sum of money",
        ),
        rule(
            rf"(?<=[薪酬资][:： 约为])(?P<first>[0-9]{{1,3}}(?:\.[0-9])?)[kK]?{DASH}(?P<last>[0-9]{{1,3}}"
            rf"(?:\.[0-9])?)[kK](?![A-Za-z0-9])|(?<=[薪酬资])(?P<first2>[0-9]{{1,3}}(?:\.[0-9])?)[kK]?{DASH}"
            rf"(?P<last2>[0-9]{{1,3}}(?:\.[0-9])?)[kK](?![A-Za-z0-9])",
            _salary,
            name="sum of money",
        ),
        rule(
            rf"{START}(?P<first>[0-9]{{1,3}}(?:\.[0-9])?)[kK]?{DASH}(?P<last>[0-9]{{1,3}}(?:\.[0-9])?)[kK]"
            rf"(?: ?/ ?(?P<per>[月年]))?(?=[·•*×]? ?[0-9]{{2}}薪|(?<=[月年])|[，。、,)） ]|\Z)",
            _offered_salary,
            name="sum of money",
        ),
        rule(rf"{MINUS}(?P<amount>{NUMBER})(?=(?:{SCALE})?{_UNIT_WORDS})", _negative, name="sum of money"),
        rule(r"(?<![0-9.])(?P<first>[1-9])\.?(?P<last>[1-9])(?=折)", lambda match: spelled(match[0]), name="discount"),
        rule(
            r"(?<=满)(?P<from>[0-9]{2,5})-(?P<off>[0-9]{1,4})(?![0-9])",
            lambda match: f"{number(match['from'])}减{number(match['off'])}",
            name="discount",
        ),
        rule(rf"{START}2(?=块[0-9]|块钱)", lambda _: "两", name="sum of money"),
    )
    return of_kind("money", *found)


def _value(match: re.Match[str]) -> tuple[str, str]:
    """The amount in digits, multiplied by a scale in letters, and the scale in characters."""
    text = re.sub("[, ]", "", match["amount"])
    if match["letter"]:
        whole, _, fraction = text.partition(".")
        zeros = _LETTER_SCALES[match["letter"]]
        text = (
            whole + fraction.ljust(zeros, "0")[:zeros] + ("." + fraction[zeros:] if fraction[zeros:] else "")
        ).lstrip("0")
    return text, (match["scale"] or "").strip()


def _of_sign(match: re.Match[str]) -> str | Said:
    groups = match.groupdict()
    unit = _SIGNS[match["sign"]]
    minus = "负" if groups.get("minus") or groups.get("negative") else ""
    text, scale = _value(match)
    whole, _, fraction = text.partition(".")
    per = _per(match)
    if groups.get("first"):
        return f"{per}{minus}{amount(match['first'])}到{_trimmed(text)}{scale}{unit}"
    if unit == "元" and len(fraction) == 2 and not scale:
        return per + minus + _yuan(whole, fraction)
    bare = per + minus + (_trimmed(text) + scale)
    return Said(bare + unit, bare, unit)


def _trimmed(text: str) -> str:
    whole, _, fraction = text.partition(".")
    return amount(f"{whole}.{fraction.rstrip('0')}".rstrip("."))


def _per(match: re.Match[str]) -> str:
    return f"每{PER.get(match['per'], match['per'])}" if match["per"] else ""


def _yuan(whole: str, fraction: str) -> str:
    tenths, hundredths = (DIGITS[int(digit)] for digit in fraction)
    words = f"{amount(whole)}元" if whole != "0" or fraction == "00" else ""
    if tenths != DIGITS[0]:
        words += f"{tenths}角"
    if hundredths != DIGITS[0]:
        words += (DIGITS[0] if tenths == DIGITS[0] and words else "") + f"{hundredths}分"
    return words


def _of_code(match: re.Match[str]) -> str:
    unit = _CODES[match["code"]]
    text, scale = _value(match)
    prefix, unit = (_RENMINBI, "元") if unit == _RENMINBI else ("", unit)
    return f"{_per(match)}{prefix}{_trimmed(text)}{scale}{unit}"


def _yuan_with_fraction(match: re.Match[str]) -> str:
    return _trimmed(f"{match['whole'].replace(',', '')}.{match['fraction']}")


def _salary(match: re.Match[str]) -> str:
    first, last = (match["first"] or match["first2"], match["last"] or match["last2"])
    return f"{_thousands(first)}到{_thousands(last)}"


def _offered_salary(match: re.Match[str]) -> str:
    per = f"每{match['per']}" if match["per"] else ""
    return f"{per}{_thousands(match['first'])}到{_thousands(match['last'])}"


def _thousands(text: str) -> str:
    words = number(str(int(float(text) * 1000)))
    # In everyday Mandarin the last place is left out: 一万二 instead of 一万二千.
    return re.sub("(?<=万[一二三四五六七八九])千$", "", words)


def _negative(match: re.Match[str]) -> str:
    return f"负{number(match['amount'])}"
