"""Japanese readings by default of what programs, formulas and chats write: 再試行3/5, f(2)=9, 5x-4, おk."""

from __future__ import annotations

import re

from koe.text.normalize.japanese.numbers import letters, spelled
from koe.text.normalize.rule import Rule, after, before, of_kind, rule

# Faces of kaomoji in plain letters: (^_^), (T_T).
FACES = rule(
    r"[(（][^\w\s()（）]{0,2}[TtoO;^><=＾_・ω∀´`｀]{1,3}[_.ω∀o▽-]?[^\w\s()（）]{0,2}[TtoO;^><=＾´`｀]{0,2}[)）]"
    r"(?=[。、！!？?\s]|\Z)|(?<![A-Za-z])orz(?![A-Za-z])",
    lambda match: "" if re.search(r"[_^;ω∀´`｀▽＾]|orz", match[0]) else None,
)
_STEP_BEFORE = re.compile(
    r"(?:試行|リトライ|ステップ|手順|工程|ページ|頁|回線|部|章|話|件|枚目|進捗|パート|フェーズ|段階|レベル|バッチ"
    r"|ステージ|残り|第)[:： ]{0,2}\Z"
)
_LABELS_BEFORE = re.compile(r"[A-Za-zΓγ-]{2,6} ?[/／] ?[A-Za-zΓγ-]{2,6}[:： ]{0,2}\Z")
_POINTS_BEFORE = re.compile(r"(?:点数?|スコア|評価|得点|成績|レビュー)(?:は|が|[:： ]){0,2}\Z")
_PRESSURE_BEFORE = re.compile(r"(?:血圧|BP)(?:は|が|[:： ]){0,2}\Z")
_PAIR = r"(?<![0-9./])(?P<one>[0-9]{1,4}(?:\.[0-9])?)/(?P<other>[0-9]{1,4}(?:\.[0-9])?)(?![0-9./])"
_BOOKS = (
    "創世記|出エジプト記?|詩篇|詩編|箴言|イザヤ書?|マタイ|マルコ|ルカ|ヨハネ|使徒|ローマ|コリント|ガラテヤ|エペソ|エフェソ"
    "|黙示録"
)
_FILE = (
    r"(?<![A-Za-z0-9_./@-])(?P<name>[A-Za-z0-9][A-Za-z0-9_-]{0,40})\.(?P<kind>pdf|docx?|xlsx?|pptx?|txt|csv|zip|jpe?g|"
    r"png|gif|mp[34]|wav|py|js|html?|json|xml|md|exe)(?![A-Za-z0-9])"
)
_CHANGES = re.compile("[A-Z][0-9]{1,6}[A-Z]|[0-9][A-Z]{1,6}[0-9]")
_LOOSE = {"おk": "オーケー", "kwsk": "詳しく", "ktkr": "キタコレ", "gkbr": "ガクブル", "wktk": "ワクテカ"}


def rules() -> tuple[Rule, ...]:
    return (
        *of_kind("numbers", *_numbers()),
        *of_kind("symbols", *_signs()),
        *of_kind(
            "abbreviations",
            rule(
                r"(?<![A-Za-z0-9.])[@＠](?P<name>(?=[A-Za-z0-9]{0,29}_|[A-Za-z]{1,29}[0-9])[A-Za-z0-9_]{2,30})",
                lambda match: (
                    "アットマーク" + "".join(map(_part_of_name, re.findall("[A-Za-z]+|[0-9]+|_", match["name"])))
                ),
                name="mention",
            ),
            rule(rf"(?<![A-Za-z])(?:{'|'.join(_LOOSE)})(?![A-Za-z])", lambda match: _LOOSE[match[0]], name="chat"),
        ),
    )


