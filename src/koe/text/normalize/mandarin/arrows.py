"""Arrows in Mandarin -> words or a pause: 北京→上海, 100元→80元, 首页>新闻>正文."""

from __future__ import annotations

import re

from koe.text.normalize.rule import Rule, after, before, rule


def rules() -> tuple[Rule, ...]:
    """From one number to another, from what reacts to its product; otherwise a pause, as between the steps of a way."""
    return (
        rule(
            r"[↑↓](?= ?[0-9])|(?<=[0-9]) ?[↑↓](?![0-9])",
            lambda match: "上升" if "↑" in match[0] else "下降",
            name="rise or fall",
        ),
        rule(r"(?<=[A-Za-z0-9₀-₉)]) ?[→⇒⇌] ?(?=[0-9]{0,2}[A-Z])", _reaction, name="arrow"),
        rule(
            r"(?:(?<=[0-9%％元℃万亿度人个分岁名次件])|(?<=[0-9][A-Za-z])|(?<=[0-9][A-Za-z]{2})) ?[→⇒] ?"
            r"(?=[¥￥$]?[0-9])",
            lambda _: "到",
            name="arrow",
        ),
        rule(
            r"(?<=[\u4e00-\u9fff0-9)）”》]) ?[→⇒] ?(?=[\u4e00-\u9fffA-Za-z0-9(（“《]|\Z)"
            r"|(?<=[A-Z]{2}) ?[→⇒] ?(?=[A-Z]{2,4}(?![A-Za-z]))"
            r"|(?<![A-Za-z][A-Z])(?<=[A-Z]) ?[→⇒] ?(?=[\u4e00-\u9fff(（“《]|[A-Z](?![A-Za-z]))",
            lambda _: "，",
            name="arrow",
        ),
        rule(r"(?<=[\u4e00-\u9fffa-z]) ?[>＞] ?(?=[\u4e00-\u9fff])", _step, name="sign"),
    )


def _reaction(match: re.Match[str]) -> str | None:
    sides = f"{before(match)[-30:]} {after(match)[:30]}"
    has_sum = re.search(r"[A-Za-z0-9₀-₉)] ?\+ ?[0-9A-Z]", sides)
    return "生成" if has_sum and re.search("[a-z0-9₀-₉]", sides) else None


def _step(match: re.Match[str]) -> str | None:
    """首页>新闻>正文 is a way through menus, 质量>数量 compares."""
    if re.search(r"[<＜][^<>＜＞]{1,60}\Z", before(match)):  # a bracket: <增量>
        return None
    sides = before(match)[-16:] + after(match)[:16]
    return "，" if re.search("[>＞]", sides) and not re.search("[0-9]", sides) else "大于"
