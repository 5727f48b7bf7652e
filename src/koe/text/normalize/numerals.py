"""Digits -> number words, in English and the Romance languages (num2words); and the patterns of numbers.

All functions take strings of ASCII digits, because leading zeros matter to how a number is read.
"""

from __future__ import annotations

import re
from functools import lru_cache

from num2words import num2words  # type: ignore[import-untyped]

# num2words ends at 10**27 in Spanish and 10**18 in Brazilian Portuguese; longer ones are read digit by digit.
_LONGEST = {"en": 36, "es": 27, "fr": 36, "it": 36, "pt_BR": 18}


@lru_cache(maxsize=4096)
def _words(number: int, lang: str, to: str) -> str:
    return str(num2words(number, lang=lang, to=to)).replace(",", "")


class Numerals:
    """The number words of one language."""

    def __init__(self, lang: str, point: str, minus: str) -> None:
        self.lang = lang
        self.point = point
        self.minus = minus

    def cardinal(self, digits: str) -> str:
        """Number words. Leading zeros ("007") and very long numbers are read digit by digit."""
        if len(digits) > _LONGEST[self.lang] or (len(digits) > 1 and digits[0] == "0"):
            return self.digits(digits)
        return self._spoken(int(digits), "cardinal")

    def ordinal(self, digits: str) -> str:
        if len(digits) > 15:
            return self.digits(digits)
        return self._spoken(int(digits), "ordinal")

    def digits(self, digits: str) -> str:
        return " ".join(self._spoken(int(digit), "cardinal") for digit in digits if digit.isdigit())

    def decimal(self, whole: str, fraction: str) -> str:
        """Words of a decimal number; the digits after the point are read one by one, as in English."""
        words = f"{self.point} {self.digits(fraction)}"
        return f"{self.cardinal(whole)} {words}" if whole else words

    def _spoken(self, number: int, to: str) -> str:
        return _words(number, self.lang, to)


class EnglishNumerals(Numerals):
    """English number words. American English leaves out the "and" in "one hundred and one"."""

    def __init__(self, british: bool) -> None:
        super().__init__("en", "point", "minus")
        self.british = british

    def _spoken(self, number: int, to: str) -> str:
        words = super()._spoken(number, to)
        return words if self.british else words.replace(" and ", " ")

    def number(self, text: str) -> str:
        """Words of any number that `SIGNED` matches: "1,234", "3.14", "-5", ".5"."""
        sign, digits = ("", text) if text[0] not in "-+" else (_SIGNS[text[0]] + " ", text[1:])
        if _INDIAN_GROUPS.fullmatch(digits):
            return sign + self._lakhs(digits)
        whole, point, fraction = _SEPARATORS.sub("", digits).partition(".")
        return sign + (self.decimal(whole, fraction) if point and fraction else self.cardinal(whole))

    def _lakhs(self, digits: str) -> str:
        """Words of a number with Indian groups: "1,50,000" is one lakh fifty thousand."""
        whole, _, fraction = digits.replace(",", "").partition(".")
        crores, rest = divmod(int(whole), 10_000_000)
        lakhs, rest = divmod(rest, 100_000)
        parts = [
            f"{self.cardinal(str(number))} {name}" for number, name in ((crores, "crore"), (lakhs, "lakh")) if number
        ]
        words = " ".join([*parts, self.cardinal(str(rest))] if rest else parts)
        return f"{words} {self.point} {self.digits(fraction)}" if fraction else words

    def year(self, digits: str) -> str:
        """Words of a year: 1999 nineteen ninety-nine, 1905 nineteen oh five, 2005 two thousand (and) five."""
        number = int(digits)
        century, rest = divmod(number, 100)
        if number < 100 or number >= 10_000 or (century % 10 == 0 and rest < 10):
            return self._spoken(number, "cardinal")
        if rest == 0:
            return f"{self.cardinal(str(century))} hundred"
        return f"{self.cardinal(str(century))} {self.two_digits(digits[-2:])}"

    def two_digits(self, digits: str) -> str:
        """Words of the second half of a year or a time: "05" is "oh five"."""
        return f"oh {self.cardinal(digits[1])}" if digits[0] == "0" else self.cardinal(digits)

    def short_year(self, digits: str) -> str:
        """Words of a year that may lack its century: 25 twenty twenty-five, 99 nineteen ninety-nine."""
        return self.year(full_year(digits))

    def label(self, digits: str) -> str:
        """Words of the number of a bus, a model or a room: 380 is "three eighty", 1080 "ten eighty", 13700 "thirteen
        seven hundred"."""
        if len(digits) == 5 and digits[0] != "0" and digits[2] != "0" and digits.endswith("00"):
            return f"{self.cardinal(digits[:2])} {self.cardinal(digits[2:])}"
        if digits[0] == "0" or len(digits) > 4:
            return self.digits(digits)
        if len(digits) == 3 and digits[1:] != "00":
            return f"{self.cardinal(digits[0])} {self.two_digits(digits[1:])}"
        return self.year(digits) if len(digits) == 4 else self.cardinal(digits)

    def plural(self, words: str) -> str:
        """The plural of number words: nineteen ninety -> nineteen nineties, two thousand -> two thousands."""
        return words[:-1] + "ies" if words.endswith("y") else words + ("es" if words.endswith("x") else "s")


_SIGNS = {"-": "minus", "+": "plus"}
_SEPARATORS = re.compile(r"[,' ]")
_INDIAN_GROUPS = re.compile(r"[0-9]{1,2}(?:,[0-9]{2}){1,5},[0-9]{3}(?:\.[0-9]{1,9})?")


def full_year(digits: str) -> str:
    """A year of two digits with its century: 50 to 99 are of the 20th, the others of the 21st."""
    return digits if len(digits) != 2 else ("19" if int(digits) >= 50 else "20") + digits


# An English number: "1,234,567.89", "1234", ".5". Bounded, so that a long run of digits takes linear time.
UNSIGNED = (
    r"(?:(?:[0-9]{1,3}(?:,[0-9]{3}){1,12}(?![0-9])|[0-9]{1,3}(?:'[0-9]{3}){1,6}(?![0-9'])"
    r"|[0-9]{1,2}(?:,[0-9]{2}){1,5},[0-9]{3}(?![0-9])|[0-9]{1,36})(?:\.[0-9]{1,36})?|\.[0-9]{1,36})"
)
# After a letter and a dash only where the letter is a unit: "5kg-10kg", but "F-16".
AFTER_DASH = r"(?:(?<![A-Za-z]-)|(?<=[0-9][A-Za-z]-)|(?<=[0-9][A-Za-z]{2}-)|(?<=[0-9]\s[A-Za-z]{2}-))"
SIGNED = rf"(?<![\w.,+%-])(?:[-+](?=[0-9.]))?{UNSIGNED}"
END = r"(?![0-9]|[.,][0-9]|\w)"

# Around a number in scripts whose letters may touch it: no digit or Latin letter is beside it, and it is not part of a
# longer number, date, time or path.
BEGIN = r"(?<![0-9A-Za-z])(?<![0-9A-Za-z][./-])(?<![0-9][,:：])"
CJK_END = r"(?![0-9A-Za-z:：/-]|[.,][0-9])"
# Year, separator, month, day: 2025-03-04, 2025/3/4.
NUMERIC_DATE = rf"{BEGIN}([12][0-9]{{3}})([/.-])(0?[1-9]|1[0-2])\2(0?[1-9]|[12][0-9]|3[01]){CJK_END}"
