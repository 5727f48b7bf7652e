"""Telephone numbers, codes, house numbers, names of models and web addresses in Japanese -> words."""

from __future__ import annotations

import re

from koe.text.normalize.japanese.numbers import START, STOP, letters, spelled
from koe.text.normalize.rule import Rule, Said, after, before, of_digits, of_kind, rule

_PHONE = (
    r"(?:(?:\+|00)81[- ]?(?:\(0\))?[0-9]{1,4}[- ][0-9]{1,4}[- ][0-9]{3,4}|0[0-9]{1,4}-[0-9]{1,4}-[0-9]{3,4}"
    r"|0[0-9]{1,4}[(（][0-9]{1,4}[)）][0-9]{4}|[(（]0[0-9]{1,4}[)）] ?[0-9]{1,4}-[0-9]{4}|0[5789]0 [0-9]{4} [0-9]{4}"
    r"|0120 [0-9]{3} [0-9]{3}|0[5789]0[0-9]{8}|0[1-9][0-9]{8}|0120[0-9]{6})"
)
_CODE_BEFORE = re.compile(
    r"(?:暗証番号|認証番号|確認番号|会員番号|注文番号|受付番号|予約番号|口座番号|カード番号|電話番号|番号|認証コード"
    r"|確認コード|証券コード|コード|パスワード|パスコード|ワンタイムパスワード|内線|シリアル番号|追跡番号|社員番号"
    r"|学籍番号|型番|品番|下[0-9]桁|ピン|PIN|ID)(?:は|が|を|の|番号|[:： 「『]){0,3}\Z"
)
_SHORT_CODE_AFTER = re.compile(r"[番号便円人個回年月日時分秒本枚台つ位点%％]")
_MODEL_BEFORE = re.compile(r"(?:ボーイング|エアバス|ポルシェ|プジョー|B|Boeing) ?\Z")
_COUNTED_AFTER = re.compile(r"[便号円人個回年月日時分秒本枚台位話巻]")
_NAMES = {
    "G20": "ジートゥエンティ", "5W1H": "ゴーダブリューイチエイチ", "100均": "百均", "B2B": "ビートゥービー",
    "B2C": "ビートゥーシー",
    "D2C": "ディートゥーシー", "P2P": "ピートゥーピー", "O2O": "オートゥーオー", "24/7": "トゥエンティーフォーセブン",
    "H2O": "エイチツーオー", "H3": "エイチスリー", "1Q84": "イチキューハチヨン", "2×4工法": "ツーバイフォー工法",
}  # fmt: skip
_STANDARD = re.compile(r"(?:ISO|JIS|IEC|EN)(?: [A-Z])? ?\Z")
_LINES = frozenset(("144", "240", "360", "480", "540", "576", "720", "1080", "1440", "2160", "4320"))  # of a picture
_PLACE_BEFORE = re.compile(r"[一-鿿々ヶケがのノ丘町区市村郡条丁目](?:[ぁ-んァ-ヶー]{0,3})\Z")
# Parts of a match, before a score.
_HALF_BEFORE = re.compile(r"(?:前半|後半|延長|試合|対戦|第[0-9一二三四]セット|合計) ?\Z")
_RANGE_AFTER = re.compile(
    r"[0-9]|で|[人個回名本枚日月年時分円歳台話巻位倍割度点週泊か%％℃カヶページ章号階つ世代羽匹杯歩km]"
)

_HOST = r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,40}[A-Za-z0-9])?\.){1,4}"
_TOP = r"(?:com|jp|net|org|edu|gov|io|ai|co|tv|me|info|biz|app|dev|xyz|tokyo|us|uk|de|fr|cn|kr|eu)(?![A-Za-z0-9-])"
_URL = r"(?:https?://|(?=www\.))(?P<rest>[A-Za-z0-9.-]{1,80}(?::[0-9]{2,5})?(?:/[A-Za-z0-9._~%#?&=+/@:-]{0,200})?)"
_SITE = rf"(?<![A-Za-z0-9@.-])(?P<rest>{_HOST}{_TOP}(?:/[A-Za-z0-9._~%#?&=+/-]{{0,100}})?)"
_EMAIL = rf"(?<![A-Za-z0-9._%+-])(?P<rest>[A-Za-z0-9._%+-]{{1,64}}@{_HOST}[A-Za-z]{{2,10}})(?![A-Za-z0-9])"
_MARKS = {
    ".": "ドット", "/": "スラッシュ", "@": "アットマーク", "-": "ハイフン", "_": "アンダーバー", ":": "コロン",
    "?": "クエスチョン",
    "=": "イコール", "&": "アンド", "#": "シャープ", "%": "パーセント", "+": "プラス", "~": "チルダ",
}  # fmt: skip
_ADDRESS_WORDS = {
    "www": "ダブリューダブリューダブリュー", "com": "コム", "co": "シーオー", "jp": "ジェーピー", "ne": "エヌイー",
    "or": "オーアール",
    "ac": "エーシー", "go": "ジーオー", "net": "ネット", "org": "オーグ", "io": "アイオー", "ai": "エーアイ",
    "tv": "ティーブイ", "html": "エイチティーエムエル",
    "php": "ピーエイチピー", "pdf": "ピーディーエフ",
}  # fmt: skip
_PART = re.compile(r"[A-Za-z]+|[0-9]+|.")


