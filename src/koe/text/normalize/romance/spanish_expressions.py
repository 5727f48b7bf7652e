"""Expressions that only Spanish has: streets, laws, plates, dates known by a letter, halves after their noun."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.numbers import BEGIN, CLOSE, Number
from koe.text.normalize.rule import Rule, of_digits, rule, word_before, words

_CAPITAL = "A-ZÁÉÍÓÚÑÜ"
_DAYS_OF_THE_WEEK = {
    "L": "lunes",
    "M": "martes",
    "X": "miércoles",
    "J": "jueves",
    "V": "viernes",
    "S": "sábado",
    "D": "domingo",
}
_BOOKS = (
    "Génesis|Éxodo|Levítico|Números|Deuteronomio|Josué|Jueces|Rut|Samuel|Reyes|Crónicas|Job|Salmos?|Proverbios|"
    "Eclesiastés|Isaías|Jeremías|Ezequiel|Daniel|Mateo|Marcos|Lucas|Juan|Hechos|Romanos|Corintios|Gálatas|Efesios|"
    "Filipenses|Colosenses|Tesalonicenses|Timoteo|Tito|Hebreos|Santiago|Pedro|Judas|Apocalipsis"
)
_ALTERNATIVES = words("él ella ellos ellas el la los las sí no un una unos unas uno o y su sus este esta lo le")
_COMPASS = {"N": "norte", "S": "sur", "E": "este", "O": "oeste", "W": "oeste"}
_MONEY_WORDS = "pesos|dólares|euros|soles|reales|bolívares|colones|quetzales|córdobas|balboas|pesetas"


class SpanishExpressions(Romance):
    """The rules that only Spanish has."""

    def typography_rules(self) -> tuple[Rule, ...]:
        return (
            rule(r"¿{2,}", lambda _: "¿"),
            rule(r"¡{2,}", lambda _: "¡"),
            # Decimals were long written with an apostrophe: "3'14".
            rule(r"(?<=[0-9])'(?=[0-9]{1,2}(?![0-9'\"″]))", lambda _: ","),
        )

    def first_rules(self) -> tuple[Rule, ...]:
        return (*self._rules_of_words(), *of_digits(*self._rules_of_numbers()))

    def symbol_rules(self) -> tuple[Rule, ...]:
        slash = rule(r"(?<=[^\W\d_])/(?=[^\W\d_])", self._slash, kind="symbols", name="slash")
        return (slash, *super().symbol_rules())

    def _rules_of_words(self) -> tuple[Rule, ...]:
        return (
            rule(rf"(?<![\w/])[Cc]/\s?(?=[{_CAPITAL}])", lambda _: "calle ", kind="abbreviations", name="street"),
            rule(rf"(?<![\w.])S\.\s(?=[{_CAPITAL}][a-záéíóúñ])", lambda _: "san ", kind="abbreviations", name="saint"),
            rule(r"(?<![\w-])([LMXJVSD])-([LMXJVSD])(?![\w-])", self._weekdays, kind="dates", name="weekdays"),
        )

    def _rules_of_numbers(self) -> tuple[Rule, ...]:
        half = rf"{BEGIN}(?P<whole>[0-9]{{1,3}})(?:\s?½|\s1/2)\s(?P<noun>[^\W\d_]{{3,30}})(?!\w)"
        degrees = r"(?P<degrees>[0-9]{1,3})\s?[°º]\s?(?P<minutes>[0-9]{1,2})\s?['′]"
        seconds = r"(?:\s?(?P<seconds>[0-9]{1,2})(?:[.,][0-9]{1,3})?\s?(?:''|[\"″]))?"
        return (
            rule(r"(?<![\w/])24/7(?![\w/])", lambda _: "veinticuatro siete", kind="numbers", name="round the clock"),
            rule(
                rf"(?<![\w.,]){degrees}{seconds}(?:\s?(?P<side>[NSEOW])(?!\w))?", self._coordinate,
                kind="units", name="angle",
            ),
            rule(r"(?<![^\s(])-(?P<number>[0-9]{1,2})\s?º(?!\s?[CF])", self._frost, kind="units", name="temperature"),
            rule(rf"(?:{_BOOKS})\s[0-9]{{1,3}}:[0-9]{{1,3}}(?![:\w])", self._verse, kind="numbers", name="verse"),
            rule(half, self._and_a_half, kind="units", name="measure"),
            rule(
                r"(?<![\w./-])(?P<law>[0-9]{1,4})/(?P<year>(?:19|20)[0-9]{2})(?![\w/-]|[.,][0-9])", self._law,
                kind="numbers", name="number of a law",
            ),
            rule(
                r"(?<=\()n\.(?=\s[0-9]{4})", lambda _: "nacido en", kind="abbreviations", name="abbreviation",
            ),
            rule(
                rf"(?<![\w-])([0-9]{{1,2}})-([{_CAPITAL}])(?![\w-])", self._with_letter,
                kind="dates", name="date by a letter",
            ),
            rule(r"(?<![\w-])[248]K(?!\w)", lambda match: self.mixed_code(match[0]), kind="acronyms", name="code"),
            rule(
                r"(?<=\bvuelo )[A-Z]{2}\s[0-9]{2,4}(?!\w)", lambda match: self.spelled_code(match[0].replace(" ", "")),
                kind="acronyms", name="flight",
            ),
            rule(
                r"(?<=\bmatrícula )(?:[0-9]{4}[\s-]?[A-Z]{3}|[A-Z]{1,2}[\s-]?[0-9]{4}[\s-]?[A-Z]{1,2})(?!\w)",
                self._plate,
                kind="acronyms", name="number plate",
            ),
            rule(
                rf"(?<![\w.,])(?:0[1-9]|[1-4][0-9]|5[0-2])[0-9]{{3}}(?=\s[{_CAPITAL}][a-záéíóúñ])",
                lambda match: self.digits(match[0]), kind="numbers", name="post code",
            ),
            rule(
                rf"(?:US|MX)?\$\s?(?P<amount>{self.unsigned})"
                rf"(?=\s(?:(?:mil|mill[oó]n(?:es)?)\s(?:de\s)?)?(?:{_MONEY_WORDS}))",
                self._sum_in_words, kind="money", name="sum of money",
            ),
            rule(
                rf"{BEGIN}(?P<one>[0-9]{{1,3}})\s?:\s?(?P<other>{self.unsigned}){CLOSE}", self._ratio,
                kind="numbers", name="ratio",
            ),
        )  # fmt: skip

    def _weekdays(self, match: re.Match[str]) -> str:
        return f"{_DAYS_OF_THE_WEEK[match[1]]} a {_DAYS_OF_THE_WEEK[match[2]]}"

    def _slash(self, match: re.Match[str]) -> str:
        found = re.match(r"[^\W\d_]{1,40}", match.string[match.end() : match.end() + 40])
        either = {word_before(match).lower(), found[0].lower() if found else ""} <= _ALTERNATIVES
        return " o " if either else " barra "

    def _coordinate(self, match: re.Match[str]) -> str:
        parts = [
            self.measure(Number("", str(int(match[name]))), unit)
            for name, unit in (
                ("degrees", self.units["°"]),
                ("minutes", self.minute_unit),
                ("seconds", self.second_unit),
            )
            if match[name]
        ]
        side = f" {_COMPASS[match['side']]}" if match["side"] else ""
        return f"{', '.join(parts[:-1])} y {parts[-1]}{side}"

    def _frost(self, match: re.Match[str]) -> str:
        return self.measure(Number("-", match["number"]), self.units["°"])

    def _verse(self, match: re.Match[str]) -> str:
        book, _, place = match[0].rpartition(" ")
        return f"{book} " + " ".join(self.cardinal(number) for number in place.split(":"))

    def _and_a_half(self, match: re.Match[str]) -> str | None:
        """ "2½ tazas" is "dos tazas y media"."""
        noun = match["noun"]
        gender = self.gender(noun)
        if gender is None or not noun.endswith("s"):
            return None
        name = noun[:-1] if match["whole"] == "1" else noun
        return self.fraction_of(match["whole"], 1, 2, name, name, gender)

    def _law(self, match: re.Match[str]) -> str | None:
        if len(match["law"]) == 2 and match["law"] < "13" and not word_before(match)[:1].isupper():
            return None  # a month and its year
        return f"{self.cardinal(match['law'])} barra {self.year(match['year'])}"

    def _with_letter(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match[1])} {self.letters(match[2])}"

    def _plate(self, match: re.Match[str]) -> str:
        parts = re.findall(r"[A-Z]+|[0-9]+", match[0])
        return ", ".join(self.digits(part) if part.isdigit() else self.letters(part) for part in parts)

    def _sum_in_words(self, match: re.Match[str]) -> str:
        return self.number_words(self.number_of_amount(match["amount"]))

    def number_of_amount(self, text: str) -> Number:
        """The number of a sum, in which three digits after a comma are thousands."""
        number = self.number(text)
        if number.mark == "," and len(number.fraction) == 3 and number.whole.strip("0") and len(number.whole) < 4:
            return Number("", number.whole + number.fraction)
        return number

    def _ratio(self, match: re.Match[str]) -> str | None:
        """ "1:50.000" of a map, "16:9"; what may be a time of day is left."""
        is_time = re.fullmatch(r"[0-5][0-9]", match["other"]) and int(match["one"]) < 25
        if is_time and word_before(match).lower() not in ("escala", "proporción", "relación"):
            return None
        return f"{self.cardinal(match['one'])} a {self.number_words(self.number(match['other']))}"
