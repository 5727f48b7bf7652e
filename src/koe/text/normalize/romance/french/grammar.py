"""French words and rules for numbers, dates, times, money, measures, abbreviations and addresses."""

from __future__ import annotations

import re
from typing import ClassVar

from koe.text.normalize.expressions import Expression
from koe.text.normalize.romance.french import abbreviations as short
from koe.text.normalize.romance.french import clipped
from koe.text.normalize.romance.french import words as table
from koe.text.normalize.romance.french.books import BOOKS, NUMBERED_BOOKS
from koe.text.normalize.romance.french.codes import FrenchCodes
from koe.text.normalize.romance.french.counts import FrenchCounts
from koe.text.normalize.romance.french.dates import FrenchDates
from koe.text.normalize.romance.french.genders import FrenchGenders
from koe.text.normalize.romance.french.leftovers import FrenchLeftovers
from koe.text.normalize.romance.french.messages import FrenchMessages
from koe.text.normalize.romance.french.phrases import FrenchPhrases
from koe.text.normalize.romance.french.shorthand import FrenchShorthand
from koe.text.normalize.romance.grammar import is_no_range
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.money import Currency, Size
from koe.text.normalize.romance.numbers import Gender, Number
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import Said, full_stop, words


class French(
    FrenchLeftovers,
    FrenchGenders,
    FrenchMessages,
    FrenchShorthand,
    FrenchDates,
    FrenchCounts,
    FrenchCodes,
    FrenchPhrases,
):
    """French."""

    lang = "fr"
    point = "virgule"
    english_point = "point"
    minus = "moins"
    plus = "plus"
    to = "à"
    conjunction = "et"
    percentages: ClassVar = {"%": "pour cent", "‰": "pour mille"}

    months = table.MONTHS
    other_months = table.OTHER_MONTHS
    short_months = table.SHORT_MONTHS
    words_like_months = words("sept sep jan")
    first_of_month = "premier"
    first_day_endings = r"(?:er|ER|ᵉʳ|°|º)"

    hour_unit = Unit("heure", "heures", "f")
    minute_unit = Unit("minute", "minutes", "f")
    second_unit = Unit("seconde", "secondes", "f")
    between_parts = " "
    per_kilometre = "au kilomètre"
    per_hundred_metres = "aux cent mètres"
    prime = "prime"
    times_sign = "fois"
    out_of = "sur"
    times_unit = Unit("fois", "fois", "f")
    stars = "étoiles"
    unchanged = "inchangé"
    asterisk = "astérisque"
    divided_by = "divisé par"
    functions: ClassVar = {"sin": "sinus", "cos": "cosinus", "tan": "tangente"}
    square = "carré de"
    at_amount = "à"
    books = BOOKS
    numbered_books = NUMBERED_BOOKS
    psalms = words("Ps Psaume")
    first_letters = ("première", "deuxième", "troisième")
    first_books = ("premier", "deuxième", "troisième")
    zones: ClassVar = {"UTC": "U T C", "GMT": "G M T", "CET": "C E T", "CEST": "C E S T"}
    half_days: ClassVar = {"am": "du matin", "a.m.": "du matin", "pm": "de l'après-midi", "p.m.": "de l'après-midi"}

    currencies = table.CURRENCIES
    sizes = table.SIZES
    price_per = table.PRICE_PER
    with_cents = "et"

    unit_words = table.UNITS
    rates = table.RATES
    powers: ClassVar = {2: "carré|carrés", 3: "cube|cubes"}
    per_word = "par"
    per_power: ClassVar = {2: "carrée", 3: "cube"}
    by = "par"
    kilometre = "kilomètre"

    ordinal_endings = table.ORDINAL_ENDINGS
    denominators: ClassVar = {2: "demi|demis", 3: "tiers|tiers", 4: "quart|quarts", 1000: "millième|millièmes"}
    and_a_part = "et"
    over = "sur"

    numbered: ClassVar = dict.fromkeys(table.NUMBERED, "cardinal")
    rulers: ClassVar = dict.fromkeys(table.RULERS, "m")
    ruler_style = "cardinal"
    counted_events: ClassVar = {}
    roman_endings = r"(?:n?des?|nds?|ers?|res?|ères?|èmes?|es?|ᵉʳ|ʳᵉ|ᵉ)?"

    other_formulas = words(
        "CH3COOH C2H6O C2H4 C2H2 C3H8 C4H10 CH3OH HCN H2S NaF AgNO3 CuSO4 Al2O3 CaO MgO FeO ZnO UF6 SF6 KMnO4 NaClO"
    )
    letter_names: ClassVar = {letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    spelled = short.SPELLED
    said_acronyms = short.SAID
    titles: ClassVar = {**clipped.RANKS, **short.TITLES}
    before_numbers: ClassVar = {**clipped.NUMBERED, **short.BEFORE_NUMBERS}
    short_words = short.SHORT_WORDS
    last_words = short.LAST_WORDS
    clipped_words = clipped.WORDS
    inner_words = clipped.INNER

    version_word = "version"
    before_a_phone = r"\b(?:tél(?:éphone)?|fax|portable|mobile|appele[zr]|composez)\.?\s?:?\s?(?:le|au)?"
    before_digits = (
        r"\b(?:code(?! postal| HTTP| source)|PIN|OTP|mot de passe|se terminant par|finissant par|SIREN|SIRET)"
        r"(?:\s[a-zéèà']{1,15}){0,3}?\s?:?"
    )
    phone_shapes = frozenset({(3, 3, 4), (3, 4)})

    web_marks = table.WEB_MARKS
    web_parts: ClassVar = {"etc": "et cetera"}
    and_so_on = "et cetera"

    operators = table.OPERATORS
    before_amounts = table.BEFORE_AMOUNTS
    signs = table.SIGNS
    to_the_power = "puissance"
    squared = "au carré"
    cubed = "au cube"

    def minute_of_goal(self, minute: str) -> str:
        return f"{self.ordinal(int(minute), 'f')} minute"

    def link_of_measure(self, number: Number, name: str) -> str:
        return self.link(name) if number.is_round_million else ""

    def of_unit(self, one: str) -> str:
        return f"{self.link(one)}{one}"

    def is_singular(self, number: Number) -> bool:
        """Less than two is singular: "1,5 mètre"."""
        return int(number.whole or "0") < 2

    def decimal(self, number: Number, gender: Gender | None = None) -> str:
        return super().decimal(number)

    def decimals(self, digits: str) -> str:
        """Up to three decimals are read as one number, zeros before it by name; more, one by one."""
        if len(digits) != 3 or digits[0] == "0":
            return super().decimals(digits)
        return self.cardinal(digits)

    def agree(self, words: str, gender: Gender, noun: str) -> str:
        if gender != "f" or not re.search(r"\bun\Z", words):
            return words
        return "mille et une" if (words, noun) == ("mille un", "nuits") else f"{words}e"

    def currency_word(self, number: Number, currency: Currency) -> str:
        return currency.one if self.is_singular(number) else currency.many

    def number_of_money(self, match: re.Match[str]) -> Number:
        """The number of a sum. Prices of petrol have three decimals; only before a sum "," groups thousands."""
        has_symbol_first = match.groupdict().get("before")
        number = super().number_of_money(match) if has_symbol_first else self.matched_number(match)
        return number._replace(mark="," if number.fraction else "")

    def said_money(self, words: str, number: Number, currency: Currency, size: Size | None) -> Said | str:
        if number.fraction and not size:
            return words
        return Said(
            words, bare=self.number_words(number, currency.gender), unit=f"{size.many if size else ''} {currency.many}"
        )

    def _are_billions(self, number: Number) -> bool:
        """Whether so many millions are told in milliards: "3 000 M€"."""
        millions = int(number.whole or 0)
        return not number.fraction and (millions > 1999 or millions == 1000)

    def large_sum(self, number: Number, currency: Currency, size: Size) -> str:
        if size.one == "mille" and len(number.fraction) <= 3:
            thousands = Number(number.sign, (number.whole + number.fraction.ljust(3, "0")).lstrip("0") or "0")
            return self.money(thousands, currency)
        if size.one == "million" and self._are_billions(number):
            billions, millions = number.whole[:-3], number.whole[-3:].lstrip("0")
            spoken = f"{self.number_words(number._replace(whole=billions))} milliard{'' if billions == '1' else 's'}"
            rest = f" {self.cardinal(millions)} million{'' if millions == '1' else 's'}" if millions else ""
            return f"{spoken}{rest} {self.link(currency.many)}{currency.many}"
        word = size.one if self.is_singular(number) else size.many
        link = self.link(currency.many) if size.is_noun else ""
        return f"{self.number_words(number)} {word} {link}{currency.many}"

    def ordinal(self, number: int, gender: Gender = "m", is_plural: bool = False) -> str:
        spoken = (
            "première"
            if number == 1 and gender == "f"
            else re.sub(r"(vingt|cent)sième", r"\1ième", self.numerals.ordinal(str(number)))
        )
        return f"{spoken}s" if is_plural else spoken

    def _ordinal(self, match: re.Match[str]) -> str | None:
        """ "er" is masculine, whatever the noun: "1er tour"."""
        if match["digits"] == "1" and match["ending"] in ("er", "ᵉʳ", "ER", "Er"):
            return self.ordinal(1)
        return super()._ordinal(match)

    def joined(self, text: str, left: Expression, right: Expression) -> str:
        if is_no_range(text, left, right):
            return f"{left.said.words}, {right.said.words}"
        return super().joined(text, left, right)

    def ordinal_of(self, digits: str, ending: Ending, noun: str) -> str | None:
        number = int(digits)
        if ending.is_short:
            spoken = "seconde" if ending.gender == "f" else "second"
            return f"{spoken}{'s' if ending.is_plural else ''}" if number == 2 else None
        if number == 0:
            return None
        gender: Gender = "f" if ending.gender == "f" or (noun and self.gender(noun) == "f") else "m"
        return self.ordinal(number, gender, ending.is_plural)

    def time(self, clock: Clock) -> str:
        unit = self.hour_unit.one if clock.hour < 2 else self.hour_unit.many
        minute = f" {self.cardinal(str(clock.minute), 'f')}" if clock.minute else ""
        return f"{self.hour(clock.hour)} {unit}{minute}"

    def clock(self, clock: Clock) -> str:
        if clock.half.startswith("de l'") and clock.hour >= 6 and clock.hour != 12:
            clock = clock._replace(half="du soir")
        return super().clock(clock)

    def event(self, number: int, noun: str) -> str:
        return self.ordinal(number)

    def ruler(self, number: int, gender: Gender) -> str:
        return self.ordinal(number, gender) if number == 1 else self.cardinal(str(number))

    def _variable(self, match: re.Match[str]) -> str:
        return match[0]

    def variable_name(self, letter: str) -> str:
        return letter

    def _dotted(self, match: re.Match[str]) -> str | None:
        return self.letters(match[0]) + full_stop(match)

    def tag(self, text: str) -> str:
        return self.mixed_code(text) if text.isupper() else super().tag(text)

    def web_name(self, text: str) -> str:
        spoken = super().web_name(text)
        host = re.match(r"(?:[^/?#]{0,200}\.)([a-z]{2})(?=[:/?#]|\Z)", text, re.IGNORECASE)
        if not host or host[1].lower() not in table.SPELLED_DOMAINS:
            return spoken
        return spoken.replace(f"point {host[1]}", f"point {self.letters(host[1].upper())}", 1)
