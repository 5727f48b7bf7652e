"""Japanese measures, rates, percentages and sums of money -> words with digits."""

from __future__ import annotations

import re

from koe.text.normalize.japanese.numbers import DASH, MINUS, NUMBER, SCALE, START, in_myriads, plain
from koe.text.normalize.rule import Rule, Said, alternatives, before, of_digits, of_kind, rule

_LENGTHS = {
    "km": "キロメートル", "m": "メートル", "cm": "センチメートル", "mm": "ミリメートル", "μm": "マイクロメートル",
    "µm": "マイクロメートル", "nm": "ナノメートル", "ft": "フィート", "in": "インチ", "mi": "マイル", "yd": "ヤード",
}  # fmt: skip
_POWERS = {
    f"{unit}{power}": words + _LENGTHS[unit]
    for unit in ("km", "m", "cm", "mm", "ft")
    for power, words in (("²", "平方"), ("2", "平方"), ("^2", "平方"), ("³", "立方"), ("3", "立方"), ("^3", "立方"))
}
UNITS = {
    **_LENGTHS,
    **_POWERS,
    "%": "パーセント", "％": "パーセント", "‰": "パーミル", "℃": "度", "°C": "度", "˚C": "度", "º C": "度", "°": "度",
    "º": "度",
    "kg": "キログラム", "KG": "キログラム", "Kg": "キログラム", "g": "グラム", "mg": "ミリグラム",
    "μg": "マイクログラム",
    "µg": "マイクログラム", "ug": "マイクログラム", "ng": "ナノグラム", "t": "トン", "lb": "ポンド", "lbs": "ポンド",
    "oz": "オンス",
    "L": "リットル", "l": "リットル", "ℓ": "リットル", "ml": "ミリリットル", "mL": "ミリリットル", "ML": "ミリリットル",
    "dL": "デシリットル", "dl": "デシリットル", "kL": "キロリットル", "cc": "シーシー", "CC": "シーシー",
    "ha": "ヘクタール", "N・m": "ニュートンメートル", "N·m": "ニュートンメートル", "ch": "チャンネル",
    "bit": "ビット", "ppi": "ピーピーアイ", "PS": "馬力",
    "h": "時間", "H": "時間", "hr": "時間", "min": "分", "s": "秒", "sec": "秒", "ms": "ミリ秒", "μs": "マイクロ秒",
    "ns": "ナノ秒",
    "PB": "ペタバイト", "TB": "テラバイト", "GB": "ギガバイト", "MB": "メガバイト", "KB": "キロバイト",
    "kB": "キロバイト",
    "Gbps": "ギガビーピーエス", "Mbps": "メガビーピーエス", "kbps": "キロビーピーエス", "bps": "ビーピーエス",
    "THz": "テラヘルツ", "GHz": "ギガヘルツ", "MHz": "メガヘルツ", "kHz": "キロヘルツ", "Hz": "ヘルツ",
    "GW": "ギガワット", "MW": "メガワット", "kW": "キロワット", "KW": "キロワット", "W": "ワット", "mW": "ミリワット",
    "GWh": "ギガワット時", "MWh": "メガワット時", "kWh": "キロワット時", "KWh": "キロワット時", "Wh": "ワット時",
    "kV": "キロボルト", "V": "ボルト", "mV": "ミリボルト", "A": "アンペア", "mA": "ミリアンペア",
    "mAh": "ミリアンペア時",
    "Ah": "アンペア時", "Ω": "オーム", "kΩ": "キロオーム", "J": "ジュール", "kJ": "キロジュール", "cal": "カロリー",
    "kcal": "キロカロリー", "Kcal": "キロカロリー", "Pa": "パスカル", "hPa": "ヘクトパスカル", "kPa": "キロパスカル",
    "MPa": "メガパスカル",
    "mmHg": "ミリメートル水銀柱", "N": "ニュートン", "dB": "デシベル", "lm": "ルーメン", "lx": "ルクス",
    "px": "ピクセル",
    "dpi": "ディーピーアイ", "ppm": "ピーピーエム", "ppb": "ピーピービー", "fps": "エフピーエス",
    "rpm": "アールピーエム", "bpm": "ビーピーエム",
    "mol": "モル", "mmol": "ミリモル", "Bq": "ベクレル", "mSv": "ミリシーベルト", "μSv": "マイクロシーベルト",
    "Sv": "シーベルト",
    "mph": "マイル毎時", '"': "インチ", "″": "インチ", "IU": "国際単位", "mEq": "ミリ当量", "pt": "ポイント",
}  # fmt: skip
_PER_TIME = {"h": "毎時", "H": "毎時", "hr": "毎時", "s": "毎秒", "S": "毎秒", "sec": "毎秒", "min": "毎分"}
_PER = {
    "kg": "1キログラム", "g": "1グラム", "100g": "100グラム", "L": "1リットル", "l": "1リットル",
    "mL": "1ミリリットル", "ml": "1ミリリットル",
    "dL": "1デシリットル", "dl": "1デシリットル", "km": "1キロメートル", "m": "1メートル", "cm": "1センチメートル",
    "t": "1トン", "ℓ": "1リットル",
    "day": "1日", "d": "1日", "GB": "1ギガバイト", "kWh": "1キロワット時", "h": "1時間", "H": "1時間", "s": "1秒",
    "min": "1分", "月": "1か月",
    "日": "1日", "年": "1年", "週": "1週間", "時": "1時間", "時間": "1時間", "分": "1分", "秒": "1秒", "人": "1人",
    "名": "1名", "個": "1個",
    "本": "1本", "枚": "1枚", "冊": "1冊", "台": "1台", "回": "1回", "件": "1件", "泊": "1泊", "株": "1株",
    "坪": "1坪", "袋": "1袋", "杯": "1杯",
    "箱": "1箱", "室": "1室", "食": "1食", "匹": "1匹", "ヶ月": "1か月", "か月": "1か月", "カ月": "1か月",
    "グラム": "1グラム", "キロ": "1キロ",
    "リットル": "1リットル", **{power: f"1{words}" for power, words in _POWERS.items()},
}  # fmt: skip
_SIGNS = {
    "¥": "円", "￥": "円", "$": "ドル", "＄": "ドル", "US$": "ドル", "A$": "オーストラリアドル",
    "AU$": "オーストラリアドル",
    "C$": "カナダドル", "CA$": "カナダドル", "HK$": "香港ドル", "NT$": "台湾ドル", "S$": "シンガポールドル",
    "NZ$": "ニュージーランドドル",
    "R$": "レアル", "€": "ユーロ", "£": "ポンド", "￡": "ポンド", "₩": "ウォン", "￦": "ウォン", "₹": "ルピー",
    "₽": "ルーブル", "฿": "バーツ",
    "₿": "ビットコイン", "CN¥": "元", "₫": "ドン", "₱": "ペソ",
}  # fmt: skip
_CODES = {
    "USD": "ドル", "JPY": "円", "EUR": "ユーロ", "GBP": "ポンド", "CNY": "元", "RMB": "人民元", "KRW": "ウォン",
    "AUD": "オーストラリアドル",
    "CAD": "カナダドル", "HKD": "香港ドル", "TWD": "台湾ドル", "SGD": "シンガポールドル", "CHF": "スイスフラン",
    "THB": "バーツ", "INR": "ルピー",
    "NZD": "ニュージーランドドル", "RUB": "ルーブル", "BTC": "ビットコイン", "ETH": "イーサリアム", "VND": "ドン",
    "PHP": "ペソ",
}  # fmt: skip
_CENTS = {"ドル": "セント", "ユーロ": "セント", "ポンド": "ペンス"}
_LETTER_SCALES = {
    "k": 3, "K": 3, "M": 6, "m": 6, "B": 9, "bn": 9, "T": 12, " thousand": 3, " million": 6, " billion": 9,
    " trillion": 12,
}  # fmt: skip
_UNIT = rf"(?P<unit>{alternatives(UNITS)})"
# Also the second side of 10x20cm.
_BEGIN = rf"(?:{START}|(?<=[0-9][xX]))"
_END = r"(?![A-Za-z²³₀-₉]|[0-9](?![0-9]?[分秒]))"
_PER_UNIT = (
    rf"(?:(?P<per>{alternatives(_PER)})(?![A-Za-z0-9²³]| ?[¥￥])"
    rf"|(?P<count>[0-9]{{1,3}}(?:分|秒|km|g|日|時間|か月|ヶ月|名|人|個|本|枚|泊)))"
)
_WORD_UNIT = r"(?:滴|円|ドル|ユーロ|ポンド|元|ウォン|回|個|本|枚|件|人|名|杯|錠|粒|台)"
_SAYS_PER = re.compile(r"(?:時速|秒速|分速|毎時|毎秒|毎分)(?:約|およそ|最大|最高|[は ]){0,2}\Z")
_SAYS_DEGREES = re.compile(r"(?:華氏|摂氏)\Z")


