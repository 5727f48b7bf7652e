"""Amounts of money -> words."""

from __future__ import annotations

import re

from koe.text.normalize.english.attributive import names_a_price, stands_before_noun
from koe.text.normalize.english.currencies import AFTER, CODES, SIGNS, TRADED, Currency
from koe.text.normalize.english.units import PER, per_words
from koe.text.normalize.numerals import UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, Said, Speak, alternatives, before, full_stop, rule, word_before

_ALL = {**SIGNS, **CODES, **AFTER}
_MAGNITUDES = {
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million", "mm": "million", "MM": "million",
    "mil": "million", "b": "billion", "B": "billion", "bn": "billion", "Bn": "billion", "BN": "billion",
    "t": "trillion", "T": "trillion", "tn": "trillion", "trn": "trillion", "L": "lakh", "cr": "crore", "Cr": "crore",
    "thousand": "thousand", "million": "million", "billion": "billion", "trillion": "trillion",
    "hundred": "hundred", "lakh": "lakh", "lakhs": "lakh", "crore": "crore", "crores": "crore",
}  # fmt: skip
_TAILS = {
    "pcm": "per calendar month", "pw": "per week", "pp": "per person", "p.p.": "per person", "p.a.": "per annum",
    "pa": "per annum",
    "p/m": "per month", "pm": "per month", "ph": "per hour", "ea": "each", "ea.": "each", "/ea": "each", "/ea.": "each",
    "/each": "each",
}  # fmt: skip

_LETTERS = alternatives(key for key in _MAGNITUDES if len(key) < 4)
_WORDS = alternatives(key for key in _MAGNITUDES if len(key) > 3)


def _size(name: str) -> str:
    """A pattern for the size of a number, in groups whose names begin with `name`."""
    word, letter = rf"[\s-]?(?P<{name}_word>{_WORDS})\b", rf"(?P<{name}_letter>{_LETTERS})(?![^\W_])"
    return rf"(?:{word}|{letter}|\s(?P<{name}_apart>bn|mn|tn|mil|[kK](?=\s|\Z))(?!\w))?"


# "1.234,56" and "12,50", as in most of Europe.
_EUROPEAN = r"[0-9]{1,3}(?:\.[0-9]{3}){1,4},[0-9]{2}(?![0-9])|[0-9]{1,6},[0-9]{2}(?![0-9,])"
_INDIAN = r"[0-9]{1,2}(?:,[0-9]{2}){1,5},[0-9]{3}(?:\.[0-9]{1,2})?(?![0-9,])"
_AMOUNT = rf"(?P<amount>{_INDIAN}|{_EUROPEAN}|{UNSIGNED})"
_UNTIL = (
    rf"(?:\s?[-–—]\s?(?P<until>{UNSIGNED})(?![0-9]|\s?[-–%°]|/[0-9])(?!\s(?:years?|yrs?|months?|days?|hours?)\b)"
    rf"{_size('last')})?"
)
_TAIL = rf"(?:\s?(?P<tail>{alternatives(_TAILS)})(?!\w))?"
_RATE = rf"(?P<per>{PER}{{1,2}})?(?:(?<=/mo|/yr|/hr|/wk|/lb|/oz|/sh|/mi|btl|/cs|gal)\.(?=[,;)]|\s[a-z=×+@]))?"
_EACH = r"(?P<each>-a-(?:night|day|week|month|year|head|barrel|bottle|ticket|share|plate|pop|piece|minute|mile))?"
_MORE = r"(?P<more>\+(?![0-9])|-plus\b)?"
_CLOSE = r"(?![^\W_]|[.,][0-9])"
_MINUS = r"(?P<minus>(?<![^\s(~=<>≤≥:\"“])(?<![0-9]\")[-–+])?"
_CENTS = re.compile(r"\.(?!00)[0-9]{2}\Z")
_EUROPEAN_CURRENCIES = frozenset({"€", "EUR", "kr", "zł", "Kč", "Ft", "DKK", "NOK", "SEK", "PLN", "CZK", "R$", "BRL"})