def rules() -> tuple[Rule, ...]:
    return (
        *of_kind("emails", rule(_EMAIL, _address, name="e-mail address")),
        *of_kind("urls", rule(_URL, _address, name="web address"), rule(_SITE, _address, name="web address")),
        *of_digits(*of_kind("phones", *_phones()), *of_kind("numbers", *_codes())),
    )


def _phones() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?:(?<![0-9A-Za-z])|(?<=TEL)|(?<=Tel)|(?<=FAX)|(?<=Fax))(?<![0-9][.,:：/-]){_PHONE}(?![0-9A-Za-z]"
            rf"|[.-][0-9])",
            _phone,
            name="telephone number",
        ),
        rule(r"(?<![A-Za-z])(?:TEL|Tel|tel)\.?(?=[:： ]{0,2}[0-9(（+])", lambda _: "電話", name="telephone number"),
        rule(
            r"(?<![A-Za-z])(?:FAX|Fax|fax)\.?(?=[:： ]{0,2}[0-9(（+])", lambda _: "ファックス", name="telephone number"
        ),
    )


def _codes() -> tuple[Rule, ...]:
    return (
        rule(
            r"〒 ?(?P<area>[0-9]{3})-?(?P<town>[0-9]{4})(?![0-9])",
            lambda match: f"郵便番号{spelled(match['area'])}の{spelled(match['town'])}",
            name="postal code",
        ),
        rule(
            r"(?<![A-Za-z0-9])(?P<number>[0-9]{4,5}(?:-[0-9])?)[:：](?P<year>(?:19|20)[0-9]{2})(?![0-9:：])",
            lambda match: f"{match['number']}、{match['year']}" if _STANDARD.search(before(match)[-12:]) else None,
            name="standard",
        ),
        rule(
            r"(?<![0-9A-Za-z])0x(?P<digits>[0-9A-Fa-f]{2,16})(?![0-9A-Za-z])",
            lambda match: (
                "ゼロエックス" + "".join(spelled(sign) if sign.isdigit() else letters(sign) for sign in match["digits"])
            ),
            name="hexadecimal number",
        ),
        rule(
            r"(?<![0-9.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9.]?[0-9])",
            lambda match: "ドット".join(map(spelled, match[0].split("."))),
            name="IP address",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?P<letters>[A-Z]{1,4})(?P<dash>[ -]?)(?P<digits>[0-9]{2,16}(?:-[0-9]{1,8}){0,4})"
            r"(?![0-9A-Za-z]|[.,:：/-][0-9])",
            _lettered_code,
            name="code",
        ),
        rule(rf"{START}[0-9]{{2,16}}(?:[ -][0-9]{{1,8}}){{0,5}}(?![0-9A-Za-z]|[.,:：/-][0-9])", _code, name="code"),
        rule(
            r"(?<=ISBN)(?P<space>[ :：-]?)(?P<digits>[0-9]{1,5}(?:-[0-9]{1,7}){2,4}(?:-X)?|[0-9]{10,13})",
            lambda match: match["space"].replace("-", "") + "、".join(map(spelled, match["digits"].split("-"))),
            name="book number",
        ),
        rule(
            r"(?P<kana>(?:(?<=[0-9])|(?<=[0-9] ))[ぁ-んA-Z]) ?(?P<first>[0-9・]{1,2})-(?P<last>[0-9]{2})(?![0-9])",
            lambda match: f"{match['kana']}{spelled(match['first'])}、{spelled(match['last'])}",
            name="licence plate",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?:G20|5W1H|B2[BC]|D2C|P2P|O2O|H2O|1Q84|24/7|H3(?=ロケット))(?![0-9A-Za-z])|(?<![0-9])100均|2×4工法",
            lambda match: _NAMES[match[0]],
            name="name",
        ),
    )


