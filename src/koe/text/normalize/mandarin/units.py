"""Mandarin measures, rates, temperatures and percentages -> words."""

from __future__ import annotations

import re

from koe.text.normalize.mandarin.numbers import DASH, MINUS, NUMBER, SCALE, START, amount, number, spelled
from koe.text.normalize.rule import Rule, Said, alternatives, before, of_digits, of_kind, rule

_LENGTHS = {
    "km": "公里", "m": "米", "dm": "分米", "cm": "厘米", "mm": "毫米", "μm": "微米", "µm": "微米", "um": "微米",
    "nm": "纳米",
    "in": "英寸", "ft": "英尺", "yd": "码", "mi": "英里",
}  # fmt: skip
_POWERS = {"²": "平方", "2": "平方", "^2": "平方", "³": "立方", "3": "立方", "^3": "立方"}
_PER_POWER = {
    f"{unit}{power}": f"{words}{'公里' if unit == 'km' else _LENGTHS[unit]}"
    for unit in ("km", "m", "dm", "cm", "mm", "ft", "in")
    for power, words in _POWERS.items()
}
UNITS = {
    **_LENGTHS,
    **_PER_POWER,
    "kg": "公斤", "KG": "公斤", "Kg": "公斤", "g": "克", "mg": "毫克", "μg": "微克", "µg": "微克", "ug": "微克",
    "ng": "纳克",
    "t": "吨", "lb": "磅", "lbs": "磅", "oz": "盎司",
    "L": "升", "l": "升", "ml": "毫升", "mL": "毫升", "ML": "毫升", "dL": "分升", "dl": "分升", "μL": "微升",
    "cc": "毫升",
    "ha": "公顷", "h": "小时", "hr": "小时", "min": "分钟", "mins": "分钟", "s": "秒", "sec": "秒", "ms": "毫秒",
    "μs": "微秒",
    "ns": "纳秒",
    "TB": "太字节", "GB": "吉字节", "MB": "兆字节", "KB": "千字节", "kB": "千字节", "PB": "拍字节",
    "Hz": "赫兹", "HZ": "赫兹", "kHz": "千赫", "KHz": "千赫", "MHz": "兆赫", "GHz": "吉赫", "THz": "太赫",
    "W": "瓦", "w": "瓦", "kW": "千瓦", "KW": "千瓦", "MW": "兆瓦", "GW": "吉瓦", "mW": "毫瓦",
    "kWh": "千瓦时", "kwh": "千瓦时", "KWh": "千瓦时", "Wh": "瓦时", "MWh": "兆瓦时", "GWh": "吉瓦时", "TWh": "太瓦时",
    "V": "伏", "kV": "千伏", "mV": "毫伏", "A": "安", "mA": "毫安", "Ah": "安时", "mAh": "毫安时", "Ω": "欧姆",
    "kΩ": "千欧",
    "μF": "微法", "J": "焦耳", "kJ": "千焦", "KJ": "千焦", "MJ": "兆焦", "cal": "卡", "kcal": "千卡",
    "Kcal": "千卡",
    "Pa": "帕", "hPa": "百帕", "kPa": "千帕", "MPa": "兆帕", "GPa": "吉帕", "mmHg": "毫米汞柱", "bar": "巴", "N": "牛",
    "N·m": "牛米", "dB": "分贝", "dB(A)": "分贝",
    "dBm": "分贝毫瓦", "mol": "摩尔", "mmol": "毫摩尔", "μmol": "微摩尔", "cd": "坎德拉",
    "lm": "流明", "lx": "勒克斯", "px": "像素", "pt": "磅", "dpi": "像素每英寸", "ppm": "百万分之一", "IU": "国际单位",
    "bit": "位", "ppi": "像素每英寸", "bp": "个基点", "BP": "个基点", "kW·h": "千瓦时",
    "°": "度", "º": "度", "′": "分", "″": "秒", '"': "英寸", "Bq": "贝克勒尔",
    "mSv": "毫西弗",
    "kg·m/s²": "千克米每二次方秒", "kg·m/s": "千克米每秒",
    "μSv": "微西弗", "rpm": "转每分钟", "cm/s²": "厘米每二次方秒",
}  # fmt: skip
# Rates whose sign names what they are counted by.
_RATES = {
    "kph": ("每小时", "公里"), "mph": ("每小时", "英里"), "rpm": ("每分钟", "转"), "RPM": ("每分钟", "转"),
    "r/min": ("每分钟", "转"),
    "bps": ("每秒", "比特"),
    "kbps": ("每秒", "千比特"), "Kbps": ("每秒", "千比特"), "Mbps": ("每秒", "兆比特"), "mbps": ("每秒", "兆比特"),
    "Gbps": ("每秒", "吉比特"), "Mb/s": ("每秒", "兆比特"), "fps": ("每秒", "帧"), "FPS": ("每秒", "帧"),
    "bpm": ("每分钟", "次"),
    "BPM": ("每分钟", "次"), "m/s²": ("每二次方秒", "米"), "m/s2": ("每二次方秒", "米"),
}  # fmt: skip
PER = {
    "h": "小时", "H": "小时", "hr": "小时", "s": "秒", "S": "秒", "min": "分钟", "d": "天", "day": "天", "kg": "公斤",
    "g": "克",
    "L": "升", "l": "升", "mL": "毫升", "ml": "毫升", "dL": "分升", "dl": "分升", "km": "公里", "m": "米",
    "cm": "厘米", "K": "开尔文",
    "t": "吨", "100km": "一百公里", "100g": "一百克", "100ml": "一百毫升", "mol": "摩尔", "GB": "吉字节",
    "kWh": "千瓦时", **_PER_POWER,
}  # fmt: skip
PER_WORD = (
    "小時|個|平方公里|平方米|平米|立方米|公斤|千克|公里|小时|分钟|季度|课时|盎司|工作日|斤|克|吨|人|天|日|月|年|时|"
    "分|秒|次"
    "|个|件|张|本|米|股|晚|间"
    "|套|位|份|杯|瓶|盒|袋|只|条|台|辆|度|升|周|亩|户|节|班|桶|箱|包|场|夜|支|部|平|车|站|页|字|颗|枚|组|队|片|粒|滴|勺|面|头|层|轮|刀|两|卷|双|对|根|块|碗|盘|串|把|朵|束|副|顿|门|期"
)
_WORD_UNIT = (
    r"(?:大卡|千卡|美元|欧元|港元|日元|英镑|公里|千米|公斤|千克|毫克|微克|毫升|元|块|角|分|次|个|件|人|克|升|吨|米|辆|台|架|张"
    r"|份|粒|片|转|帧|字|页|度)"
)
_UNIT = rf"(?P<unit>{alternatives(UNITS)})"
# Also the second side of 10x20cm.
_BEGIN = rf"(?:{START}|(?<=[0-9][xX]))"
_END = r"(?![A-Za-z0-9²³])"
# 5A级 and 3A大作 are names; 5A的电流 is a current.
_NAMES_MODEL = re.compile(r"(?!电|的电|保险|快充|充|输)[\u4e00-\u9fff]")
_SAYS_PER_HOUR = re.compile(
    r"(?:时速|每小时|每秒|秒速|每分钟|转速)(?:约|为|达|达到|超过|高达|可达|最高|不超过|是|[：: ]){0,3}\Z"
)
_SAYS_ANGLE = re.compile(r"[经纬]\Z")


