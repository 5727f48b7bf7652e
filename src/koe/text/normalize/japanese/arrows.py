"""Arrows in Japanese -> words or a pause: 東京→大阪, 100円→80円, ホーム>設定>一般."""

from __future__ import annotations

import re

from koe.text.normalize.rule import Rule, after, before, rule


def rules() -> tuple[Rule, ...]:
    """From one number to another; otherwise a pause, as between the steps of a way."""
    return (
        rule(r"[↑↓](?= ?[0-9])", lambda match: "プラス" if match[0] == "↑" else "マイナス", name="rise or fall"),
        rule(
            r"(?<=[0-9%％円人件度点]) ?[↑↓](?![0-9])",
            lambda match: "アップ" if "↑" in match[0] else "ダウン",
            name="rise or fall",
        ),
        rule(
            r"(?:(?<=[0-9%％円度℃])|(?<=[0-9][分秒時日人個名回本枚台件年歳点位万])|(?<=[0-9][A-Za-z])|(?<=[0-9][A-Za-z]{2}))"
            r" ?[→⇒] ?(?=[¥￥$]?[0-9])",
            lambda _: "から",
            name="arrow",
        ),
        rule(
            r"(?<=[A-Za-z%％℃]) ?[→⇒] ?(?=[一-鿿ぁ-んァ-ヶ(（「])"
            r"|(?<=[一-鿿ぁ-んァ-ヶー0-9)）」₀-₉]) ?[→⇒⇌] ?(?=[一-鿿ぁ-んァ-ヶA-Za-z0-9(（「]|\Z)"
            r"|(?<![A-Za-z][A-Z])(?<=[A-Z]) ?[→⇒] ?(?=[一-鿿ぁ-んァ-ヶ(（「]|[A-Z](?![A-Za-z]))",
            lambda _: "、",
            name="arrow",
        ),
        rule(r"(?<=[一-鿿ぁ-んァ-ヶー]) ?[>＞] ?(?=[一-鿿ぁ-んァ-ヶ])", _step, name="sign"),
    )


def _step(match: re.Match[str]) -> str:
    """ホーム>設定>一般 is a way through menus, 質>量 compares."""
    return "、" if re.search("[>＞]", before(match)[-16:] + after(match)[:16]) else "大なり"
