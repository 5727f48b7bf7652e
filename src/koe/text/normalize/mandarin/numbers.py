"""Digits -> Mandarin number words: as a number, digit by digit or as they are dialled; and patterns of numbers."""

from __future__ import annotations

import re

DIGITS = "零一二三四五六七八九"
_PLACES = ("", "十", "百", "千")
_GROUPS = ("", "万", "亿", "万亿")
_LONGEST = 4 * len(_GROUPS)

# "1,234.5", "1 234 567", "1234". One group after a space is no thousand by itself: "15 128GB" are two numbers.
NUMBER = (
    r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,5}(?![0-9])|[0-9]{1,3}(?: [0-9]{3}){2,5}(?![0-9])|"
    r"(?<![A-Za-z] )[0-9]{1,3} [0-9]{3}(?=[名人个元册台辆件户家吨公千平万亩只])|[0-9]{1,40})(?:\.[0-9]{1,40})?"
)
SCALE = r"(?:万亿|萬億|[百千]?[万萬]|[百千]?[亿億])"
DASH = r" ?(?:[-–~～〜]|—{1,2}) ?"
# Around a number: no digit or Latin letter is beside it, and it is not part of a longer number, date, time or path. A
# comma belongs to a number only before three digits: "583920,5分钟" has two numbers.
START = r"(?<![0-9A-Za-z])(?<![0-9][.:：/])(?:(?<![0-9],)|(?<=[0-9]{4},)|(?![0-9]{3}(?![0-9])))"
STOP = r"(?![0-9A-Za-z]|[.:：/][0-9]|(?<![0-9]{4}),[0-9]{3}(?![0-9]))"
# Neither a digit nor a letter nor a closing bracket stands before a minus: it would be a dash.
MINUS = r"(?<![0-9A-Za-z)）%‰℃°²³万亿元日月年点时分秒个人岁])-"

# What is counted with 两 instead of 二.
COUNTED = (
    r"(?:个|個|隻|條|張|週|歲|種|塊|輛|間|雙|對|場|層|門|項|顆|頭|組|只|本|位|条|张|件|次(?!元)|天|周(?!目)|岁|种|名"
    r"|家|块|元|斤|公斤|公里|公分|公顷|杯|碗|瓶|台|辆|座|间|句|首|篇|双|对|把|场|层|口(?!井)|遍|趟|小时|分(?!之)|秒"
    r"|倍|人|国|部|届|所|排(?![0-9]{1,2}座)|份|组|门|项|支|枝|根|片|颗|粒|头|匹|架|艘|套|袋|盒|箱|包|串|束|群|批|步"
    r"|棵|朵|堆|滴|顿|餐|夜|晚|成|角|毛(?!病)|居室|汤匙|茶匙|[勺匙瓣罐桶盘枚款笔幅株盏圈副]|室(?=[0-9一二两三四]厅)|厅(?![里堂])|卫(?![星生视士])|米|厘米|毫米|千米|平方|立方"
    r"|克|千克|毫克|毫升|升|吨|亩|里(?!面)|英|亿|億|万|萬|千|海里|码|磅|盎司|美元|欧元|日元|英镑|港元|年(?!级|代|纪)"
    r"|点|點|者|侧|端|边|旁|手空|轮|局|[金银铜](?=[0-9，。,、]|\Z)|题|集|课|样|类|拳|脚|声|眼|面(?!层)|字)"
)
_IS_COUNTED = re.compile(rf" ?(?:多|余)?{COUNTED}")
_UPPER_END = re.compile(rf"{DASH}{NUMBER} ?(?:多|余)?{COUNTED}")
_NOT_COUNTED_BEFORE = re.compile(
    r"(?:第|[0-9月点點之又]|星期|周|农历|公元|元前|号楼|单元|广场|大厦|中心|花园|百分|千分|万分) ?\Z"
)


def cardinal(digits: str) -> str:
    """Number words. Leading zeros ("007") and very long numbers are read digit by digit."""
    if len(digits) > _LONGEST or (len(digits) > 1 and digits[0] == "0"):
        return spelled(digits)
    words = _groups(digits)
    words = words[1:] if words.startswith("一十") else words
    return re.sub("^二(?=[千万亿])", "两", words) or DIGITS[0]


def _groups(digits: str) -> str:
    words = ""
    for power in reversed(range(-(-len(digits) // 4))):
        group = digits[-4 * (power + 1) : len(digits) - 4 * power]
        spoken = _group(group)
        gap = DIGITS[0] if words and spoken and (group[0] == "0" or words.endswith(DIGITS[0])) else ""
        words = words + gap + spoken + _GROUPS[power] if spoken else words + DIGITS[0] * bool(words)
        words = re.sub("零+", DIGITS[0], words)
    return words.rstrip(DIGITS[0])


def _group(digits: str) -> str:
    words = "".join(
        DIGITS[int(digit)] + (_PLACES[len(digits) - 1 - place] if digit != "0" else "")
        for place, digit in enumerate(digits)
    )
    return re.sub("零+", DIGITS[0], words).strip(DIGITS[0])


def spelled(digits: str) -> str:
    return "".join(DIGITS[int(digit)] for digit in digits if digit.isdigit())


def dialled(digits: str) -> str:
    """Digit by digit, as telephone, room and train numbers are read: 一 is 幺, because it could be taken for 七."""
    return spelled(digits).replace("一", "幺")


def plain(digits: str) -> str:
    """The number without leading zeros: months, days and hours."""
    return cardinal(str(int(digits)))


def number(text: str) -> str:
    """Words of any number that `NUMBER` matches."""
    whole, point, fraction = re.sub("[, ]", "", text).partition(".")
    return cardinal(whole or "0") + (f"点{spelled(fraction)}" if point else "")


def amount(text: str) -> str:
    """Words of a number before a unit: 2 is 两."""
    return "两" if text == "2" else number(text)


def label(digits: str) -> str:
    """Words of the number in the name of a model: 20 is a number, 737 is read digit by digit."""
    return cardinal(digits) if len(digits) <= 2 else spelled(digits)


def is_counted(match: re.Match[str]) -> bool:
    """Whether something is counted by the number: 两个, 两到三次, but 第二次."""
    if _NOT_COUNTED_BEFORE.search(match.string[max(0, match.start() - 3) : match.start()]):
        return False
    after = match.string[match.end() : match.end() + 24]
    return bool(_IS_COUNTED.match(after) or _UPPER_END.match(after))
