"""Mathematical and other signs in Mandarin -> words."""

from __future__ import annotations

import re

from koe.text.normalize.mandarin import arrows, chemistry, scores
from koe.text.normalize.mandarin.chemistry import SUBSCRIPTS, SUPERSCRIPTS, kept
from koe.text.normalize.mandarin.numbers import START, STOP, cardinal, number, spelled
from koe.text.normalize.mandarin.units import PER_WORD
from koe.text.normalize.rule import Rule, before, of_kind, rule

_SIGNS = {
    "+": "加", "＋": "加", "-": "减", "×": "乘", "*": "乘", "÷": "除以", "=": "等于", "＝": "等于", "<": "小于",
    "＜": "小于", ">": "大于",
    "＞": "大于", "≥": "大于等于", "≧": "大于等于", "≤": "小于等于", "≦": "小于等于", "≠": "不等于", "≈": "约等于",
    "≌": "全等于",
    "∽": "相似于", "⊥": "垂直于", "∥": "平行于", "∈": "属于", "±": "加减", ">=": "大于等于", "<=": "小于等于",
    "!=": "不等于", "==": "等于",
}  # fmt: skip
_GREEK = {
    "α": "阿尔法", "β": "贝塔", "γ": "伽马", "δ": "德尔塔", "θ": "西塔", "μ": "缪",
    "π": "派", "ρ": "柔", "σ": "西格玛", "τ": "套", "φ": "斐", "ψ": "普西", "ω": "欧米伽", "Δ": "德尔塔", "Σ": "西格玛",
    "Φ": "斐", "Ω": "欧米伽", "∑": "求和",
}  # fmt: skip
_OPERAND_BEFORE = r"(?<=[0-9A-Za-z!|₀-₉…)）α-ωΑ-Ω²³⁴⁵⁶⁷⁸⁹°℃%％$€£¥￥])"
_OPERAND_AFTER = r"(?=[0-9A-Za-z(（√½¼¾π∞θαβ±.$€£¥￥-])"
_OPERATOR = r"[+＋×*÷=＝≥≧≤≦≠≈<>＜＞∈±∥⊥∽≌]"
_VULGAR = {
    "½": "二分之一", "⅓": "三分之一", "⅔": "三分之二", "¼": "四分之一", "¾": "四分之三", "⅕": "五分之一",
    "⅖": "五分之二", "⅗": "五分之三",
    "⅘": "五分之四", "⅙": "六分之一", "⅚": "六分之五", "⅛": "八分之一", "⅜": "八分之三", "⅝": "八分之五",
    "⅞": "八分之七", "⅐": "七分之一",
    "⅑": "九分之一", "⅒": "十分之一",
}  # fmt: skip
_ROMAN_NUMERALS = """
Ⅰ ⅰ I, Ⅱ ⅱ II, Ⅲ ⅲ III, Ⅳ ⅳ IV, Ⅴ ⅴ V, Ⅵ ⅵ VI, Ⅶ ⅶ VII, Ⅷ ⅷ VIII, Ⅸ ⅸ IX, Ⅹ ⅹ X, Ⅺ ⅺ XI, Ⅻ ⅻ XII, XIII, XIV, XV, XVI
"""
_ROMAN = {
    roman: str(value) for value, names in enumerate(_ROMAN_NUMERALS.split(","), start=1) for roman in names.split()
}
_RULERS = "路易|亨利|查理|查尔斯|乔治|爱德华|伊丽莎白|拿破仑|威廉|尼古拉|保罗|本笃|理查|詹姆斯|腓力|叶卡捷琳娜|弗朗茨"
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


def rules() -> tuple[Rule, ...]:
    return (
        *chemistry.rules(),
        *of_kind("abbreviations", *_comparisons()),
        *of_kind("numbers", *_fractions()),
        *scores.rules(),
        *of_kind("numbers", *_roman()),
        *of_kind("symbols", *_maths(), *_others()),
    )


_DOSES = {
    "qd": "每日一次", "bid": "每日两次", "tid": "每日三次", "qid": "每日四次", "qn": "每晚一次", "prn": "必要时",
    "po": "口服", "q6h": "每六小时一次", "q8h": "每八小时一次", "q12h": "每十二小时一次",
}  # fmt: skip