def names() -> tuple[Rule, ...]:
    """Numbers that are names: of houses, floors, models and versions. What could also be a date is one."""
    found = (
        rule(
            rf"{START}[0-9]{{1,4}}(?:[-–ー][0-9]{{1,5}}){{2,4}}{STOP}",
            lambda match: re.sub("[-–ー]", "の", match[0]),
            name="house number",
        ),
        rule(
            r"(?<=[番地目])(?P<first>[0-9]{1,4})[-–](?P<last>[0-9]{1,4})(?=号)",
            lambda match: f"{match['first']}の{match['last']}",
            name="house number",
        ),
        rule(rf"{START}(?P<first>[0-9]{{1,4}})[-–](?P<last>[0-9]{{1,4}}){STOP}", _house, name="house number"),
        rule(
            rf"(?<![A-Za-z])(?:[Nn][Oo]\.|№) ?(?P<first>[0-9]{{1,6}})-(?P<last>[0-9]{{1,6}}){STOP}",
            _numbered_in_parts,
            name="number",
        ),
        rule(
            r"(?<=[A-Za-z]{3})[0-9]{1,3}(?:\.[0-9]{1,3}){1,2}(?![0-9A-Za-z]|\.[0-9])",
            lambda match: Said(_version(match[0]), match[0], match[0]),
            name="version",
        ),
        rule(
            r"(?<![0-9A-Za-z.])(?P<lines>[0-9]{3,4})p(?![0-9A-Za-z])",
            lambda match: match["lines"] + ("ピー" if match["lines"] in _LINES else "ページ"),
            name="resolution",
        ),
        rule(
            r"(?<![A-Za-z0-9])(?P<name>[A-Z]{1,3})-(?P<first>[0-9]{1,4})-(?P<last>[0-9]{1,3})(?![A-Za-z0-9-])",
            lambda match: f"{match['name']} {match['first']} {match['last']}",
            name="model",
        ),
        rule(
            r"(?<=[一-鿿ァ-ヶーA-Z])[(（](?P<digits>[3-9][0-9]{3}|1[3-8][0-9]{2})[)）](?=[がはもの、])",
            lambda match: f"({spelled(match['digits'])})" if re.search("株|[高安]", after(match)) else None,
            name="code of a share",
        ),
        rule(r"(?<=[図表式])(?P<part>[0-9]{1,2})-(?=[0-9])", lambda match: f"{match['part']}の", name="figure"),
        rule(
            r"(?<![A-Za-z0-9])i(?P<line>[3579])-(?P<digits>[0-9]{4,5})(?P<suffix>[A-Z]{0,2})(?![A-Za-z0-9])",
            lambda match: f"アイ{spelled(match['line'])}、{spelled(match['digits'])}{letters(match['suffix'])}",
            name="model",
        ),
        rule(
            r"(?<![A-Za-z])(?P<side>[WDHL])(?P<size>[0-9]{1,5}(?:\.[0-9])?)(?P<unit>cm|mm|m)?(?![0-9A-Za-z.])",
            _side,
            name="size",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?P<below>B)?(?P<floor>[0-9]{1,2})F(?![0-9A-Za-z])",
            lambda match: f"{'地下' if match['below'] else ''}{match['floor']}階",
            name="floor",
        ),
        rule(
            rf"{START}(?P<digits>[0-9]{{3}}){STOP}",
            lambda match: spelled(match["digits"]) if _MODEL_BEFORE.search(before(match)[-6:]) else None,
            name="model",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?P<letters>[A-Z]{1,3})-?(?P<digits>[0-9]{3,4})(?![0-9A-Za-z.,-])", _model, name="model"
        ),
        rule(
            rf"(?<![0-9A-Za-z.])(?:[vV](?:er)?\.? ?|Version )(?P<digits>[0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{0,4}}){STOP}",
            lambda match: f"バージョン{_version(match['digits'])}" if "." in match[0] else None,
            name="version",
        ),
        rule(rf"{START}[0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{2,4}}{STOP}", lambda match: _version(match[0]), name="version"),
        rule(
            r"(?<![A-Za-z])M(?P<digits>[0-9](?:\.[0-9])?)(?![0-9A-Za-z.]|の?チップ)",
            lambda match: f"マグニチュード{match['digits']}" if _is_of_earthquake(match) else None,
            name="magnitude",
        ),
        rule(r"(?<![0-9.,])0[0-9]{1,15}(?![0-9.,:：])", lambda match: spelled(match[0]), name="code"),
        rule(r"(?<![0-9.,])[0-9]{11,}+(?![.,][0-9])", _long, name="code"),
    )
    return of_kind("numbers", *found)