def _speaker(numerals: EnglishNumerals) -> Speak:
    """A function from a match of an amount and a currency to its words."""

    def money(match: re.Match[str]) -> str | Said | None:
        groups = match.groupdict()
        if match["currency"] in ("BTC", "ETH") and "," in match["amount"]:
            return None  # a price in dollars: "BTC 91,066"
        currency = _ALL[groups.get("code") or match["currency"]]
        digits = _plain(match["amount"], match["currency"])
        if digits is None:
            return None
        sign = {"-": "minus ", "–": "minus ", "+": "plus "}.get(groups.get("minus") or "", "")
        if groups.get("bracket") or groups.get("inner"):
            sign = "minus "
        end = _ending(match, numerals)
        size, last_size = _sized(groups, "size"), _sized(groups, "last")
        if (
            groups.get("until")
            and not size
            and not last_size
            and _CENTS.search(digits)
            and _CENTS.search(match["until"])
        ):
            ends = (_sum(one, "", currency, False, numerals) for one in (digits, match["until"].replace(",", "")))
            return f"{sign}{' to '.join(ends)}{end}"
        if groups.get("until"):
            first = f"{numerals.number(digits)} {size}".strip()
            last = f"{numerals.number(match['until'])} {last_size}".strip()
            name = currency.one if names_a_price(match) and not end else currency.many
            return f"{sign}{first} to {last} {name}{end}"
        compound = bool(groups.get("each")) or (not end and names_a_price(match))
        words = _sum(digits, size, currency, compound, numerals)
        if groups.get("each"):
            end = match["each"].replace("-", " ") + end
        count = f"{numerals.cardinal(match['count'])} for " if groups.get("count") else ""
        whole = size or "." not in digits or set(digits.partition(".")[2]) <= {"0"}
        if whole and not count:
            bare = f"{sign}{numerals.number(digits if size else digits.partition('.')[0])} {size}".strip()
            return Said(f"{sign}{words}{end}", bare, currency.many)
        return f"{count}{sign}{words}{end}"

    return money


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    money = _speaker(numerals)

    def small(match: re.Match[str]) -> str | Said | None:
        one, many = {"p": ("penny", "pence"), "c": ("cent", "cents"), "¢": ("cent", "cents")}[match["sign"].strip()]
        if match["sign"] == "p" and not numerals.british and not match["per"]:
            return None
        single = match["amount"] == "1" or (match["sign"] != "p" and stands_before_noun(match))
        words = ("minus " if match["minus"] else "") + numerals.number(match["amount"])
        return Said(f"{words} {one if single else many}{_ending(match, numerals)}", words, many)

    def inexact(match: re.Match[str]) -> str:
        size = _sized(match.groupdict(), "size")
        return f"{numerals.number(match['amount'])}{' ' if size else ''}{size} ish {_ALL[match['currency']].many}"

    def other(match: re.Match[str]) -> str | None:
        return " or " if _PAID.search(before(match)) else None

    def rate(match: re.Match[str]) -> str | None:
        return " per " if _PAID.search(before(match)) else None

    signs = rf"(?P<currency>{alternatives(SIGNS)})"
    codes = rf"(?P<currency>{alternatives(CODES)})"
    after = rf"[€£¥₹₽₩₿₺₪]|\$(?!\s?[0-9])|(?:{alternatives({**CODES, **AFTER})})(?![^\W_])"
    ending = rf"(?:/-(?!\w)|,[-–—](?!\w))?{_MORE}{_RATE}{_TAIL}{_EACH}"
    amounts = r"(?P<amount>[0-9]{1,3}(?:\.[0-9]{1,2})?)\sto\s[$£€](?P<until>[0-9]{1,3}(?:\.[0-9]{1,2})?)"
    return (
        # "$5 to $10 million" begins at five million.
        rule(
            rf"(?<![\w$£€])(?P<currency>[$£€]){amounts}\s?(?:(?P<last_word>(?:m|b|tr)illion)\b|(?P<last_letter>bn|[mMB])(?!\w))",
            money,
            name="sum of money",
        ),
        rule(
            rf"(?<![\w$£€]){_MINUS}(?:(?P<count>[0-9]{{1,2}})/)?{signs}\s?(?P<inner>-)?"
            rf"(?P<bracket>\()?{_AMOUNT}(?(bracket)\))(?:(?<=\.[0-9]{{2}})p(?!\w))?{_size('size')}"
            rf"{_UNTIL}(?:\s(?P<code>USD|EUR|GBP|CAD|AUD|NZD|HKD|SGD|MXN)(?!\w))?{ending}{_CLOSE}",
            money,
            name="sum of money",
        ),
        rule(
            rf"(?<![\w-]){_MINUS}{codes}\s?{_AMOUNT}{_size('size')}{_UNTIL}{ending}{_CLOSE}", money, name="sum of money"
        ),
        rule(
            rf"(?<![\w.,]){_MINUS}{_AMOUNT}{_size('size')}\s?(?P<currency>{after}){ending}(?![\w$£€])",
            money,
            name="sum of money",
        ),
        rule(
            rf"(?<![\w.,])(?P<minus>(?<![\w.,-])-)?(?P<amount>{UNSIGNED})(?P<sign>[pc]|\s?¢)(?P<per>(?<!¢){PER})?(?!\w)",
            small,
            name="sum of money",
        ),
        rule(rf"(?<![\w$£€]){signs}(?P<amount>[0-9]{{1,4}}){_size('size')}-?ish(?!\w)", inexact, name="sum of money"),
        rule(rf"\s?/\s?(?=(?:{alternatives(SIGNS)})[0-9])", other, name="or"),
        rule(r"(?<=[0-9])/\$(?!\s?[0-9])", lambda _: " per dollar", name="rate"),
        rule(
            r"/(?=[0-9]{1,4}\s?(?:[MKk]|million|thousand|hours?|hrs?\b|wks?\b|days?|months?|years?|GB|TB|kg|g|ml|mL)\b)",
            rate,
            name="rate",
        ),
    )