def _numbers() -> tuple[Rule, ...]:
    return (
        rule(
            r"(?<![0-9./])(?P<one>[0-9]{1,3})/(?P<all>[0-9]{1,3})(?P<counter>回|枚|本|個|人|台|巻|話|日)目",
            lambda match: f"{match['all']}{match['counter']}中{match['one']}{match['counter']}目",
            name="one of several",
        ),
        rule(_PAIR, _pair, name="one of several"),
        rule(
            r"(?:[Nn][Oo]\.|№) ?(?P<number>[0-9]{1,6})/(?P<year>(?:19|20)[0-9]{2})(?![0-9/])",
            lambda match: f"ナンバー{match['number']}の{match['year']}",
            name="number of a year",
        ),
        rule(
            rf"(?:{_BOOKS})(?P<chapter> ?[0-9]{{1,3}})[:：](?P<verse>[0-9]{{1,3}})"
            r"(?:[-–〜~](?P<last>[0-9]{1,3}))?(?![0-9])",
            _verse,
            name="verse",
        ),
        rule(
            r"(?<=車検)(?P<era>[RH])(?P<year>[0-9]{1,2})/(?P<month>1[0-2]|0?[1-9])(?![0-9/])",
            lambda match: f"{'令和' if match['era'] == 'R' else '平成'}{match['year']}年{int(match['month'])}月",
            name="month of an era",
        ),
        rule(
            r"(?:(?<=座席)|(?<=座席 )|(?<=席番号)|(?<=シート))(?P<row>[0-9]{1,2})(?P<seat>[A-K])(?![A-Za-z0-9])",
            lambda match: f"{match['row']}の{letters(match['seat'])}",
            name="seat",
        ),
        rule(
            r"(?<![A-Za-z0-9-])(?=[A-Z0-9]{1,8}-)[A-Z0-9]{1,8}(?:-[A-Z0-9]{1,8}){1,4}(?![A-Za-z0-9-])",
            _grouped_code,
            name="code",
        ),
        rule(r"(?<=[0-9])kg(?P<yen>[0-9]{1,6})(?=円)", lambda m: f"キログラム、{m['yen']}", name="unit"),
        rule(r"(?<=[0-9])g(?P<yen>[0-9]{1,6})(?=円)", lambda m: f"グラム、{m['yen']}", name="unit"),
        rule(
            r"(?<![0-9A-Za-z.=＝+-])(?P<home>[0-9]{1,2})[xX]-(?P<guest>[0-9]{1,2})(?![0-9A-Za-z.-]| ?[=＝])",
            lambda match: f"{match['home']}エックス対{match['guest']}",
            name="score",
        ),
        rule(
            r"(?<![0-9.-])(?P<first>[0-9]{1,2})-(?P<last>[0-9]{1,2})(?=会議室|教室|番線|号室|号棟|番地)",
            lambda match: f"{match['first']}の{match['last']}",
            name="number of a room",
        ),
        rule(
            r"(?<=[図表式])(?P<first>[0-9]{1,2})[-–](?P<last>[a-zA-Z])(?![A-Za-z])",
            lambda match: f"{match['first']}の{letters(match['last'].upper())}",
            name="figure",
        ),
        rule(
            r"(?:(?<=ボーイング)|(?<=ボーイング ))(?P<model>7[0-9]7)-(?P<series>[0-9]{1,3})(?![0-9])",
            lambda match: f"{spelled(match['model'])}の{match['series']}",
            name="aircraft",
        ),
        rule(r"(?<=[0-9])bps?(?![A-Za-z])(?=[)）、。]|\Z)", lambda _: "ベーシスポイント", name="unit"),
        rule(r"(?<=[巻部編])(?P<roman>I{1,3}|IV|V)(?![A-Za-z])", _roman, name="Roman numeral"),
    )


def _signs() -> tuple[Rule, ...]:
    return (
        rule(
            r"(?<![A-Za-z])(?P<name>[fgh])[(（](?P<of>-?[0-9]{1,3}|[a-z])[)）](?=[=＝ のはがを])",
            lambda match: f"{letters(match['name'].upper())}{_argument(match['of'])}",
            name="function",
        ),
        rule(r"m[(（](?:_? ?_)? ?[)）]m", lambda _: "", name="face"),
        rule(_FILE, _file, name="file name"),
        rule(r"(?<=[〜~～])[wｗ]{1,20}(?![A-Za-z])", lambda _: "", name="laughter"),
        rule(r"§ ?(?=[0-9])", lambda _: "セクション", name="section"),
        rule(r"(?<=[0-9]) I?U/(?:L|ℓ)(?![A-Za-z])", lambda _: "ユニットパーリットル", name="unit"),
        rule(r"(?<=[A-Za-z])(?<!ISO)[/／](?=[A-Z]{2,6} ?[0-9]{1,3}/)", lambda _: "、", name="sign"),
    )


def _pair(match: re.Match[str]) -> str | None:
    """Two numbers that are no fraction: the third of five steps, the results of two tests."""
    if _STEP_BEFORE.search(before(match)[-12:]) and "." not in match[0]:
        return (
            f"{match['other']}分の{match['one']}"
            if match["one"] == "0"
            else f"{match['one']}スラッシュ{match['other']}"
        )
    if _POINTS_BEFORE.search(before(match)[-10:]) and match["other"] in ("5", "10", "20", "50", "100"):
        return f"{match['other']}点中{match['one']}点"
    if (
        _PRESSURE_BEFORE.search(before(match)[-8:])
        and not after(match).lstrip().startswith("mm")
        and float(match["one"]) > float(match["other"])
    ):
        return f"{match['one']}の{match['other']}"
    return f"{match['one']}、{match['other']}" if _LABELS_BEFORE.search(before(match)[-20:]) else None


def _part_of_name(part: str) -> str:
    return "アンダーバー" if part == "_" else spelled(part) if part.isdigit() else part


def _sign_of_code(sign: str) -> str:
    return spelled(sign) if sign.isdigit() else letters(sign)


def _grouped_code(match: re.Match[str]) -> str | None:
    """A code in groups, of which one changes twice between letters and digits: 4F7-9K."""
    if not _CHANGES.search(match[0]):
        return None
    return "、".join("".join(map(_sign_of_code, group)) for group in match[0].split("-"))


def _file(match: re.Match[str]) -> str:
    name = "".join(
        "アンダーバー" if part == "_" else "ハイフン" if part == "-" else spelled(part) if part.isdigit() else part
        for part in re.findall("[A-Za-z]+|[0-9]+|[_-]", match["name"])
    )
    return f"{name}ドット{''.join(map(_sign_of_code, match['kind'].upper()))}"


def _verse(match: re.Match[str]) -> str:
    book = match[0][: match.start("chapter") - match.start()]
    last = f"から{match['last']}" if match["last"] else ""
    return f"{book}{match['chapter']}章{match['verse']}{last}節"


def _roman(match: re.Match[str]) -> str | None:
    values = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5"}
    return values[match["roman"]] if re.match(r"[、。\s]|\Z", after(match)) else None


def _argument(text: str) -> str:
    if text.lstrip("-").isdigit():
        return ("マイナス" if text[0] == "-" else "") + spelled(text.lstrip("-"))
    return letters(text.upper())
