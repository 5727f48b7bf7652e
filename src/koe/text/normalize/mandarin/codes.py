"""Telephone numbers, codes and names of models in Mandarin -> words."""

from __future__ import annotations

import re
from collections.abc import Callable

from koe.text.normalize.mandarin import web
from koe.text.normalize.mandarin.numbers import COUNTED, START, STOP, cardinal, dialled, label, number, spelled
from koe.text.normalize.rule import Rule, Said, after, before, of_digits, of_kind, rule, words

_MOBILE = r"1[3-9][0-9](?:-[0-9]{4}-| [0-9]{4} |[0-9]{4})[0-9]{4}"
_AREA = r"0(?:10|2[0-9]|[3-9][0-9]{2})"
_LANDLINE = (
    rf"(?:{_AREA}[- ]|[(（]{_AREA}[)）] ?)[2-8][0-9]{{2,3}}[- ]?[0-9]{{4}}(?![0-9])|{_AREA}-[0-9]{{7,8}}"
    rf"|[(（]{_AREA}[)）] ?[0-9]{{7,8}}"
)
_SERVICE = r"[48]00(?:-[0-9]{3,4}-[0-9]{3,4}|-[0-9]{7}| [0-9]{3,4} [0-9]{3,4}|[0-9]{7})"
_COUNTRY = r"\+[0-9]{1,3}(?:[- ][0-9]{1,4}){0,3}[- ]?[0-9]{4,11}"
_EXTENSION = r"(?:转|轉|-|分机)[0-9]{2,5}"

_CALLED_BEFORE = re.compile(
    r"(?:拨打|致电|電話|手機|分機|请打|打|拨|电话|热线|火警|匪警|急救|报警|客服|来电|分机号?|手机号?码?|手机|传真"
    r"|座机|短信|呼叫)(?:号码?|是|为|[:： ]){0,3}\Z"
)
_CALLED_AFTER = re.compile(r" ?(?:热线|客服|报警|急救|火警|救护车|服务热线|电话)")
_CODE_BEFORE = re.compile(
    r"(?:码|端口号?|密码|口令|代码|单号|编号|卡号|账号|帐号|户号|证号|学号|工号|车号|货号|款号|批号|文号|尾号|序列号"
    r"|型号|代号|流水号|微信号?|QQ群?号?|群号|ID|证件号|档案号|书号|房号|后[0-9一二三四五六]位(?:数字)?|邮编|区号|靓号|车牌号?|房间号?)(?:号码?|码"
    r"|是|为|[:： #＃“\"]){0,4}\Z"
)
_ROOM_BEFORE = re.compile(r"(?:房间号?|房号|包间|会议室|教室|病房|单元|[0-9]楼|[栋幢座])[:： 是为]{0,2}\Z")
_ROOM_AFTER = re.compile(r" ?(?:号?房间|室|号房|房(?!子|价|屋|产|贷)|包间|教室|病房|宿舍|单元)")
_BUS_AFTER = re.compile(r" ?路(?:公交|公共汽车|车|汽车|电车|巴士|快线|站|$|[，。、])")
_ROAD_AFTER = re.compile(r" ?(?:国道|省道|县道|高速)")
_TRAIN_AFTER = re.compile(r" ?(?:次|航班|号航班|列车|班机|动车|高铁)")
_FLIGHT_BEFORE = re.compile(r"(?:航班|车次|班次|列车|乘坐|动车|高铁)(?:号码?|是|为|[:： ]){0,3}\Z")
_BY_DIGIT_BEFORE = re.compile(
    r"(?:波音|空客|麦道|标致|宝马|奔驰|奥迪|骁龙|酷睿|麒麟|天玑|锐龙|尼康|佳能|米格|道奇|编组) ?\Z"
)
_FAMOUS = {
    "84": r"消毒液",
    "58": r"同城",
    "999": r"感冒灵|皮炎平|足金|黄金",
    "985": r"高校|大学|院校|工程|名校|、|/|和|或|毕业|学校",
    "211": r"高校|大学|院校|工程|名校|毕业|学校",
    "996": r"工作制|制度|加班|模式|福报|的|和|、|，|。",
    "863": r"计划",
    "973": r"计划",
    "360": r"(?:安全|浏览器|公司|搜索)",
    "163": r"(?:邮箱|网易)",
    "1688": r"平台|网|采购|批发|上",
    **dict.fromkeys(
        ("301", "302", "401", "403", "404", "500", "502", "503"), r"错误|未找到|重定向|服务器|页面|报错|状态"
    ),
    "126": r"邮箱",
}
_SERVICES = words("10086 10010 12306 12315 12320 12333 12345 12348 95588")
_DESIGNATED = "歼轰运直强教舰箭号风征舟娥宫梭斗浪旗翼弩鸟鹰狼豹苏米图格碳铀钴碘钚锶铯氚氦氪锂钾磷镭机列型源族队罗"