def currency_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for currencies without an amount: "EUR/USD", "€/kg", "in US$"."""

    def pair(match: re.Match[str]) -> str:
        return f"{TRADED[match[1]]} {TRADED[match[2]]}"

    def alone(match: re.Match[str]) -> str | None:
        currency = _ALL[match["currency"]]
        per = per_words(match["per"], british=numerals.british) if match["per"] else ""
        plural = per or word_before(match).lower() in ("in", "of", "to", "from", "into")
        return (currency.many if plural else currency.one) + (f" per {per}" if per else "")

    money = _speaker(numerals)
    signs = rf"(?<![\w$])(?P<currency>{alternatives(sign for sign in SIGNS if not sign.startswith('Rs'))})"
    return (
        rule(rf"(?<![\w/])({alternatives(TRADED)})/({alternatives(TRADED)})(?![\w/])", pair, name="exchange rate"),
        rule(rf"(?<![\w.,]){_AMOUNT}\s?(?P<currency>[€£¥₹])(?P<per>{PER})(?![\w/])", money, name="sum of money"),
        rule(rf"{signs}(?P<per>{PER})(?=[\s,.;:!?)]|\Z)", alone, name="currency"),
        rule(rf"{signs}(?P<per>)(?=[,;:!?)]|\.(?![0-9])|\s(?![0-9.])|\Z)(?<![0-9]\s.)", alone, name="currency"),
    )


_PAID = re.compile(r"[$£€¥₹][0-9][0-9.,]{0,12}[kKmMbn]{0,2}\Z")


def _ending(match: re.Match[str], numerals: EnglishNumerals) -> str:
    groups = match.groupdict()
    words = " plus" if groups.get("more") else ""
    if groups.get("per"):
        words += f" per {per_words(match['per'], british=numerals.british)}"
    if groups.get("tail"):
        ends = re.match(r"\s[A-Z][a-z]", match.string[match.end() : match.end() + 3])
        stop = "." if ends else full_stop(match)
        words += f" {_TAILS[match['tail']]}" + (stop if match["tail"].endswith(".") else "")
    return words


def _sized(groups: dict[str, str | None], name: str) -> str:
    written = groups.get(f"{name}_word") or groups.get(f"{name}_letter") or groups.get(f"{name}_apart") or ""
    return _MAGNITUDES.get(written, "")


def _plain(amount: str, currency: str) -> str | None:
    """The amount with an English point; None if the commas fit no number."""
    if re.fullmatch(_EUROPEAN, amount):
        return amount.replace(".", "").replace(",", ".") if currency in _EUROPEAN_CURRENCIES else None
    return amount if re.fullmatch(_INDIAN, amount) else amount.replace(",", "").replace("'", "")


def _sum(amount: str, size: str, currency: Currency, compound: bool, numerals: EnglishNumerals) -> str:
    whole, point, fraction = amount.partition(".")
    many = currency.one if compound else currency.many
    if size:
        return f"{numerals.number(amount)} {size} {many}"
    if not point or set(fraction) <= {"0"}:
        return f"{numerals.number(whole or '0')} {currency.one if whole == '1' else many}"
    if len(fraction) > 2 or not currency.cents:
        return f"{numerals.number(amount)} {many}"
    hundredths = int(fraction.ljust(2, "0"))
    if not whole.strip("0"):
        name = currency.cent if hundredths == 1 or (compound and currency.cents != "pence") else currency.cents
        return f"{numerals.cardinal(str(hundredths))} {name}"
    if compound and currency.cents == "pence":
        return f"{numerals.number(whole)} {currency.one} {numerals.cardinal(str(hundredths))}"
    name = currency.cent if hundredths == 1 or compound else currency.cents
    unit = currency.one if whole == "1" or compound else currency.many
    return f"{numerals.number(whole)} {unit} and {numerals.cardinal(str(hundredths))} {name}"