def _phone(match: re.Match[str]) -> str:
    parts = "、".join(spelled(part) for part in re.findall("[0-9]+", match[0].replace("(0)", " ")))
    return f"プラス{parts}" if match[0][0] == "+" else parts


def _code(match: re.Match[str]) -> str | None:
    if not _CODE_BEFORE.search(before(match)[-16:]) or re.match("[円人個回年本枚]", after(match)):
        return None
    return "、".join(map(spelled, re.split("[ -]", match[0])))


def _lettered_code(match: re.Match[str]) -> str | None:
    if not _CODE_BEFORE.search(before(match)[-16:]) or re.match("[円人個回年本枚]", after(match)):
        return None
    return letters(match["letters"]) + "、" * bool(match["dash"]) + "、".join(map(spelled, match["digits"].split("-")))


def _house(match: re.Match[str]) -> str | None:
    """Two numbers after the name of a place; a counter after them makes them a range."""
    if (
        _HALF_BEFORE.search(before(match))
        or not _PLACE_BEFORE.search(before(match)[-4:])
        or _RANGE_AFTER.match(after(match))
    ):
        return None
    is_score = match["last"] == "0" or re.match("[一-鿿ァ-ヶ]", after(match))
    if is_score and not re.search(r"[都道府県区市町村郡]|丁目|番地", before(match)[-16:]):
        return None
    is_place = re.search(r"[都道府県区市町村郡]|丁目|番地|[一-鿿][ヶケがのノ]?[一-鿿]{1,4}\Z", before(match)[-16:])
    return f"{match['first']}の{match['last']}" if is_place else None


_SIDES = {"W": "幅", "D": "奥行", "H": "高さ", "L": "長さ"}
_SIZES = {"cm": "センチメートル", "mm": "ミリメートル", "m": "メートル"}


def _side(match: re.Match[str]) -> str | None:
    """A side of a box, W120×D60×H70cm: only beside another one."""
    is_beside = re.match("[×xX*][WDHL]", after(match)) or re.search(
        r"[WDHL][0-9.]{1,7}[a-z]{0,2}[×xX*]\Z", before(match)
    )
    return _SIDES[match["side"]] + match["size"] + _SIZES.get(match["unit"], "") if is_beside else None


def _model(match: re.Match[str]) -> str | None:
    """N700 is read as a number, E233 and A320 digit by digit."""
    is_round = match["digits"].endswith("00") or match["digits"].endswith("000")
    if is_round or _COUNTED_AFTER.match(after(match)):
        return None
    return letters(match["letters"]) + spelled(match["digits"])


def _is_of_earthquake(match: re.Match[str]) -> bool:
    has_quake = re.search("震|津波|噴火", before(match) + after(match)) is not None
    return has_quake or ("." in match["digits"] and re.match("クラス|級|規模", after(match)) is not None)


def _numbered_in_parts(match: re.Match[str]) -> str:
    first, last = (spelled(part) if part[0] == "0" else part for part in (match["first"], match["last"]))
    return f"ナンバー{first}の{last}"


def _long(match: re.Match[str]) -> str | None:
    """A long number that is not round is a code."""
    return None if match[0].endswith("000") and len(match[0]) < 17 else spelled(match[0])


def _version(digits: str) -> str:
    parts = digits.split(".")
    return digits if len(parts) < 3 else "テン".join(parts)


def _address(match: re.Match[str]) -> str | Said:
    rest = match["rest"].rstrip("/.,?:")
    words = "".join(_address_part(part) for part in _PART.findall(rest))
    return words + match["rest"][len(rest) :].replace("/", "")


def _address_part(part: str) -> str:
    if part.isdigit():
        return spelled(part)
    return _MARKS.get(part) or _ADDRESS_WORDS.get(part.lower(), part)
