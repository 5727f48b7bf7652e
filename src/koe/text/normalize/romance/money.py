"""Sums of money -> words: a symbol or a code on either side, cents, millions, and prices by hour or kilo."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from koe.text.normalize.romance.measures import Measures, with_stop
from koe.text.normalize.romance.numbers import CLOSE, SIGN, Gender, Number
from koe.text.normalize.rule import Rule, Said, alternatives, rule


class Currency(NamedTuple):
    """The words of a currency; `cent` is "" if it has no coins."""

    one: str
    many: str
    cent: str = ""
    cents: str = ""
    gender: Gender = "m"
    cent_gender: Gender = "m"


class Size(NamedTuple):
    """A word or letter that multiplies a sum: "M", "millones"."""

    one: str
    many: str
    is_noun: bool = True  # "un millón de euros", "un miliardo di euro"; not "mil euros"


class Money(Measures):
    """The sums of money of one language."""

    currencies: ClassVar[Mapping[str, Currency]]  # by symbol and code
    sizes: ClassVar[Mapping[str, Size]]
    with_cents: ClassVar[str]  # between the sum and its cents
    of_millions: ClassVar[str] = "de "  # between millions and what they count
    # What a price is for, beside units: "/mes" -> "al mes".
    price_per: ClassVar[Mapping[str, str]] = {}

    def money_rules(self) -> tuple[Rule, ...]:
        currency = alternatives(self.currencies)
        size = rf"(?:\s?(?P<size>{alternatives(self.sizes)})(?!\w|\.\w))?"
        link = r"(?:\s(?:de|di)(?=\s)|\sd'(?=\w))?"
        short = rf"(?:\s?(?P<size>{alternatives(key for key in self.sizes if len(key) < 3)})(?!\.\w))?"
        per = rf"(?:\s?/\s?(?P<per>{alternatives([*self.price_per, *self.units])})(?!\w))?"
        before = rf"(?<![\w$]){SIGN}(?P<before>{currency})\s?(?P<amount>{self.unsigned})"
        return (
            rule(
                rf"{before}\s?[-–]\s?(?P<upper>{self.unsigned}){CLOSE}(?!\s?(?:{currency}))", self._range,
                kind="money", name="range, sum of money",
            ),
            rule(
                rf"{before}{size}(?:{link}\s?(?P<after>{currency})(?![\w$]|\s?[0-9]))?{per}{CLOSE}", self._money,
                kind="money", name="sum of money",
            ),
            rule(rf"{before}{short}{per}{CLOSE}", self._money, kind="money", name="sum of money"),
            rule(
                rf"{self.amount}{short}\s?(?P<after>{currency})(?![\w$]){per}", self._money,
                kind="money", name="sum of money",
            ),
            rule(
                rf"{self.amount}{size}{link}\s?(?P<after>{currency})(?![\w$]){per}", self._money,
                kind="money", name="sum of money",
            ),
        )  # fmt: skip

    def _money(self, match: re.Match[str]) -> Said | None:
        groups = match.groupdict()
        currency = self.currencies[groups.get("after") or groups["before"]]
        number = self.number_of_money(match)
        size = self.sizes[groups["size"]] if groups.get("size") else None
        words = self.money(number, currency, size)
        if groups.get("per"):
            return with_stop(f"{words} {self.price_for(groups['per'])}", match)
        return with_stop(self.said_money(words, number, currency, size), match)

    def _range(self, match: re.Match[str]) -> str:
        """Two numbers with a currency before the first: "€5-10"."""
        currency = self.currencies[match["before"]]
        upper = self.money(self.number(match["upper"]), currency)
        lower = self.number_words(self.number(match["amount"]), currency.gender, currency.many)
        return f"{lower} {self.to} {upper}"

    def said_money(self, words: str, number: Number, currency: Currency, size: Size | None) -> Said | str:
        """The words; the first of two sums in a range may drop the currency."""
        if size or (number.fraction.strip("0") and len(number.fraction) == 2):
            return words
        return Said(words, bare=self.number_words(number, currency.gender, currency.many), unit=currency.many)

    def number_of_money(self, match: re.Match[str]) -> Number:
        """The number of a sum. Three digits after a comma are no cents: "$1,500"."""
        number = self.matched_number(match)
        if number.mark == "," and len(number.fraction) == 3 and number.whole.strip("0") and len(number.whole) < 4:
            return Number(number.sign, number.whole + number.fraction)
        return number

    def money(self, number: Number, currency: Currency, size: Size | None = None) -> str:
        if size:
            return self.large_sum(number, currency, size)
        if number.fraction.strip("0") and not (len(number.fraction) == 2 and currency.cents):
            return f"{self.number_words(number, currency.gender)} {self.currency_word(number, currency)}"
        whole = number._replace(mark="", fraction="")
        link = self.link(currency.many) if whole.is_round_million else ""
        name = currency.one if self.is_singular(whole) else currency.many
        words = f"{self.number_words(whole, currency.gender, name)} {link}{name}"
        if not number.fraction.strip("0"):
            return words
        cents = str(int(number.fraction))
        coin = currency.cent if cents == "1" else currency.cents
        coins = f"{self.cardinal(cents, currency.cent_gender, coin)} {coin}"
        if number.whole.strip("0"):
            return f"{words} {self.with_cents} {coins}"
        return f"{self.minus} {coins}" if number.sign == "-" else coins

    def currency_word(self, number: Number, currency: Currency) -> str:
        """The currency after a number with decimals."""
        return currency.many

    def large_sum(self, number: Number, currency: Currency, size: Size) -> str:
        single = number.is_one
        link = self.link(currency.many) if size.is_noun else ""
        word = size.one if single else size.many
        words = self.number_words(number, "m" if size.is_noun else currency.gender, word)
        return f"{words} {word} {link}{currency.many}"

    def link(self, noun: str) -> str:
        """The word between millions and the noun that they count."""
        return self.of_millions

    def price_for(self, unit: str) -> str:
        """The words for "/kg" behind a price."""
        return self.price_per[unit] if unit in self.price_per else self.per(unit)
