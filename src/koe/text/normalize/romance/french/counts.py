"""French fractions, marks, scores and counted nouns -> words: "1/2 tasse", "15/20", "3 ½ ans", "6-4, 6-3"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from koe.text.normalize.romance.context import near
from koe.text.normalize.romance.fractions import VULGAR
from koe.text.normalize.romance.french.nouns import gender_of
from koe.text.normalize.romance.french.words import COUNTED, EXACT_UNITS, LETTER_CURRENCIES
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit, with_stop
from koe.text.normalize.romance.numbers import BEGIN, Gender, Number
from koe.text.normalize.rule import (
    Rule,
    Said,
    after,
    alternatives,
    before,
    full_stop,
    of_digits,
    rule,
    word_before,
    words,
)

_APOSTROPHES = r"[1-9][0-9]{0,2}(?:'[0-9]{3}){1,10}(?![0-9'])(?:[.,][0-9]{1,36})?"
_HEIGHT = r"(?<![\w.,/-])(?P<metres>[0-9]{1,3})\s?m\s?(?P<rest>[0-9]{2})(?![\w²³]|[.,][0-9]|\s(?:cm|mm|m|km)\b)"
_SET = r"[0-7][-/][0-7](?:\s?\([0-9]{1,2}(?:[-/][0-9]{1,2})?\))?"
_SETS = (
    rf"(?<![\w.,/-]){_SET}(?:,?\s{_SET}){{1,4}}(?![\w/-]|[.,][0-9])"
    r"|(?<![\w.,/-])[67]-[67]\s?\([0-9]{1,2}[-/][0-9]{1,2}\)"
)
_EQUAL_PARTS = r"(?<![\w.,:/-])(?P<first>[0-9]{1,4}(?:,[0-9]{1,2})?):(?P<last>[0-9])(?![\w:]|[.,][0-9])"
_OF_SEVEN = r"(?<![\w.,/-])(?P<days>[1-7])/7\s(?:jours|j)(?!\w)"
_A_FEW = r"(?<![\w.,/-])(?P<few>[2-7])/(?P<more>[3-8])(?=\s(?!des\b|les\b)[^\W\d_]{2,30}[sx]\b)"
_FORMATION = r"(?<![\w.,/-])[0-9](?:-[0-9]){2,3}(?![\w/-]|[.,][0-9])"
_ORDINAL_PART = r"(?<![\w.,/])(?P<top>[0-9]{1,3})/(?P<bottom>[0-9]{1,4})(?:e|ème|es|èmes)(?!\w)"
_PLACE = r"(?<![\w.,])(?P<place>[0-9]{1,4})(?P<ending>er|re|ère|e|ème)\s?/\s?(?P<all>[0-9]{1,6})(?![\w/])"
_RATIO = r"(?<![\w.,:/-])(?P<top>16|21|4|5|3)[:/](?P<bottom>9|10|3|4|2)(?![\w:/])"
_RATIOS = {("16", "9"), ("16", "10"), ("21", "9"), ("4", "3")}
_SCALE = r"(?<![\w.,:/-])1\s?[:/]\s?(?P<scale>[1-9][0-9]{0,2}(?:[ .][0-9]{3}){1,2})(?![\w/:])"
_ORDINAL_OF_THOUSANDS = r"(?<![\w.,])(?P<digits>[1-9][0-9]{0,2}(?: [0-9]{3}){1,3})(?P<ending>e|ème|eme|ᵉ)(?!\w)"
_INCHES = r"(?<![\w.,/-])(?P<inches>[0-9]{1,3}(?:[.,][0-9]{1,2})?)(?:\"|″|'')(?!\w)"
_PAGES = r"(?<![\w.,/-])(?<![0-9]\s)(?P<count>[1-9][0-9]{0,2}\s[0-9]{3}|[0-9]{1,4})\s?p\.(?!\w)"
_HOMES = re.compile(r"(?:maison|appart|appt|villa|loft|duplex|pavillon|studio|logement)[^.]{0,20}\Z", re.IGNORECASE)
_HOUSE = re.compile(
    r"\bm[²2]|\b(?:maison|appart|appt|villa|loft|duplex|pavillon|studio|logement|[FT][2-6])", re.IGNORECASE
)
_FOUR_BY_FOUR = r"(?<=\b(?:un|le|du|en|au)\s)4\s?[x×]\s?4(?!\w)|(?<=\b(?:les|des)\s)4\s?[x×]\s?4(?!\w)"
_TIMES_AS = (
    r"(?<![\w.,])(?P<count>[0-9]{1,4}(?:,[0-9]{1,2})?)\s?[xX×]"
    r"(?=\s(?:plus|moins|par|mieux|trop|sans|avec|ou|la|le|les|dans)\b|/)"
    r"|(?<=\ben\s)(?P<only>[0-9]{1,2})[xX×](?!\w)"
)
_MILLIONS = (
    r"(?<![\w.,-])(?P<amount>[1-9][0-9]{0,2}(?:[ .][0-9]{3}){2,4}|[1-9][0-9]{6,12})\s(?P<noun>[^\W\d_]{2,40})(?!\w)"
)
_AND_CENTS = r"(?P<currency>[€$£])\s?(?P<cents>[0-9]{2})(?!\w|[.,][0-9]|\s?[€$£%]|\s[0-9])"
_SIZE = r"(?P<size>Mds?|mds?|Mio|M|k)(?=\sd(?:e\s|'))"
_OR_MORE = re.compile(r"\s(?:ou|à|et)\s[0-9]{1,3}\s(?P<noun>[^\W\d_]{2,40})")
_AND_MORE = r"(?<![\w.,])(?P<amount>[0-9]{1,6})\+(?!\w|\s?[0-9])"
_UNIT_AND_HALF = r"(?P<unit>h|l|L|kg|km)\s?(?:1/2|½)(?!\w)"
_HALF = r"(?<![\w.,/])(?:(?P<whole>[0-9]{1,3})\s?)?(?:(?<![0-9])1/2|½)\s(?P<noun>[^\W\d_]{2,40})(?!\w)"
_MARKS = words("note notes notée noté score étape question page épisode partie évaluation moyenne avis jour")
_LENGTHS = frozenset(["m", "cm", "mm", "km", "dm", "px"])
_DETERMINERS = words("un une le la les des ces cette ce deux aux au du mon ma mes son sa ses")
# Nouns whose number follows them, so that what stands behind it is not counted.
_NUMBERED = words(
    "siège place rang page ligne chapitre numéro numero no niveau étape tramway tram bus métro route salle chambre "
    "porte quai voie terminal bureau article acte scène tome volume épisode saison version phase type classe groupe "
    "équipe figure tableau annexe exercice question point option zone lot bâtiment appartement étage canal chaîne"
)


class FrenchCounts(Romance):
    """The fractions and counted nouns of French."""

    @cached_property
    def unsigned(self) -> str:
        return rf"(?:{_APOSTROPHES}|{super().unsigned})"

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        units = dict(super().units)
        for symbol in EXACT_UNITS:
            for variant in {symbol.lower(), symbol.upper(), symbol.capitalize()} - {symbol}:
                if variant not in self.unit_words:
                    units.pop(variant, None)
        return units

    def number(self, text: str, sign: str = "") -> Number:
        return super().number(text.replace("'", ""), sign)

    def gender(self, noun: str, following: str = "") -> Gender | None:
        return gender_of(noun, following)

    def link(self, noun: str) -> str:
        """ "de" before what millions count, elided before a vowel."""
        is_aspirated = re.match(r"h(?:ertz|a(?:ndicap|ricot|mburger|uss)|éros|ollandais|omard|ongrois)", noun.lower())
        return "d'" if noun[:1].lower() in "aeiouyéèêàâîôûœh" and not is_aspirated else "de "

    def typography_rules(self) -> tuple[Rule, ...]:
        """Swiss prices end with a dash in place of the cents: "15.–"."""
        return (*super().typography_rules(), rule(r"(?<=[0-9])\.[-–—]{1,2}(?!\w)", lambda _: ""))

    def first_rules(self) -> tuple[Rule, ...]:
        short = alternatives(COUNTED)
        counted = rf"(?P<short>{short})(?!\w|(?<=hab)\.?/)\.?"
        part = rf"{self._fraction}\s?"
        return (
            *super().first_rules(),
            *of_digits(
                *(
                    rule(rf"{self.amount}\s?{_AND_CENTS}", self._and_cents, kind="money", name="sum of money"),
                    rule(rf"{self.amount}\s?{_SIZE}", self._size_of_many, kind="numbers", name="number"),
                    rule(_FOUR_BY_FOUR, lambda _: "quatre-quatre", name="four by four", kind="numbers"),
                    rule(_SCALE, self._scale, kind="numbers", name="scale"),
                    rule(_RATIO, self._ratio, kind="numbers", name="ratio"),
                    rule(_FORMATION, self._sets, kind="numbers", name="formation"),
                    rule(
                        r"(?<![\w.,/-])50[-/]50(?![\w/-])",
                        lambda _: "cinquante-cinquante",
                        kind="numbers",
                        name="half and half",
                    ),
                    rule(_OF_SEVEN, self._of_seven, kind="numbers", name="days of the week"),
                    rule(_A_FEW, self._a_few, kind="numbers", name="a few"),
                    rule(_EQUAL_PARTS, self._equal_parts, kind="numbers", name="ratio"),
                    rule(_SETS, self._sets, kind="numbers", name="score"),
                    rule(_ORDINAL_PART, self._ordinal_part, kind="numbers", name="fraction"),
                    rule(_PLACE, self._place, kind="numbers", name="place"),
                    rule(_HEIGHT, self._height, kind="units", name="height"),
                    rule(_ORDINAL_OF_THOUSANDS, self._ordinal_of_thousands, kind="numbers", name="ordinal"),
                    rule(
                        rf"{BEGIN}(?:(?P<whole>[0-9]{{1,3}})\s)?{part}{counted}",
                        self._part_of_short,
                        kind="units",
                        name="measure",
                    ),
                    rule(rf"{self.amount}\s?{counted}", self._counted_short, kind="units", name="measure"),
                    rule(rf"{self.amount}\s?{_UNIT_AND_HALF}", self._and_a_half, kind="units", name="measure"),
                    rule(_HALF, self._half, kind="numbers", name="half"),
                    rule(
                        rf"(?:(?<=\^[0-9])|(?<=\^-[0-9])|(?<=\^[0-9][0-9])|(?<=[⁰¹²³⁴-⁹]))\s{self.unit_pattern}",
                        self._unit_of_power,
                        kind="units",
                        name="unit",
                    ),
                    rule(_PAGES, self._pages, kind="units", name="pages"),
                    rule(_TIMES_AS, self._times_as, kind="numbers", name="factor"),
                ),
            ),
        )

    def number_rules(self) -> tuple[Rule, ...]:
        letters = alternatives(LETTER_CURRENCIES)
        return (
            *super().number_rules(),
            rule(
                rf"{self.amount}\s?(?P<short>ME|MdE|kE|KE)(?!\w)",
                self._short_sum,
                kind="money", name="sum of money",
            ),
            rule(_MILLIONS, self._millions, kind="numbers", name="number"),
            rule(_INCHES, self._inches, kind="units", name="inches"),
            rule(
                rf"{self.amount}\s?(?P<letters>{letters})(?!\w)",
                lambda match: self.money(self.matched_number(match), LETTER_CURRENCIES[match["letters"]]),
                kind="money", name="sum of money",
            ),
            rule(_AND_MORE, self._more_than, kind="numbers", name="at least"),
        )  # fmt: skip

    def _count(self, match: re.Match[str]) -> str | None:
        """A number after what it numbers does not agree with the next word: "la ligne 1 passe"."""
        number = self.matched_number(match)
        is_post_code = len(number.whole) == 5 and re.match(r"\s[A-ZÀ-Ý]", after(match))
        if word_before(match).lower() in _NUMBERED or is_post_code:
            return self.number_words(number)
        shared = _OR_MORE.match(after(match))
        if shared and self.gender(shared["noun"]) == "f":
            return self.number_words(number, "f")
        noun = re.match(r"\s([^\W\d_]{2,40})", after(match))
        if number.is_round_million and noun and self.gender(noun[1]):
            return None
        return super()._count(match)

    def _millions(self, match: re.Match[str]) -> str | None:
        """Millions and what they count: "deux millions d'habitants"."""
        number = self.number(match["amount"])
        if not number.is_round_million or self.gender(match["noun"]) is None:
            return None
        return f"{self.number_words(number)} {self.link(match['noun'])}{match['noun']}"

    def _short_sum(self, match: re.Match[str]) -> str:
        return self.money(self.matched_number(match), self.currencies["€"], self.sizes[match["short"][:-1]])

    def _and_cents(self, match: re.Match[str]) -> str:
        sum_words = self.money(self.matched_number(match), self.currencies[match["currency"]])
        return sum_words if match["cents"] == "00" else f"{sum_words} {self.cardinal(match['cents'])}"

    def _size_of_many(self, match: re.Match[str]) -> str:
        number, size = self.matched_number(match), self.sizes[match["size"]]
        return f"{self.number_words(number)} {size.one if self.is_singular(number) else size.many}"

    def _counted_short(self, match: re.Match[str]) -> str:
        return with_stop(self.measure(self.matched_number(match), COUNTED[match["short"]]), match).words

    def _part_of_short(self, match: re.Match[str]) -> str:
        top, bottom = VULGAR[match["vulgar"]] if match["vulgar"] else (int(match["top"]), int(match["bottom"]))
        unit = COUNTED[match["short"]]
        return self.fraction_of(match["whole"] or "", top, bottom, unit.one, unit.many, unit.gender) + full_stop(match)

    def _pages(self, match: re.Match[str]) -> str | None:
        count = re.sub(r"\s", "", match["count"])
        is_long = int(count) >= 10 or not _HOUSE.search(near(match))
        if match.string[match.end() : match.end() + 2].strip().isdigit() and not _HOMES.search(before(match)):
            return None
        unit = Unit("page", "pages", "f") if is_long else Unit("pièce", "pièces", "f")
        return self.measure(Number("", count), unit) + full_stop(match)

    def _unit_of_power(self, match: re.Match[str]) -> str | None:
        unit = self.unit(match["unit"])
        return f" {unit.many}" if unit else None

    def _times_as(self, match: re.Match[str]) -> str:
        return f"{self.number_words(self.number(match['count'] or match['only']))} fois"

    def _inches(self, match: re.Match[str]) -> str | None:
        if before(match).count('"') % 2:
            return None
        return self.measure(self.number(match["inches"]), Unit("pouce", "pouces"))

    def _more_than(self, match: re.Match[str]) -> str:
        return f"plus de {self.cardinal(match['amount'])}"

    def _scale(self, match: re.Match[str]) -> str:
        return f"{self.cardinal('1')} {self.ordinal(int(re.sub(r'[ .]', '', match['scale'])), is_plural=True)}"

    def _ratio(self, match: re.Match[str]) -> str | None:
        if (match["top"], match["bottom"]) not in _RATIOS:
            return None
        return self.fraction(int(match["top"]), int(match["bottom"]))

    def _of_seven(self, match: re.Match[str]) -> str:
        return f"{self.measure(Number('', match['days']), Unit('jour', 'jours'))} {self.over} {self.cardinal('7')}"

    def _a_few(self, match: re.Match[str]) -> str | None:
        if int(match["more"]) != int(match["few"]) + 1:
            return None
        return f"{self.cardinal(match['few'])} ou {self.cardinal(match['more'])}"

    def _equal_parts(self, match: re.Match[str]) -> str:
        return f"{self.number_words(self.number(match['first']))} pour {self.cardinal(match['last'])}"

    def _sets(self, match: re.Match[str]) -> str:
        marked = re.sub(r"\s?\(", " (", re.sub(r"[-/]", " ", match[0]))
        return re.sub(r"[0-9]{1,2}", lambda digits: self.cardinal(digits[0]), marked)

    def _ordinal_part(self, match: re.Match[str]) -> str | None:
        return self.fraction(int(match["top"]), int(match["bottom"])) if int(match["bottom"]) else None

    def _place(self, match: re.Match[str]) -> str | None:
        spoken = self.ordinal_of(match["place"], self.ordinal_endings[match["ending"]], "")
        return f"{spoken} {self.over} {self.cardinal(match['all'])}" if spoken else None

    def _height(self, match: re.Match[str]) -> str:
        metres = self.measure(Number("", match["metres"]), Unit("mètre", "mètres"))
        return f"{metres} {self.cardinal(match['rest'])}"

    def _ordinal_of_thousands(self, match: re.Match[str]) -> str:
        return self.ordinal(int(match["digits"].replace(" ", "")))

    def _measure(self, match: re.Match[str]) -> Said | None:
        number, unit = self.matched_number(match), self.unit(match["unit"])
        if unit and re.search(r"[0-9][A-Z]\Z", match[0]) and word_before(match).lower() in _NUMBERED:
            return Said(f"{self.number_words(number)} {match['unit']}")
        if (
            unit
            and match["unit"] == "m"
            and len(number.fraction) == 2
            and number.mark == ","
            and 0 < int(number.whole) < 100
        ):
            whole = self.measure(number._replace(mark="", fraction=""), unit)
            return Said(f"{whole} {self.decimals(number.fraction)}")
        return super()._measure(match)

    def _size(self, match: re.Match[str]) -> Said:
        """Sides of a rectangle have a length or are large: others are multiplied."""
        sides = [self.number(side.strip()) for side in re.split(r"[x×X]", match["sides"])]
        is_length = match["unit"] in _LENGTHS and not (len(sides[0].whole) == 1 and len(sides[-1].whole) >= 3)
        is_area = not match["unit"] and all(len(side.whole) >= 3 for side in sides)
        if is_length or is_area:
            return super()._size(match)
        unit = self.unit(match["unit"]) if match["unit"] else None
        last = self.measure(sides[-1], unit) if unit else self.number_words(sides[-1])
        return with_stop(" fois ".join([*map(self.number_words, sides[:-1]), last]), match)

    def _spoken_fraction(self, match: re.Match[str]) -> str | None:
        if match["vulgar"]:
            top, bottom = VULGAR[match["vulgar"]]
        else:
            top, bottom = int(match["top"]), int(match["bottom"])
        whole = match["whole"] or ""
        if top == 1 and not whole and word_before(match).lower() in ("un", "le", "ce", "chaque", "du", "au"):
            return self.denominator(bottom).partition("|")[0]
        if whole or match["vulgar"] or self._is_part(match, top, bottom):
            return self._sign(match) + (self.mixed(whole, top, bottom) if whole else self.fraction(top, bottom))
        link = "divisé par" if re.match(r"\s?=", after(match)) else self.over
        return f"{self._sign(match)}{self.cardinal(str(top))} {link} {self.cardinal(str(bottom))}"

    def _and_a_half(self, match: re.Match[str]) -> str:
        unit = self.units[match["unit"]]
        half = self.half_or_part(1, 2, unit.gender)
        return f"{self.measure(self.matched_number(match), unit)} {self.and_a_part} {half}"

    def _half(self, match: re.Match[str]) -> str | None:
        """Half of what follows: "une demi-heure", "trois ans et demi"."""
        noun, gender = match["noun"], self.gender(match["noun"])
        if gender is None or noun in self.units:
            return None
        if match["whole"]:
            return f"{self.cardinal(match['whole'], gender)} {noun} {self.and_a_part} {self.half_or_part(1, 2, gender)}"
        article = "" if word_before(match).lower() in _DETERMINERS else f"{self.cardinal('1', gender)} "
        return f"{article}demi-{noun}"

    def _is_part(self, match: re.Match[str], top: int, bottom: int) -> bool:
        """Whether "3/4" is a part of something, not a mark or a place in a row."""
        if word_before(match).lower() in _MARKS:
            return False
        if re.match(r"\s(?:de|des|du)\s|\sd'", after(match)) or (top == 1 and bottom in (10, 100, 1000)):
            return True
        return top < bottom and (bottom < 10 or bottom in (12, 16, 32, 64))

    def half_or_part(self, top: int, bottom: int, gender: Gender | None = None) -> str:
        if (top, bottom) == (1, 2):
            return "demie" if gender == "f" else "demi"
        return self.fraction(top, bottom)

    def denominator(self, bottom: int) -> str:
        return self.denominators.get(bottom) or f"{self.ordinal(bottom)}|{self.ordinal(bottom, is_plural=True)}"

    def fraction(self, top: int, bottom: int) -> str:
        if top == 1 and bottom not in self.denominators:
            return f"{self.cardinal('1')} {self.ordinal(bottom)}"
        return super().fraction(top, bottom)

    def _fraction_of_unit(self, match: re.Match[str]) -> str | None:
        """Parts of a unit; "50/60 Hz" names two measures."""
        if match["vulgar"] or match["whole"] or int(match["bottom"]) < 20 or match["top"] == "1":
            return super()._fraction_of_unit(match)
        last = self.measure(Number("", match["bottom"]), self.units[match["unit"]])
        link = f" {self.over}" if match["unit"] == "mmHg" else ","
        return f"{self.cardinal(match['top'])}{link} {last}"

    def fraction_of(self, whole: str, top: int, bottom: int, one: str, many: str, gender: Gender) -> str:
        if not whole and (top, bottom) == (1, 2):
            return f"{self.cardinal('1', gender)} demi-{one}"
        return super().fraction_of(whole, top, bottom, one, many, gender)
