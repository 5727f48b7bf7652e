"""The order in which the rules of a Romance language may claim a stretch of text. Each kind has a file."""

from __future__ import annotations

import re
from functools import cached_property
from typing import ClassVar

from koe.text.normalize import typography
from koe.text.normalize.english.dates import exists
from koe.text.normalize.expressions import Expression, first_of
from koe.text.normalize.grammar import Abbreviations, Grammar
from koe.text.normalize.romance.abbreviations import Shortened
from koe.text.normalize.romance.counts import Counts
from koe.text.normalize.romance.dates import Dates
from koe.text.normalize.romance.formulas import Formulas
from koe.text.normalize.romance.fractions import Fractions
from koe.text.normalize.romance.leftovers import Leftovers
from koe.text.normalize.romance.money import Money
from koe.text.normalize.romance.phones import Phones
from koe.text.normalize.romance.races import Races
from koe.text.normalize.romance.roman import Roman
from koe.text.normalize.romance.scripture import Scripture
from koe.text.normalize.romance.senses import Senses
from koe.text.normalize.romance.symbols import Symbols
from koe.text.normalize.romance.truncations import Truncations
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, of_digits, rule, word_before
from koe.text.normalize.typography import Emoji

_EMOTICONS = rule(
    r" ?(?<!\S)(?:[:;=]['’]?-?[)(\]\[DPp*oO|/\\]{1,4}|[xX]D{1,3}|<3(?=\s{0,3}(?:[!?.,)]|\Z))|\^_?\^)(?![\w.])",
    lambda _: "",
)


# Signs of keyboards and programs, as print writes them.
_SIGNS_AS_IN_PRINT = (
    rule(r"(?<=[\w\s)\]])(?:<[-=]{1,2}>|[-=]{1,2}>)(?=[\w\s(\[])|(?<=\s)<-{1,2}(?=\s)", lambda _: "→"),
    rule(r"(?:(?<=[^\W\d])|(?<=\s))!={1,2}(?=\s?[\w(-])", lambda _: "≠"),
    rule(r"(?<=[^\W\d_]) [·•] (?=\S)|(?<=\S) [·•] (?=[^\W\d_])", lambda _: ", "),
    rule(r"&{2}|\|{2}", lambda signs: signs[0][0]),
)
_ONE_SPACE = rule(r"(?<=\S) {2,}(?=\S)", lambda _: " ")
_FUNCTION = r"(?<![\w.'])(?P<name>[fghFGH])(?P<primes>['’′]{0,2})\((?P<sign>[-−]?)(?P<of>[a-z]|[0-9]{1,3})\)"
_BETWEEN = re.compile(r"\b[Ee]ntre \Z")
_NEXT_NOUN = re.compile(r"\s([^\W\d_]{3,40})")
_PASSWORD = re.compile(
    r"\b(?:clave|contraseña|password|passwd|pwd|senha|clé|mot de passe|mdp|token|parola d'ordine)\b"
    r"(?:\s\w{1,5})?\s?:?\s?\Z",
    re.IGNORECASE,
)
_PLAIN_NUMBER = re.compile(r"[0-9]{1,9}")


def is_no_range(text: str, left: Expression, right: Expression) -> bool:
    """Whether a dash between spaces only separates a name from its price: "Casque X 300 – 79,99 €"."""
    number = _PLAIN_NUMBER.fullmatch(text, left.start, left.stop)
    price = _PLAIN_NUMBER.search(text, right.start, right.stop)
    if left.kind == right.kind or number is None or price is None or right.start - left.stop < 3:
        return False
    return int(number[0]) > int(price[0])


