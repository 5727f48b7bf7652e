"""Shorthand of notices, chats and timetables in Japanese -> words: ㈱, P有, Lv.5, Ctrl+C, 8分11敗."""

from __future__ import annotations

import re

from koe.text.normalize.japanese.numbers import letters, spelled
from koe.text.normalize.rule import Rule, alternatives, of_kind, rule

_TITLES = {"Dr": "ドクター", "Mr": "ミスター", "Mrs": "ミセス", "Ms": "ミズ"}
_CORPORATIONS = {
    "独": "独立行政法人", "社": "社団法人", "財": "財団法人", "医": "医療法人", "学": "学校法人", "福": "社会福祉法人",
}  # fmt: skip
_KEYS = {
    "Ctrl": "コントロール", "Control": "コントロール", "Alt": "オルト", "Shift": "シフト", "Cmd": "コマンド",
    "Command": "コマンド", "Option": "オプション", "Win": "ウィンドウズ", "Windows": "ウィンドウズ", "Fn": "エフエヌ",
    "Tab": "タブ", "Esc": "エスケープ", "Enter": "エンター", "Del": "デリート", "Delete": "デリート",
    "Space": "スペース", "PrtSc": "プリントスクリーン", "⌘": "コマンド",
}  # fmt: skip
_KEY = "|".join(_KEYS)
_NAMES = {
    "1R、": "ワンルーム、",
    "飲放": "飲み放題",
    "3x3": "スリーエックススリー",
    "C#": "シーシャープ",
    "F#": "エフシャープ",
    "1on1": "ワンオンワン",
    "QUOカード": "クオカード",
    "d払い": "ディーバライ",
    "第一三共": "ダイイチサンキョー",
}
# Said as words; the reader would spell them.
_WORDS = {
    "RAM": "ラム", "PIN": "ピン", "SIM": "シム", "JSON": "ジェイソン", "YAML": "ヤムル", "SET": "セット",
    "BEST": "ベスト",
    "HOT": "ホット", "PASMO": "パスモ", "GAFA": "ガーファ", "GAFAM": "ガーファム", "VIP": "ブイアイピー",
}  # fmt: skip
_MARKS = {"I": "マーク1", "II": "マーク2", "III": "マーク3", "IV": "マーク4", "V": "マーク5"}
_PARTS = {"I": "1", "II": "2", "III": "3", "Ⅰ": "1", "Ⅱ": "2", "Ⅲ": "3"}  # of a school subject


