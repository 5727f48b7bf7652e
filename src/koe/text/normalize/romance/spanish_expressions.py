"""Expressions that only Spanish has: streets, laws, plates, dates known by a letter, halves after their noun."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import BEGIN, CLOSE, Number
from koe.text.normalize.rule import Rule, after, alternatives, before, of_digits, rule, word_before, words

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


_CHAT = {
    "xq": "porque", "pq": "porque", "porq": "porque", "tqm": "te quiero mucho", "tkm": "te quiero mucho",
    "tq": "te quiero", "bss": "besos", "tb": "también", "tmb": "también", "xfa": "por favor", "xfavor": "por favor",
    "dnd": "donde", "msj": "mensaje", "ntp": "no te preocupes", "salu2": "saludos", "finde": "fin de semana",
}  # fmt: skip
_ROMAN_MONTHS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_BEFORE_DEGREES = words("a de hace hacen hacía hasta son con ángulo giro entre y unos los")
_EMERGENCIES = "112|911|016|061|062|080|085|091|092|088|010|012|060|113|116|117|133|107"


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
        between_digits = rule(r"(?<=[0-9])/(?=[0-9])", lambda _: " barra ", kind="symbols", name="slash")
        return (slash, between_digits, *super().symbol_rules())

    def _rules_of_words(self) -> tuple[Rule, ...]:
        return (
            rule(rf"(?<![\w/])[Cc]/\s?(?=[{_CAPITAL}])", lambda _: "calle ", kind="abbreviations", name="street"),
            rule(
                rf"(?<!\w)(?:{'|'.join(_CHAT)})(?!\w)",
                lambda match: _CHAT[match[0]],
                kind="abbreviations",
                name="chat",
            ),
            rule(r"(?<!\w)m(áx|ín)\.(?!\w)", self._extreme, kind="abbreviations", name="abbreviation"),
            rule(
                r"(?<=%)\s?(?:dto|dcto|dscto|desc)\.",
                lambda _: " de descuento",
                kind="abbreviations",
                name="abbreviation",
            ),
            rule(r"(?<!\w)([fgh])\(([a-z]|[0-9]{1,3})\)", self._function, kind="symbols", name="function"),
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
            rule(r"(?<=[0-9] y )1/([24])(?!\w)", self._part_of_an_hour, kind="times", name="time of day"),
            rule(
                r"(?<![\w.,])(?P<number>[0-9]{1,2})\shab\.(?!/)", self._rooms, kind="units", name="rooms",
            ),
            rule(
                r"(?<=[ª0-9] )ud(s?)\.", lambda match: "unidades" if match[1] else "unidad",
                kind="units", name="unit",
            ),
            rule(
                r"(?<!\w)#\s?(?P<street>[0-9]{1,3})(?P<letter>[A-Z]?)\s?-\s?(?P<house>[0-9]{1,3})(?!\w)", self._house,
                kind="numbers", name="house number",
            ),
            rule(
                r"(?<![\w.,])(?P<number>[0-9]{1,4})(?P<letter>[xyznab])(?=\s?[+=²³^)]|\s-\s)", self._multiple,
                kind="symbols", name="variable",
            ),
            rule(
                r"(?<=[+=(-] )(?P<number>[0-9]{1,4})(?P<letter>[xyznab])(?!\w)", self._multiple,
                kind="symbols", name="variable",
            ),
            rule(
                r"(?<![\w/.,])[0-9]{1,2}(?:,[0-9])?/(?:5|10|20|100)(?![\w/])", self._mark, kind="numbers", name="mark",
            ),
            rule(
                rf"(?<![\w/.-])(?P<day>[0-9]{{1,2}})[-/. ](?P<month>{alternatives(_ROMAN_MONTHS)})"
                r"[-/. ](?P<year>[12][0-9]{3})(?![\w/-])", self._roman_month, kind="dates", name="date",
            ),
            rule(r"(?<!\w)c/\s?(?=[0-9])", lambda _: "cada ", kind="abbreviations", name="abbreviation"),
            rule(
                r"(?<![\w/])(?P<one>[0-9]{2,3})/(?P<other>[0-9]{2,3})\s?mm\s?Hg(?!\w)",
                self._pressure,
                kind="numbers", name="blood pressure",
            ),
            rule(
                rf"(?<![\w.,])(?P<number>{self.unsigned})\s?°\s?(?P<side>[NSEOW])(?!\w)", self._degrees,
                kind="units", name="angle",
            ),
            rule(r"(?<=[Uu]n )1/([2-9]|1[0-9])(?![\w/])", self._bare_part, kind="numbers", name="fraction"),
            rule(r"(?<=[0-9] por )100(?![\w.,])", lambda _: "ciento", kind="numbers", name="percentage"),
            rule(
                r"(?<!\w)[*#][0-9*#]{1,20}#(?!\w)", self._keys, kind="phones", name="keys of a telephone",
            ),
            rule(
                rf"(?<![\w.,/-])(?:{_EMERGENCIES})(?![\w/-]|[.,][0-9])", self._emergency,
                kind="phones", name="emergency number",
            ),
            rule(
                r"(?<![\w.,])(?P<number>[0-9]{1,3}(?:\.[0-9]{3}){2})-(?P<check>[0-9A-Zk])(?!\w)", self._identity,
                kind="phones", name="identity number",
            ),
            rule(
                r"(?<![\w-])(?=[A-Z]{0,19}[0-9])(?=[0-9]{0,19}[A-Z])[A-Z0-9]{10,20}(?![\w-])", self._long_code,
                kind="acronyms", name="code",
            ),
            rule(
                r"(?<![\w.,])(?P<number>[1-9][0-9]{1,2})\s?º(?!\s?[CF\w]|\s[a-záéíóúñ])", self._angle,
                kind="units", name="angle",
            ),
            rule(
                r"(?<!\w)i([3579])-([0-9]{4,5})([A-Z]{0,2})(?!\w)", self._processor, kind="acronyms", name="code",
            ),
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
                r"(?<=[Vv]uelo )[A-Z]{2}\s[0-9]{2,4}(?!\w)", lambda match: self.spelled_code(match[0].replace(" ", "")),
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

    def _roman_month(self, match: re.Match[str]) -> str:
        month = self.months[_ROMAN_MONTHS.index(match["month"])]
        return self.date(int(match["day"]), month, match["year"])

    def _pressure(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['one'])} sobre {self.cardinal(match['other'])} milímetros de mercurio"

    def _degrees(self, match: re.Match[str]) -> str:
        return f"{self.measure(self.number(match['number']), self.units['°'])} {_COMPASS[match['side']]}"

    def _bare_part(self, match: re.Match[str]) -> str:
        return self.denominator(int(match[1])).partition("|")[0]

    def _keys(self, match: re.Match[str]) -> str:
        names = {"*": "asterisco", "#": "almohadilla"}
        return " ".join(names.get(key) or self.cardinal(key) for key in match[0])

    def _emergency(self, match: re.Match[str]) -> str | None:
        is_called = re.search(r"llam|marc|marq|emergenc|polic|bomber|urgenc|ambulanc|teléfono", before(match).lower())
        return self.digits(match[0]) if is_called else None

    def _identity(self, match: re.Match[str]) -> str:
        check = self.cardinal(match["check"]) if match["check"].isdigit() else self.letters(match["check"])
        return f"{self.cardinal(match['number'].replace('.', ''))} guion {check}"

    def _long_code(self, match: re.Match[str]) -> str | None:
        return self.spelled_code(match[0]) if sum(map(str.isdigit, match[0])) > 2 else None

    def _angle(self, match: re.Match[str]) -> str | None:
        """ "a 40º", "de 90º" are degrees; "el 25º" is an ordinal."""
        is_angle = word_before(match).lower() in _BEFORE_DEGREES and int(match["number"]) > 13
        return self.measure(Number("", match["number"]), self.units["°"]) if is_angle else None

    def _processor(self, match: re.Match[str]) -> str:
        letters = f" {self.letters(match[3])}" if match[3] else ""
        return f"i {self.cardinal(match[1])}, {self.cardinal(match[2])}{letters}"

    def _extreme(self, match: re.Match[str]) -> str:
        """ "temperatura máxima", "peso máximo"; the number behind it says nothing."""
        noun = word_before(match) if match.string[match.start() - 1 : match.start()] == " " else ""
        gender = self.gender(noun) if noun and len(noun) > 3 else "m"
        return f"m{match[1]}im{'a' if gender == 'f' else 'o'}"

    def _function(self, match: re.Match[str]) -> str:
        value = self.cardinal(match[2]) if match[2].isdigit() else self.letters(match[2])
        return f"{self.letters(match[1])} de {value}"

    def _part_of_an_hour(self, match: re.Match[str]) -> str | None:
        is_time = re.search(r"\blas? [0-9]{1,2} y \Z", before(match))
        return ("media" if match[1] == "2" else "cuarto") if is_time else None

    def _rooms(self, match: re.Match[str]) -> str:
        return self.measure(Number("", match["number"]), Unit("habitación", "habitaciones", "f"))

    def _house(self, match: re.Match[str]) -> str:
        letter = f" {self.letters(match['letter'])}" if match["letter"] else ""
        return f"número {self.cardinal(match['street'])}{letter} guion {self.cardinal(match['house'])}"

    def _multiple(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['number'])} {self.letters(match['letter'])}"

    def _mark(self, match: re.Match[str]) -> str | None:
        if not re.search(
            r"\b(?:nota|puntuación|calificación|valoración|saqué|sacó)(?: de)?(?: un)?:? \Z", before(match), re.I
        ):
            return None
        got, _, of = match[0].partition("/")
        return f"{self.number_words(self.number(got))} sobre {self.cardinal(of)}"

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
        is_one = match["whole"] == "1"
        if gender is None or not (is_one or noun.endswith("s")):
            return None
        name = noun.removesuffix("s") if is_one else noun
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
        if re.match(r"\s?=", after(match)):
            return f"{self.cardinal(match['one'])} entre {self.number_words(self.number(match['other']))}"
        is_time = re.fullmatch(r"[0-5][0-9]", match["other"]) and int(match["one"]) < 25
        if is_time and word_before(match).lower() not in ("escala", "proporción", "relación"):
            return None
        return f"{self.cardinal(match['one'])} a {self.number_words(self.number(match['other']))}"