class Romance(
    Leftovers,
    Phones,
    Formulas,
    Dates,
    Races,
    Scripture,
    Money,
    Fractions,
    Roman,
    Counts,
    Senses,
    Shortened,
    Truncations,
    Symbols,
):
    """A Romance language. Subclasses have its words; they override the methods whose rule differs."""

    at_amount: ClassVar[str] = "a"  # "@ 100 kg"
    function_of: ClassVar[str] = "de"  # "f(x)"
    prime: ClassVar[str]  # "f'(x)"

    def first_rules(self) -> tuple[Rule, ...]:
        """Rules that only this language has, before all others but those for addresses."""
        return ()

    def number_rules(self) -> tuple[Rule, ...]:
        """Rules that only this language has, before those for bare numbers."""
        return ()

    def shared_rules(self) -> tuple[Rule, ...]:
        """Rules for what all of these languages write alike."""
        codes = alternatives(code for code in self.currencies if len(code) == 3 and code.isalpha() and code.isupper())
        short = alternatives(self.short_months)
        return (
            rule(
                rf"(?<![\w/])(?<![0-9]\s)(?P<one>{codes})/(?P<other>{codes})(?![\w/])", self._currencies,
                kind="money", name="currencies",
            ),
            rule(
                rf"(?<![\w.,])(?P<amount>{self.unsigned})\s?(?P<one>US\$|[$€£¥])/(?P<other>US\$|[$€£¥])(?!\w)",
                self._exchange_rate, kind="money", name="exchange rate",
            ),
            rule(r"(?<=\s)@\s?(?=[0-9$€])", lambda _: f"{self.at_amount} ", kind="symbols", name="amount"),
            rule(
                rf"(?<![\w.,])(?P<wires>[0-9]{{1,2}})(?P<letter>[GX])(?P<area>{self.unsigned})"
                r"\s?mm[²2](?!\w)", self._cable,
                kind="units", name="cable",
            ),
            rule(
                r"(?<!\w)M(?P<width>[0-9]{1,2})\s?[x×]\s?(?P<length>[0-9]{1,3})(?!\w)",
                lambda m: f"{self.letters('M')} {self.cardinal(m['width'])} {self.by} {self.cardinal(m['length'])}",
                kind="units", name="screw",
            ),
            rule(
                r"(?<![\w.,+])(?P<amount>[0-9]{1,4})\+(?=\s[a-zà-ÿ]{3})", self._more_than,
                kind="numbers", name="more than",
            ),
            rule(
                r"(?<=\()\+\s?(?=[0-9]{1,4}\s(?:pers|pess|personas|personnes|persone|pessoas|años|ans|anni|anos)\b)",
                lambda _: f"{self.before_amounts['>']} ", kind="symbols", name="more than",
            ),
            rule(
                r"(?<![\w/.@-])(?=[A-Za-z]{0,19}[0-9])(?=[0-9]{0,19}[A-Za-z])[A-Za-z0-9]{6,20}(?![\w@/-]|\.\w)",
                self._secret, kind="phones", name="password",
            ),
            rule(
                r"(?<![\w.,])(?P<page>[0-9]{3})(?P<column>[a-d])(?!\w)",
                lambda m: f"{self.cardinal(m['page'])} {self.variable_name(m['column'])}", kind="numbers", name="place",
            ),
            rule(
                r"(?<![\w.,])(?P<year>[0-9]{2})H(?P<half>[12])(?!\w)",
                lambda m: f"{self.cardinal(m['year'])} {self.letters('H')} {self.cardinal(m['half'])}",
                kind="acronyms", name="version",
            ),
            rule(
                r"(?<![\w.,/-])(?P<day>[0-3]?[0-9])-(?P<month>0[1-9])(?![\w-]|[.,][0-9])", self._hyphened_day,
                kind="dates", name="day and month",
            ),
            rule(
                rf"(?<=[0-9h]\s\()(?P<day>{alternatives(self.weekdays)})(?=\))",
                lambda match: self.weekdays[match["day"].lower()], re.IGNORECASE, kind="dates", name="weekday",
            ),
            rule(
                rf"(?<!\w)(?:{short})\.(?:,\s(?:{short})\.){{0,10}},?\s(?:y|e|et|o|ou)\s(?:{short})\.(?!\w)",
                self._several_months, re.IGNORECASE, kind="dates", name="months",
            ),
            rule(
                r"(?<![\w-])[A-Z]{2}[0-9]{6,20}(?![\w-])", lambda match: self.spelled_code(match[0]),
                kind="acronyms", name="code",
            ),
            rule(
                r"(?<![\w.,-])(?P<digits>[0-9]{4})(?P<letter>[DEFPQRSTXYZ])(?![\w-])",
                lambda match: f"{self.digits(match['digits'])} {self.letters(match['letter'])}",
                kind="acronyms", name="code",
            ),
        )  # fmt: skip

    def _more_than(self, match: re.Match[str]) -> str:
        found = _NEXT_NOUN.match(after(match))
        noun = found[1] if found else ""
        counted = self.count(self.number(match["amount"]), noun, "") or self.cardinal(match["amount"])
        return f"{self.before_amounts['>']} {counted}"

    def _secret(self, match: re.Match[str]) -> str | None:
        """Letters and digits behind the word for a password are spelled."""
        return self.spelled_code(match[0]) if _PASSWORD.search(before(match)) else None

    def _hyphened_day(self, match: re.Match[str]) -> str | None:
        """ "antes del 20-06"; elsewhere it may be a range."""
        day, month = int(match["day"]), int(match["month"])
        is_dated = before(match)[-1:] == " " and word_before(match).lower() in self.before_a_day
        if not is_dated or not exists(2000, month, day):
            return None
        return self.date(day, self.months[month - 1], "")

    def _several_months(self, match: re.Match[str]) -> str:
        def name(found: re.Match[str]) -> str:
            return self.months[self.short_months[found[1].lower()] - 1]

        return re.sub(r"([^\W\d_]{3,5})\.", name, match[0]) + full_stop(match)

    def _cable(self, match: re.Match[str]) -> str | None:
        """Wires and their section: "3G2,5 mm²"."""
        unit = self.unit("mm²")
        section = self.measure(self.number(match["area"]), unit) if unit else ""
        return f"{self.cardinal(match['wires'])} {self.letters(match['letter'])} {section}"

    def length_of_time(self, hours: int, minutes: int) -> str:
        return self.length(hours, minutes, 0)

    def variable_name(self, letter: str) -> str:
        return self.letters(letter)

    def _currencies(self, match: re.Match[str]) -> str:
        return f"{self.currencies[match['one']].one} {self.currencies[match['other']].one}"

    def _exchange_rate(self, match: re.Match[str]) -> str:
        """ "1,0845 $/€"."""
        number, one = self.number(match["amount"]), self.currencies[match["one"]]
        counted = f"{self.number_words(number, one.gender, one.many)} {one.one if number.is_one else one.many}"
        return f"{counted} {self.per_word} {self.currencies[match['other']].one}"

    def _value_of_function(self, match: re.Match[str]) -> str:
        """ "f(x)", "f'(2)", "g(-1)"."""
        of = self.cardinal(match["of"]) if match["of"].isdigit() else self.variable_name(match["of"])
        primes = f" {self.prime}" * len(match["primes"])
        sign = f"{self.minus} " if match["sign"] else ""
        return f"{self.variable_name(match['name'])}{primes} {self.function_of} {sign}{of}"

    def typography_rules(self) -> tuple[Rule, ...]:
        """Rules that make equal what this language writes in several ways, before any expression is recognised."""
        return ()

    @cached_property
    def counted_units(self) -> frozenset[str]:
        return frozenset(unit for unit in self.units if unit.endswith(".") and len(unit) > 2)

    @cached_property
    def divisors(self) -> frozenset[str]:
        return frozenset(key.rstrip(".") for key in self.price_per)

    def is_unit(self, short: str) -> bool:
        return f"{short}." in self.units or short in self.units

    def rules(self) -> tuple[Rule, ...]:
        return (
            *of_digits(*self.long_number_rules()),
            *self.web_rules(),
            *of_digits(*self.verse_rules(), *self.race_rules(), *self.shared_rules()),
            *self.common_rules(),
            *of_digits(*self.early_default_rules()),
            rule(_FUNCTION, self._value_of_function, kind="symbols", name="function"),
            *self.sense_rules(),
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
            *self.late_default_rules(),
            *self.truncation_rules(),
            *self.symbol_rules(),
        )

    def joined(self, text: str, left: Expression, right: Expression) -> str:
        """The words of a range whose ends are in `text`."""
        is_between = _BETWEEN.search(text[max(0, left.start - 8) : left.start])
        return f"{first_of(left, right)} {self.conjunction if is_between else self.to} {right.said.words}"

    def grammar(self, emoji: Emoji) -> Grammar:
        return Grammar(
            first=(
                _EMOTICONS,
                *typography.emoji_rules(emoji),
                typography.FOOTNOTES,
                typography.SAME_MARKS,
                *_SIGNS_AS_IN_PRINT,
                *self.typography_rules(),
                *self.spacing_rules(),
            ),
            expressions=self.rules(),
            last=(*typography.REPEATED, _ONE_SPACE),
            to=self.joined,
            abbreviations=self.known_abbreviations
            | Abbreviations(
                before_number=frozenset({*self.weekdays, *self.short_months, *self.beginnings}),
                # The sentence goes on after "20 min." unless a capital follows.
                titles=frozenset(
                    unit[:-1].lower() for unit in self.units if unit.endswith(".") and " " not in unit and unit != "a."
                ),
            ),
        )
