"""Ranges, ratios, fractions, formulas and other signs in Japanese -> words."""

from __future__ import annotations

import re

from koe.text.normalize.japanese import arrows, chemistry
from koe.text.normalize.japanese.chemistry import SUBSCRIPTS, SUPERSCRIPTS
from koe.text.normalize.japanese.numbers import START, STOP, plain, spelled, spelled_in_english
from koe.text.normalize.rule import Rule, Said, after, before, of_kind, rule

_ARITHMETIC = {"+": "足す", "＋": "足す", "-": "引く", "×": "かける", "*": "かける", "÷": "わる", "=": "は", "＝": "は"}
_SIGNS = {
    "+": "プラス", "＋": "プラス", "-": "マイナス", "×": "かける", "*": "かける", "÷": "わる", "=": "イコール",
    "＝": "イコール",
    "<": "小なり", "＜": "小なり", ">": "大なり", "＞": "大なり", "≥": "大なりイコール", "≧": "大なりイコール",
    ">=": "大なりイコール",
    "≤": "小なりイコール", "≦": "小なりイコール", "<=": "小なりイコール", "≠": "ノットイコール", "!=": "ノットイコール",
    "≈": "ニアリーイコール", "≒": "ニアリーイコール", "±": "プラスマイナス", "==": "イコール",
}  # fmt: skip
_VULGAR = {
    "½": "2分の1", "⅓": "3分の1", "⅔": "3分の2", "¼": "4分の1", "¾": "4分の3", "⅕": "5分の1", "⅖": "5分の2",
    "⅗": "5分の3", "⅘": "5分の4",
    "⅙": "6分の1", "⅚": "6分の5", "⅛": "8分の1", "⅜": "8分の3", "⅝": "8分の5", "⅞": "8分の7", "⅐": "7分の1",
    "⅑": "9分の1", "⅒": "10分の1",
}  # fmt: skip
_ROMAN_NUMERALS = """
Ⅰ ⅰ I, Ⅱ ⅱ II, Ⅲ ⅲ III, Ⅳ ⅳ IV, Ⅴ ⅴ V, Ⅵ ⅵ VI, Ⅶ ⅶ VII, Ⅷ ⅷ VIII, Ⅸ ⅸ IX, Ⅹ ⅹ X, Ⅺ ⅺ XI, Ⅻ ⅻ XII, XIII, XIV, XV, XVI
"""
_ROMAN = {
    roman: str(value) for value, names in enumerate(_ROMAN_NUMERALS.split(","), start=1) for roman in names.split()
}
_ROMAN_LETTERS = r"(?:XVI|XV|XIV|XIII|XII|XI|IX|VIII|VII|VI|IV|III|II)"
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_KANJI = "一-鿿々〇"
_NUMERALS = "0-9一二三四五六七八九十百千"
_COUNTERS = "年月日時分秒円人名個回歳才本枚台件件週泊度点位割倍階章話巻ドルルトムン様代月"
_OPERATOR = r"[+＋×*÷=＝≥≧≤≦≠≈≒<>＜＞±]"
_OPERAND = r"0-9A-Za-z$()（）√π∞₀-₉α-ω"
_SCORE_AFTER = re.compile(r" ?[での][^、。0-9]{0,10}(?:勝|敗|下し|下す|引き分|負け|逆転|スコア)")
# Home runs and stolen bases: 50-50 is read in English.
_TWICE = {"30": "サーティー", "40": "フォーティー", "50": "フィフティー"}
_COUNTED = (
    rf"(?:[{re.sub('[ァ-ヶ]', '', _COUNTERS)}%％℃]|ドル|ユーロ|ポンド|トン|グラム|キロ|メートル|リットル|パーセント"
    r"|ポイント|ページ)"
)
_COUNTED_AFTER = re.compile(rf" ?(?:{_COUNTED}|[A-Za-z=＝])")
_SET = r"[0-9]{1,2}[-–][0-9]{1,2}"
_TEAM_BEFORE = re.compile(r"[一-鿿ァ-ヶー] ?\Z")
_TEAM_AFTER = re.compile(rf" ?(?!{_COUNTED})[一-鿿ァ-ヶ]")
_GAME = re.compile(
    "延長|決勝|試合|回戦|リーグ|[0-9]節|タイガース|ジャイアンツ|ドラゴンズ|カープ|ベイスターズ|ホークス|ライオンズ|Ｊ1|J[123]"
)
_SCORE_BEFORE = re.compile(r"(?:スコア|得点|試合結果|結果)(?:は|が|、|[:： ]){0,2}\Z")


