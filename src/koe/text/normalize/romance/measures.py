"""Numbers with units -> words: lengths, areas, volumes, speeds, densities, temperatures, sizes "3 x 4 m"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, NamedTuple

from koe.text.normalize.romance.context import closes_quotation
from koe.text.normalize.romance.numbers import BEGIN, Gender, Number, Numbers
from koe.text.normalize.rule import Rule, Said, alternatives, before, full_stop, rule, word_before, words

_POWERS = {"²": 2, "³": 3, "2": 2, "3": 3}
_OPENING = re.compile(r"\s[¿¡«\"]?[^\W\d_a-zà-ÿ]")
# In other cases than the symbol's own these are acronyms and words: "20 PA", "2 In".
_NO_UNITS = words(
    "LTS PA MA MI IN PP PT CP EV UA DD SC OC PO TO In Mi Ma Ua Pp Pt Cp Dd Sc Oc Po To Gal Bar Col Mol Pol Min"
)
# A letter close behind a small number names a class or a floor, a unit only of a larger one: "1A", "16A".
_CLASSES = ("A", "J")
_SMALL = 5
_VOLTS = re.compile(r"[0-9]\s?V\s?[/,x×-]?\s?\Z")
_QUOTES = ('"', "”")
_POWER = r"[²³]|\^?[23](?![0-9])"


def with_stop(said: Said | str, match: re.Match[str]) -> Said:
    """The words, and the full stop of an abbreviation that also ends the sentence: "8 h."."""
    said = said if isinstance(said, Said) else Said(said)
    opens_sentence = match[0].endswith(".") and _OPENING.match(match.string, match.end())
    return replace(said, words=said.words + ("." if opens_sentence else full_stop(match)))


class Unit(NamedTuple):
    """The words of a unit of measure."""

    one: str
    many: str
    gender: Gender = "m"


class Measures(Numbers):
    """The measures of one language."""

    # "one|many" or "one|many|f", by symbol. A symbol of two letters and more is also taken in other letters' cases.
    unit_words: ClassVar[Mapping[str, str]]
    # Symbols that may have a power, "m²" or "m2".
    powered_units: ClassVar[frozenset[str]] = frozenset({"km", "hm", "dam", "m", "dm", "cm", "mm", "µm", "in", "ft"})
    powers: ClassVar[Mapping[int, str]]  # 2: "cuadrado|cuadrados"
    # Whole rates whose words do not follow from their parts: "km/h", "l/100 km".
    rates: ClassVar[Mapping[str, str]] = {}
    per_word: ClassVar[str]
    per_power: ClassVar[Mapping[int, str]]  # after "per second": "al cuadrado"
    by: ClassVar[str]  # between the sides of a rectangle
    # Units that are read without a number too, and words before them that make them singular: "por m²".
    bare_rates: ClassVar[frozenset[str]] = frozenset({"km/h", "m/s", "kg/m³", "km/s", "g/l", "mg/l", "mg/dl", "kW/h"})
    before_one_unit: ClassVar[frozenset[str]] = frozenset()
    periods: ClassVar[Mapping[str, str]] = {}  # behind a unit and a slash: "día" -> "al día"
    kilometre: ClassVar[str] = ""  # "km 25" on a road; "" leaves it

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        units = {symbol: _unit(words) for symbol, words in self.unit_words.items()}
        for symbol, unit in tuple(units.items()):
            if len(symbol) > 1 and symbol.isalpha():
                for variant in (symbol.lower(), symbol.upper(), symbol.capitalize()):
                    if variant not in _NO_UNITS:
                        units.setdefault(variant, unit)
        return units

    @cached_property
    def rate_units(self) -> Mapping[str, Unit]:
        return {symbol: _unit(words) for symbol, words in self.rates.items()}

    @cached_property
    def unit_pattern(self) -> str:
        powered = alternatives(self.powered_units & set(self.units))
        units = alternatives(self.units)
        one = rf"(?:(?:{powered})(?:{_POWER})|{units})"
        rates = f"{alternatives(self.rates)}|" if self.rates else ""
        periods = f"(?:{alternatives(self.periods)})(?!\\w)|" if self.periods else ""
        return rf"(?P<unit>{rates}{one}(?:\s?/\s?(?:{periods}(?:{units})[²³]|{one}))?)(?![\w²³]|/(?!-?[0-9])|\.[0-9])"

    def measure_rules(self) -> tuple[Rule, ...]:
        powered = alternatives(self.powered_units & set(self.units))
        times = rf"(?:\s?[x×X]\s?(?:{self.unsigned}))"
        size = rf"{BEGIN}(?P<sides>(?:{self.unsigned}){times}{{1,3}})(?:\s?{self.unit_pattern}|(?!\w))"
        rules = [
            rule(
                r"(?<=[a-zA-Zà-ÿµ²³º°ª\"″).])\s[x×]\s(?=[0-9])",
                lambda _: f" {self.by} ",
                kind="units",
                name="dimensions",
            ),
            rule(size, self._size, kind="units", name="dimensions"),
            rule(rf"{self.amount}\s?{self.unit_pattern}", self._measure, kind="units", name="measure"),
        ]
        rules.append(
            rule(
                rf"(?<![\w/.,])(?P<unit>(?:{alternatives(self.bare_rates)})(?![\w/])|(?:{powered})[²³])(?![\w/])",
                self._bare_unit, kind="units", name="unit",
            )
        )  # fmt: skip
        if self.kilometre:
            rules.append(
                rule(r"(?<!\w)(?:km|Km|KM)\.?(?=\s?[0-9])", lambda _: self.kilometre, kind="units", name="milestone")
            )
        return tuple(rules)

    def _size(self, match: re.Match[str]) -> Said:
        sides = [self.number(side.strip()) for side in re.split(r"[x×X]", match["sides"])]
        unit = self.unit(match["unit"]) if match["unit"] else None
        words = [self.number_words(side) for side in sides[:-1]]
        last = self.measure(sides[-1], unit) if unit else self.number_words(sides[-1])
        return with_stop(f" {self.by} ".join([*words, last]), match)

    def _bare_unit(self, match: re.Match[str]) -> str | None:
        unit = self.unit(match["unit"])
        return self.bare_unit(unit, word_before(match).lower()) if unit else None

    def bare_unit(self, unit: Unit, word: str) -> str:
        """A unit without a number behind `word`: "en km/h"."""
        return unit.one if word in self.before_one_unit else unit.many

    def _measure(self, match: re.Match[str]) -> Said | None:
        number, unit = self.matched_number(match), self.unit(match["unit"])
        if match["unit"] in _QUOTES and closes_quotation(match):
            return None
        if match["unit"] in _CLASSES and _names_a_class(match, number):
            return None
        return with_stop(self.said_measure(number, unit), match) if unit else None

    def said_measure(self, number: Number, unit: Unit) -> Said:
        """The words; the first of two measures in a range may drop the unit."""
        return Said(self.measure(number, unit), bare=self.number_words(number, unit.gender, unit.many), unit=unit.many)

    def measure(self, number: Number, unit: Unit) -> str:
        name = unit.one if self.is_singular(number) else unit.many
        link = self.link_of_measure(number, name)
        return f"{self.number_words(number, unit.gender, name)} {link}{name}"

    def link_of_measure(self, number: Number, name: str) -> str:
        return ""

    def is_singular(self, number: Number) -> bool:
        """Whether what is counted is in the singular."""
        return number.is_one

    def unit(self, symbol: str) -> Unit | None:
        """The words of a unit with its power and what it is divided by: "m²", "kg/m³"."""
        if symbol in self.rate_units:
            return self.rate_units[symbol]
        symbol = symbol.replace("^", "")
        top, _, bottom = symbol.partition("/")
        unit = self._powered(top.strip())
        if unit is None or not bottom:
            return unit
        per = self.periods.get(bottom.strip()) or self.per(bottom.strip())
        return Unit(f"{unit.one} {per}", f"{unit.many} {per}", unit.gender)

    def _powered(self, symbol: str) -> Unit | None:
        if symbol in self.units:
            return self.units[symbol]
        unit, power = self.units.get(symbol[:-1]), _POWERS.get(symbol[-1:])
        return self.powered(unit, power) if unit and power else None

    def powered(self, unit: Unit, power: int) -> Unit:
        """The unit squared or cubed."""
        one, _, many = self.powers[power].partition("|")
        return Unit(f"{unit.one} {one}", f"{unit.many} {many}", unit.gender)

    def per(self, symbol: str) -> str:
        """The words for "/s" or "/m³" behind a unit or a price."""
        unit = self.units.get(symbol)
        if unit:
            return f"{self.per_word} {unit.one}"
        unit, power = self.units.get(symbol[:-1]), _POWERS.get(symbol[-1:], 1)
        if unit is None:
            return f"{self.per_word} {symbol}"
        if symbol[:-1] in self.powered_units:
            return f"{self.per_word} {self.powered(unit, power).one}"
        return f"{self.per_word} {unit.one} {self.per_power[power]}"


def _names_a_class(match: re.Match[str], number: Number) -> bool:
    """Whether a letter close behind a number is no unit: "clase 1A", "el 23J"."""
    if number.fraction or not match.string[match.end("amount")].isalpha() or _VOLTS.search(before(match)):
        return False
    return match["unit"] != "A" or int(number.whole) < _SMALL


def _unit(words: str) -> Unit:
    one, many, *gender = words.split("|")
    return Unit(one, many, "f" if gender else "m")