def _comparisons() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?:(?<=[0-9](?:mg|ml|mL|iu) )|(?<=[0-9](?:g|片|粒) )|(?<=[0-9][g片粒])|(?<=[次日服] )|(?<=[,，、]))"
            rf"(?:{'|'.join(_DOSES)})(?![A-Za-z0-9])",
            lambda match: _DOSES[match[0]],
            name="dose",
        ),
        rule(
            r"(?<![A-Za-z])(?:YoY|YOY|QoQ|MoM)(?![A-Za-z])",
            lambda match: "同比" if match[0][0] == "Y" else "环比",
            name="abbreviation",
        ),
    )


def _fractions() -> tuple[Rule, ...]:
    minus = r"(?P<minus>(?<![0-9A-Za-z)）])-)?"
    return (
        rule(
            rf"{START}(?P<first>[0-9]{{1,2}})/(?P<last>[0-9]{{1,2}})(?=号[线楼馆门]|路公交)",
            lambda match: f"{number(match['first'])}、{number(match['last'])}",
            name="two numbers",
        ),
        rule(
            r"第 ?(?P<page>[0-9]{1,4}) ?/ ?(?P<pages>[0-9]{1,4}) ?页",
            lambda match: f"第{number(match['page'])}页，共{number(match['pages'])}页",
            name="page",
        ),
        rule(
            r"(?<=楼层)(?P<link>[:： ]?)(?P<floor>[0-9]{1,3})/(?P<floors>[0-9]{1,3})(?![0-9层])",
            lambda match: f"{match['link']}{number(match['floor'])}层，共{number(match['floors'])}层",
            name="floor",
        ),
        rule(
            r"(?<=[,，])(?P<year>(?:19|20)[0-9]{2})[:：](?P<first>[0-9]{1,4})-(?P<last>[0-9]{1,4})(?![0-9])",
            lambda match: f"{spelled(match['year'])}，第{number(match['first'])}到{number(match['last'])}页",
            name="pages",
        ),
        rule(
            rf"{START}(?P<floor>[0-9]{{1,3}})/(?P<floors>[0-9]{{1,3}})层",
            lambda match: f"{number(match['floor'])}层，共{number(match['floors'])}层",
            name="floor",
        ),
        rule(
            rf"(?<=[评打得]分)(?P<link>[:：为是了达 ]{{0,2}})(?P<points>[0-9]{{1,2}}(?:\.[0-9]{{1,2}})?)分?/"
            rf"(?P<most>5|10|100){STOP}分?",
            lambda match: f"{match['link']}{number(match['points'])}分，满分{number(match['most'])}分",
            name="marks",
        ),
        rule(rf"{minus}(?<![0-9])(?P<whole>[0-9]{{1,6}})?(?P<sign>[{''.join(_VULGAR)}])", _vulgar, name="fraction"),
        rule(
            rf"{minus}{START}(?P<whole>[0-9]{{1,4}}) ?(?:又|(?<=[0-9]) ) ?(?P<top>[0-9]{{1,4}})/"
            rf"(?P<bottom>[1-9][0-9]{{0,3}}){STOP}",
            _fraction,
            name="fraction",
        ),
        rule(
            rf"{START}(?P<half>50|5)/(?P=half){STOP}",
            lambda match: f"{number(match['half'])}比{number(match['half'])}",
            name="shares",
        ),
        rule(rf"{minus}{START}(?P<top>[0-9]{{1,4}})/(?P<bottom>[1-9][0-9]{{0,4}}){STOP}", _fraction, name="fraction"),
    )


def _vulgar(match: re.Match[str]) -> str:
    whole = f"{number(match['whole'])}又" if match["whole"] else ""
    return ("负" if match["minus"] else "") + whole + _VULGAR[match["sign"]]


def _fraction(match: re.Match[str]) -> str:
    whole = match.groupdict().get("whole")
    words = f"{number(match['bottom'])}分之{number(match['top'])}"
    return ("负" if match["minus"] else "") + (f"{number(whole)}又" if whole else "") + words