def rules() -> tuple[Rule, ...]:
    return (
        *of_digits(*of_kind("money", *_money()), *of_kind("units", *_measures())),
        *of_kind("units", *_bare_units()),
    )


def _money() -> tuple[Rule, ...]:
    amount = (
        rf"(?P<amount>{NUMBER})(?:(?P<letter>{alternatives(_LETTER_SCALES)})(?![A-Za-z])| ?(?P<scale>{SCALE}"
        rf"(?:[0-9,]{{1,6}}[万億])?))?"
    )
    per = rf"(?: ?[/／] ?{_PER_UNIT})?"
    return (
        # Old fonts show the sign of the yen for a backslash.
        rule(
            r"(?<![A-Za-z0-9:/\\])\\ ?(?P<amount>[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{3,6})(?![0-9A-Za-z\\])",
            lambda match: f"{match['amount']}円",
            name="sum of money",
        ),
        rule(
            rf"(?P<minus>(?<![0-9A-Za-z])-)?(?:(?<![A-Za-z])|(?=[¥￥]))(?P<sign>{alternatives(_SIGNS)}) ?"
            rf"(?P<negative>-)?(?:(?P<first>{NUMBER}){DASH}(?P=sign)?)?{amount}(?:円|-(?![0-9¥￥$€£]))?{per}(?![A-Za-z])",
            _of_sign,
            name="sum of money",
        ),
        rule(rf"{START}{amount} ?(?P<sign>{alternatives(_SIGNS)})(?![0-9]){per}", _of_sign, name="sum of money"),
        rule(
            rf"(?<![A-Za-z])(?P<code>{alternatives(_CODES)}) ?{amount}{per}(?![A-Za-z0-9])",
            _of_code,
            name="sum of money",
        ),
        rule(rf"{START}{amount} ?(?P<code>{alternatives(_CODES)})(?![A-Za-z0-9]){per}", _of_code, name="sum of money"),
        rule(
            rf"{START}(?P<amount>{NUMBER}(?:{SCALE})?(?:[0-9,]{{1,6}}[万億]?)?)"
            rf"(?P<unit>{_WORD_UNIT}) ?[/／] ?{_PER_UNIT}",
            lambda match: f"{_per(match)}{match['amount']}{match['unit']}",
            name="rate",
        ),
        # The price of one piece.
        rule(r"[@＠] ?(?=[¥￥][0-9]|[0-9][0-9,]{0,9}円)", lambda _: "単価", name="price"),
        rule(
            r"(?<=円)(?P<digits>0[0-9])銭",
            lambda match: f"{plain(match['digits'])}銭" if int(match["digits"]) else "",
            name="sum of money",
        ),
    )


