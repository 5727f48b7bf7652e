"""Amounts of money -> words."""

from __future__ import annotations

import re
from typing import NamedTuple

from koe.text.normalize.numerals import UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, alternatives, full_stop, rule, word_after, word_before, words


class Currency(NamedTuple):
    one: str
    many: str
    cent: str = ""
    cents: str = ""


_DOLLAR = Currency("dollar", "dollars", "cent", "cents")
_POUND = Currency("pound", "pounds", "penny", "pence")
_EURO = Currency("euro", "euros", "cent", "cents")
_YEN = Currency("yen", "yen")
_RUPEE = Currency("rupee", "rupees", "paisa", "paise")


def _of(country: str, currency: Currency) -> Currency:
    return currency._replace(one=f"{country} {currency.one}", many=f"{country} {currency.many}")


_SIGNS = {
    "$": _DOLLAR, "£": _POUND, "€": _EURO, "¥": _YEN, "₹": _RUPEE, "₩": Currency("won", "won"),
    "₽": Currency("ruble", "rubles", "kopeck", "kopecks"), "₿": Currency("bitcoin", "bitcoins"),
    "₺": Currency("lira", "lira"), "₪": Currency("shekel", "shekels"), "₫": Currency("dong", "dong"),
    "US$": _of("U.S", _DOLLAR), "A$": _of("Australian", _DOLLAR), "AU$": _of("Australian", _DOLLAR),
    "C$": _of("Canadian", _DOLLAR), "CA$": _of("Canadian", _DOLLAR), "HK$": _of("Hong Kong", _DOLLAR),
    "NZ$": _of("New Zealand", _DOLLAR), "R$": Currency("real", "reais", "centavo", "centavos"),
}  # fmt: skip
_CODES = {
    "USD": _of("U.S", _DOLLAR), "EUR": _EURO, "GBP": _POUND, "JPY": _YEN, "INR": _RUPEE,
    "CAD": _of("Canadian", _DOLLAR),
    "AUD": _of("Australian", _DOLLAR), "NZD": _of("New Zealand", _DOLLAR), "CHF": Currency("Swiss franc",
    "Swiss francs"),
    "CNY": Currency("yuan", "yuan"), "RMB": Currency("yuan", "yuan"), "KRW": Currency("won", "won"),
    "BRL": Currency("real", "reais", "centavo", "centavos"), "MXN": Currency("Mexican peso", "Mexican pesos"),
    "SEK": Currency("Swedish krona", "Swedish kronor"), "NOK": Currency("Norwegian krone", "Norwegian kroner"),
    "BTC": Currency("bitcoin", "bitcoins"),
}  # fmt: skip
_ALL = {**_SIGNS, **_CODES}
_MAGNITUDES = {
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million", "mm": "million",
    "mil": "million",
    "b": "billion", "B": "billion", "bn": "billion", "Bn": "billion", "t": "trillion", "T": "trillion",
    "tn": "trillion",
    "thousand": "thousand", "million": "million", "billion": "billion", "trillion": "trillion",
    "hundred": "hundred", "lakh": "lakh", "crore": "crore",
}  # fmt: skip
_PER = {
    "h": "hour", "hr": "hour", "hour": "hour", "day": "day", "wk": "week", "week": "week", "mo": "month",
    "month": "month",
    "yr": "year", "year": "year", "min": "minute", "lb": "pound", "kg": "kilogram", "oz": "ounce", "gal": "gallon",
    "person": "person", "night": "night", "user": "user", "month/user": "month per user", "unit": "unit",
    "GB": "gigabyte",
}  # fmt: skip

# Nouns after which the currency is singular: "the sixty-four thousand dollar question".
_PRICED = words(
    "bill bonus bounty budget coin contract deal deposit donation fee fine fund gift grant house industry investment "
    "loan lawsuit market mortgage note package plan prize project question reward settlement ticket"
)

_WORDS = "thousand|million|billion|trillion|hundred|lakh|crore"
_SIZE = rf"(?:\s?(?P<size>{_WORDS})\b|(?P<letter>{alternatives(key for key in _MAGNITUDES if len(key) < 4)})(?!\w))?"
_RATE = rf"(?:\s?/\s?(?P<per>{alternatives(_PER)})(?!\w))?"
_AMOUNT = rf"(?P<amount>{UNSIGNED})"
_TO = rf"(?:\s?[-–—]\s?(?:[$£€¥₹]\s?)?(?P<until>{UNSIGNED}))?"
_CLOSE = r"(?![\w]|[.,][0-9])"
_MINUS = r"(?P<minus>(?<!\w)[-−])?"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def money(match: re.Match[str]) -> str:
        currency = _ALL[match["currency"]]
        minus = "minus " if match["minus"] else ""
        per = f" per {_PER[match['per']]}" if match["per"] else ""
        size = _MAGNITUDES.get(match["size"] or match["letter"] or "", "")
        amount = match["amount"].replace(",", "")
        if match["until"]:
            many = f"{size} {currency.many}".strip()
            return f"{numerals.number(amount)} to {numerals.number(match['until'])} {many}{per}"
        noun = word_after(match) if match.string[match.end() : match.end() + 1] == " " else ""
        compound = noun in _PRICED or (noun.islower() and word_before(match).lower() in ("a", "an"))
        return minus + _sum(amount, size, currency, compound, numerals) + per

    def small(match: re.Match[str]) -> str | None:
        one, many = {"p": ("penny", "pence"), "c": ("cent", "cents"), "¢": ("cent", "cents")}[match["sign"]]
        if match["sign"] == "p" and not numerals.british:
            return None
        return f"{numerals.number(match['amount'])} {one if match['amount'] == '1' else many}"

    signs = rf"(?P<currency>{alternatives(_SIGNS)})"
    codes = rf"(?P<currency>{alternatives(_CODES)})"
    suffixes = rf"(?P<currency>[€£¥₹₽₩₿₺₪]|\$|{alternatives(_CODES)})"
    return (
        rule(rf"(?<![\w$£€]){_MINUS}{signs}\s?{_AMOUNT}{_TO}{_SIZE}(?:\s(?:USD|EUR|GBP))?{_RATE}{_CLOSE}", money),
        rule(rf"(?<![\w-]){_MINUS}{codes}\s?{_AMOUNT}{_TO}{_SIZE}{_RATE}{_CLOSE}", money),
        rule(rf"(?<![\w.,]){_MINUS}{_AMOUNT}{_TO}{_SIZE}\s?{suffixes}{_RATE}(?![\w$£€])", money),
        rule(rf"(?<![\w.,]){_AMOUNT}(?P<sign>[pc¢])(?!\w)", small),
        rule(r"(?<=\w)\s\$(?=\s|\Z)", lambda match: " dollar" + full_stop(match)),
    )


def _sum(amount: str, size: str, currency: Currency, compound: bool, numerals: EnglishNumerals) -> str:
    whole, point, fraction = amount.partition(".")
    many = currency.one if compound else currency.many
    if size:
        return f"{numerals.number(amount)} {size} {many}"
    if not point or set(fraction) <= {"0"}:
        return f"{numerals.cardinal(whole or '0')} {currency.one if whole == '1' else many}"
    if len(fraction) != 2 or not currency.cents:
        return f"{numerals.number(amount)} {many}"
    cents = f"{numerals.cardinal(str(int(fraction)))} {currency.cent if fraction == '01' else currency.cents}"
    if not whole.strip("0"):
        return cents
    return f"{numerals.cardinal(whole)} {currency.one if whole == '1' else currency.many} and {cents}"