_PLATE = (
    r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼港澳使领][A-Z][·•‧・ ]?"
    r"(?=[A-Z0-9]{0,5}[0-9])[A-Z0-9]{4,6}[学警挂港澳领]?(?![A-Za-z0-9])"
)
_WORD_LETTERS = re.compile(r"[A-Z]?[a-z]{3,}|[a-z]{1,2}[A-Z][a-z]{2,}|[A-Z]{5,}|iOS|iPad|macOS|Win|Mac|Pro|Max|Plus")
_TOKEN = re.compile(r"(?P<letters>[A-Za-zα-ωΑ-Ω]+)|(?P<digits>[0-9]+(?:\.[0-9]+)?)|(?P<other>.)")

_STORAGE = re.compile(r"(?P<size>[0-9]{1,4})(?P<unit>[GTMK])")
_VOWELS = frozenset("AEIOUY")
# Spelled, although they are longer than three letters and could be words.
_NAMED = words(
    "ADHD AIGC AIIB MACD IMDB ERCP EGFR HIIT IPTV ETF IPO UEFA CEIC ASMR HDMI ICBC ISBN LGBT MBTI OECD UNDP USDT XLSX"
)
# Words, although they are short.
_SHORT_WORDS = words(
    "OK NO YES THE AND NEW HOT TOP BOX MAX PRO AIR FUN BIG RED MAN LOL SIM PIN RAM ROM GIF LAN FOR WIN OR"
)


def rules() -> tuple[Rule, ...]:
    return (
        *web.rules(),
        *of_digits(*of_kind("phones", *_phones()), *of_kind("numbers", *web.accounts(), *_codes())),
    )


def models() -> tuple[Rule, ...]:
    """Names of letters and digits, for what is neither a measure nor a formula: PM2.5, 5G, A320."""
    found = (
        rule(
            r"(?<![0-9A-Za-z.])(?=[A-Za-z0-9.+-]{0,16}[0-9])(?=[0-9.+-]{0,16}[A-Za-z])(?:[A-Za-z0-9]{1,12}(?:[.-]"
            r"(?=[A-Za-z0-9])){0,1}){1,4}(?![0-9A-Za-z])",
            _model,
            name="model",
        ),
    )
    return of_kind("numbers", *found)


def letters() -> tuple[Rule, ...]:
    """Letters that are named one by one, as Mandarin takes them from English: A股, GDP. A word is read in English."""
    found = (
        rule(r"(?<![A-Za-z0-9])C\+\+(?![A-Za-z0-9])", lambda _: "C加加", name="name"),
        rule(r"(?<![A-Za-z0-9])[CF]#(?![A-Za-z0-9#])", lambda match: f"{match[0][0]}井", name="name"),
        rule(
            r"(?<![A-Za-z0-9&.'@_/-])(?<![A-Za-z] )[A-Z]{1,6}(?![A-Za-z0-9'&@_]| [A-Za-z]|[./-][A-Za-z0-9])",
            _named_letters,
            name="letters",
        ),
    )
    return of_kind("acronyms", *found)


def _named_letters(match: re.Match[str]) -> Said | None:
    word = match[0]
    is_short = len(word) <= 3 and word not in _SHORT_WORDS
    is_type = re.fullmatch("[IE][NS][TF][JP]", word) is not None  # of a personality
    is_named = is_short or is_type or word in _NAMED or (len(word) <= 5 and _VOWELS.isdisjoint(word))
    return Said(word, word, word) if is_named else None


