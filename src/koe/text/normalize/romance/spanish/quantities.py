"""Spanish quantities with a rule of their own -> words: halves, angles, marks, ratios, variables, sums in words."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.money import Currency
from koe.text.normalize.romance.numbers import BEGIN, CLOSE, Number
from koe.text.normalize.rule import Rule, after, before, rule, word_before, words

_COMPASS = {"N": "norte", "S": "sur", "E": "este", "O": "oeste", "W": "oeste"}
_MONEY_WORDS = "pesos|dólares|euros|soles|reales|bolívares|colones|quetzales|córdobas|balboas|pesetas"
_BEFORE_DEGREES = words("a de hace hacen hacía hasta son con ángulo giro entre y unos los")
_BEFORE_WARMTH = re.compile(
    r"\b(?:(?:máx|mín)\.?|(?:máxim|mínim)[ao]s?|temp(?:\.|eraturas?)?(?: \w{3,12})?|térmica|termómetros?):?\s"
    r"(?:(?:de|hasta|de hasta|entre|en torno a|los) )?\Z", re.IGNORECASE,
)  # fmt: skip
_BEHIND_DEGREES = words("bajo sobre centígrados celsius fahrenheit norte este oeste para pero como hasta desde")
_BEFORE_ITEMS = words(
    "figura fig tabla apartado puerta piso ejercicio pregunta anexo portal local opción letra artículo"
)
_BEFORE_RATIO = words("escala proporción relación")
_MARK = re.compile(
    r"\b(?:nota|puntuación|calificación|valoración|dificultad|saqué|sacó)(?: de)?(?: un)?:? \Z", re.IGNORECASE
)
_PLACE = re.compile(r"\b(?:fase|paso|parte|página|pág\.|capítulo|intento|episodio|ronda|nivel) \Z", re.IGNORECASE)
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_QUOTES = re.compile("(?<![0-9])'")
_HALF = rf"{BEGIN}(?P<whole>[0-9]{{1,3}})(?:\s?½|\s1/2)\s(?P<noun>[^\W\d_]{{3,30}})(?!\w)"
_ANGLE = (
    r"(?<![\w.,])(?P<degrees>[0-9]{1,3})\s?[°º]\s?(?P<minutes>[0-9]{1,2})\s?['′]"
    r"(?:\s?(?P<seconds>[0-9]{1,2})(?:[.,][0-9]{1,3})?\s?(?:''|[\"″]))?(?:\s?(?P<side>[NSEOW])(?!\w))?"
)


class SpanishQuantities(Romance):
    """The rules for quantities that only Spanish has."""

    def quantity_rules(self) -> tuple[Rule, ...]:
        variable = r"(?P<number>[0-9]{1,4})(?P<letter>[xyznab])"
        return (
            rule(_ANGLE, self._coordinate, kind="units", name="angle"),
            rule(
                rf"(?<![\w.,])(?P<number>{self.unsigned})\s?°\s?(?P<side>[NSEOW])(?!\w)", self._degrees,
                kind="units", name="angle",
            ),
            rule(r"(?<![^\s(])-(?P<number>[0-9]{1,2})\s?º(?!\s?[CF])", self._frost, kind="units", name="temperature"),
            rule(
                r"(?<![\w.,])(?P<number>[1-9][0-9]{1,2})\s?º(?!\s?[CF]|\w|\s[a-záéíóúñ])", self._angle,
                kind="units", name="angle",
            ),
            rule(
                r"(?<![\w.,-])(?P<number>[0-9]{1,2})\s?º(?!\s?[CF]|\w)", self._warmth,
                kind="units", name="temperature",
            ),
            rule(
                r"(?<![\w.,/])(?P<one>-?[0-9]{1,2})º\s?/\s?(?P<other>-?[0-9]{1,2})º(?![\w/])", self._temperatures,
                kind="units", name="temperatures",
            ),
            rule(
                r"(?<![\w.,])(?P<number>[0-9]{1,2})\.?°(?=\s[a-záéíóúñ]{4,}(?!\w))", self._ordinal_in_degrees,
                kind="numbers", name="ordinal",
            ),
            rule(
                r"(?:(?<=[Aa]rt\. )|(?<=ículo ))(?P<number>[0-9]{1,2})\.?°(?!\w)", self._ordinal_in_degrees,
                kind="numbers", name="ordinal",
            ),
            rule(
                rf"(?<![$€£¥])(?<![$€£¥]\s){BEGIN}(?P<amount>{self.unsigned})(?P<size>[kKM])(?!\w|\s?[€$£¥])"
                rf"|(?<![$€£¥])(?<![$€£¥]\s){BEGIN}(?P<decimal>[0-9]{{1,3}},[0-9]{{1,2}})\sM(?=\s(?:a|y|de|en|\()|[,;.)]|\Z)"
                rf"|{BEGIN}(?P<round>[0-9]{{1,3}})\sM(?=\sde\s[a-z])",
                self._thousands,
                kind="numbers", name="thousands",
            ),
            rule(
                r"(?<![\w.,])(?P<number>[0-9]{1,3})(?P<letter>[a-h])(?![\w'])", self._item, kind="numbers", name="item",
            ),
            rule(
                r"(?<![\w.,])(?P<number>[0-9]{1,3})['′](?![\w']|\s?[0-9]{1,2}\s?(?:''|[\"″]))", self._minutes,
                kind="times", name="minutes",
            ),
            rule(
                r"(?<![\w.,/])(?P<mark>[.,])(?P<fraction>[0-9]{1,6})(?![\w]|[.,][0-9])", self._without_zero,
                kind="numbers", name="decimal",
            ),
            rule(
                r"(?<![\w.,])[0-9]{1,2}(?:,[0-9]{1,2}){2,20}(?![\w]|[.,][0-9])",
                lambda match: ", ".join(self.cardinal(number) for number in match[0].split(",")),
                kind="numbers", name="list of numbers",
            ),
            rule(
                r"(?<![\w.,])(?P<number>[0-9]{1,3},[0-9])\s?º(?!\w|\s?[CF])",
                lambda match: self.measure(self.number(match["number"]), self.units["°"]),
                kind="units", name="temperature",
            ),
            rule(
                r"(?<=[0-9])\s?/\s?(?P<per>[mcµμk]?m[²³23]|[mµμd]?[lL])(?!\w)", lambda m: f" {self.per(m['per'])}",
                kind="units", name="rate",
            ),
            rule(
                r"(?<!\w)(?P<letter>[a-z])(?P<index>[₀-₉]{1,2})(?!\w)", self._indexed, kind="symbols", name="variable",
            ),
            rule(r"(?<=[0-9%]/)-(?=[0-9])", lambda _: "menos ", kind="symbols", name="minus"),
            rule(
                r"(?<![\w.])Q\.?\s?(?P<amount>[0-9]{1,3}(?:,[0-9]{3}){1,3}(?:\.[0-9]{2})?|[0-9]{1,6}\.[0-9]{2}|[0-9]{2,6})"
                r"(?![\w]|[.,][0-9])", self._quetzales, kind="money", name="sum of money",
            ),
            rule(r"(?<=[0-9])\s?[x×]\s?(?=[$€])", lambda _: " por ", kind="symbols", name="operator"),
            rule(r"(?<!\w)x(?P<number>[0-9]{1,3})(?!\w)", self._factor, kind="numbers", name="factor"),
            rule(
                rf"{BEGIN}(?P<number>{self.unsigned})[xX](?!\w|\s?[0-9+=]|\s?[-–—]\s?[0-9a-z])", self._times,
                kind="numbers", name="factor",
            ),
            rule(
                r"(?:(?<=[Aa] la )|(?<=la )(?=1 (?:de la |en punto|y media|y cuarto)))1"
                r"(?![\w:/]|[.,][0-9]|\s?[ap]\.?\s?m)", lambda _: "una", kind="times", name="time of day",
            ),
            rule(r"(?<=[0-9] y )1/([24])(?!\w)", self._part_of_an_hour, kind="times", name="time of day"),
            rule(r"(?<![\w.,])(?P<number>[0-9]{1,2})\shab\.(?!/)", self._rooms, kind="units", name="rooms"),
            rule(
                r"(?<=[ª0-9] )ud(s?)\.", lambda match: "unidades" if match[1] else "unidad",
                kind="units", name="unit",
            ),
            rule(
                rf"(?<![\w.,]){variable}(?=\s?[+=²³^)]|\s-\s)", self._multiple, kind="symbols", name="variable",
            ),
            rule(rf"(?<=[+=(-] ){variable}(?!\w)", self._multiple, kind="symbols", name="variable"),
            rule(
                r"(?<![\w/.,])(?P<got>[0-9]{1,3}(?:,[0-9]{1,2})?)/(?P<of>[0-9]{1,3})(?![\w/])", self._mark,
                kind="numbers", name="mark",
            ),
            rule(
                r"(?<![\w/])(?P<one>[0-9]{2,3})/(?P<other>[0-9]{2,3})\s?mm\s?Hg(?!\w)", self._pressure,
                kind="units", name="blood pressure",
            ),
            rule(
                r"(?:(?<=ensión )|(?<=ensión en )"
                r"|(?<=resión )|(?<=rterial )|(?<=TA )|(?<=ensión: )|(?<=TA: )|(?<=ensión de )"
                r"|(?<=rterial de ))(?P<one>[0-9]{1,3})/(?P<other>[0-9]{1,3})(?![\w/])", self._bare_pressure,
                kind="units", name="blood pressure",
            ),
            rule(r"(?<=[Uu]n )1/([2-9]|1[0-9])(?![\w/])", self._bare_part, kind="numbers", name="fraction"),
            rule(r"(?<=[0-9] por )100(?![\w.,])", lambda _: "ciento", kind="numbers", name="percentage"),
            rule(_HALF, self._and_a_half, kind="units", name="measure"),
            rule(
                rf"(?:US|MX)?\$\s?(?P<amount>{self.unsigned})"
                rf"(?=\s(?:(?:mil|mill[oó]n(?:es)?)\s(?:de\s)?)?(?:{_MONEY_WORDS}))", self._sum_in_words,
                kind="money", name="sum of money",
            ),
            rule(
                rf"{BEGIN}(?P<one>[0-9]{{1,3}})(?:\s:\s|:)(?P<other>{self.unsigned}){CLOSE}", self._ratio,
                kind="numbers", name="ratio",
            ),
        )  # fmt: skip

    def _indexed(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['letter'])} {self.cardinal(match['index'].translate(_SUBSCRIPTS))}"

    def _coordinate(self, match: re.Match[str]) -> str:
        units = (("degrees", self.units["°"]), ("minutes", self.minute_unit), ("seconds", self.second_unit))
        parts = [self.measure(Number("", str(int(match[name]))), unit) for name, unit in units if match[name]]
        side = f" {_COMPASS[match['side']]}" if match["side"] else ""
        return f"{', '.join(parts[:-1])} y {parts[-1]}{side}"

    def _degrees(self, match: re.Match[str]) -> str:
        return f"{self.measure(self.number(match['number']), self.units['°'])} {_COMPASS[match['side']]}"

    def _frost(self, match: re.Match[str]) -> str:
        return self.measure(Number("-", match["number"]), self.units["°"])

    def _angle(self, match: re.Match[str]) -> str | None:
        """ "a 40º", "de 90º" are degrees; "el 25º" is an ordinal."""
        number = int(match["number"])
        is_angle = number >= 100 or (word_before(match).lower() in _BEFORE_DEGREES and number > 13)
        return self.measure(Number("", match["number"]), self.units["°"]) if is_angle else None

    def _warmth(self, match: re.Match[str]) -> str | None:
        is_warmth = _BEFORE_WARMTH.search(before(match))
        return self.measure(Number("", match["number"]), self.units["°"]) if is_warmth else None

    def _temperatures(self, match: re.Match[str]) -> str:
        numbers = [Number("-" if part[0] == "-" else "", part.lstrip("-")) for part in (match["one"], match["other"])]
        return ", ".join(self.measure(number, self.units["°"]) for number in numbers)

    def _ordinal_in_degrees(self, match: re.Match[str]) -> str | None:
        """ "2° piso": the degree sign is written for "º"."""
        found = re.match(r"\s([^\W\d_]+)", after(match))
        noun = found[1] if found else ""
        if noun in _BEHIND_DEGREES or not 0 < int(match["number"]) < 31:
            return None
        return self.shortened(self.ordinal(int(match["number"]))) if noun else self.ordinal(int(match["number"]))

    def shortened(self, ordinal: str) -> str:
        """An ordinal before a masculine noun: "primer", "tercer"."""
        return re.sub(r"(primer|tercer)o$", r"\1", ordinal)

    def _thousands(self, match: re.Match[str]) -> str:
        """ "3k seguidores", "1,2M de visitas"."""
        number = self.number(match["amount"] or match["decimal"] or match["round"])
        found = re.match(r"\s(?:de\s)?([^\W\d_]{3,40})", after(match))
        if match["size"] in ("M", None):
            word = "millón" if number.is_one else "millones"
            link = "" if not found or re.match(r"\sde\s", after(match)) else " de"
            return f"{self.number_words(number, 'm', word)} {word}{link}"
        gender = self.gender(found[1]) if found else None
        return f"{self.number_words(number, gender or 'm', 'mil')} mil" if number.whole != "1" else "mil"

    def _item(self, match: re.Match[str]) -> str | None:
        """ "figura 2a"; elsewhere "2a" is an ordinal."""
        is_item = word_before(match).lower() in _BEFORE_ITEMS
        return f"{self.cardinal(match['number'])} {self.letters(match['letter'])}" if is_item else None

    def _minutes(self, match: re.Match[str]) -> str | None:
        """ "10'"; after an opening quotation mark it closes the quotation."""
        if len(_QUOTES.findall(before(match))) % 2:
            return None
        return self.measure(Number("", match["number"]), self.minute_unit)

    def _without_zero(self, match: re.Match[str]) -> str:
        return self.number_words(Number("", "0", match["mark"], match["fraction"]))

    def _quetzales(self, match: re.Match[str]) -> str:
        return self.money(
            self.number_of_amount(match["amount"]), Currency("quetzal", "quetzales", "centavo", "centavos")
        )

    def _factor(self, match: re.Match[str]) -> str:
        return f"por {self.cardinal(match['number'])}"

    def _times(self, match: re.Match[str]) -> str:
        return self.measure(self.number(match["number"]), Unit("vez", "veces", "f"))

    def _part_of_an_hour(self, match: re.Match[str]) -> str | None:
        is_time = re.search(r"\blas? [0-9]{1,2} y \Z", before(match))
        return ("media" if match[1] == "2" else "cuarto") if is_time else None

    def _rooms(self, match: re.Match[str]) -> str:
        return self.measure(Number("", match["number"]), Unit("habitación", "habitaciones", "f"))

    def _multiple(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['number'])} {self.letters(match['letter'])}"

    def _mark(self, match: re.Match[str]) -> str | None:
        """ "nota: 7/10", "4/5 estrellas", "paso 2/5"; other fractions are left."""
        got, of = self.number_words(self.number(match["got"])), self.cardinal(match["of"])
        if re.match(r" (?:estrellas|puntos)\b", after(match)) or _PLACE.search(before(match)):
            return f"{got} de {of}"
        if (
            word_before(match).lower() in {*self.before_a_day, *self.weekdays}
            and int(match["got"]) < 32
            and int(match["of"]) < 13
        ):
            return None  # a date
        is_whole = "," in match["got"] or not 0 < int(match["got"]) < int(match["of"])
        is_mark = _MARK.search(before(match)) or (is_whole and match["of"] in ("5", "10", "20", "100"))
        return f"{got} sobre {of}" if is_mark else None

    def _pressure(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['one'])} sobre {self.cardinal(match['other'])} milímetros de mercurio"

    def _bare_pressure(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['one'])} sobre {self.cardinal(match['other'])}"

    def _bare_part(self, match: re.Match[str]) -> str:
        return self.denominator(int(match[1])).partition("|")[0]

    def _and_a_half(self, match: re.Match[str]) -> str | None:
        """ "2½ tazas" is "dos tazas y media"."""
        noun, is_one = match["noun"], match["whole"] == "1"
        if match.string[match.end() : match.end() + 1] == "." and f"{noun}." in self.units:
            return None
        gender = self.gender(noun)
        if gender is None or not (is_one or noun.endswith("s")):
            return None
        name = noun.removesuffix("s") if is_one else noun
        return self.fraction_of(match["whole"], 1, 2, name, name, gender)

    def _sum_in_words(self, match: re.Match[str]) -> str:
        return self.number_words(self.number_of_amount(match["amount"]))

    def number_of_amount(self, text: str) -> Number:
        """The number of a sum, in which three digits after a comma are thousands."""
        number = self.number(text)
        if number.mark == "," and len(number.fraction) == 3 and number.whole.strip("0") and len(number.whole) < 4:
            return Number("", number.whole + number.fraction)
        return number

    def _ratio(self, match: re.Match[str]) -> str | None:
        """ "1:50.000" of a map, "16:9", a division before "="; what may be a time of day is left."""
        one, other = self.cardinal(match["one"]), self.number_words(self.number(match["other"]))
        if re.match(r"\s?=", after(match)):
            return f"{one} entre {other}"
        is_time = re.fullmatch(r"[0-5][0-9]", match["other"]) and int(match["one"]) < 25
        return None if is_time and word_before(match).lower() not in _BEFORE_RATIO else f"{one} a {other}"