def rules() -> tuple[Rule, ...]:
    return (
        *chemistry.rules(),
        *of_kind("numbers", *_fractions(), *_ratios(), *_roman()),
        *of_kind("symbols", *_maths()),
        *of_kind("numbers", *_ranges()),
        *of_kind("symbols", *_others()),
    )


def _fractions() -> tuple[Rule, ...]:
    minus = r"(?P<minus>(?<![0-9A-Za-z)）])-)?"
    return (
        rule(
            r"(?<![0-9./])1/(?P<bottom>[1-9]\.[0-9]{1,2})(?=型|インチ)",
            lambda match: f"{match['bottom']}分の1",
            name="fraction",
        ),
        rule(
            rf"{minus}(?<![0-9])(?P<whole>[0-9]{{1,6}})?(?P<sign>[{''.join(_VULGAR)}])",
            lambda match: _mixed(match, _VULGAR[match["sign"]]),
            name="fraction",
        ),
        rule(
            rf"{minus}{START}(?P<whole>[0-9]{{1,4}})(?: |と)(?P<top>[0-9]{{1,4}})/"
            rf"(?P<bottom>[1-9][0-9]{{0,3}}){STOP}",
            lambda match: _mixed(match, f"{plain(match['bottom'])}分の{plain(match['top'])}"),
            name="fraction",
        ),
        rule(
            rf"{START}(?P<top>[0-9]{{1,2}})/(?P<bottom>[1-9][0-9]{{0,4}}[万億])",
            lambda match: f"{match['bottom']}分の{match['top']}",
            name="fraction",
        ),
        rule(
            rf"{minus}{START}(?P<whole>)(?P<top>[0-9]{{1,4}})/(?P<bottom>[1-9][0-9]{{0,4}}){STOP}",
            lambda match: _mixed(match, f"{plain(match['bottom'])}分の{plain(match['top'])}"),
            name="fraction",
        ),
    )


def _mixed(match: re.Match[str], fraction: str) -> str:
    return ("マイナス" if match["minus"] else "") + (f"{match['whole']}と" if match["whole"] else "") + fraction


def _ratios() -> tuple[Rule, ...]:
    side = r"[0-9]{1,6}(?:\.[0-9]{1,3})?"
    return (
        rule(
            r"(?<![0-9.-])(?P<number>[345]0)-(?P=number)(?![0-9-])",
            lambda match: _TWICE[match["number"]] * 2,
            name="record",
        ),
        rule(
            rf"{START}{side}(?:[:：∶]{side}){{1,2}}{STOP}", lambda match: re.sub("[:：∶]", "対", match[0]), name="ratio"
        ),
        rule(rf"{START}{_SET}(?:[,，、/] ?{_SET}){{1,6}}{STOP}", _sets, name="score"),
        rule(rf"{START}([0-9]{{1,3}}) ?[-–—ー] ?([0-9]{{1,3}}){STOP}", _score, name="score"),
    )


def _sets(match: re.Match[str]) -> str | None:
    """The sets of a match: 4-6, 7-5, 6-3. Ranges would all rise."""
    pairs = [re.split("[-–]", pair) for pair in re.findall(_SET, match[0])]
    if all(int(one) < int(other) for one, other in pairs) or _COUNTED_AFTER.match(after(match)):
        return None
    return re.sub("[-–]", "対", match[0])


def _score(match: re.Match[str]) -> str | None:
    falls = int(match[1]) >= int(match[2]) and not _COUNTED_AFTER.match(after(match))  # no range does
    is_score = (
        falls
        or re.search(r"(?:前半|後半|延長) ?\Z", before(match)[-4:])
        or _SCORE_AFTER.match(after(match))
        or _SCORE_BEFORE.search(before(match)[-8:])
    )
    # Between the names of two teams: 阪神3―5巨人.
    is_game = "—" in match[0] or _GAME.search(before(match)[-40:] + after(match)[:40])
    is_of_teams = is_game and _TEAM_BEFORE.search(before(match)) and _TEAM_AFTER.match(after(match))
    return f"{match[1]}対{match[2]}" if is_score or is_of_teams else None


def _roman() -> tuple[Rule, ...]:
    return (
        rule(
            r"(?<![A-Za-z0-9])H-?II(?P<kind>[AB])(?![A-Za-z0-9])",
            lambda match: spelled_in_english(f"H2{match['kind']}"),
            name="rocket",
        ),
        rule("[Ⅰ-Ⅻⅰ-ⅻ]", lambda match: _ROMAN[match[0]], name="Roman numeral"),
        rule(rf"(?<=第)(?:{_ROMAN_LETTERS}|[IVX])(?=[{_KANJI}])", lambda match: _ROMAN[match[0]], name="Roman numeral"),
        rule(
            rf"(?<![A-Za-z0-9]){_ROMAN_LETTERS}(?=[型期類級世章部巻])",
            lambda match: _ROMAN[match[0]],
            name="Roman numeral",
        ),
        rule(rf"(?<=[ァ-ヶー]){_ROMAN_LETTERS}(?![A-Za-z0-9])", lambda match: _ROMAN[match[0]], name="Roman numeral"),
    )


