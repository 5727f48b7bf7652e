"""Signs and short forms that the four languages write alike -> words: "Hotel 4*", "3-12-19-27", "sen²x", "A320neo"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from koe.text.normalize.romance.measures import Measures, Unit
from koe.text.normalize.romance.numbers import Number
from koe.text.normalize.romance.web import Web
from koe.text.normalize.rule import Rule, alternatives, before, of_digits, rule

_STARS = r"(?<![\w.,])(?P<stars>[1-5])\s?(?:\*|★)(?![\w*])"
_HOTEL = re.compile(
    r"\b(?:h[oôó]te[li]s?|hostal|restaurantes?|ristoranti?|pousada|resort|apart\w*|camping)\b", re.IGNORECASE
)
_DRAW = r"(?<![\w.,/-])[0-9]{1,2}(?:\s?[-–]\s?[0-9]{1,2}){3,9}(?![\w/-]|[.,][0-9])"
_PAIR = re.compile("[0-9]{2}")
_AIRCRAFT = r"(?<![\w-])A(?P<model>3[0-9]{2})(?:-(?P<series>[0-9]{3,4})|\s?(?P<rest>neo|ceo))(?!\w)"
_CARD = r"(?<!\w)[*xX•]{2,12}[\s-]?(?P<digits>[0-9]{4})(?!\w)"
_WARMTHS = r"(?<![\w.,/])(?P<one>-?[0-9]{1,2})\s?[°º]\s?/\s?(?P<other>-?[0-9]{1,2})\s?[°º](?:\s?C(?!\w))?(?![\w/])"
_TIMES_A_SUM = r"(?<=[0-9])\s[x×]\s(?=[0-9]{1,6}(?:[.,][0-9]{1,2})?\s?[€$£])"
_SHOTS = (
    r"(?<![\w/.,])(?P<scored>[0-9]{1,2})/(?P<shot>[0-9]{1,2})(?=\s(?:en|aux?|ai|da|de|nos|nas|à|em)\s"
    r"(?:tiros|triples|T[LC3]|tres|campo|LF|3\s?p|trois|lancers|liberi|tre|due|lances|três|dois|tiri)\w{0,8})"
)
_MULTIPLE = r"(?<![\w.,])(?P<amount>[0-9]{2,3},[0-9]{1,2})x(?!\w)"
_BOEING = r"(?<=[Bb]oeing\s)(?P<model>7[0-9]7)-(?P<series>[0-9]{1,3})(?!\w)"
_DOI = r"(?<![\w.])10\.[0-9]{4,5}/[\w./()-]{3,60}[\w)]"
_PUBMED = r"(?:(?<=PMID\s)|(?<=PMID:\s))[0-9]{6,9}(?!\w)"
_POINT_OF_LAW = r"(?<![\w.])(?P<article>[0-9]{1,4})\.(?P<part>[0-9]{1,2})[.\s]?(?P<letter>[a-z])\)"
_SIZES = r"(?<![\w/.,])(?P<one>[3-5][0-9])/(?P<other>[3-5][0-9])(?![\w/])"
_SIZED = re.compile(
    r"\b(?:tall[ae]s?|taill?es?|tagli[ae]|pointures?|numer[oi]|tamanhos?|tam\.|calçados?|sapatos?|"
    r"n[ºo°.])\s?:?\s(?:\w{2,8}\s)?\Z",
    re.IGNORECASE,
)
_DIVISION = r"(?<=[0-9])\s:\s(?=[0-9]{1,6}\s?\?)"
_ASTERISK = r"(?:(?<=\sde\s)|(?<=\sda\s)|(?<=\sa\s)|(?<=\sà\s))\*(?=\s|[,;]|\.(?:\s|\Z))"


class Notation(Web, Measures):
    """The notations of one language."""

    times_sign: ClassVar[str]  # "3 x 45 €"
    out_of: ClassVar[str]  # between throws and what was scored
    times_unit: ClassVar[Unit]  # "14,2x"
    stars: ClassVar[str]  # of a hotel
    unchanged: ClassVar[str]  # "(=)" behind a price
    asterisk: ClassVar[str]
    divided_by: ClassVar[str]
    functions: ClassVar[Mapping[str, str]] = {}  # "sen" -> "seno"
    square: ClassVar[str]  # behind the name of a function, with what joins it to its variable

    @property
    def degree(self) -> Unit:
        return self.units["°"]

    def common_rules(self) -> tuple[Rule, ...]:
        squared = rf"(?<!\w)(?P<name>{alternatives(self.functions)})²\s?(?:(?P<variable>[a-zαβθ])(?!\w)|(?=\())"
        return (
            *of_digits(
                *(
                    rule(_STARS, self._stars, kind="units", name="stars"),
                    rule(_DRAW, self._drawn, kind="numbers", name="numbers in a row"),
                    rule(_AIRCRAFT, self._airbus, kind="acronyms", name="aircraft"),
                    rule(_CARD, lambda match: self.digits(match["digits"]), kind="phones", name="card number"),
                    rule(_WARMTHS, self._warmths, kind="units", name="temperatures"),
                    rule(_TIMES_A_SUM, lambda _: f" {self.times_sign} ", kind="symbols", name="product"),
                    rule(_SHOTS, self._shots, kind="numbers", name="shots"),
                    rule(_MULTIPLE, self._multiple_of, kind="numbers", name="factor"),
                    rule(_BOEING, self._boeing, kind="acronyms", name="aircraft"),
                    rule(_DOI, self._doi, kind="urls", name="identifier"),
                    rule(_PUBMED, lambda match: self.digits(match[0]), kind="phones", name="identifier"),
                    rule(_POINT_OF_LAW, self._point_of_law, kind="numbers", name="article of law"),
                    rule(_SIZES, self._sizes_of_clothes, kind="numbers", name="sizes of clothes"),
                    rule(_DIVISION, lambda _: f" {self.divided_by} ", kind="symbols", name="division"),
                )
            ),
            rule(squared, self._square, kind="symbols", name="function"),
            rule(r"(?<=[€$%0-9]\s\()=(?=\))", lambda _: self.unchanged, kind="symbols", name="no change"),
            rule(_ASTERISK, lambda _: self.asterisk, kind="symbols", name="asterisk"),
        )

    def _stars(self, match: re.Match[str]) -> str | None:
        is_hotel = _HOTEL.search(before(match)[-30:])
        return f"{self.cardinal(match['stars'], 'f', self.stars)} {self.stars}" if is_hotel else None

    def _drawn(self, match: re.Match[str]) -> str | None:
        """Drawn numbers; single digits are a formation, five pairs a telephone number."""
        numbers = re.findall("[0-9]+", match[0])
        if all(len(number) == 1 for number in numbers) or (len(numbers) == 5 and len(_PAIR.findall(match[0])) == 5):
            return None
        return ", ".join(self.cardinal(number) for number in numbers)

    def _airbus(self, match: re.Match[str]) -> str:
        rest = self.cardinal(match["series"]) if match["series"] else match["rest"]
        return f"{self.letters('A')} {self.cardinal(match['model'])} {rest}"

    def _warmths(self, match: re.Match[str]) -> str:
        """The lowest and the highest of a day: "14°/27°"."""
        numbers = [Number("-" if text[0] == "-" else "", text.lstrip("-")) for text in (match["one"], match["other"])]
        return ", ".join(self.measure(number, self.degree) for number in numbers)

    def _shots(self, match: re.Match[str]) -> str | None:
        """What a player made of his throws: "4/4 en tiros libres"."""
        if int(match["scored"]) > int(match["shot"]):
            return None
        return f"{self.cardinal(match['scored'])} {self.out_of} {self.cardinal(match['shot'])}"

    def _multiple_of(self, match: re.Match[str]) -> str:
        return self.measure(self.number(match["amount"]), self.times_unit)

    def _boeing(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['model'])} {self.cardinal(match['series'])}"

    def _doi(self, match: re.Match[str]) -> str:
        return self.web_name(match[0])

    def _point_of_law(self, match: re.Match[str]) -> str:
        """ "art. 6.1.a)"."""
        place = f"{self.cardinal(match['article'])} {self.english_point} {self.cardinal(match['part'])}"
        return f"{place} {self.letters(match['letter'])})"

    def _sizes_of_clothes(self, match: re.Match[str]) -> str | None:
        """ "talla 42/44"."""
        is_size = 0 < int(match["other"]) - int(match["one"]) < 3 and _SIZED.search(before(match))
        return f"{self.cardinal(match['one'])} {self.cardinal(match['other'])}" if is_size else None

    def _square(self, match: re.Match[str]) -> str:
        variable = f" {self.letters(match['variable'])}" if match["variable"] else " "
        return f"{self.functions[match['name']]} {self.square}{variable}"