def _roman() -> tuple[Rule, ...]:
    return (
        rule("[Ⅰ-Ⅻⅰ-ⅻ]", lambda match: cardinal(_ROMAN[match[0]]), name="Roman numeral"),
        rule(
            r"(?<=第)(?:VIII|VII|III|XII|IV|VI|IX|XI|II|I|V|X)(?=[章卷期节部届册编篇幕集])",
            lambda match: cardinal(_ROMAN[match[0]]),
            name="Roman numeral",
        ),
        rule(
            r"(?<![A-Za-z0-9])(?:XVI|XV|XIV|XIII|XII|XI|VIII|VII|III|IV|VI|IX|II)(?=[型期类级世章卷度届])|(?<![A-Za-z0-9])I(?=[型类级期])",
            lambda match: cardinal(_ROMAN[match[0]]),
            name="Roman numeral",
        ),
        rule(
            rf"(?P<name>{_RULERS}) ?(?P<numeral>XVI|XV|XIV|XIII|XII|XI|IX|VIII|VII|VI|IV|III|II|I|V|X)"
            r"(?![A-Za-z0-9世])",
            _ruler,
            name="Roman numeral",
        ),
    )


def _ruler(match: re.Match[str]) -> str:
    value = _ROMAN[match["numeral"]]
    return match["name"] + cardinal(value) + "世" * (int(value) <= 10)


def _maths() -> tuple[Rule, ...]:
    variable = r"(?<![A-Za-z0-9])"
    return (
        rule(
            r"(?<![0-9A-Za-z.])(?P<amount>[0-9]{1,6}(?:\.[0-9]{1,8})?)[eE](?P<minus>-)?\+?(?P<power>[0-9]{1,3})"
            r"(?![0-9A-Za-z.])",
            lambda match: (
                f"{number(match['amount'])}乘十的{'负' if match['minus'] else ''}{cardinal(match['power'])}次方"
            ),
            name="power of ten",
        ),
        rule(r"(?<![A-Za-z])(?P<function>sin|cos|tan)²", lambda match: f"{match['function']}平方", name="power"),
        rule(
            r"(?P<base>(?<![A-Za-z])[A-Za-zπ]{1,3}|(?<=[0-9)）]))(?:(?P<power>[⁻⁺]?[⁰¹²³⁴-⁹ⁿ]{1,4})|\^"
            r"(?P<written>-?[0-9n]{1,3}|\(-?[0-9n]{1,3}\)))",
            _power,
            name="power",
        ),
        rule(r"[√∛](?=[0-9A-Za-z(（])", lambda match: "根号" if match[0] == "√" else "三次根号", name="root"),
        rule(
            r"(?:(?<=sin)|(?<=cos)|(?<=tan))(?P<degrees>[0-9]{1,3})°",
            lambda match: f"{number(match['degrees'])}度",
            name="angle",
        ),
        rule(r"[φΦØ⌀](?=[0-9])", lambda _: "直径", name="diameter"),
        rule(r"∞", lambda _: "无穷大", name="sign"),
        rule(
            r"(?<![α-ωΑ-Ω])[α-ωΑ-Ω∑](?![α-ωΑ-Ω])(?:-(?=[\u4e00-\u9fff]))?",
            lambda match: _GREEK.get(match[0][0]),
            name="Greek letter",
        ),
        rule(r"\|(?P<inside>-?[0-9]{1,6}|[a-z])\|", _absolute, name="absolute value"),
        rule(
            r"\|(?P<first>[0-9]{0,3}[a-z])(?P<sign>[+-])(?P<last>[0-9]{1,4}|[a-z])\|",
            _difference,
            name="absolute value",
        ),
        rule(r"(?<![A-Za-z])(?P<letter>[a-z])(?P<index>[₀-₉]{1,2})(?![A-Za-z])", _indexed, name="variable"),
        rule(
            r"(?<![A-Za-z])log(?P<base>[₀-₉]{1,2})",
            lambda match: f"log以{cardinal(match['base'].translate(SUBSCRIPTS))}为底",
            name="logarithm",
        ),
        rule(r"(?<=[0-9m]) [xX×] (?=[0-9\u4e00-\u9fff])", lambda _: "乘", name="sign"),
        rule(
            r"(?<![0-9A-Za-z.])(?P<digits>[0-9]{4,5})X(?P<rest>[0-9]?[A-Z])(?![0-9A-Za-z])",
            lambda match: (
                f"{spelled(match['digits'])}X{re.sub('[0-9]', lambda digit: number(digit[0]), match['rest'])}"
            ),
            name="model",
        ),
        rule(r"(?<=[0-9])[xX](?=[0-9])", lambda _: "乘", name="sign"),
        rule(r"(?<= )×(?=[0-9]{1,3}(?![0-9A-Za-z.]))", lambda _: "乘", name="sign"),
        rule(
            r"(?<=[\u4e00-\u9fff)）²]) ?(?P<sign>[=＝÷]) ?(?=[\u4e00-\u9fff(（])",
            lambda match: _SIGNS[match["sign"]],
            name="sign",
        ),
        rule(r"(?<=[\u4e00-\u9fff])²", lambda _: "的平方", name="power"),
        rule(r"(?<=层)/(?=[0-9]{1,2}层)", lambda _: "，共", name="floor"),
        rule(r"(?<![A-Za-z])[fgh]\([a-z]\)|[(（][a-z][,，] ?[a-z][)）]", kept, name="function"),
        rule(r"(?<=[0-9a-z])!(?= ?=)", lambda _: "的阶乘", name="factorial"),
        rule(r"(?<=[\u4e00-\u9fffA-Za-z0-9²])[×✕](?=[\u4e00-\u9fff0-9])", lambda _: "乘", name="sign"),
        rule(r"∠(?=[A-Z0-9])", lambda _: "角", name="sign"),
        rule(r"±(?=[0-9])(?<![0-9A-Za-z]±)", lambda _: "正负", name="sign"),
        rule(
            r"(?<=[0-9)）]) ?-(?= ?[0-9(（.]{1,12} ?[=＝≈])| ?(?<=[0-9)）])(?<=[+×÷*=][0-9]) ?-(?=[0-9])",
            lambda _: "减",
            name="minus",
        ),
        rule(
            r"(?<=[0-9)）a-zA-Z²³]) ?-(?= ?[a-zA-Z][²³]? ?[=＝+])|(?<=[a-z²³]) ?-(?= ?[0-9]{1,4}[a-z]? ?[=＝+])"
            r"|(?<=[²³⁴ⁿ]) ?-(?= ?[0-9a-z(])|(?<=[0-9][a-z]) ?-(?= ?[0-9]{1,4}(?![0-9A-Za-z-]))",
            lambda _: "减",
            name="minus",
        ),
        rule(
            rf"(?:{_OPERAND_BEFORE}|(?<=[\u4e00-\u9fff])(?=[<>≥≤≧≦≈＜＞=＝])) ?(?P<sign>[<>!=]="
            rf"|{_OPERATOR}) ?{_OPERAND_AFTER}",
            lambda match: _SIGNS[match["sign"]],
            name="sign",
        ),
        rule(
            rf"{variable}(?:[A-Za-z]{{1,3}}(?=[²³⁴⁵⁶⁷⁸⁹]| ?{_OPERATOR} ?[0-9A-Za-z(√π∞-])|(?:sin|cos|tan|log|ln|UTC"
            rf"|GMT)(?=[(（]?[0-9xθα+-]))",
            kept,
            name="variable",
        ),
        rule(
            r"(?:(?<=[=＝+×÷≥≤≠≈<>][0-9])|(?<=[=＝+×÷≥≤≠≈<>角加于])|(?<=[=＝+×÷≥≤≠≈<>] )|(?<=[∠△²³]))[A-Za-z]{1,3}"
            r"(?![A-Za-z])",
            kept,
            name="variable",
        ),
        rule(r"[≥≧≤≦＞＜<>](?=[0-9])", lambda match: _SIGNS[match[0]], name="sign"),
    )