def _maths() -> tuple[Rule, ...]:
    return (
        rule(
            r"(?P<base>(?<![A-Za-z])[A-Za-zπ]{1,3}|(?<=[0-9)）]))(?:(?P<power>[⁻⁺]?[⁰¹²³⁴-⁹ⁿ]{1,4})|\^"
            r"(?P<written>-?[0-9n]{1,3}|\(-?[0-9n]{1,3}\)))",
            _power,
            name="power",
        ),
        rule(r"[√∛](?=[0-9A-Za-z(（])", lambda match: "ルート" if match[0] == "√" else "三乗根", name="root"),
        rule(r"[φΦØ⌀](?=[0-9])", lambda _: "直径", name="diameter"),
        rule(r"(?<![α-ωΑ-Ω])[α-ορ-ωΑ-Ω](?![α-ωΑ-Ω])", _kept, name="Greek letter"),
        rule(
            r"(?<![A-Za-z])(?P<letter>[a-z])(?P<index>[₀-₉]{1,2})(?![A-Za-z])",
            lambda match: match["letter"] + match["index"].translate(SUBSCRIPTS),
            name="variable",
        ),
        rule(r"π(?![a-z])|∞", lambda match: "パイ" if match[0] == "π" else "無限大", name="sign"),
        rule(
            r"(?<=[0-9)）]) ?-(?= ?[0-9(（][0-9.]{0,12} ?[=＝≒])|(?<=[=＝+×÷][0-9]) ?-(?=[0-9])",
            lambda _: "引く",
            name="minus",
        ),
        rule(
            r"(?<=[0-9)）a-zA-Z²³]) ?-(?= ?[a-zA-Z][²³]? ?[=＝+])|(?<=[a-z²³]) ?-(?= ?[0-9]{1,4} ?[=＝])"
            r"|(?<=[0-9][a-z]) ?-(?= ?[0-9]{1,4}(?![0-9A-Za-z-]))|(?<=[²³⁴ⁿ]) ?-(?= ?[0-9a-z(])",
            lambda _: "マイナス",
            name="minus",
        ),
        rule(r"(?<=[0-9]) ?(?P<sign>[+＋×*÷=＝]) ?(?=-?[0-9])", _arithmetic, name="sign"),
        rule(
            rf"(?<=[{_OPERAND}²³⁴%％ァ-ヶー{_KANJI}]) ?(?P<sign>[<>!=]=|{_OPERATOR}) ?(?=[{_OPERAND}.¥￥$€£約-])",
            lambda match: _SIGNS[match["sign"]],
            name="sign",
        ),
        rule(
            rf"(?<![A-Za-z0-9])[A-Za-z]{{1,3}}(?=[²³⁴-⁹]| ?{_OPERATOR} ?[0-9A-Za-z(√π∞-])"
            rf"|(?<=[0-9])[a-z](?= ?{_OPERATOR} ?[0-9A-Za-z(√π∞-])",
            _kept,
            name="variable",
        ),
        rule(
            r"(?:(?<=[=＝+×÷≥≧≤≦≠≈≒<>][0-9])|(?<=[=＝+×÷≥≧≤≦≠≈≒<>])|(?<=[=＝+×÷≥≧≤≦≠≈≒<>] ))[A-Za-z]{1,3}(?![A-Za-z])",
            _kept,
            name="variable",
        ),
        rule(r"(?<=[0-9m]) [xX×] (?=[0-9一-鿿])", lambda _: "かける", name="sign"),
        rule(r"(?<=[0-9])[xX](?P<by>[0-9]{1,5})(?![0-9A-Za-z])", lambda match: f"かける{match['by']}", name="sign"),
        rule(r"(?<=[0-9])[xX](?=[0-9])", lambda _: "かける", name="sign"),
        rule(r"±(?=[0-9])", lambda _: "プラスマイナス", name="sign"),
        # The result of a test.
        rule(
            r"(?<=[(（])(?P<signs>[-－−]|[+＋]{1,3}|±)(?=[)）])",
            lambda match: _SIGNS["-" if match["signs"] in "－−" else match["signs"][0]] * len(match["signs"]),
            name="result",
        ),
        # Accounts write a loss with a triangle.
        rule(r"[▲△](?=[0-9])", lambda _: "マイナス", name="minus"),
        rule(r"(?<![0-9A-Za-z)）%℃°年月日時分円人個回])-(?=[0-9]|\.[0-9])", lambda _: "マイナス", name="minus"),
        rule(r"(?<![0-9A-Za-z)）])[+＋](?=[0-9])", lambda _: "プラス", name="plus"),
    )


