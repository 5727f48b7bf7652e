"""Mandarin text normalisation: numbers, dates, sums, codes and signs -> Chinese characters. G2P cannot read digits.

The rules of each kind are in `mandarin_dates`, `mandarin_times`, `mandarin_money`, `mandarin_units`, `mandarin_codes`
and `mandarin_signs`.
"""

from __future__ import annotations

import re

from koe.text.normalize import typography
from koe.text.normalize.grammar import Grammar
from koe.text.normalize.mandarin import codes as mandarin_codes
from koe.text.normalize.mandarin import dates as mandarin_dates
from koe.text.normalize.mandarin import leftovers as mandarin_leftovers
from koe.text.normalize.mandarin import money as mandarin_money
from koe.text.normalize.mandarin import scores as mandarin_scores
from koe.text.normalize.mandarin import signs as mandarin_signs
from koe.text.normalize.mandarin import times as mandarin_times
from koe.text.normalize.mandarin import units as mandarin_units
from koe.text.normalize.mandarin.numbers import (
    DASH,
    DIGITS,
    MINUS,
    NUMBER,
    SCALE,
    START,
    amount,
    cardinal,
    is_counted,
    number,
    spelled,
)
from koe.text.normalize.rule import Rule, after, before, of_digits, of_kind, rule
from koe.text.normalize.typography import Emoji

_POPULAR_BEFORE = re.compile(
    r"(?:阅读量?|粉丝数?|播放量?|浏览量?|点赞数?|转发|收藏|评论|销量|月销|年薪|薪资|月薪|[价费]|预算|首付|关注|观看|热度"
    r"|下载量?)[:： 约超过达]{0,3}\Z"
)
_POWER = re.compile("功率|快充|充电|灯|电|瓦|音箱|耗|适配|插座|无线充|[0-9][WVA]|显卡|电源|发动机|激光")
_FREEZING = re.compile(rf"(?: ?[-–—~～〜至到] ?-?{NUMBER})? ?(?:℃|°C|度)")

_FIRST = (
    rule(r"(?<![0-9一二三四五六七八九十百千〇])〇{2,3}(?![0-9一二三四五六七八九十百千〇年])", lambda _: "某某"),
    rule("〇", lambda _: DIGITS[0]),
    rule(r"[－﹣](?=[0-9.])", lambda _: "-"),
    rule(r"(?<=[0-9])．(?=[0-9])", lambda _: "."),
    rule(r"(?<=[0-9])／(?=[0-9])", lambda _: "/"),
)
_LAST = (rule(r"！{2,}", lambda _: "！"), rule(r"？{2,}", lambda _: "？"))


def grammar(_: str, emoji: Emoji) -> Grammar:
    return Grammar(
        first=(*typography.emoji_rules(emoji), typography.SAME_MARKS, *_FIRST),
        expressions=(
            *mandarin_codes.rules(),
            *mandarin_leftovers.rules(),
            *mandarin_units.rules_of_days(),
            *mandarin_dates.rules(),
            *mandarin_scores.rules_of_sets(),
            *mandarin_times.rules(),
            *of_digits(*mandarin_money.rules(), *mandarin_codes.names()),
            *_counts_of_people(),
            *mandarin_units.rules(),
            *mandarin_signs.rules(),
            *of_digits(*mandarin_codes.models()),
            *mandarin_codes.letters(),
            *of_digits(*_numbers()),
        ),
        last=(*typography.REPEATED, *_LAST),
        to="{first}到{last}",
    )


def _counts_of_people() -> tuple[Rule, ...]:
    found = (
        rule(
            rf"(?<=[薪资费款价算]){START}(?P<first>[0-9]{{1,4}}){DASH}(?P<last>[0-9]{{1,4}})[wW](?![A-Za-z0-9])",
            lambda match: f"{number(match['first'])}到{number(match['last'])}万",
            name="large number",
        ),
        rule(rf"{START}(?P<amount>{NUMBER})(?P<letter>[wWkKM])(?![A-Za-z0-9])", _popular, name="large number"),
    )
    return of_digits(*of_kind("numbers", *found))


def _numbers() -> tuple[Rule, ...]:
    found = (
        rule(rf"{MINUS}{START}(?P<amount>{NUMBER})(?P<scale> ?{SCALE})?", _negative, name="negative number"),
        rule(rf"{START}(?P<amount>{NUMBER})(?P<scale> ?{SCALE})", _scaled, name="large number"),
        rule(r"(?<![0-9.,])(?:6{3,9}|23{3,9})(?=[，。！!,～~ ]|\Z)", _cheered, name="cheer"),
        rule(r"(?<=[0-9]块)[0-9](?![0-9块])", lambda match: number(match[0]), name="sum of money"),
        rule(
            r"(?<![0-9])(?<![0-9][.,])2(?![0-9]|[.,][0-9]|nd(?![A-Za-z]))",
            lambda match: "两" if is_counted(match) else "二",
            name="number",
        ),
        rule(r"(?<![0-9.,])[0-9]{11,}+(?![.,][0-9])", _long, name="code"),
        rule(
            rf"(?>{NUMBER})(?!(?:st|nd|rd|th)(?![A-Za-z])|(?<=[a-z][0-9])-[a-z])",
            lambda match: number(match[0]),
            name="number",
        ),
    )
    return of_kind("numbers", *found)


def _negative(match: re.Match[str]) -> str:
    minus = "零下" if _FREEZING.match(after(match)) else "负"
    return minus + number(match["amount"]) + (match["scale"] or "").strip()


def _scaled(match: re.Match[str]) -> str:
    written, scale = re.sub("[, ]", "", match["amount"]), match["scale"].strip()
    if scale == "万" and 5 <= len(written) <= 8 and written.isdigit():
        return cardinal(f"{written}0000")  # 140967万 is 十四亿零九百六十七万
    return amount(match["amount"]) + scale


def _popular(match: re.Match[str]) -> str | None:
    """The number of readers or followers: 10w is 十万."""
    is_power = match["letter"] != "w" or _POWER.search(before(match)[-12:] + after(match)[:8])
    is_popular = _POPULAR_BEFORE.search(before(match)[-8:]) or after(match).startswith("+")
    if is_power and not is_popular:
        return None
    zeros = {"w": 4, "k": 3, "m": 6}[match["letter"].lower()]
    whole, _, fraction = match["amount"].replace(",", "").partition(".")
    if match["letter"] in "wW":
        return number(match["amount"]) + "万"
    return number((whole + fraction.ljust(zeros, "0")[:zeros]).lstrip("0") or "0")


def _cheered(match: re.Match[str]) -> str | None:
    is_cheer = re.search(r"(?:\A|[，。！!,～~ 哈了啊呀])\Z", before(match))
    return spelled(match[0]) if is_cheer else None


def _long(match: re.Match[str]) -> str | None:
    """A long number that is not round is a code."""
    return None if match[0].endswith("000") else spelled(match[0])