def rules() -> tuple[Rule, ...]:
    found = (
        rule(
            r"(?<![A-Za-z0-9])(?P<number>[0-9]{1,2})XX年",
            lambda match: f"{match['number']}エックスエックスねん",
            name="year",
        ),
        rule(
            r"(?<=α)(?P<digits>[0-9]{1,4})(?P<mark>I{1,3}|IV|V|R|S|C)?(?![A-Za-z0-9])",
            lambda match: match["digits"] + (_MARKS.get(match["mark"]) or match["mark"] or ""),
            name="model",
        ),
        rule(
            r"(?<![A-Za-z0-9])[Ff](?P<stop>[0-9]{1,2}\.[0-9])(?![0-9A-Za-z])",
            lambda match: f"エフ{match['stop']}",
            name="aperture",
        ),
        rule(rf"(?<![A-Za-z0-9])(?:{'|'.join(_NAMES)})", lambda match: _NAMES[match[0]], name="name"),
        rule(
            rf"(?<![A-Za-z0-9_-])(?<![A-Za-z] )(?:{alternatives(_WORDS)})(?![A-Za-z0-9_-]| [A-Za-z])",
            lambda match: _WORDS[match[0]],
            name="acronym",
        ),
        rule(
            r"[#＃](?P<digits>(?=[0-9]{0,5}[A-Fa-f]|[0-9]{6})[0-9A-Fa-f]{6})(?![0-9A-Za-z])",
            lambda match: (
                "シャープ" + "".join(spelled(sign) if sign.isdigit() else letters(sign) for sign in match["digits"])
            ),
            name="colour",
        ),
        rule(r"(?<![A-Za-z])[Ll][Vv]\.? ?(?=[0-9])", lambda _: "レベル", name="abbreviation"),
        rule(
            rf"(?<![A-Za-z])(?P<title>{'|'.join(_TITLES)})\. ?(?=[一-鿿ぁ-んァ-ヶ])",
            lambda match: _TITLES[match["title"]],
            name="title",
        ),
        # Keys that are pressed together.
        rule(
            rf"(?<![A-Za-z])(?:{_KEY})(?: ?[+＋] ?(?:{_KEY}|F[0-9]{{1,2}}|[A-Z0-9])(?![A-Za-z0-9])){{1,3}}",
            _keys,
            name="keys",
        ),
        rule(
            r"(?<=[0-9]勝)(?P<draws>[0-9]{1,2})分(?=[0-9]{1,2}敗)", lambda match: f"{match['draws']}わけ", name="draws"
        ),
        rule(r"勝点(?=[0-9])", lambda _: "カチテン", name="points"),
        rule(r"(?:(?<=[0-9]m)|(?<=[晴雨曇雪])) ?後 ?(?=[0-9晴雨曇雪くは一時])", lambda _: "のち", name="weather"),
        rule(
            r"(?<![一-鿿])数(?P<part>I{1,3}|[ⅠⅡⅢ123ABC])(?![A-Za-z0-9一-鿿ぁ-の])",
            lambda match: "スー" + _PARTS.get(match["part"], match["part"]),
            name="subject",
        ),
        rule(r"(?<=[0-9])ct(?![A-Za-z0-9])", lambda _: "カラット", name="carat"),
        rule(r"(?:(?<=〜)|(?<=～)|(?<=、))後(?=[0-9]{1,2}世紀)", lambda _: "ご", name="century"),
        rule(r"(?<=[0-9]h)付(?=[)）、。]|\Z)", lambda _: "付き", name="abbreviation"),
        rule(
            r"敷(?P<deposit>[0-9.]{1,3})[ /・]?礼(?P<thanks>[0-9.]{1,3})",
            lambda match: f"敷金{match['deposit']}、礼金{match['thanks']}",
            name="rent",
        ),
        rule(
            r"(?<![A-Za-z0-9])(?P<name>DDR[2-5]|PC[2-5])-(?P<speed>[0-9]{4,5})(?![0-9])",
            lambda match: f"{match['name']} {match['speed']}",
            name="memory",
        ),
        rule(r"(?<![A-Za-z])[Nn][Oo]\. ?(?=[A-Z]{1,3}-?[0-9])", lambda _: "ナンバー", name="number"),
        rule(r"(?<![A-Za-z])JAL ?(?=[0-9]{1,4}(?![0-9便]))", lambda _: "ジャル", name="airline"),
        # A person; in た方が it is a way.
        rule(
            r"(?<=[たる])方(?=は[、ごお0-9]|へ|に限)|(?<=希望の)方|(?<=以上の)方(?=[はへに])",
            lambda _: "カタ",
            name="person",
        ),
        rule(r"(?<![A-Za-z])P ?(?=[0-9]{1,4}台)", lambda _: "駐車場", name="parking"),
        rule(r"(?<=祝)除(?=[)）、。]|\Z)", lambda _: "除く", name="abbreviation"),
        rule(r"首都高(?![速一-鿿])", lambda _: "首都コー", name="name"),
        rule(r"(?<=[ァ-ヶー呂場])無(?=[)）、。]|\Z)", lambda _: "なし", name="equipment"),
        rule(r"(?<![0-9])404(?= ?(?:エラー|Not|ページ))", lambda _: "ヨンマルヨン", name="code"),
        rule(r"(?<![一-鿿])所(?=により)", lambda _: "ところ", name="weather"),
        rule(r"(?<=[畳帖])一間", lambda _: "ひとま", name="counter"),
        rule(r"(?<=[0-9元]年)築", lambda _: "チク", name="counter"),
        # Voiced, or read in another way, after a number.
        rule(r"(?<=[0-9])拍子", lambda _: "びょうし", name="counter"),
        rule(r"(?<=[0-9]つ)星", lambda _: "ぼし", name="counter"),
        rule(r"(?:(?<=[0-9]m)|(?<=メートル))走(?![らりるれろっ])", lambda _: "そう", name="counter"),
        rule(
            rf"(?:\A|(?<=[\s、。：:]))[(（](?P<kind>[{''.join(_CORPORATIONS)}])[)）](?=[一-鿿ァ-ヶ])",
            lambda match: _CORPORATIONS[match["kind"]],
            name="company",
        ),
        rule(r"㈱|[(（]株[)）]", lambda _: "株式会社", name="company"),
        rule(r"㈲|[(（]有[)）](?=[一-鿿ァ-ヶ])", lambda _: "有限会社", name="company"),
        rule(
            r"(?:(?<=[一-鿿ぁ-んァ-ヶー ])|\A)(?:vs|VS|Vs)\.?(?=[一-鿿ぁ-んァ-ヶー ])",
            lambda _: "対",
            name="abbreviation",
        ),
        rule(r"(?<![A-Za-z])P(?P<state>[有無])(?![一-鿿])", _parking, name="parking"),
        rule(r"(?<=[公央面])口(?=[かをのよでに、。改）)\s]|\Z)", lambda _: "グチ", name="exit"),
        # Laughter in chats.
        rule(
            r"(?<=[一-鿿々ぁ-んァ-ヶー！？!?。」)）])[wｗ]{1,20}(?=[\s。、！？!?)）」]|\Z)",
            lambda _: "",
            name="laughter",
        ),
        rule(r"他(?=[0-9]{1,4}[名人社件点校])", lambda _: "ほか", name="counter"),
    )
    return of_kind("abbreviations", *found)


def _keys(match: re.Match[str]) -> str:
    parts = re.split(r" ?[+＋] ?", match[0])
    return "".join(_KEYS.get(part, part) for part in parts)


def _parking(match: re.Match[str]) -> str:
    return "駐車場" + ("あり" if match["state"] == "有" else "なし")