def _kept(match: re.Match[str]) -> Said:
    """Letters that are read as they are, within a Japanese expression."""
    return Said(match[0], match[0], match[0])


def _arithmetic(match: re.Match[str]) -> str:
    """Sums in figures are read as at school, 2足す3は5; equations with unknowns are not."""
    sides = re.search(r"[^\s、。，,]{0,20}\Z", before(match)), re.match(r"[^\s、。，,]{0,20}", after(match))
    has_unknown = any(side and re.search(r"(?<![A-Za-z])[a-z](?![A-Za-z])", side[0]) for side in sides)
    return (_SIGNS if has_unknown else _ARITHMETIC)[match["sign"]]


def _power(match: re.Match[str]) -> str:
    power = (match["written"] or match["power"].translate(SUPERSCRIPTS)).strip("()")
    return f"{match['base'].replace('π', 'パイ')}の{power.replace('-', 'マイナス').lstrip('+')}乗"


def _ranges() -> tuple[Rule, ...]:
    amount = r"[0-9][0-9,.]{0,15}"
    return (
        rule(
            rf"(?<![A-Za-z])[Pp]{{1,2}}(?:\. ?|(?=[0-9]{{1,4}}[-–~〜～][0-9]))(?P<first>[0-9]{{1,4}})(?:[-–~〜～]"
            rf"(?P<last>[0-9]{{1,4}}))?{STOP}",
            lambda match: f"{match['first']}{'から' + match['last'] if match['last'] else ''}ページ",
            name="page",
        ),
        rule(
            rf"(?<![0-9A-Za-z)）%％℃{_KANJI}ぁ-んァ-ヶー])[〜～~] ?"
            rf"(?P<end>{amount}[{_COUNTERS}]{{1,3}}(?:末|頃|[初上中下]旬)?)",
            lambda match: match["end"] + ("" if after(match).startswith("まで") else "まで"),
            name="upper end",
        ),
        rule(
            r"(?<![0-9.,:])(?P<first>[0-9]{1,2}) ?[-–〜～~] ?(?P<last>[0-9]{1,2})時(?!間)",
            lambda match: f"{match['first']}時から{match['last']}時",
            name="range",
        ),
        rule(rf"(?<=[0-9{_KANJI}]) ?[〜～~] ?(?=[¥￥$€£]?[-+＋]?[0-9{_KANJI}])", lambda _: "から", name="range"),
        rule(rf"(?<=[曜日）)ァ-ヶー]) ?[〜～~] ?(?=[0-9{_KANJI}])", lambda _: "から", name="range"),
        rule(
            rf"(?<=[0-9]) ?[-–—ー] ?(?=[0-9])|(?<=[0-9][{_COUNTERS}]) ?[-–—] ?(?=[0-9])", lambda _: "から", name="range"
        ),
        rule(
            rf"(?<=[0-9{_COUNTERS}曜hgmL%％℃万億]) ?[〜～~](?=\s|\Z|[、。()（）」・,/A-Z])",
            lambda _: "から",
            name="lower end",
        ),
        rule(r"(?<=[0-9時分日]) ?[-–—] ?(?=翌)", lambda _: "から", name="range"),
        rule(r"(?<=[(（][0-9ア-ンa-z][)）]) ?[〜～~] ?(?=[(（][0-9ア-ンa-z][)）])", lambda _: "から", name="range"),
        rule(r"(?<=[A-Z])[〜～](?=[A-Z])", lambda _: "から", name="range"),
        rule(r"(?<=[ぁ-んァ-ヶー])[〜～](?=[！!。、？?ぁ-ん」』\s♪]|\Z)", lambda _: "ー", name="long vowel"),
    )


