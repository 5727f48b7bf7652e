"""Spanish numbers that name something -> words: laws, plates, flights, identity papers, post codes, keys, versions."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.roman import value
from koe.text.normalize.rule import Rule, before, rule, word_before, words

_CAPITAL = "A-ZÁÉÍÓÚÑÜ"
_EMERGENCIES = "112|911|016|061|062|080|085|091|092|088|010|012|060|113|116|117|133|107"
_BOOKS = (
    "Génesis|Éxodo|Levítico|Números|Deuteronomio|Josué|Jueces|Rut|Samuel|Reyes|Crónicas|Job|Salmos?|Proverbios|"
    "Eclesiastés|Isaías|Jeremías|Ezequiel|Daniel|Mateo|Marcos|Lucas|Juan|Hechos|Romanos|Corintios|Gálatas|Efesios|"
    "Filipenses|Colosenses|Tesalonicenses|Timoteo|Tito|Hebreos|Santiago|Pedro|Judas|Apocalipsis"
)
_BEFORE_SEATS = words("pl asiento asientos plaza fila butaca puerta talla vagón modelo piso portal n.º nº número")
_CODE_BEFORE = re.compile(r"\b(?:código|clave|contraseña|token|PIN|OTP)\b[^.!?0-9]{0,30}\Z", re.IGNORECASE)
_CURRENT = re.compile(r"[0-9]\s?(?:k?V|Hz|k?W)\b")
_KEYS = {"*": "asterisco", "#": "almohadilla"}
_CALLED = re.compile(r"llam|marc|marq|emergenc|polic|bomber|urgenc|ambulanc|teléfono", re.IGNORECASE)


class SpanishCodes(Romance):
    """The rules for codes that only Spanish has."""

    def code_rules(self) -> tuple[Rule, ...]:
        return (
            rule(r"(?<![\w/])24/7(?![\w/])", lambda _: "veinticuatro siete", kind="numbers", name="round the clock"),
            rule(rf"(?:{_BOOKS})\s[0-9]{{1,3}}:[0-9]{{1,3}}(?![:\w])", self._verse, kind="numbers", name="verse"),
            rule(
                r"(?:(?<!\w)#|(?<=[0-9A-Z] )N(?:o\.|[º°]))\s?"
                r"(?P<street>[0-9]{1,3})(?P<letter>[A-Z]?)\s?-\s?(?P<house>[0-9]{1,3})(?!\w)", self._house,
                kind="numbers", name="house number",
            ),
            rule(
                r"(?<![\w./-])(?P<law>[0-9]{1,4})/(?P<year>(?:19|20)[0-9]{2})(?![\w/-]|[.,][0-9])", self._law,
                kind="numbers", name="number of a law",
            ),
            rule(
                r"(?<![\w./-])(?P<law>(?:19|20)[0-9]{2})-(?P<number>0[0-9]{2,6})(?![\w/-])", self._numbered_in_year,
                kind="numbers", name="number of a paper",
            ),
            rule(
                r"(?:(?<=n\.º\s)|(?<=nº\s)|(?<=n°\s)|(?<=núm\.\s)|(?<=actura\s)|(?<=edido\s)|(?<=diente\s))"
                r"(?P<law>(?:19|20)[0-9]{2})-(?P<number>[0-9]{1,6})(?![\w/-])",
                lambda match: f"{self.year(match['law'])} guion {self.cardinal(match['number'])}",
                kind="numbers", name="number of a paper",
            ),
            rule(r"(?<=[0-9]{4}):(?=(?:19|20)[0-9]{2}(?!\w))", lambda _: ", ", kind="numbers", name="year of a norm"),
            rule(
                rf"(?<![\w.,-])([0-9]{{1,4}})-([{_CAPITAL}])(?![\w-])", self._with_letter,
                kind="dates", name="date by a letter",
            ),
            rule(
                r"(?<![\w.,/-])[0-9]{3}-[0-9]{3}(?![\w/-]|[ .,][0-9])", self._split_code, kind="phones", name="code",
            ),
            rule(
                r"(?<![\w.,/])[0-7]/[0-7](?:(?:,| y|, y) [0-7]/[0-7]){1,4}(?![\w/]|[.,][0-9])", self._sets,
                kind="numbers", name="score of sets",
            ),
            rule(
                r"(?<![\w-])[0-9](?:-[0-9]){2,4}(?![\w-])", lambda match: self.digits(match[0]),
                kind="numbers", name="formation",
            ),
            rule(
                r"(?<=[Bb]oeing )(?P<one>7[0-9]7)-(?P<other>[0-9]{1,3})(?!\w)",
                lambda match: f"{self.cardinal(match['one'])} {self.cardinal(match['other'])}",
                kind="acronyms", name="code",
            ),
            rule(
                r"(?<![\w-])(?:[A-HJ-NP-SUVW]-[0-9]{7,8}[A-Z0-9]?|[0-9]{4}-?[BCDFGHJ-NPRSTV-Z]{3})(?![\w-])",
                self._plate, kind="acronyms", name="number plate",
            ),
            rule(
                r"(?<![\w.])(?:[vV]\.?|[vV]er\.)\s?(?P<version>[0-9]{1,4}(?:\.[0-9]{1,4}){1,3})(?![\w]|\.[0-9])",
                self._version, kind="numbers", name="version",
            ),
            rule(
                r"(?<![\w-])[0-9]{2}-[0-9]{8}-[0-9](?![\w-])",
                lambda match: self.digit_groups(match[0].split("-")), kind="phones", name="identity number",
            ),
            rule(
                r"(?<![\w-])[A-Z]{1,3}[0-9]{6,9}(?![\w-])", lambda match: self.spelled_code(match[0]),
                kind="acronyms", name="code",
            ),
            rule(
                r"(?<![\w-])N-(I{1,3}|IV|VI?)(?![\w-])", lambda match: f"ene {self.cardinal(str(value(match[1])))}",
                kind="acronyms", name="road",
            ),
            rule(
                r"(?<=[0-9]/)[A-Z]{1,2}-?[0-9]{1,3}(?![\w-])", lambda match: self.mixed_code(match[0]),
                kind="acronyms", name="code",
            ),
            rule(
                r"(?:(?<=[ae]l )|(?<=iso )|(?<=, )(?=[0-9]{1,2}\s[A-H](?:[,.;]|\Z)))([0-9]{1,2})\s([A-H])(?![\w'])",
                self._door, kind="numbers", name="door",
            ),
            rule(r"(?<![\w.,])([0-9]{1,3})([A-Z])(?!\w)", self._seat, kind="acronyms", name="seat"),
            rule(r"(?<![\w-])[248]K(?!\w)", lambda match: self.mixed_code(match[0]), kind="acronyms", name="code"),
            rule(
                r"(?<!\w)i([3579])-([0-9]{4,5})([A-Z]{0,2})(?!\w)", self._processor, kind="acronyms", name="code",
            ),
            rule(
                r"(?<=[Vv]uelo )[A-Z]{2}\s[0-9]{2,4}(?!\w)", lambda match: self.spelled_code(match[0].replace(" ", "")),
                kind="acronyms", name="flight",
            ),
            rule(
                r"(?<=[Mm]atrícula )(?:[0-9]{4}[\s-]?[A-Z]{3}|[A-Z]{1,2}[\s-]?[0-9]{4}[\s-]?[A-Z]{1,2})(?!\w)",
                self._plate, kind="acronyms", name="number plate",
            ),
            rule(
                rf"(?<![\w.,])(?:0[1-9]|[1-4][0-9]|5[0-2])[0-9]{{3}}(?=\s[{_CAPITAL}][a-záéíóúñ])",
                lambda match: self.digits(match[0]), kind="numbers", name="post code",
            ),
            rule(r"(?<!\w)[*#][0-9*#]{1,20}#(?!\w)", self._keys, kind="phones", name="keys of a telephone"),
            rule(
                rf"(?<![\w.,/-])(?:{_EMERGENCIES})(?![\w/-]|[.,][0-9])", self._emergency,
                kind="phones", name="emergency number",
            ),
            rule(
                r"(?<![\w.,])(?P<number>[0-9]{1,3}(?:\.[0-9]{3}){2})-(?P<check>[0-9A-Zk])(?!\w)", self._identity,
                kind="phones", name="identity number",
            ),
            rule(
                r"(?<![\w-])(?=[A-Z]{0,19}[0-9])(?=[0-9]{0,19}[A-Z])[A-Z0-9]{6,20}(?![\w-])", self._long_code,
                kind="acronyms", name="code",
            ),
        )  # fmt: skip

    def _verse(self, match: re.Match[str]) -> str:
        book, _, place = match[0].rpartition(" ")
        return f"{book} " + " ".join(self.cardinal(number) for number in place.split(":"))

    def _house(self, match: re.Match[str]) -> str:
        letter = f" {self.letters(match['letter'])}" if match["letter"] else ""
        return f"número {self.cardinal(match['street'])}{letter} guion {self.cardinal(match['house'])}"

    def _law(self, match: re.Match[str]) -> str | None:
        if match["law"][0] == "0" and len(match["law"]) == 2:
            return None  # a month and its year
        if len(match["law"]) == 2 and match["law"] < "13" and not word_before(match)[:1].isupper():
            return None  # a month and its year
        if int(match["year"]) == int(match["law"]) + 1:
            return None  # a season
        return f"{self.cardinal(match['law'])} barra {self.year(match['year'])}"

    def _split_code(self, match: re.Match[str]) -> str | None:
        return self.digit_groups(match[0].split("-")) if _CODE_BEFORE.search(before(match)) else None

    def _sets(self, match: re.Match[str]) -> str | None:
        """The sets of a match: "6/3, 4/6 y 7/5". Somebody has won each of them by six games at least."""
        if any(max(pair) < "6" or pair[0] == pair[1] for pair in re.findall("([0-7])/([0-7])", match[0])):
            return None
        return re.sub("([0-7])/([0-7])", lambda pair: f"{self.cardinal(pair[1])} a {self.cardinal(pair[2])}", match[0])

    def _numbered_in_year(self, match: re.Match[str]) -> str:
        return f"{self.year(match['law'])} guion {self.digits(match['number'])}"

    def _with_letter(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match[1])} {self.letters(match[2])}"

    def _door(self, match: re.Match[str]) -> str | None:
        """ "piso 3 B"; beside volts it is a current: "220 V, 16 A"."""
        return None if match[2] == "A" and _CURRENT.search(before(match)) else self._with_letter(match)

    def _version(self, match: re.Match[str]) -> str:
        return "versión " + " punto ".join(self.cardinal(number) for number in match["version"].split("."))

    def _seat(self, match: re.Match[str]) -> str | None:
        return self._with_letter(match) if word_before(match).lower() in _BEFORE_SEATS else None

    def _processor(self, match: re.Match[str]) -> str:
        letters = f" {self.letters(match[3])}" if match[3] else ""
        return f"i {self.cardinal(match[1])}, {self.cardinal(match[2])}{letters}"

    def _plate(self, match: re.Match[str]) -> str:
        parts = re.findall(r"[A-Z]+|[0-9]+", match[0])
        return ", ".join(self.digits(part) if part.isdigit() else self.letters(part) for part in parts)

    def _keys(self, match: re.Match[str]) -> str:
        return " ".join(_KEYS.get(key) or self.cardinal(key) for key in match[0])

    def _emergency(self, match: re.Match[str]) -> str | None:
        return self.digits(match[0]) if _CALLED.search(before(match)) else None

    def _identity(self, match: re.Match[str]) -> str:
        check = self.cardinal(match["check"]) if match["check"].isdigit() else self.letters(match["check"])
        return f"{self.cardinal(match['number'].replace('.', ''))} guion {check}"

    def _long_code(self, match: re.Match[str]) -> str | None:
        """Letters and digits in turn; shorter ones than ten characters only if they change more than once."""
        has_turns = re.search(r"[A-Z][0-9]+[A-Z]|[0-9][A-Z]+[0-9]", match[0])
        is_code = sum(map(str.isdigit, match[0])) > 1 and (len(match[0]) > 9 or has_turns)
        return self.spelled_code(match[0]) if is_code else None