def rules() -> tuple[Rule, ...]:
    return (
        *of_digits(*of_kind("numbers", *_percentages()), *of_kind("units", *_measures())),
        *of_kind("units", *_bare_units()),
    )


def rules_of_days() -> tuple[Rule, ...]:
    """The coldest and the warmest hour of a day, which could be a date: 5/14℃."""
    found = (
        rule(
            rf"{START}(?P<low>-?[0-9]{{1,2}})/(?P<high>-?[0-9]{{1,2}}) ?(?:℃|°C)",
            lambda match: f"{_degrees(match['low'])}到{_degrees(match['high'])}摄氏度",
            name="temperatures",
        ),
    )
    return of_digits(*of_kind("units", *found))


def _degrees(text: str) -> str:
    return ("零下" if text[0] == "-" else "") + number(text.lstrip("-"))


def _percentages() -> tuple[Rule, ...]:
    part = r"(?P<part>[%％‰‱])"
    return (
        rule(
            rf"{START}(?P<first>{NUMBER}){DASH}(?P<last>{NUMBER}) ?{part}",
            lambda match: f"{_share(match['first'], match['part'])}到{_share(match['last'], match['part'])}",
            name="range of percentages",
        ),
        rule(
            rf"(?P<sign>{MINUS}|(?<=近[0-9][年月周日])-|(?<![0-9A-Za-z)）])\+)?{START}"
            rf"(?P<amount>{NUMBER}) ?{part}(?P<arrow> ?[↑↓])?",
            _percentage,
            name="percentage",
        ),
    )


_SIGNS = {"": "", "-": "负", "+": "正"}
_PARTS = {"%": "百分之", "％": "百分之", "‰": "千分之", "‱": "万分之"}


_SIGNS_OF_CHANGE = {"-": "下降", "+": "增长"}
_COMPARES = re.compile(r"(?:同比|环比|YoY|YOY|QoQ|MoM)[:： ]?\Z")