def _phones() -> tuple[Rule, ...]:
    return (
        rule(r"(?<![A-Za-z])(?:TEL|Tel|tel)\.?(?=[:： ]{0,2}[0-9(（+])", lambda _: "电话", name="telephone number"),
        rule(r"(?<![A-Za-z])(?:FAX|Fax|fax)\.?(?=[:： ]{0,2}[0-9(（+])", lambda _: "传真", name="telephone number"),
        rule(
            rf"(?:(?<![0-9A-Za-z])|(?<=TEL)|(?<=Tel)|(?<=FAX)|(?<=Fax))(?:(?<![0-9][.,:：/-])|(?<=[0-9]{{7}}/))"
            rf"(?:\+?86[- ]?)?"
            rf"(?:{_MOBILE}|{_LANDLINE}|{_SERVICE})(?:{_EXTENSION})?(?![0-9A-Za-z]|[.-][0-9])",
            _phone,
            name="telephone number",
        ),
        rule(
            r"[(（][0-9]{2,4}[)）] ?[0-9]{3,4}[- ]?[0-9]{4}(?![0-9A-Za-z]|[.-][0-9])",
            _phone,
            name="telephone number",
        ),
        rule(rf"(?<![0-9A-Za-z]){_COUNTRY}(?![0-9])", _phone, name="telephone number"),
        rule(
            rf"{START}(?:[0-9]{{3,12}}|[0-9]{{2}}(?=-))(?:-[0-9]{{2,8}}){{0,3}}(?![0-9A-Za-z%％]|[.,:：/-][0-9])",
            _called,
            name="telephone number",
        ),
    )


def _codes() -> tuple[Rule, ...]:
    return (
        rule(r"(?<![0-9A-Za-z])0x[0-9A-Fa-f]{1,16}(?![0-9A-Za-z])", _hexadecimal, name="hexadecimal number"),
        rule(
            r"(?<![0-9.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9.]?[0-9])(?::[0-9]{2,5})?",
            _address_of_host,
            name="IP address",
        ),
        rule(
            r"(?<![0-9./])(?:985/211|211/985)(?![0-9/])",
            lambda match: "、".join(map(spelled, match[0].split("/"))),
            name="name",
        ),
        rule(
            r"(?:(?<=localhost)|\A):(?P<port>[0-9]{2,5})(?![0-9])",
            lambda match: f"冒号{spelled(match['port'])}",
            name="network address",
        ),
        rule(
            r"(?<![0-9A-Za-z.-])[0-9]{4}(?:[ -][0-9]{4}){2,4}(?:[ -][0-9]{1,3})?(?![0-9A-Za-z.-])",
            lambda match: _grouped(match[0], spelled),
            name="number of a card",
        ),
        rule(
            r"(?<![A-Za-z])(?P<name>ISO|GB|IEC|GB/T) ?(?P<number>[0-9]{4,5})[:：]"
            r"(?P<year>(?:19|20)[0-9]{2})(?![0-9:：])",
            lambda match: f"{match['name'].replace('/', '')}{spelled(match['number'])}，{spelled(match['year'])}",
            name="standard",
        ),
        rule(r"(?<=第)[0-9]{6,9}(?=期)", lambda match: spelled(match[0]), name="number of an issue"),
        rule(_PLATE, _plate, name="licence plate"),
        rule(
            r"(?<![0-9A-Za-z])[A-Z]{0,4}(?:[0-9]{2,30}|[0-9](?=-))(?:[ -][0-9]{1,8}){0,6}[A-Za-z]?(?![0-9A-Za-z]"
            r"|[.:：/%-][0-9]|(?<![0-9]{4}),[0-9]{3}(?![0-9]))",
            _code,
            name="code",
        ),
    )