def _others() -> tuple[Rule, ...]:
    return (
        *arrows.rules(),
        rule(r"(?<![A-Za-z])(?:[Nn][Oo]\.|№) ?1(?![0-9.,〜～~–-])", lambda _: "ナンバーワン", name="number"),
        rule(r"(?<![A-Za-z])(?:[Nn][Oo]\.|№) ?(?=[0-9])", lambda _: "ナンバー", name="number"),
        rule(
            r"[#＃](?P<digits>[6-9][0-9]{3})(?![0-9A-Za-z])",
            lambda match: f"シャープ{spelled(match['digits'])}",
            name="telephone number",
        ),
        rule(r"[#＃](?=[0-9]{1,5}(?![0-9A-Za-z]))", lambda _: "ナンバー", name="number"),
        rule(r"(?<![0-9A-Za-z])[#＃](?=[A-Za-zぁ-んァ-ヶ一-鿿]|\Z)", lambda _: "ハッシュタグ", name="hashtag"),
        rule(
            rf"(?P<first>[{_CIRCLED}]) ?[〜～~-] ?(?P<last>[{_CIRCLED}])",
            lambda match: f"{_CIRCLED.index(match['first']) + 1}から{_CIRCLED.index(match['last']) + 1}",
            name="range",
        ),
        rule(
            rf"(?<![〇{_NUMERALS}])〇{{2,4}}(?![{_NUMERALS}年])|[×✕]{{2,4}}(?=[{_KANJI}ァ-ヶさ])",
            lambda match: ("マル" if match[0][0] == "〇" else "バツ") * len(match[0]),
            name="name left open",
        ),
        rule(r"〇(?=[か×・])", lambda _: "マル", name="mark"),
        rule(r"(?:(?<=[〇か・はがも])|\A)×(?![0-9])", lambda _: "バツ", name="mark"),
        rule(
            rf"(?P<before>(?<=[{_KANJI}ぁ-んァ-ヶー0-9]))?(?P<label>[{_CIRCLED}]) ?[、.．]?",
            lambda match: "、" * (match["before"] is not None) + f"{_CIRCLED.index(match['label']) + 1}、",
            name="label of a list",
        ),
        rule(
            r"(?<=[一-鿿ぁ-んァ-ヶー]) ?[&＆] ?(?=[一-鿿ぁ-んァ-ヶA-Z0-9]|\Z)|\A[&＆] ?(?=[一-鿿ぁ-んァ-ヶ])",
            lambda _: "アンド",
            name="sign",
        ),
        rule(
            r"(?<=[一-鿿ぁ-んァ-ヶー])[@＠](?=[ァ-ヶ一-鿿])",
            lambda _: "アット",
            name="place",
        ),
        rule(
            r"@(?P<name>[A-Za-z0-9_]{1,30}|(?=[ぁ-んァ-ヶ一-鿿]))",
            lambda match: "アットマーク" + re.sub("[0-9]+", lambda digits: spelled(digits[0]), match["name"]),
            name="mention",
        ),
        rule(r"※ ?", lambda _: "", name="note"),
        rule(
            rf"(?<=[{_KANJI}ぁ-んァ-ヶーA-Z0-9)）]) ?[|｜] ?(?=[{_KANJI}ぁ-んァ-ヶ0-9(（])", lambda _: "、", name="sign"
        ),
        rule(
            rf"(?<=[{_KANJI}ぁ-んァ-ヶーA-Za-z0-9%％℃²)）」〜～~]) ?[/／] ?(?=[{_KANJI}ぁ-んァ-ヶ(（「])"
            rf"|(?<=[{_KANJI}ぁ-んァ-ヶー)）²]) ?[/／] ?(?=[0-9A-Z¥￥])"
            rf"|(?<![A-Za-z][0-9])(?<=[0-9]) ?[/／] ?(?=[A-Z]{{2}})"
            r"|(?:(?<=[0-9][A-Z])|(?<=[0-9][A-Za-z]{2})|(?<=[0-9][A-Za-z]{3})) ?[/／] ?(?=[0-9A-Z])"
            r"|(?<=[:：][0-9]{2}) ?[/／] ?(?=[0-9]{1,2}[:：])",
            lambda _: "、",
            name="sign",
        ),
        rule(rf"(?<=[{_KANJI}ァ-ヶーA-Z)）])[+＋](?=[{_KANJI}ァ-ヶ])", lambda _: "プラス", name="sign"),
        rule(r"(?<=歳)[+＋]", lambda _: "以上", name="sign"),
        rule(
            r"(?<=[0-9])[+＋](?![0-9A-Za-z])|(?<![A-Za-z][A-FS])(?<=[A-FS])[+＋](?![0-9A-Za-z+])",
            lambda _: "プラス",
            name="sign",
        ),
        rule(r"(?<![0-9A-Za-z.])\.(?=[0-9]{1,20}(?![0-9A-Za-z.]))", lambda _: "0.", name="decimal"),
        rule(
            rf"{START}[0-9]{{1,3}}(?: [0-9]{{3}}){{2,5}}(?![0-9])",
            lambda match: match[0].replace(" ", ""),
            name="number",
        ),
    )