def _of_sign(match: re.Match[str]) -> str:
    groups = match.groupdict()
    unit = _SIGNS[match["sign"]]
    minus = "マイナス" if groups.get("minus") or groups.get("negative") else ""
    first = f"{groups['first']}から" if groups.get("first") else ""
    return f"{_per(match)}{minus}{first}{_sum(match, unit)}"


def _of_code(match: re.Match[str]) -> str:
    return f"{_per(match)}{_sum(match, _CODES[match['code']])}"


def _per(match: re.Match[str]) -> str:
    count = match["count"]
    per = re.sub("km|g", lambda unit: UNITS[unit[0]], count) if count else _PER.get(match["per"])
    return f"{per}あたり" if per else ""


def _sum(match: re.Match[str], unit: str) -> str:
    whole, _, fraction = match["amount"].partition(".")
    if match["letter"]:
        zeros = _LETTER_SCALES[match["letter"]]
        digits = whole.replace(",", "") + fraction.ljust(zeros, "0")[:zeros]
        return f"{in_myriads(int(digits))}{unit}"
    if unit in _CENTS and len(fraction) == 2 and not match["scale"]:
        cents = f"{plain(fraction)}{_CENTS[unit]}" if int(fraction) else ""
        return f"{whole}{unit}{cents}"
    amount = whole if fraction and not int(fraction) and not match["scale"] else match["amount"]
    return f"{amount}{match['scale'] or ''}{unit}"


