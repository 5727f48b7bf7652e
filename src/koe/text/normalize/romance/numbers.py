"""Digits as Romance languages write them -> number words with gender; nouns -> their gender. Base of all the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple

from koe.text.normalize.numerals import Numerals

Gender = Literal["m", "f"]

# Neither part of a word nor of a longer number.
BEGIN = r"(?<![\w.,])(?<![0-9]')"
CLOSE = r"(?![^\W⁰¹²³⁴-⁹₀-₉]|[.,'][0-9])"
# After a space or an opening mark; elsewhere "-" is the dash of a range.
SIGN = r"(?P<sign>(?<![^\s(«\"“¿¡])[-+])?"


def in_order(text: str) -> tuple[str, ...]:
    """The words of a string, in their order."""
    return tuple(text.split())


class Number(NamedTuple):
    """A written number: its sign ("", "-" or "+"), its digits, and the mark before its decimals."""

    sign: str
    whole: str
    mark: str = ""
    fraction: str = ""

    @property
    def is_one(self) -> bool:
        return self.whole == "1" and not self.fraction.strip("0")

    @property
    def is_round_million(self) -> bool:
        return not self.fraction and re.fullmatch(r"[1-9][0-9]*0{6}", self.whole) is not None


class Numbers:
    """The number words of one language. A language is a subclass with its words, and with its own versions of the
    methods whose rule differs."""

    lang: ClassVar[str]  # as num2words names it
    point: ClassVar[str]  # before decimals that are written with a comma
    english_point: ClassVar[str]  # before decimals that are written with a point
    minus: ClassVar[str]
    plus: ClassVar[str]
    to: ClassVar[str]  # between the ends of a range
    conjunction: ClassVar[str]  # "and"
    thousands: ClassVar[str] = "."  # the mark between groups of three digits, beside the space
    # The last word of a number before a feminine and before a masculine noun.
    feminine: ClassVar[Mapping[str, str]] = {}
    masculine: ClassVar[Mapping[str, str]] = {}

    def __init__(self) -> None:
        self.numerals = Numerals(self.lang, self.point, self.minus)

    @cached_property
    def unsigned(self) -> str:
        """The pattern of a number without its sign. "1,234.56" and "1,234,567" can only be English."""
        mark = re.escape(self.thousands)
        return (
            r"(?:[0-9]{1,3}(?:,[0-9]{3}){2,10}(?![0-9]|,[0-9])(?:\.[0-9]{1,36})?"
            r"|[1-9][0-9]{0,2},[0-9]{3}\.[0-9]{1,36}"
            rf"|[1-9][0-9]{{0,2}}(?:{mark}[0-9]{{3}}){{1,10}}(?![0-9]|{mark}[0-9])(?:,[0-9]{{1,36}})?"
            r"|[1-9][0-9]{0,2}(?: [0-9]{3}){1,10}(?! ?[0-9])(?:,[0-9]{1,36})?"
            r"|[0-9]{1,36}(?:[.,][0-9]{1,36})?)"
        )

    @cached_property
    def amount(self) -> str:
        """The pattern of a number with its sign; the groups `sign` and `amount`."""
        return rf"{BEGIN}{SIGN}(?P<amount>{self.unsigned})"

    def number(self, text: str, sign: str = "") -> Number:
        """The parts of a number that `unsigned` matches."""
        text = text.replace(" ", "")
        commas, points = text.count(","), text.count(".")
        if commas > 1 or (commas and points and text.index(",") < text.index(".")):
            whole, mark, fraction = text.replace(",", "").partition(".")
        elif commas:
            whole, mark, fraction = text.replace(".", "").partition(",")
        elif points == 1 and not (self.thousands == "." and re.fullmatch(r"[1-9][0-9]{0,2}\.[0-9]{3}", text)):
            whole, mark, fraction = text.partition(".")
        else:
            whole, mark, fraction = text.replace(".", ""), "", ""
        return Number(sign, whole, mark, fraction)

    def matched_number(self, match: re.Match[str]) -> Number:
        """The number in the groups `sign` and `amount` of a match."""
        return self.number(match["amount"], match["sign"] or "")

    def number_words(self, number: Number, gender: Gender | None = None, noun: str = "") -> str:
        """The number in words; `gender` and `noun` of what it counts, None and "" if it counts nothing."""
        sign = {"-": f"{self.minus} ", "+": f"{self.plus} "}.get(number.sign, "")
        if number.fraction:
            return sign + self.decimal(number, gender)
        return sign + self.cardinal(number.whole, gender, noun)

    def cardinal(self, digits: str, gender: Gender | None = None, noun: str = "") -> str:
        words = self.numerals.cardinal(digits)
        return self.agree(words, gender, noun) if gender else words

    def agree(self, words: str, gender: Gender, noun: str) -> str:
        """Number words before a noun of that gender; `noun` may be "" if it is not known."""
        head, _, last = words.rpartition(" ")
        return f"{head} {(self.feminine if gender == 'f' else self.masculine).get(last, last)}".strip()

    def decimal(self, number: Number, gender: Gender | None = None) -> str:
        """A number with decimals. Up to two of them are read as one number, zeros before it by name; more, one by
        one."""
        whole = self.cardinal(number.whole or "0", "f" if gender == "f" else None)
        point = self.english_point if number.mark == "." else self.point
        return f"{whole} {point} {self.decimals(number.fraction)}"

    def decimals(self, digits: str) -> str:
        if len(digits) > 2:
            return self.numerals.digits(digits)
        rest = digits.lstrip("0")
        zeros = [self.numerals.cardinal("0")] * (len(digits) - len(rest))
        return " ".join([*zeros, *([self.numerals.cardinal(rest)] if rest else [])])

    def digits(self, text: str) -> str:
        """Digits one by one; other characters are left out."""
        return self.numerals.digits("".join(digit for digit in text if digit.isdigit()))

    def gender(self, noun: str, following: str = "") -> Gender | None:
        """The gender of a noun after a number, None if the word is no noun; `following` is the word after it, which
        tells for adjectives that have but one form."""
        return None