def _absolute(match: re.Match[str]) -> str:
    inside = match["inside"]
    words = inside if inside.isalpha() else ("负" if inside[0] == "-" else "") + number(inside.lstrip("-"))
    return f"{words}的绝对值"


def _difference(match: re.Match[str]) -> str:
    first, last = (re.sub("[0-9]+", lambda digits: number(digits[0]), match[side]) for side in ("first", "last"))
    return f"{first}{_SIGNS[match['sign']]}{last}的绝对值"


def _indexed(match: re.Match[str]) -> str:
    return match["letter"] + cardinal(match["index"].translate(SUBSCRIPTS))


def _power(match: re.Match[str]) -> str:
    power = (match["written"] or match["power"].translate(SUPERSCRIPTS)).strip("()")
    is_of_ten = re.search(r"[×*xX·] ?10\Z", before(match)[-4:])
    words = None if is_of_ten else {"2": "平方", "3": "立方"}.get(power)
    minus, digits = ("负", power[1:]) if power[0] == "-" else ("", power.lstrip("+"))
    times = f"{minus}{cardinal(digits) if digits.isdigit() else digits}次方"
    return f"{match['base'].replace('π', _GREEK['π'])}的{words or times}"


def _others() -> tuple[Rule, ...]:
    return (
        rule(
            r"(?<![A-Za-z])[Vv](?:ol|OL)\.? ?(?P<digits>[0-9]{1,4})(?![0-9A-Za-z])",
            lambda match: f"第{cardinal(match['digits'])}卷",
            name="volume",
        ),
        rule(
            r"(?<![A-Za-z])(?:[Nn][Oo]\. ?|[Nn][Oo](?=[0-9])|№ ?)(?P<digits>[0-9]{1,6})",
            lambda match: f"第{cardinal(match['digits'])}",
            name="number",
        ),
        rule(
            rf"(?<![A-Za-z])[Pp]{{1,2}}\.? ?(?P<first>[0-9]{{1,4}})(?:[-–~]| - )(?P<last>[0-9]{{1,4}}){STOP}",
            lambda match: f"第{number(match['first'])}到{number(match['last'])}页",
            name="pages",
        ),
        rule(rf"(?<=见)P ?(?P<page>[0-9]{{1,4}}){STOP}", lambda match: f"第{number(match['page'])}页", name="page"),
        rule(rf"(?<![A-Za-z])[Pp]\.? ?(?P<page>[0-9]{{1,4}})(?:页|{STOP})(?!\.[0-9])", _page, name="page"),
        rule(
            r"[#＃](?P<digits>[0-9]{1,5})(?![0-9A-Za-z#＃])",
            lambda match: f"{number(match['digits'])}号",
            name="number",
        ),
        rule(r"(?<=[0-9])[#＃](?=[\u4e00-\u9fff、])", lambda _: "号", name="number"),
        rule(r"[#＃](?P<topic>[^#＃\s]{1,40})[#＃]", lambda match: match["topic"], name="hashtag"),
        rule(
            r"§ ?(?P<digits>[0-9]{1,4}(?:\.[0-9]{1,3})?)",
            lambda match: f"第{number(match['digits'])}节",
            name="section",
        ),
        rule(rf"(?<=[第图])[{_CIRCLED}]", lambda match: cardinal(str(_CIRCLED.index(match[0]) + 1)), name="number"),
        rule(
            rf"[{_CIRCLED}] ?(?P<mark>[、，.．])?",
            lambda match: f"{cardinal(str(_CIRCLED.index(match[0][0]) + 1))}，",
            name="label of a list",
        ),
        rule(r"@(?=[0-9]{1,2}[位个名])", lambda _: "艾特", name="mention"),
        rule(
            r"(?<![A-Za-z0-9])\.(?P<kind>docx?|xlsx?|pptx?|pdf|txt|zip|exe|apk|jpg|png|mp[34]|csv)(?![A-Za-z0-9])",
            lambda match: f"点{re.sub('[0-9]', lambda digit: number(digit[0]), match['kind'])}",
            name="kind of a file",
        ),
        rule(r"@(?P<name>[A-Za-z_]{1,30}|(?=[\u4e00-\u9fff]))", lambda match: f"艾特{match['name']}", name="mention"),
        rule(
            r"(?<=[\u4e00-\u9fff]) ?[&＆] ?(?=[\u4e00-\u9fffA-Z0-9]|\Z)|\A[&＆] ?(?=[\u4e00-\u9fff])",
            lambda _: "和",
            name="sign",
        ),
        *arrows.rules(),
        rule(r"√(?=[\u4e00-\u9fff])", lambda _: "", name="tick"),
        rule(r"(?<=[0-9万亿元]) ?/ ?(?=[年月天人](?![0-9]))", lambda _: "每", name="rate"),
        rule(r"(?<=[一二三四五六七八九十])[~～〜](?=[一二三四五六七八九十])", lambda _: "到", name="range"),
        rule(
            r"(?<=[0-9])(?P<what>号楼|号线|号馆|[号號楼层栋期章届班级页集条])[-–—~～〜](?=第?[0-9]{1,4}(?P=what))",
            lambda match: f"{match['what']}到",
            name="range",
        ),
        rule(r"(?<=[(（])[-+](?=[)）])", lambda match: "阴性" if match[0] == "-" else "阳性", name="result"),
        rule(r"(?<=[0-9])[-–—~～](?=[图表][0-9])", lambda _: "到", name="range"),
        rule(r"(?<=[率值约])[0-9.]{1,6}[xX](?![A-Za-z0-9])", lambda match: f"{number(match[0][:-1])}倍", name="times"),
        rule(r"(?<=[:：][0-9]{2}) ?[-–~～] ?(?=[早晚上下中凌次])", lambda _: "到", name="range"),
        rule(
            r"(?<=[\u4e00-\u9fff])/(?=[0-9]{2,4}(?:m²|㎡|平))|(?<=²)/(?=[\u4e00-\u9fff])", lambda _: "、", name="sign"
        ),
        rule(r"(?<=[点时日])[~～—-](?=次日|第二天|翌日|凌晨|当晚)", lambda _: "到", name="range"),
        rule(r"(?<=[SML])[~～](?=[0-9]?X?[LSM])", lambda _: "到", name="range"),
        rule(
            r"(?<=周)[1-7](?:[/／][1-7]){1,5}(?![0-9/])",
            lambda match: "、".join(number(day) for day in re.findall("[1-7]", match[0])),
            name="weekdays",
        ),
        rule(r"≈(?=[¥￥$€£])", lambda _: "约", name="about"),
        rule(r"(?<=周[一二三四五六日])(?=[0-9]和[0-9])", lambda _: "，", name="weekday"),
        rule(r"(?<=[和及])[/／](?=或)", lambda _: "", name="sign"),
        rule(r"(?<=[\u4e00-\u9fff0-9)）²]) ?[|｜] ?(?=[\u4e00-\u9fff0-9(（])", lambda _: "，", name="sign"),
        rule(rf"(?<=元)[/／](?={PER_WORD})", lambda _: "每", name="rate"),
        rule(
            r"(?:(?<=[\u4e00-\u9fff0-9)）])|(?<=[0-9][A-Za-z]{2})|(?<=[0-9][A-Za-z]{4})) ?[/／] ?(?=[\u4e00-\u9fff(（])"
            r"|(?<=[0-9]{7})/(?=1[3-9]|0)|(?<=[0-9]{4}) / (?=[0-9]{3})|(?<=[:：][0-9]{2}) ?/ ?(?=[0-9]{1,2}[:：])",
            lambda _: "、",
            name="sign",
        ),
        rule(r"(?<=[\u4e00-\u9fff ])(?:vs|VS|Vs)\.?(?=[\u4e00-\u9fff ])", lambda _: "对", name="abbreviation"),
        rule(r"(?<![0-9\u4e00-\u9fffA-Za-z)）%℃°²³])[~～] ?(?=[0-9])", lambda _: "约", name="about"),
        rule(r"(?<![0-9A-Za-z\u4e00-\u9fff)）])[+＋](?=1(?![0-9.%％℃]))", lambda _: "加", name="sign"),
        rule(r"(?<![0-9A-Za-z\u4e00-\u9fff)）])[+＋](?=[0-9])", lambda _: "正", name="sign"),
        rule(
            r"(?<=码)(?P<height>[0-9]{3})/(?P<girth>[0-9]{2,3})(?P<shape>[A-Y])(?![A-Za-z0-9])",
            lambda match: f"{number(match['height'])}，{number(match['girth'])}{match['shape']}",
            name="size of clothes",
        ),
        rule(r"(?<=岁)[+＋]", lambda _: "以上", name="sign"),
        rule(
            r"(?:(?<=[0-9万千亿%％])|(?<=[0-9][wWkK]))[+＋](?P<counted>(?=[个款种人名家位次条件项张座场所部台辆万亿年天]))?(?![0-9A-Za-z])",
            lambda match: "加" if match["counted"] is None else "多",
            name="sign",
        ),
        rule(r"(?<=[\u4e00-\u9fffA-Z])[+＋](?=[\u4e00-\u9fffA-Z0-9])", lambda _: "加", name="sign"),
        rule(
            r"(?<![0-9A-Za-z.])\.(?P<digits>[0-9]{1,20})(?![0-9A-Za-z.])",
            lambda match: f"零点{spelled(match['digits'])}",
            name="decimal",
        ),
    )


def _page(match: re.Match[str]) -> str | None:
    return f"第{number(match['page'])}页" if "." in match[0] or match[0].endswith("页") else None