def _measures() -> tuple[Rule, ...]:
    amount = rf"(?P<amount>{NUMBER})(?P<scale>{SCALE}{{0,2}})"
    signed = rf"(?P<sign>{MINUS}|(?<![0-9A-Za-z)）])\+|±)?{_BEGIN}{amount}"
    return (
        rule(
            rf"(?P<sign>{MINUS})?{START}(?P<amount>{NUMBER}) ?(?:℉|°F|º ?F)(?![A-Za-z])",
            _fahrenheit,
            name="temperature",
        ),
        rule(
            rf"{START}(?P<degrees>[0-9]{{1,3}})[°º](?P<minutes>[0-9]{{1,2}}(?:\.[0-9]{{1,6}})?)[′'](?:"
            rf"(?P<seconds>[0-9]{{1,2}}(?:\.[0-9]{{1,6}})?)(?:[″\"”]|''))?",
            _angle,
            name="angle",
        ),
        rule(
            rf"{START}(?P<amount>{NUMBER}) ?(?P<unit>I?U)/(?P<per>m?L)(?![A-Za-z0-9])",
            lambda match: f"{_PER[match['per']]}あたり{match['amount']}単位",
            name="rate",
        ),
        rule(rf"{START}50/60 ?Hz{_END}", lambda _: "50、60ヘルツ", name="frequency"),
        rule(
            rf"{START}([0-9]{{2,3}})/([0-9]{{2,3}}) ?mmHg{_END}",
            lambda match: f"{match[1]}、{match[2]}ミリメートル水銀柱",
            name="blood pressure",
        ),
        rule(
            rf"{START}(?P<hours>[0-9]{{1,3}}) ?h ?(?P<minutes>[0-9]{{1,2}}) ?(?:min|m)(?![A-Za-z0-9])",
            lambda match: f"{match['hours']}時間{match['minutes']}分",
            name="duration",
        ),
        rule(
            rf"{START}(?:(?P<metres>[0-9]{{1,2}}) ?m ?(?P<rest>[0-9]{{1,2}}) ?(?:cm|センチ)"
            r"|(?P<height>[12])m(?P<more>[0-9]{2}))(?![A-Za-z0-9.])",
            lambda match: f"{match['metres'] or match['height']}メートル{plain(match['rest'] or match['more'])}センチ",
            name="length",
        ),
        rule(
            rf"{START}{amount} ?m/s[²2]{_END}",
            lambda match: f"{match['amount']}{match['scale']}メートル毎秒毎秒",
            name="rate",
        ),
        rule(rf"{START}{amount} ?{_UNIT} ?/ ?(?P<per>{alternatives(_PER_TIME)})(?![A-Za-z0-9²³])", _speed, name="rate"),
        rule(
            rf"{START}{amount} ?{_UNIT} ?/ ?{_PER_UNIT}",
            lambda match: f"{_per(match)}{match['amount']}{match['scale']}{UNITS[match['unit']]}",
            name="rate",
        ),
        rule(
            rf"{START}(?P<amount>{NUMBER}) ?[°º] ?(?P<point>[NSEW])(?![A-Za-z0-9])",
            lambda match: f"{_POINTS[match['point']]}{match['amount']}度",
            name="position",
        ),
        rule(rf"{START}0(?:℃|°C)", lambda _: "零度", name="temperature"),
        rule(rf"{signed} ?(?P<unit>%|％|‰|℃|°C|˚C|°)(?![²³])", _measure, name="measure"),
        rule(rf"{START}{amount}V(?=型)", lambda match: f"{match['amount']}ブイ", name="size of a screen"),
        rule(rf"{signed} ?{_UNIT}{_END}", _measure, name="measure"),
    )