def names() -> tuple[Rule, ...]:
    """Numbers that are names: of trains, rooms, buses, models and versions. What could also be a date is one."""
    found = (
        rule(
            r"(?<![A-Za-z0-9])i(?P<line>[3579])-(?P<digits>[0-9]{4,5})(?P<suffix>[A-Z]{0,2})(?![A-Za-z0-9])",
            lambda match: f"i{spelled(match['line'] + match['digits'])}{match['suffix']}",
            name="model",
        ),
        rule(
            r"(?<![A-Za-z0-9])(?P<name>[A-Z]{2,5}(?:/[A-Z]{1,3})?) (?P<digits>[0-9]{3,5})(?:-(?P<year>(?:19"
            r"|20)[0-9]{2}))?(?![0-9A-Za-z%％‰℃°-]|[.:：/][0-9]|,[0-9]{3}| ?[万亿元美个人点家名台辆年月件公千米吨])",
            _standard,
            name="model or standard",
        ),
        rule(
            rf"{START}[0-9]{{1,13}}(?:-[0-9]{{1,8}}){{2,6}}{STOP}",
            lambda match: _grouped(match[0], spelled),
            name="code",
        ),
        rule(
            r"(?<![0-9A-Za-z-])(?:(?P<building>[A-Z]{0,2}[0-9]{1,3})-(?P<room>[0-9]{3,4})(?=室|号?房(?!价|产|屋))"
            r"|(?<=教)(?P<school>[0-9]{1,2})-(?P<class>[0-9]{3})(?![0-9]))",
            _room,
            name="room",
        ),
        rule(rf"(?<![0-9A-Za-z])(?P<line>[A-Z]{{1,3}})(?P<digits>[0-9]{{1,5}}){STOP}", _train, name="train or flight"),
        rule(rf"{START}(?P<first>[0-9]{{3}})-(?P<last>[0-9]{{1,4}}){STOP}", _airliner, name="model"),
        rule(rf"{START}(?P<digits>[0-9]{{2,5}}){STOP}", _numbered, name="number of a room, bus or model"),
        rule(
            r"(?<![0-9A-Za-z.])(?<![A-EG-Za-z]-)(?P<below>B)?(?P<floor>[1-9][0-9]?)F(?![A-Za-z0-9])",
            _floor,
            name="floor",
        ),
        rule(
            r"(?<![A-Za-z0-9])(?P<letters>[A-Z]{1,2})(?P<first>[0-9]{1,2})[-–~～](?P=letters)(?P<last>[0-9]{1,2})"
            r"(?![A-Za-z0-9])",
            lambda match: f"{match['letters']}{cardinal(match['first'])}到{match['letters']}{cardinal(match['last'])}",
            name="range",
        ),
        rule(rf"{START}7-11(?=便利店|门店|超市|店)", lambda _: "七十一", name="name"),
        rule(
            r"(?<![A-Za-z0-9.])(?P<first>[0-9]{1,2})(?P<letter>[KGDS])[-–~～](?P<last>[0-9]{1,2})(?P=letter)(?![A-Za-z0-9])",
            lambda match: f"{number(match['first'])}{match['letter']}到{number(match['last'])}{match['letter']}",
            name="range",
        ),
        rule(
            rf"(?<=[{_DESIGNATED}])-(?P<digits>[0-9]{{1,4}})(?P<suffix>[A-Z]{{0,2}}){STOP}", _designation, name="model"
        ),
        rule(
            r"(?<=[图表])(?P<chapter>[0-9]{1,2})-(?P<figure>[0-9]{1,3})(?![0-9])",
            lambda match: f"{cardinal(match['chapter'])}杠{cardinal(match['figure'])}",
            name="figure",
        ),
        rule(
            r"(?P<number>[0-9]{1,5})-(?P<part>[0-9]{1,4})(?=号)",
            lambda match: (
                f"{number(match['number'])}杠{number(match['part'])}"
                if re.search(r"[路街道巷弄]\Z", before(match)[-1:])
                else None
            ),
            name="house number",
        ),
        rule(
            rf"(?<![0-9A-Za-z.])[vV](?P<digits>[0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{1,4}}){STOP}",
            lambda match: match[0][0] + _version(match["digits"]),
            name="version",
        ),
        rule(rf"{START}[0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{2,4}}{STOP}", lambda match: _version(match[0]), name="version"),
    )
    return of_kind("numbers", *found)


def _grouped(text: str, spell: Callable[[str], str]) -> str:
    return "，".join(spell(part) for part in re.findall("[0-9]+", text))


def _phone(match: re.Match[str]) -> str:
    written, _, extension = re.sub("轉|分机", "转", match[0]).partition("转")
    spoken = ("加" if written[0] == "+" else "") + _grouped(written, dialled)
    return f"{spoken}转{dialled(extension)}" if extension else spoken


def _called(match: re.Match[str]) -> str | None:
    """Short numbers are telephone numbers only where somebody is called."""
    is_called = _CALLED_BEFORE.search(before(match)[-12:]) or _CALLED_AFTER.match(after(match))
    if before(match)[-1:] in ("打", "拨") and re.match(rf" ?(?:{COUNTED}|[万亿折%])", after(match)):
        return None
    return _grouped(match[0], dialled) if is_called else None


def _address_of_host(match: re.Match[str]) -> str:
    host, _, port = match[0].partition(":")
    words = "点".join(spelled(part) for part in host.split("."))
    return f"{words}冒号{spelled(port)}" if port else words


