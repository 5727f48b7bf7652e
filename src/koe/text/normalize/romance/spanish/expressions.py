"""Expressions that only Spanish has -> words: streets, chats, slashes, letters of weekdays, dates in Roman numerals."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import full_year
from koe.text.normalize.romance.algebra import function_rule, minus_rule, product_rule
from koe.text.normalize.romance.numbers import in_order
from koe.text.normalize.romance.roman import NUMERAL, value
from koe.text.normalize.romance.spanish.calendar import SpanishCalendar
from koe.text.normalize.romance.spanish.codes import SpanishCodes
from koe.text.normalize.romance.spanish.notations import SpanishNotations
from koe.text.normalize.romance.spanish.quantities import SpanishQuantities
from koe.text.normalize.romance.spanish.shorthand import SpanishShorthand
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, of_digits, rule, word_before, words

_CAPITAL = "A-ZÁÉÍÓÚÑÜ"
_WEEKDAYS = dict(zip("LMXJVSD", in_order("lunes martes miércoles jueves viernes sábado domingo"), strict=True))
_WINDS = {"NE": "nordeste", "NO": "noroeste", "NW": "noroeste", "SE": "sudeste", "SO": "sudoeste", "SW": "sudoeste"}
_ALTERNATIVES = words("él ella ellos ellas el la los las sí no un una unos unas uno o y su sus este esta lo le")
_CHAT = {
    "xq": "porque", "pq": "porque", "porq": "porque", "tqm": "te quiero mucho", "tkm": "te quiero mucho",
    "tq": "te quiero", "bss": "besos", "tb": "también", "tmb": "también", "xfa": "por favor", "xfavor": "por favor",
    "dnd": "donde", "hla": "hola", "muxo": "mucho", "muxos": "muchos",
    "stas": "estás", "mxo": "mucho", "toy": "estoy", "dsp": "después", "dps": "después", "tbn": "también",
    "bn": "bien", "msj": "mensaje",
    "ntp": "no te preocupes", "salu2": "saludos", "xa": "para", "aki": "aquí", "kiero": "quiero", "mñn": "mañana",
    "mñna": "mañana", "bno": "bueno", "grax": "gracias", "grcs": "gracias", "tds": "todos",
    "qndo": "cuando", "cdo": "cuando", "msjs": "mensajes",
}  # fmt: skip
_ROMAN_MONTHS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_PERIODS = {"día": "al día", "semana": "a la semana", "mes": "al mes", "año": "al año", "hora": "por hora"}
_FUNCTIONS = {
    "log": "logaritmo de", "ln": "logaritmo neperiano de", "sen": "seno de", "cos": "coseno de", "tan": "tangente de",
    "tg": "tangente de",
}  # fmt: skip
_SHORT_NOUNS = {"vel": "velocidad", "temp": "temperatura", "cap": "capacidad", "pot": "potencia"}
_EACH = words("persona pers mes noche día hora semana año unidad kilo adulto niño cabeza pareja")
_BEFORE_A_PERSON = words("el la al del un una su nuestro nuestra ex vice señor sr sra don")
# A word before "y" that leads no condition: "RAM y", not "si y".
_WORD_BEFORE = re.compile(
    r"(?<!\w)(?!(?:si|donde|cuando|que|para|con|sea|sean)\s)[^\W\d_]{2,20}[+]?\s\Z|[0-9A-Z][+] \Z"
)
_BEFORE_SEASON = words("temporada curso campaña ejercicio liga")
_SIZE = "XXS|XS|S|M|L|X{1,4}L|[2-6]XL"
_SIZE_BEFORE = re.compile(r"\btallas?:?\s(?:de (?:la )?)?\Z", re.IGNORECASE)
_COMPACT_DATE = (
    r"(?<![\w.,+-])(?P<year>(?:19|20)[0-9]{2})(?P<month>0[1-9]|1[0-2])(?P<day>[0-2][0-9]|3[01])(?![\w-]|[.,][0-9])"
)


class SpanishExpressions(SpanishShorthand, SpanishNotations, SpanishCodes, SpanishCalendar, SpanishQuantities):
    """The rules that only Spanish has."""

    def typography_rules(self) -> tuple[Rule, ...]:
        return (
            rule(r"¿{2,}", lambda _: "¿"),
            rule(r"¡{2,}", lambda _: "¡"),
            # Decimals were long written with an apostrophe: "3'14".
            rule(r"(?<=[0-9])'(?=[0-9]{1,2}(?![0-9'\"″]))", lambda _: ","),
            # Years without their century: "los '90".
            rule(r"(?<![^\s(])'(?=[0-9]{2}(?![\w']))", lambda _: ""),
            # Decades in the English way: "los 90's".
            rule(r"(?<=[2-9]0)'s(?!\w)|(?<=os [2-9]0)s(?!\w)", lambda _: ""),
            # A house and its floor: "25 - 3º izq.".
            rule(r"(?<=[0-9])\s[-–]\s(?=[0-9]{1,2}\.?[ºª])", lambda _: ", "),
            # The place of the cents of a round price: "299.-".
            rule(r"(?<=[0-9])[.,][-–—]{1,2}(?=[\s/)€$]|\Z)", lambda _: ""),
            # A floor and its door: "2ºD". "C" and "F" are degrees.
            rule(r"(?<=[0-9])(\.?[ºª])(?=[ABDEG-L](?!\w)|(?:izq|izda|dcha|dch|izqda)(?!\w))", lambda m: f"{m[1]} "),
        )

    def first_rules(self) -> tuple[Rule, ...]:
        return (
            minus_rule(self.minus),
            product_rule(self.cardinal, self.letters),
            *self.shorthand_rules(),
            *self._rules_of_words(),
            function_rule(_FUNCTIONS, "en base", self.cardinal),
            *self.notation_rules(),
            *self._rules_of_names(),
            *of_digits(*self.calendar_rules(), *self._rules_of_dates(), *self.code_rules(), *self.quantity_rules()),
        )

    def symbol_rules(self) -> tuple[Rule, ...]:
        period = rule(
            rf"(?<=\w)/(?P<per>{alternatives(_PERIODS)})(?!\w)", lambda match: f" {_PERIODS[match['per']]}",
            kind="units", name="rate",
        )  # fmt: skip
        price = rule(r"(?<=[€$£])/(?=[a-záéíóúñ]{3,20}(?!\w))", lambda _: " por ", kind="money", name="price")
        slash = rule(r"(?<=[^\W\d_])/(?=[^\W\d_])", self._slash, kind="symbols", name="slash")
        between_digits = rule(r"(?<=[0-9])/(?=[0-9])", lambda _: " barra ", kind="symbols", name="slash")
        every = rule(
            r"(?<=[\w.])(?:/\s?|\s/)(?=[0-9]{1,2}(?:-[0-9]{1,2})?\s?(?:h|hs|hrs|horas?|días?|min|minutos|meses|semanas)(?!\w))",
            lambda _: " cada ", kind="symbols", name="slash",
        )  # fmt: skip
        before_digits = rule(
            r"(?<=[\w°º%])/(?=-?[0-9])|(?<=[0-9])/(?=[^\W\d_])", lambda _: ", ", kind="symbols", name="slash"
        )
        return (every, period, price, slash, between_digits, before_digits, *super().symbol_rules())

    def _rules_of_words(self) -> tuple[Rule, ...]:
        days = alternatives(_WEEKDAYS.values())
        month = alternatives([*self.months, *self.short_months])
        return (
            rule(
                rf"(?<!\w)(?P<one>{month})\.?\s?[-–]\s?(?P<other>{month})(?!\w)\.?(?:\s(?P<year>20[0-9]{{2}})(?!\w))?",
                self._months, re.IGNORECASE,
                kind="dates", name="months",
            ),
            rule(
                rf"(?<![\w/])[Cc]/\s?(?=[{_CAPITAL}]|del? |[0-9]{{1,2}} de [{_CAPITAL}])", lambda _: "calle ",
                kind="abbreviations", name="street",
            ),
            rule(
                rf"(?<!\w)(?:{alternatives(_CHAT)})(?!\w)", lambda match: _CHAT[match[0]],
                kind="abbreviations", name="chat",
            ),
            rule(r"(?<!\w)[Mm](áx|ín)\.(?!\w)", self._extreme, kind="abbreviations", name="abbreviation"),
            rule(
                r"(?<![\w.])[ivxl]{1,6}(?![\w.]\w|\w)", self._century, kind="numbers", name="Roman numeral",
            ),
            rule(
                r"(?<!\w)s(s?)\.(?=\s?[ivxl]{1,6}(?!\w))", lambda match: "siglos" if match[1] else "siglo",
                kind="abbreviations", name="abbreviation",
            ),
            rule(r"(?<!\w)incl\.(?!\w)", self._included, kind="abbreviations", name="abbreviation"),
            rule(
                r"(?<=%)\s?(?:dto|dcto|dscto|desc)\.", lambda _: " de descuento",
                kind="abbreviations", name="abbreviation",
            ),
            rule(r"(?<!\w)([fgh])\(([a-z]|[0-9]{1,3})\)", self._function, kind="symbols", name="function"),
            rule(
                rf"(?<![\w.])(?<!\.\s)S\.\s(?=[{_CAPITAL}][a-záéíóúñ])", lambda _: "san ",
                kind="abbreviations", name="saint",
            ),
            rule(
                rf"(?<!\w)({days})\s?[-–]\s?({days})(?!\w)", lambda match: f"{match[1]} a {match[2]}", re.IGNORECASE,
                kind="dates", name="weekdays",
            ),
            rule(
                r"(?:(?<=[ae]l )|(?<=iento )|(?<=ientos )|(?<=ponente )|(?<=iento del )|(?<=, ))"
                r"(?:N[EOW]|S[EOW])(?!\w)(?=\s[0-9a-z]|[,.;]|\Z)", lambda match: _WINDS[match[0]],
                kind="abbreviations", name="point of the compass",
            ),
            rule(
                rf"(?<![\w-])({_SIZE})\s?[-–]\s?({_SIZE})(?![\w-])(?<!M-X)(?<!M-S)(?<!S-M)", self._sizes,
                kind="acronyms", name="range, sizes of clothes",
            ),
            rule(
                rf"(?<![\w/])(?:{_SIZE})(?:/(?:{_SIZE})){{1,6}}(?![\w/])", self._sizes,
                kind="acronyms", name="sizes of clothes",
            ),
            rule(
                r"(?<![\w/])[LMXJVSD](?:/[LMXJVSD]){2,6}(?![\w/])",
                lambda match: ", ".join(_WEEKDAYS[day] for day in match[0].split("/")),
                kind="dates", name="weekdays",
            ),
            rule(r"(?<![\w-])([LMXJVSD])-([LMXJVSD])(?![\w-])", self._letters_of_days, kind="dates", name="weekdays"),
        )  # fmt: skip

    def _rules_of_names(self) -> tuple[Rule, ...]:
        """Short words whose reading depends on their neighbours."""
        return (
            rule(
                rf"(?:(?<=[,;:(]\s)|(?<=[dn] el )|(?<=del )|\A)Jr\.(?=\s(?:de (?:la |los )?|del )?[{_CAPITAL}])",
                lambda _: "jirón", kind="abbreviations", name="street",
            ),
            rule(r"(?<!\w)pdt([ea])\.(?!\w)", self._president, kind="abbreviations", name="abbreviation"),
            rule(r"(?<=\()[Vv]\.(?=\s[a-záéíóú])", lambda _: "véase", kind="abbreviations", name="abbreviation"),
            rule(
                r"(?<!\w)p/\s?(?=(?P<noun>[a-záéíóúñ]{2,15}|[0-9]{1,3}\s))",
                lambda match: "por " if match["noun"] in _EACH else "para ", kind="abbreviations", name="abbreviation",
            ),
            rule(r"(?<=[Ll]a )S\.\s?S\.", self._security, kind="abbreviations", name="abbreviation"),
            rule(r"(?<!\w)q(?=\s[a-záéíóúñ]{2,20})", lambda _: "que", kind="abbreviations", name="chat"),
            rule(
                rf"(?<![\w/])(?P<short>{alternatives(self.short_months)})\.(?!\w)", self._lone_month, re.IGNORECASE,
                kind="dates", name="month",
            ),
            rule(
                r"(?:(?<=[Dd]e )|(?<=[(:,] )|(?<=\()|\A)([LMXJVSD]) a ([LMXJVSD])(?!\w)",
                self._span_of_days, kind="dates", name="weekdays",
            ),
            rule(r"(?<!\w)p/(?:p|pers\.)(?!\w)", lambda _: "por persona", kind="abbreviations", name="abbreviation"),
        )  # fmt: skip

    def _security(self, match: re.Match[str]) -> str:
        return f"Seguridad Social{full_stop(match)}"

    def _lone_month(self, match: re.Match[str]) -> str | None:
        """A short month without a day or a year: "IPC de ene."."""
        short = match["short"].lower()
        if short in ("mar", "set") or re.search(r"[0-9][-/ ](?:de )?\Z", before(match)):
            return None
        if re.match(r"(?:\s(?:del?\s)?|[-/])[0-9]|\s?[-–]", after(match)):
            return None
        return self._full_month(short) + full_stop(match)

    def _span_of_days(self, match: re.Match[str]) -> str | None:
        """ "de L a V"; "de S a L" are sizes."""
        days = list(_WEEKDAYS)
        return self._letters_of_days(match) if days.index(match[1]) < days.index(match[2]) else None

    def _variable(self, match: re.Match[str]) -> str | None:  # type: ignore[override]
        """A variable; "y", "e", "o" and "a" between words are words."""
        if match[0] not in "yeoau":
            return super()._variable(match)
        is_word = _WORD_BEFORE.search(before(match)) or re.match(r"\s[^\W\d_]{2}", after(match))
        return None if is_word else super()._variable(match)

    def _operator(self, match: re.Match[str]) -> str | None:
        """Behind "y" between words the sign belongs to the number alone: "RAM y ≥ 2 GB"."""
        sign = match["sign"] if not match["equal"] else {"<": "≤", ">": "≥"}.get(match["sign"], "")
        ahead = before(match)
        if sign in self.before_amounts and ahead[-1:] in ("y", "e", "o") and _WORD_BEFORE.search(ahead[:-1]):
            return f" {self.before_amounts[sign]} "
        return super()._operator(match)

    def _president(self, match: re.Match[str]) -> str:
        """ "el pdte." is the president, "pdte. de pago" is pending."""
        is_person = word_before(match).lower() in _BEFORE_A_PERSON
        return ("president" if is_person else "pendient") + (match[1] if is_person else "e") + full_stop(match)

    def _rules_of_dates(self) -> tuple[Rule, ...]:
        return (
            rule(
                rf"(?<![\w/.-])(?P<day>[0-9]{{1,2}})[-/. ](?P<month>{alternatives(_ROMAN_MONTHS)})"
                r"[-/. ](?P<year>[12][0-9]{3})(?![\w/-])", self._roman_month, kind="dates", name="date",
            ),
            rule(
                r"(?<![\w.,])(?:(?P<first>[1-4])(?P<part>[TS])|[QT](?P<second>[1-4]))\s?(?:de\s)?"
                r"(?P<year>20[0-9]{2}|(?<=[TS])[0-9]{2})(?!\w)", self._quarter, kind="dates", name="part of a year",
            ),
            rule(
                r"(?<![\w/])(?P<first>[0-9]{2})[/-](?P<second>[0-9]{2})(?![\w/-])", self._short_season,
                kind="dates", name="season",
            ),
            rule(r"(?<=C\.)\s?[-–]\s?(?=[0-9])", lambda _: " a ", kind="dates", name="range of years"),
            rule(
                r"(?<!\w)(?P<zone>UTC|GMT)\s?(?P<sign>[-+])\s?(?P<hours>[0-9]{1,2})(?::00)?(?![\w:])", self._zone,
                kind="times", name="time zone",
            ),
            rule(_COMPACT_DATE, self._in_digits, kind="dates", name="date"),
            rule(
                rf"(?<!\w)(?<![0-9]\s)(?P<month>{alternatives(self.months)})[\s/](?P<year>(?:1[5-9]|20)[0-9]{{2}})(?![\w-]|[.,][0-9])",
                self._month_and_its_year, re.IGNORECASE,
                kind="dates", name="month and year",
            ),
            rule(
                r"(?<![\w.,:/])(?P<hour>[01]?[0-9]|2[0-4])\.(?P<minute>[0-5][0-9])"
                r"(?=\s?(?:a|-|–|y|hasta)\s?(?:las\s)?[0-9]{1,2}\.[0-9]{2}\s?h|\shoras)", self._clock,
                kind="times", name="time of day",
            ),
            rule(r"(?<![\w:.])12:00\s?m\.(?!\w)", lambda _: "doce del mediodía", kind="times", name="noon"),
            rule(r"(?<=\()min\.(?=\s[0-9])", lambda _: "minuto", kind="abbreviations", name="abbreviation"),
            rule(r"(?<=\()n\.(?=\s[0-9]{4})", lambda _: "nacido en", kind="abbreviations", name="abbreviation"),
            rule(r"(?<!\w)c/\s?(?=[0-9])", lambda _: "cada ", kind="abbreviations", name="abbreviation"),
        )  # fmt: skip

    def _month_and_its_year(self, match: re.Match[str]) -> str | None:
        """A month and its year, without a day before it, which another rule reads."""
        is_dated = re.search(r"(?<!\w)[0-9]{1,2}[ºo°]? de \Z", before(match))
        return None if is_dated or self.is_in_street(match) else self.month_and_year(match["month"], match["year"])

    def _months(self, match: re.Match[str]) -> str | None:
        names = [match["one"], match["other"]]
        if len({name.lower() in self.months for name in names}) > 1:
            return None
        full = [name if name.lower() in self.months else self._full_month(name) for name in names]
        return " a ".join(full) + (f" de {self.year(match['year'])}" if match["year"] else "")

    def _full_month(self, short: str) -> str:
        return self.months[self.short_months[short.lower()] - 1]

    def _quarter(self, match: re.Match[str]) -> str:
        number = self.shortened(self.ordinal(int(match["first"] or match["second"])))
        part = "semestre" if match["part"] == "S" else "trimestre"
        return f"{number} {part} de {self.year(full_year(match['year']))}"

    def _short_season(self, match: re.Match[str]) -> str | None:
        is_season = word_before(match).lower() in _BEFORE_SEASON and int(match["second"]) == int(match["first"]) + 1
        return f"{self.cardinal(match['first'])} {self.cardinal(match['second'])}" if is_season else None

    def _zone(self, match: re.Match[str]) -> str:
        sign = self.plus if match["sign"] == "+" else self.minus
        return f"{self.zones[match['zone']]} {sign} {self.cardinal(str(int(match['hours'])))}"

    def _slash(self, match: re.Match[str]) -> str:
        found = re.match(r"[^\W\d_]{1,40}", match.string[match.end() : match.end() + 40])
        either = {word_before(match).lower(), found[0].lower() if found else ""} <= _ALTERNATIVES
        return " o " if either else " barra "

    def _extreme(self, match: re.Match[str]) -> str:
        """ "temperatura máxima", "peso máximo"; the number behind it says nothing."""
        noun = word_before(match) if re.search(r"\w\.? \Z", before(match)) else ""
        noun = _SHORT_NOUNS.get(noun.lower(), noun)
        noun = self.beginnings.get(noun.lower(), noun)
        gender = self.gender(noun) if noun and len(noun) > 3 else "m"
        if (not noun or not self.gender(noun)) and re.search(r"\bgrados\b|[°º]\s?C?\b", after(match)):
            gender = "f"  # the highest of a day's temperatures
        return f"m{match[1]}im{'a' if gender == 'f' else 'o'}"

    def _included(self, match: re.Match[str]) -> str:
        noun = word_before(match)
        if re.search(r"\w (?:y|e) (?:el |la )?\w{2,20} \Z", before(match)):
            return f"incluidos{full_stop(match)}"
        if noun.isupper():
            return f"incluido{full_stop(match)}"
        plural = "s" if noun.endswith("s") else ""
        return f"incluid{'a' if self.gender(noun) == 'f' else 'o'}{plural}{full_stop(match)}"

    def _century(self, match: re.Match[str]) -> str | None:
        """Centuries are also written in small capitals, which become small letters: "siglo xxi"."""
        is_century = re.search(r"\b(?:siglos?|ss?\.) (?:[ivxl]{1,6}(?: y |-|, )){0,3}\Z", before(match), re.IGNORECASE)
        if not is_century or not NUMERAL.fullmatch(match[0].upper()):
            return None
        return self.roman_in("ordinal to ten", value(match[0].upper()))

    def _function(self, match: re.Match[str]) -> str:
        value = self.cardinal(match[2]) if match[2].isdigit() else self.letters(match[2])
        return f"{self.letters(match[1])} de {value}"

    def _letters_of_days(self, match: re.Match[str]) -> str:
        return f"{_WEEKDAYS[match[1]]} a {_WEEKDAYS[match[2]]}"

    def _sizes(self, match: re.Match[str]) -> str | None:
        """Sizes of clothes: "S-XL". Letters alone may be weekdays: "L-S"."""
        sizes = re.findall("[A-Z0-9]+", match[0])
        if "XL" not in match[0] and not _SIZE_BEFORE.search(before(match)):
            return None
        joint = ", " if "/" in match[0] else " a "
        return joint.join(self.mixed_code(size) if len(size) > 1 else size for size in sizes)

    def _roman_month(self, match: re.Match[str]) -> str:
        month = self.months[_ROMAN_MONTHS.index(match["month"])]
        return self.date(int(match["day"]), month, match["year"])
