"""Digits -> number words, in English and the languages of num2words that koe speaks.

Everything takes strings of ASCII digits, because leading zeros matter to how a number is read.
"""

from __future__ import annotations

from functools import lru_cache

from num2words import num2words  # type: ignore[import-untyped]

# num2words ends at 10**27 in Spanish and 10**18 in Brazilian Portuguese; nobody reads longer ones as one number.
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
        """ "007" and what is too long to be grasped is read digit by digit."""
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
        """English reads the digits after the point one by one."""
        words = f"{self.point} {self.digits(fraction)}"
        return f"{self.cardinal(whole)} {words}" if whole else words

    def _spoken(self, number: int, to: str) -> str:
        return _words(number, self.lang, to)


class EnglishNumerals(Numerals):
    """American readers leave out the "and" in "one hundred and one"."""

    def __init__(self, british: bool) -> None:
        super().__init__("en", "point", "minus")
        self.british = british

    def _spoken(self, number: int, to: str) -> str:
        words = super()._spoken(number, to)
        return words if self.british else words.replace(" and ", " ")

    def number(self, text: str) -> str:
        """Anything that `SIGNED` matches: "1,234", "3.14", "-5", ".5"."""
        sign, digits = ("", text) if text[0] not in "-+" else (_SIGNS[text[0]] + " ", text[1:])
        whole, point, fraction = digits.replace(",", "").partition(".")
        return sign + (self.decimal(whole, fraction) if point and fraction else self.cardinal(whole))

    def year(self, digits: str) -> str:
        """1999: nineteen ninety-nine, 1905: nineteen oh five, 2005: two thousand (and) five."""
        number = int(digits)
        century, rest = divmod(number, 100)
        if number < 100 or number >= 10_000 or (century % 10 == 0 and rest < 10):
            return self._spoken(number, "cardinal")
        if rest == 0:
            return f"{self.cardinal(str(century))} hundred"
        return f"{self.cardinal(str(century))} {self.two_digits(digits[-2:])}"

    def two_digits(self, digits: str) -> str:
        """The second half of a year or of a time."""
        return f"oh {self.cardinal(digits[1])}" if digits[0] == "0" else self.cardinal(digits)

    def short_year(self, digits: str) -> str:
        """25: twenty twenty-five, 99: nineteen ninety-nine."""
        return self.year(digits if len(digits) != 2 else ("19" if int(digits) >= 50 else "20") + digits)

    def label(self, digits: str) -> str:
        """As people read the number of a bus, a model or a room: 380 is "three eighty", 1080 "ten eighty"."""
        if digits[0] == "0" or len(digits) > 4:
            return self.digits(digits)
        if len(digits) == 3 and digits[1:] != "00":
            return f"{self.cardinal(digits[0])} {self.two_digits(digits[1:])}"
        return self.year(digits) if len(digits) == 4 else self.cardinal(digits)

    def plural(self, words: str) -> str:
        """nineteen ninety -> nineteen nineties, two thousand -> two thousands."""
        return words[:-1] + "ies" if words.endswith("y") else words + ("es" if words.endswith("x") else "s")


_SIGNS = {"-": "minus", "+": "plus"}

# An English number: "1,234,567.89", "1234", ".5". Bounded, so that no run of digits is tried from many places.
UNSIGNED = r"(?:(?:[0-9]{1,3}(?:,[0-9]{3}){1,12}(?![0-9])|[0-9]{1,36})(?:\.[0-9]{1,36})?|\.[0-9]{1,36})"
SIGNED = rf"(?<![\w.,+-])(?:[-+](?=[0-9.]))?{UNSIGNED}"
END = r"(?![0-9]|[.,][0-9]|\w)"
