"""Patterns of Japanese numbers, and digits -> names of digits. Other numbers keep their digits for the reader."""

from __future__ import annotations

NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,6}(?![0-9])|[0-9]{1,20})(?:\.[0-9]{1,20})?"
SCALE = r"(?:[十百千]?[万億兆]|[百千])"
DASH = r" ?[-–—~〜～] ?"
# Around a number: no digit or Latin letter is beside it, and it is not part of a longer number, date, time or path.
# A comma belongs to a number only before three digits.
START = r"(?<![0-9A-Za-z])(?<![0-9][.:：/])(?:(?<![0-9],)|(?![0-9]{3}(?![0-9])))"
STOP = r"(?![0-9A-Za-z]|[.:：/][0-9]|,[0-9]{3}(?![0-9]))"
# Neither a digit nor a letter nor a closing bracket stands before a minus: it would be a dash.
MINUS = r"(?<![0-9A-Za-z)）%℃°²³年月日時分円人個回])-"
_DIGITS = ("ゼロ", "イチ", "ニー", "サン", "ヨン", "ゴー", "ロク", "ナナ", "ハチ", "キュー")
_ENGLISH_DIGITS = ("ゼロ", "ワン", "ツー", "スリー", "フォー", "ファイブ", "シックス", "セブン", "エイト", "ナイン")
_NAMES_OF_LETTERS = """
エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー
ブイ ダブリュー エックス ワイ ゼット
"""
_LETTERS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", _NAMES_OF_LETTERS.split(), strict=True))


def plain(digits: str) -> str:
    """The number without leading zeros: G2P reads "03" as "zero three"."""
    return str(int(digits))


def spelled(digits: str) -> str:
    """Digit by digit."""
    return "".join(_DIGITS[int(digit)] for digit in digits if digit.isdigit())


def spelled_in_english(text: str) -> str:
    """Letters and digits as in a chemical formula: エイチツーオー."""
    return "".join(_LETTERS[sign.upper()] if sign.isalpha() else _ENGLISH_DIGITS[int(sign)] for sign in text)


def letters(text: str) -> str:
    return "".join(_LETTERS[letter.upper()] for letter in text)


def in_myriads(value: int) -> str:
    """A large number with 万, 億 and 兆, which the reader would otherwise need commas for: 1500000 is 150万."""
    words = ""
    for power, name in ((12, "兆"), (8, "億"), (4, "万"), (0, "")):
        part, value = divmod(value, 10**power)
        words += f"{part}{name}" if part else ""
    return words or "0"