def _percentage(match: re.Match[str]) -> str:
    sign = match["sign"] or ""
    if match["arrow"]:
        return ("上升" if "↑" in match["arrow"] else "下降") + _share(match["amount"], match["part"])
    signs = _SIGNS_OF_CHANGE if sign and _COMPARES.search(before(match)[-5:]) else _SIGNS
    return signs[sign] + _share(match["amount"], match["part"])


def _share(amount: str, part: str) -> str:
    return "百分之百" if amount == "100" and part in "%％" else _PARTS[part] + number(amount)


def _measures() -> tuple[Rule, ...]:
    scaled = rf"(?P<amount>{NUMBER})(?P<scale> ?{SCALE})?"
    range_of = rf"{START}(?:(?P<first>{NUMBER}){DASH})?{scaled} ?"
    return (
        rule(
            rf"(?P<minus>{MINUS})?{START}(?P<amount>{NUMBER}) ?(?P<unit>℃|°C|˚C|º ?C|℉|°F|º ?F)(?![A-Za-z])",
            _temperature,
            name="temperature",
        ),
        rule(
            rf"{START}(?P<degrees>{NUMBER})[°º](?P<minutes>[0-9]{{1,2}}(?:\.[0-9]{{1,6}})?)[′'](?:"
            rf"(?P<seconds>[0-9]{{1,2}}(?:\.[0-9]{{1,6}})?)(?:[″\"”]|''))?",
            _angle,
            name="angle",
        ),
        rule(
            rf"(?<![A-Za-z])(?P<current>[AD]C) ?(?P<amount>{NUMBER}) ?V{_END}",
            lambda match: f"{match['current']}{number(match['amount'])}伏",
            name="voltage",
        ),
        rule(
            rf"{START}(?P<metres>[0-9])(?:米|m)(?P<rest>[0-9]{{1,2}})(?![0-9A-Za-z.])",
            lambda match: f"{amount(match['metres'])}米{spelled(match['rest'])}",
            name="height",
        ),
        rule(
            rf"{START}([0-9]{{2,3}})/([0-9]{{2,3}}) ?mmHg{_END}",
            lambda match: f"{number(match[1])}，{number(match[2])}毫米汞柱",
            name="blood pressure",
        ),
        rule(
            rf"{START}(?P<amount>{NUMBER}) ?(?P<unit>pp[mb]){_END}",
            lambda match: ("百万分之" if match["unit"] == "ppm" else "十亿分之") + number(match["amount"]),
            name="concentration",
        ),
        rule(
            rf"{START}(?P<amount>{NUMBER}) ?I?U/(?P<per>m?L|ml){_END}",
            lambda match: f"每{PER[match['per']]}{amount(match['amount'])}单位",
            name="rate",
        ),
        rule(
            rf"{START}(?P<amount>{NUMBER}) ?[°º] ?(?P<point>[NSEW])(?![A-Za-z0-9])",
            lambda match: f"{_POINTS[match['point']]}{number(match['amount'])}度",
            name="position",
        ),
        rule(r"(?<=[0-9])±(?=[0-9.]{1,6} ?(?:[℃°%％a-zμ]|mm))", lambda _: "正负", name="tolerance"),
        rule(r"(?<=[0-9]V)(?:~(?=[0-9]{2}Hz)|/(?=[0-9]))", lambda _: "，", name="sign"),
        rule(rf"{START}0-100 ?km/h(?=加速)", lambda _: "零到一百公里每小时", name="rate"),
        rule(
            rf"{START}(?P<amount>{NUMBER})(?P<unit>{_WORD_UNIT}) ?[/／] ?(?P<count>[0-9]{{1,3}}) ?"
            rf"(?P<per>{alternatives(PER)}|{PER_WORD}){_END}",
            lambda match: (
                f"每{amount(match['count'])}{PER.get(match['per'], match['per'])}"
                f"{amount(match['amount'])}{match['unit']}"
            ),
            name="rate",
        ),
        rule(
            rf"{START}(?P<amount>{NUMBER}) ?[/／] ?(?P<per>[月年天晚])(?![0-9])",
            lambda match: f"每{match['per']}{number(match['amount'])}",
            name="rate",
        ),
        rule(rf"{range_of}(?P<unit>{alternatives(_RATES)}){_END}", _rate, name="rate"),
        rule(rf"{range_of}{_UNIT} ?/ ?(?P<per>{alternatives(PER)}|{PER_WORD}){_END}", _per, name="rate"),
        rule(
            rf"{range_of}(?P<unit>{_WORD_UNIT}) ?[/／] ?(?P<per>{alternatives(PER)}|{PER_WORD})(?:/"
            rf"(?P<also>{PER_WORD}))?{_END}",
            _per,
            name="rate",
        ),
        rule(
            r"(?<=[服用续院程])(?P<days>[0-9]{1,3})d(?![A-Za-z0-9])",
            lambda match: f"{amount(match['days'])}天",
            name="duration",
        ),
        rule(
            r"(?<=[gl片粒]\*)(?P<count>[0-9]{1,3})s(?![A-Za-z0-9])",
            lambda match: f"{amount(match['count'])}片",
            name="pieces",
        ),
        rule(rf"(?P<minus>{MINUS})?{_BEGIN}{scaled} ?{_UNIT}{_END}", _measure, name="measure"),
    )


