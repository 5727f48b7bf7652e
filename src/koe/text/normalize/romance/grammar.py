"""The order in which the rules of a Romance language may claim a stretch of text. Each kind has a file."""

from __future__ import annotations

import re

from koe.text.normalize import typography
from koe.text.normalize.expressions import Expression, first_of
from koe.text.normalize.grammar import Abbreviations, Grammar
from koe.text.normalize.romance.abbreviations import Shortened
from koe.text.normalize.romance.counts import Counts
from koe.text.normalize.romance.dates import Dates
from koe.text.normalize.romance.formulas import Formulas
from koe.text.normalize.romance.fractions import Fractions
from koe.text.normalize.romance.money import Money
from koe.text.normalize.romance.phones import Phones
from koe.text.normalize.romance.roman import Roman
from koe.text.normalize.romance.symbols import Symbols
from koe.text.normalize.romance.times import Times
from koe.text.normalize.romance.web import Web
from koe.text.normalize.rule import Rule, of_digits, rule
from koe.text.normalize.typography import Emoji

_EMOTICONS = rule(
    r" ?(?<!\S)(?:[:;=]['’]?-?[)(\]\[DPp*oO|/\\]{1,4}|[xX]D{1,3}|<3(?=\s{0,3}(?:[!?.,)]|\Z))|\^_?\^)(?![\w.])",
    lambda _: "",
)


_PLAIN_NUMBER = re.compile(r"[0-9]{1,9}")


def is_no_range(text: str, left: Expression, right: Expression) -> bool:
    """Whether a dash between spaces only separates a name from its price: "Casque X 300 – 79,99 €"."""
    number = _PLAIN_NUMBER.fullmatch(text, left.start, left.stop)
    price = _PLAIN_NUMBER.search(text, right.start, right.stop)
    if left.kind == right.kind or number is None or price is None or right.start - left.stop < 3:
        return False
    return int(number[0]) > int(price[0])


class Romance(Web, Phones, Formulas, Dates, Times, Money, Fractions, Roman, Counts, Shortened, Symbols):
    """A Romance language. Subclasses have its words; they override the methods whose rule differs."""

    def first_rules(self) -> tuple[Rule, ...]:
        """Rules that only this language has, before all others but those for addresses."""
        return ()

    def number_rules(self) -> tuple[Rule, ...]:
        """Rules that only this language has, before those for bare numbers."""
        return ()

    def typography_rules(self) -> tuple[Rule, ...]:
        """Rules that make equal what this language writes in several ways, before any expression is recognised."""
        return ()

    def rules(self) -> tuple[Rule, ...]:
        return (
            *of_digits(*self.long_number_rules()),
            *self.web_rules(),
            *self.first_rules(),
            *self.abbreviation_rules(),
            *self.date_rules(),
            *of_digits(
                *self.time_rules(),
                *self.phone_rules(),
                *self.money_rules(),
                *self.fraction_rules(),
                *self.measure_rules(),
                *self.ordinal_rules(),
            ),
            *self.roman_rules(),
            *self.formula_rules(),
            *of_digits(*self.mixed_rules()),
            *self.initial_rules(),
            *self.operator_rules(),
            *of_digits(*self.number_rules(), *self.count_rules()),
            *self.acronym_rules(),
            *self.symbol_rules(),
        )

    def joined(self, text: str, left: Expression, right: Expression) -> str:
        """The words of a range whose ends are in `text`."""
        return f"{first_of(left, right)} {self.to} {right.said.words}"

    def grammar(self, emoji: Emoji) -> Grammar:
        return Grammar(
            first=(
                _EMOTICONS,
                *typography.emoji_rules(emoji),
                typography.FOOTNOTES,
                typography.SAME_MARKS,
                *self.typography_rules(),
                *self.spacing_rules(),
            ),
            expressions=self.rules(),
            last=typography.REPEATED,
            to=self.joined,
            abbreviations=self.known_abbreviations
            | Abbreviations(
                before_number=frozenset({*self.weekdays, *self.short_months}),
                # The sentence goes on after "20 min." unless a capital follows.
                titles=frozenset(unit[:-1].lower() for unit in self.units if unit.endswith(".") and " " not in unit),
            ),
        )
