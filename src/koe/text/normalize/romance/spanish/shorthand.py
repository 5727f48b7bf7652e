"""Spanish shorthand of notices, chats, matches and letters -> words: "c/ asc.", "S 10-14", "t veo", "R. Madrid"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import full_year
from koe.text.normalize.romance.cars import door_rule
from koe.text.normalize.romance.chats import chat_rule
from koe.text.normalize.romance.context import near
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import Number, in_order
from koe.text.normalize.romance.roman import value
from koe.text.normalize.rule import Rule, alternatives, before, full_stop, of_digits, rule

_WEEKDAYS = dict(zip("LMXJVSD", in_order("lunes martes miércoles jueves viernes sábado domingo"), strict=True))
_CLUBS = {
    "R": "Real",
    "At": "Atlético de",
    "Atl": "Atlético de",
    "Atco": "Atlético de",
    "Ath": "Athletic",
    "Dep": "Deportivo",
}
_CLUB = (
    r"(?<![\w.])(?:(?P<royal>R)\.?\s?(?=(?:Madrid|Sociedad|Betis|Zaragoza|Oviedo|Murcia|Valladolid|Unión)\b)"
    r"|(?P<athletic>Atl|Atco|At)\.?\s(?=Madrid\b)|(?P<other>Ath|Dep)\.\s(?=(?:Bilbao|Club|Coruña|Alavés)\b))"
)
_MARKS = re.compile(r"\b(?:xq|pq|tb|tmb|xfa|tqm|tkm|bss|mñn|finde|q|jaj\w*|porfa|salu2)\b")
# Words behind "t" of a chat.
_TO_YOU = (
    "veo|vemos|kiero|llamo|digo|quiero|amo|espero|mando|escribo|dejo|cuento|aviso|parece|acuerdas|vas|juro|vienes|apuntas|"
    "recojo|extraño|pregunto|gusta|gustan|importa|mueres|paso a|paso el|paso la|debo"
)
_MONTH = (
    r"(?P<ahead>(?<!\w)(?:hasta|desde|ITV|itv|cad(?:uca(?:do)?)?\.?|vto\.?|val(?:ido)?\.?|exp\.?|caducidad|antes de|"
    r"fin|"
    r"inicio)\s?:?\s)(?P<month>0[1-9]|1[0-2])/(?P<year>[2-4][0-9])(?![\w/])"
)
_PESOS = {
    "COP": "colombianos", "MXN": "mexicanos", "ARS": "argentinos", "CLP": "chilenos", "UYU": "uruguayos",
    "DOP": "dominicanos",
}  # fmt: skip
_REFERENCE = r"(?:(?<=[rR]ef\.\s)|(?<=[rR]ef\.:\s)|(?<=[rR]ef:\s))(?P<one>[0-9]{1,6})/(?P<other>[0-9]{1,6})(?![\w/])"
_PRESIDENT = r"(?<!\w)P(?:td|dt|t)(?P<end>[ea])\.(?=\sdel?\s|\s[A-ZÁÉÍÓÚÑ])"


class SpanishShorthand(Romance):
    """Shorthand that only Spanish has."""

    def shorthand_rules(self) -> tuple[Rule, ...]:
        opens = r"(?:\A|(?<=[.;,|(]\s)|(?<=\sy\s))"
        short = (
            (_CLUB, self._club, "club"),
            (r"(?<![\w/])c/\s?(?=[a-záéíóúñ]{3}(?<!del))(?!de\s)", lambda _: "con ", "abbreviation"),
            (r"(?<![\w.])[qkQK](?=\s?tal\b)", lambda _: "qué", "chat"),
            (
                rf"{opens}(?P<day>[LMXJVSD])(?=:?\s(?:cerrado|abierto|"
                rf"[0-9]{{1,2}}(?:[:.][0-9]{{2}})?\s?h?\s?[-–a]\s?[0-9]))",
                lambda match: _WEEKDAYS[match["day"]],
                "weekday",
            ),
            (
                r"(?:(?<=[0-9]\sy\s)|(?<=[0-9]\sy\s\())ss\.(?!\w)",
                lambda match: f"siguientes{full_stop(match)}",
                "reference",
            ),
            (r"(?<![\w.])[sS]al\.(?=\s?:?\s?[0-9]{1,2}[:.h])", lambda _: "salida", "timetable"),
            (r"(?<=,\s)pl\.(?=\s[0-9]{1,3}[A-Z](?!\w))", lambda _: "plaza", "timetable"),
            (r"(?<=\sde\s)exp\.(?!\w|\s?[0-9])", self._experience, "abbreviation"),
            (r"(?<![\w.])[rR]ed(?:uc)?\.(?=:?\s[0-9]{1,3}(?:,[0-9]{2})?\s?€)", lambda _: "reducida", "price"),
            (r"(?<!\w)exp\.(?=\s(?:mín|demostr|prev|en|como|profes)\b)", lambda _: "experiencia", "abbreviation"),
            (
                r"(?<![\w.])(?<![0-9]\s)x(?=\s(?:[wW]hats\w{0,4}|wasap|tel|teléfono|mail|correo|mensaje|privado|mp)\b)",
                lambda _: "por",
                "chat",
            ),
            (
                r"(?<![\w.])[hH]ab\.(?=\s(?:doble|dbl|indiv|individual|triple|sencilla|con|c/|ext|int|matrim)\b)",
                lambda _: "habitación",
                "room",
            ),
            (
                r"(?<!\w)(?P<days>[LMXJVSD](?:,\s[LMXJVSD]){0,5}\sy\s[LMXJVSD])(?=,?\s(?:de|a)\s(?:las\s)?[0-9]|"
                r":?\s[0-9])",
                lambda match: re.sub("[LMXJVSD]", lambda day: _WEEKDAYS[day[0]], match["days"]),
                "weekdays",
            ),
            (
                r"(?:(?<=\bdel\s)|(?<=\bel\s)|(?<=\ben\s))(?P<quarter>[1-4])T(?!\w)",
                self._quarter_of_year,
                "part of a year",
            ),
            (
                r"(?<![\w-])[LMXJVSD](?:-[LMXJVSD]){2,6}(?![\w-])",
                lambda match: ", ".join(_WEEKDAYS[day] for day in match[0].split("-")),
                "weekdays",
            ),
            (r"(?<=ª\s)temp\.(?!\w)", lambda match: f"temporada{full_stop(match)}", "abbreviation"),
            (r"(?<![\w.])T\.(?=:?\s?\+?[0-9]{2,3}\s[0-9]{2,3}\s[0-9]{2})", lambda _: "teléfono", "telephone"),
            (r"(?<=\bla\s)resp\.(?=\s(?:del?|a)\b)", lambda _: "respuesta", "abbreviation"),
            (r"(?<!\w)[aA]tt?e?\.(?=\sal\s)", lambda _: "atención", "abbreviation"),
            (r"(?<![\w.])ap\.(?=\s[a-z]\))", lambda _: "apartado", "law"),
            (r"(?<!\w)Reg\.(?=\s\((?:UE|CE|CEE)\))", lambda _: "Reglamento", "law"),
            (r"(?<=[0-9]\s)d/f(?!\w)", lambda _: "días fecha factura", "payment"),
            (r"(?<![\w.])esc\.(?=\s[0-9IVX])", self._scene, "abbreviation"),
            (
                r"(?:(?<=\bel\s)|(?<=\bpor\s)|(?<=\bcada\s)|(?<=\bdel\s)|(?<=\bal\s))(?P<unit>kg|km|m|l)(?=\s(?:de|a|"
                r"está|sale)\b|[,;?)]|\Z)",
                lambda match: self.units[match["unit"]].one,
                "unit",
            ),
            (r"(?<=\blos\s)km(?=\s[0-9])", lambda _: "kilómetros", "unit"),
            (r"(?<=\bla\s)[dD]ir\.\s[gG]ral\.", lambda _: "Dirección General", "abbreviation"),
            (r"(?<=éstamo\s)hip\.", lambda match: f"hipotecario{full_stop(match)}", "abbreviation"),
            (r"(?<=PVP\s)rec\.", lambda match: f"recomendado{full_stop(match)}", "abbreviation"),
            (r"(?<![\w.])[sS]in\.(?=\sde\b|:)", lambda _: "sinónimo", "abbreviation"),
            (r"(?<![\w.])[aA]nt\.(?=:)", lambda _: "antónimo", "abbreviation"),
            (r"(?<=[0-9]\s)m(?=\sde\s(?:multa|prisión|cárcel)\b)", lambda _: "meses", "unit"),
            (
                r"(?<=[0-9])\s[kK](?=\s(?:likes|seguidores|vistas|visitas|views|me gusta|comentarios)\b)",
                lambda _: " mil",
                "thousands",
            ),
            (r"(?<=[eE]l\s)min\.(?=\s[0-9])", lambda _: "minuto", "abbreviation"),
            (
                r"(?<=\bel\s)(?P<day>[LMXJVSD])(?=\s(?:a las|por la|de la|y volv|y el)\b)",
                lambda match: _WEEKDAYS[match["day"]],
                "weekday",
            ),
            (r"(?<=[0-9]\s)ppm(?!\w)", self._beats, "heart"),
            (r"(?<=udiencia\s)Prov\.(?!\w)", lambda match: f"Provincial{full_stop(match)}", "court"),
            (r"(?<=[0-9h]\s\()(?P<day>[LMXJVSD])(?=\))", lambda match: _WEEKDAYS[match["day"]], "weekday"),
            (_PRESIDENT, lambda match: f"president{match['end']}", "abbreviation"),
            (r"(?<![\w.])M[ºo°]\.?(?=\s(?:de|del)\s[A-ZÁÉÍÓÚ])", lambda _: "Ministerio", "abbreviation"),
            (r"(?<![\w.])T\.?[ªa](?=[\s:.]|\Z)(?!\s[A-Z])", lambda _: "temperatura", "abbreviation"),
            (r"(?<![\w.])D\.\s?G\.(?=\sde\b)", lambda _: "Dirección General", "abbreviation"),
            (r"(?<!\w)[sS]/\s?[rR]ef\.?", lambda _: "su referencia", "abbreviation"),
            (r"(?<!\w)[nN]/\s?[rR]ef\.?", lambda _: "nuestra referencia", "abbreviation"),
            (
                r"(?<![\w.])(?P<low>[ly])a(?P<many>s?)\s(?P<kind>máx|mín)\.(?!\w)",
                self._feminine_extreme,
                "abbreviation",
            ),
        )
        return (
            chat_rule(rf"(?<![\w.])(?<![0-9]\s)(?:t|\AT)(?=\s(?:{_TO_YOU})\b)", "te", _MARKS),
            chat_rule(
                r"(?<![\w.])(?<![0-9]\s)m(?=\s(?:esper|llam|dij|dic|gust|qued|avis|escrib|mand|parec|encant|cont|"
                r"voy)[a-záéíóú]{0,6}\b)",
                "me",
                _MARKS,
            ),
            chat_rule(r"(?<![\w.])(?<![0-9]\s)k(?=\s[a-záéíóúñ]{2,20})", "que", _MARKS),
            chat_rule(
                r"(?<![\w.])(?<![0-9]\s)x(?=\s(?:fa|favor|la|el|los|las|si|eso|aquí|ahí|ti|mí|qué|cierto)\b)",
                "por",
                _MARKS,
            ),
            *(rule(pattern, speak, kind="abbreviations", name=name) for pattern, speak, name in short),
            *of_digits(*(
                rule(
                    r"(?<![\w.,])(?P<months>[0-9]{1,2})\sm\sy\s(?P<years>[0-9]{1,2})\sa(?:\.|(?!\w))",
                    self._ages_of_child,
                    kind="units", name="ages",
                ),
                rule(
                    r"(?:(?<=ha\s)|(?<=ha\sy\s))(?P<ares>[0-9]{1,2})\sa(?=[\s,.;)])",
                    lambda match: f"{self.cardinal(match['ares'], 'f', 'áreas')} áreas", kind="units", name="measure",
                ),
                rule(
                    r"(?<![\w-])[XYZ]-[0-9]{7}-[A-Z](?![\w-])",
                    lambda match: self.spelled_code(match[0].replace("-", "")),
                    kind="phones", name="identity number",
                ),
                rule(
                    r"(?<=\blas\s)21(?=\s(?:y|o|en|de|horas|h)\b|[,;.)]|\Z)(?![.,][0-9])", lambda _: "veintiuna",
                    kind="times", name="time of day",
                ),
                rule(
                    r"(?<!\w)el\s(?P<month>0[1-9]|1[0-2])/(?P<year>20[0-9]{2})(?![\w/])",
                    lambda m: f"en {self.month_and_year(self.months[int(m['month']) - 1], m['year'])}",
                    kind="dates", name="month and year",
                ),
                rule(
                    r"(?:(?<=\bel\s)|(?<=\bde\s)|(?<=\bdel\s)|(?<=\bal\s))(?P<day>[0-3]?[0-9])-(?P<month>X?I{1,3}|I?[VX]|"
                    r"VI{1,3})(?![\w-])",
                    self._day_of_roman_month, kind="dates", name="day and month",
                ),
                rule(_MONTH, self._month_of_card, kind="dates", name="month and year"),
                rule(
                    rf"\$\s?(?P<amount>{self.unsigned})(?P<code>\s\((?:{alternatives(_PESOS)})\))", self._pesos,
                    kind="money", name="sum of money",
                ),
                rule(_REFERENCE, self._reference, kind="numbers", name="reference"),
                door_rule(self, Unit("puerta", "puertas", "f")),
            )),
        )  # fmt: skip

    def _quarter_of_year(self, match: re.Match[str]) -> str:
        return f"{('primer', 'segundo', 'tercer', 'cuarto')[int(match['quarter']) - 1]} trimestre"

    def _ages_of_child(self, match: re.Match[str]) -> str:
        """ "a los 2, 4, 11 m y 6 a"."""
        months = self.measure(Number("", match["months"]), Unit("mes", "meses"))
        return f"{months} y {self.measure(Number('', match['years']), Unit('año', 'años'))}{full_stop(match)}"

    def _scene(self, match: re.Match[str]) -> str | None:
        return "escena" if re.search(r"\bacto\s\w{1,5},?\s\Z", before(match)) else None

    def _beats(self, match: re.Match[str]) -> str | None:
        is_heart = re.search(r"\b(?:puls\w{0,9}|latidos|corazón|cardíac[ao]|FC|reposo)\b", near(match), re.IGNORECASE)
        return "pulsaciones por minuto" if is_heart else None

    def _day_of_roman_month(self, match: re.Match[str]) -> str | None:
        """ "el 12-X"."""
        month = value(match["month"])
        return self.date(int(match["day"]), self.months[month - 1], "") if month <= 12 else None

    def _experience(self, match: re.Match[str]) -> str | None:
        is_job = re.search(r"\b(?:años?|meses|mes|mín(?:imo|\.))\b", before(match))
        return f"experiencia{full_stop(match)}" if is_job else None

    def _club(self, match: re.Match[str]) -> str:
        short = match["royal"] or match["athletic"] or match["other"]
        return f"{_CLUBS[short]} "

    def _feminine_extreme(self, match: re.Match[str]) -> str:
        return f"{match['low']}a{match['many']} {match['kind']}ima{match['many']}{full_stop(match)}"

    def _month_of_card(self, match: re.Match[str]) -> str:
        """A month that ends or begins something: "ITV hasta 06/26"."""
        month = self.months[int(match["month"]) - 1]
        return match["ahead"] + self.month_and_year(month, full_year(match["year"]))

    def _pesos(self, match: re.Match[str]) -> str:
        number = self.number(match["amount"])
        link = "de " if number.is_round_million else ""
        return f"{self.number_words(number, 'm', 'pesos')} {link}pesos {_PESOS[match['code'].strip(' ()')]}"

    def _reference(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['one'])} barra {self.cardinal(match['other'])}"