def _bare_units() -> tuple[Rule, ...]:
    """Units without a number, as the head of a column or a power of ten has them."""
    return (
        rule(rf"(?<=[几数十百千万亿半多]){_UNIT}(?:/(?P<per>{alternatives(PER)}))?{_END}", _after_numeral, name="unit"),
        rule(
            r"(?P<share>[零一二两三四五六七八九十百几]{1,8}(?:点[零一二三四五六七八九]{1,4})?)[%％]",
            lambda match: f"百分之{match['share']}",
            name="percentage",
        ),
        rule(r"(?<=[几数十百千半多])(?:℃|°C)", lambda _: "摄氏度", name="unit"),
        rule(rf"(?<=[⁰¹²³⁴-⁹]) ?{_UNIT}(?:/(?P<per>{alternatives(PER)}))?{_END}", _bare_unit, name="unit"),
        rule(
            rf"(?:(?<=[⁰¹²³⁴-⁹])|(?<=\^[0-9])|(?<=\^[0-9]{{2}}))/(?P<per>{alternatives(PER)}){_END}",
            lambda match: f"每{PER[match['per']]}",
            name="unit",
        ),
        rule(rf"(?<=[(（]){_UNIT}(?:/(?P<per>{alternatives(PER)}))?(?=[)）])", _bare_unit, name="unit"),
        rule(rf"(?<=单位[：:为是]){_UNIT}(?:/(?P<per>{alternatives(PER)}))?{_END}", _bare_unit, name="unit"),
        rule(
            rf"(?<![A-Za-z0-9./])(?P<unit>km|m|kg|g|mg|μg|µg|mmol|[KMGT]B)/(?P<per>{alternatives(PER)}){_END}",
            _bare_unit,
            name="unit",
        ),
        rule(
            rf"(?<=[\u4e00-\u9fffA-Z])/(?P<per>mL|ml|L|kg|{alternatives(_PER_POWER)}){_END}",
            lambda match: f"每{PER[match['per']]}",
            name="unit",
        ),
        rule(r"(?<=[(（：:])(?:℃|°C)", lambda _: "摄氏度", name="unit"),
    )


_POINTS = {"N": "北纬", "S": "南纬", "E": "东经", "W": "西经"}


def _temperature(match: re.Match[str]) -> Said:
    unit = "华氏度" if "F" in match["unit"] or match["unit"] == "℉" else "摄氏度"
    bare = ("零下" if match["minus"] else "") + number(match["amount"])
    return Said(bare + unit, bare, unit)


def _angle(match: re.Match[str]) -> str:
    seconds = f"{number(match['seconds'])}秒" if match["seconds"] else ""
    return f"{number(match['degrees'])}度{number(match['minutes'])}分{seconds}"


def _scaled(match: re.Match[str]) -> str:
    first = f"{amount(match['first'])}到" if match["first"] else ""
    return first + amount(match["amount"]) + (match["scale"] or "").strip()


def _rate(match: re.Match[str]) -> str:
    per, unit = _RATES[match["unit"]]
    return f"{_unless_said(match, per)}{_scaled(match)}{unit}"


def _per(match: re.Match[str]) -> str:
    also = match.groupdict().get("also")
    per = f"每{PER.get(match['per'], match['per'])}" + (f"每{also}" if also else "")
    return f"{_unless_said(match, per)}{_scaled(match)}{UNITS.get(match['unit'], match['unit'])}"


def _unless_said(match: re.Match[str], per: str) -> str:
    return "" if _SAYS_PER_HOUR.search(before(match)[-16:]) else per


def _measure(match: re.Match[str]) -> Said | None:
    if match["unit"] in "ANJ" and _NAMES_MODEL.match(match.string, match.end()):
        return None
    if re.match("0[0-9]", match["amount"]):  # a seat: 08F
        return None
    if match["unit"] == '"' and before(match).count('"') % 2:  # it closes a quotation
        return None
    unit = UNITS[match["unit"]]
    bare = ("负" if match["minus"] else "") + amount(match["amount"]) + (match["scale"] or "").strip()
    return Said(bare + unit, bare, unit)


def _after_numeral(match: re.Match[str]) -> str | None:
    return None if match["unit"] in ("A", "N", "V", "t", "h") and not match["per"] else _bare_unit(match)


def _bare_unit(match: re.Match[str]) -> str:
    unit = UNITS[match["unit"]]
    return f"{unit}每{PER[match['per']]}" if match["per"] else unit