_POINTS = {"N": "北緯", "S": "南緯", "E": "東経", "W": "西経"}


def _bare_units() -> tuple[Rule, ...]:
    """Units without a number, as the head of a column or a power of ten has them."""
    return (
        rule(
            rf"(?<=[数何十百千万億一二三四五六七八九])(?P<unit>"
            rf"{alternatives(u for u in UNITS if len(u) > 1 or not u.isalpha())}|[mgL])(?:/"
            rf"(?P<per>{alternatives(_PER_TIME)}))?{_END}",
            lambda match: UNITS[match["unit"]] + (_PER_TIME[match["per"]] if match["per"] else ""),
            name="unit",
        ),
        rule(
            rf"(?<![A-Za-z0-9./])(?P<unit>km|m|kg|g|mg|μg|µg|mmol)/"
            rf"(?P<per>{alternatives((*_POWERS, *_PER_TIME, 'L', 'mL', 'dL', 'kg'))})(?![A-Za-z0-9²³])",
            _bare_rate,
            name="unit",
        ),
        rule(rf"(?<=[⁰¹²³⁴-⁹]) ?{_UNIT}(?:/(?P<per>{alternatives(_PER_TIME)}))?{_END}", _bare_unit, name="unit"),
        rule(
            rf"(?:(?<=[(（])|(?<=単位[：:は])){_UNIT}(?:/(?P<per>{alternatives(_PER_TIME)}))?(?=[)）。、\s]|\Z)",
            _bare_unit,
            name="unit",
        ),
    )


def _bare_rate(match: re.Match[str]) -> str:
    per = _PER_TIME.get(match["per"])
    return UNITS[match["unit"]] + (per or f"パー{UNITS[match['per']]}")


_SIGN_WORDS = {"": "", "-": "マイナス", "+": "プラス", "±": "プラスマイナス"}


def _measure(match: re.Match[str]) -> Said | None:
    if match["unit"] in ("A", "N", "H", "t", "in") and match.string[match.end() : match.end() + 1] in (
        "級",
        "型",
        "列",
        "組",
        "席",
    ):
        return None
    unit = UNITS[match["unit"]]
    bare = _SIGN_WORDS[match["sign"] or ""] + match["amount"] + match["scale"]
    return Said(bare + unit, bare, unit)


def _fahrenheit(match: re.Match[str]) -> str:
    name = "" if _SAYS_DEGREES.search(before(match)[-2:]) else "華氏"
    return f"{name}{'マイナス' if match['sign'] else ''}{match['amount']}度"


def _angle(match: re.Match[str]) -> str:
    seconds = f"{match['seconds']}秒" if match["seconds"] else ""
    return f"{match['degrees']}度{match['minutes']}分{seconds}"


def _speed(match: re.Match[str]) -> Said:
    unit = UNITS[match["unit"]] + ("" if _SAYS_PER.search(before(match)[-8:]) else _PER_TIME[match["per"]])
    bare = match["amount"] + match["scale"]
    return Said(bare + unit, bare, unit)


def _bare_unit(match: re.Match[str]) -> str | None:
    if len(match["unit"]) == 1 and match["unit"].isalpha() and not match["per"]:
        return None
    return UNITS[match["unit"]] + (_PER_TIME[match["per"]] if match["per"] else "")