def _room(match: re.Match[str]) -> str:
    building, room = match["building"] or match["school"], match["room"] or match["class"]
    return re.sub("[0-9]+", lambda digits: cardinal(digits[0]), building) + f"杠{dialled(room)}"


def _hexadecimal(match: re.Match[str]) -> str:
    return re.sub("[0-9]", lambda digit: spelled(digit[0]), match[0])


def _plate(match: re.Match[str]) -> str:
    plate = re.sub("[·•‧・ ]", "", match[0])
    return re.sub("[0-9]", lambda digit: spelled(digit[0]), plate)


def _code(match: re.Match[str]) -> str | None:
    context = before(match)[-16:]
    if re.fullmatch("[0-9]{1,2}F", match[0]):
        return None
    if _ROOM_BEFORE.search(context):
        return re.sub("[0-9]+", lambda digits: dialled(digits[0]), match[0]) if len(match[0]) > 2 else None
    if not (_CODE_BEFORE.search(context) or (match[0][:4].isdigit() and re.search(r"ISBN[:： -]?\Z", context))):
        return None
    words = re.sub("[0-9]+", lambda digits: spelled(digits[0]), match[0])
    return re.sub("[ -]", "，", words)


def _train(match: re.Match[str]) -> str | None:
    """A train or a flight: its number is read digit by digit from three digits on."""
    if not (_TRAIN_AFTER.match(after(match)) or _FLIGHT_BEFORE.search(before(match)[-8:])):
        return None
    digits = match["digits"]
    return match["line"] + (cardinal(digits) if len(digits) < 3 else dialled(digits))


def _standard(match: re.Match[str]) -> str:
    year = f"杠{spelled(match['year'])}" if match["year"] else ""
    return f"{match['name'].replace('/', '')} {spelled(match['digits'])}{year}"


def _numbered(match: re.Match[str]) -> str | None:
    digits, following, context = match["digits"], after(match), before(match)[-8:]
    is_long = len(digits) > 2
    if is_long and (_ROOM_AFTER.match(following) or _BUS_AFTER.match(following) or _ROOM_BEFORE.search(context)):
        return dialled(digits)
    if digits in _SERVICES and not re.match(rf" ?(?:{COUNTED}|[万亿.])", following):
        return dialled(digits)
    by_digit = is_long and (_ROAD_AFTER.match(following) or _BY_DIGIT_BEFORE.search(context))
    if by_digit or (digits in _FAMOUS and re.match(rf" ?(?:{_FAMOUS[digits]})", following)):
        return spelled(digits)
    return None


def _designation(match: re.Match[str]) -> str:
    return label(match["digits"]) + match["suffix"]


_FLOOR_BEFORE = re.compile(
    r"(?:楼|座|栋|幢|大厦|广场|商场|中心|馆|店|号|城|地址|百货)[:： ,，]{0,2}\Z|(?:\A|\n)\Z|[0-9]F[-~、/]\Z"
)


def _floor(match: re.Match[str]) -> str | None:
    """A floor in an address or on a sign; after a row of seats the letter is a seat."""
    if not (match["below"] or _FLOOR_BEFORE.search(before(match)[-6:])) or re.match("座", after(match)):
        return None
    return f"{'地下' if match['below'] else ''}{cardinal(match['floor'])}楼"


def _airliner(match: re.Match[str]) -> str | None:
    is_airliner = _BY_DIGIT_BEFORE.search(before(match)[-4:])
    return spelled(match["first"] + match["last"]) if is_airliner else None


def _version(digits: str) -> str:
    return "点".join(map(cardinal, digits.split(".")))


def _model(match: re.Match[str]) -> str | Said | None:
    """Letters and digits in one word. Words that are read in English keep their letters, and only the digits are
    Mandarin: those are left to the rules for numbers."""
    token = match[0].rstrip(".-")
    if _WORD_LETTERS.search(token) or _SHORT_WORDS & {part.upper() for part in re.findall("[A-Za-z]{2,3}", token)}:
        return None
    if re.fullmatch("[0-9]{1,3}(?:st|nd|rd|th)", token):
        return None
    if storage := _STORAGE.fullmatch(token):
        return number(storage["size"]) + storage["unit"]
    words = ""
    for part in _TOKEN.finditer(token):
        if part["digits"]:
            whole, point, fraction = part["digits"].partition(".")
            words += label(whole) + (f"点{spelled(fraction)}" if point else "")
        elif part["letters"]:
            words += part["letters"]
    return words
