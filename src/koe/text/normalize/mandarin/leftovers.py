"""Mandarin readings by default of what programs and notices write: 重试3/5, 步骤2/4, 本科+."""

from __future__ import annotations

from koe.text.normalize.mandarin.numbers import number
from koe.text.normalize.rule import Rule, of_digits, of_kind, rule

_COUNTERS = {
    "重试": "次", "尝试": "次", "试": "次", "步骤": "步", "步": "步", "进度": "", "任务": "项", "关卡": "关",
    "批次": "批", "阶段": "个", "图": "张", "章节": "章", "课时": "课", "分集": "集", "部分": "部分",
}  # fmt: skip


def rules() -> tuple[Rule, ...]:
    words = "|".join(sorted(_COUNTERS, key=len, reverse=True))
    steps = rule(
        rf"(?P<word>{words})(?P<gap>[:： ]{{0,2}})(?P<one>[0-9]{{1,3}})/(?P<all>[0-9]{{1,3}})(?![0-9/.])",
        lambda match: (
            f"{match['word']}{match['gap']}{number(match['one'])}，共{number(match['all'])}{_COUNTERS[match['word']]}"
            if int(match["one"]) <= int(match["all"])
            else None
        ),
        name="one of several",
    )
    degrees = rule(r"(?:(?<=[本专]科)|(?<=学历)|(?<=硕士)|(?<=经验)|(?<=大专))\+", lambda _: "及以上", name="at least")
    return (*of_digits(*of_kind("numbers", steps)), *of_kind("symbols", degrees))
