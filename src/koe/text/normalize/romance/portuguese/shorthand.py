"""Portuguese shorthand of notices, chats, law and recipes -> words: "col. (chá)", "n vou", "2ª T.", "s/ 45"."""

from __future__ import annotations

import re

from koe.text.normalize.english.dates import exists
from koe.text.normalize.numerals import full_year
from koe.text.normalize.romance.cars import door_rule
from koe.text.normalize.romance.chats import chat_rule
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import Number
from koe.text.normalize.romance.portuguese.abbreviations import STATES
from koe.text.normalize.romance.roman import NUMERAL, value
from koe.text.normalize.rule import Rule, alternatives, before, full_stop, of_digits, rule

_MARKS = re.compile(r"\b(?:vcs?|pq|hj|blz|tb|tbm|kd|mt|mto|bjs?|vlw|flw|tô|cmg|dps|pfv|rs|kk+|oq|td)\b")
_SPOON = (
    r"(?:(?<=col\.\s)|(?<=cols\.\s)|(?<=colh\.\s)|(?<=colher\s)|(?<=xíc\.\s)|(?<=xícs\.\s)|(?<=xícara\s)|"
    r"(?<=xícaras\s)|(?<=colheres\s))\((?:de\s)?(?P<spoon>chá|sopa|café|"
    r"sobremesa)\)"
)
_NOT = (
    r"(?<![\w./-])(?<!\b[oO]\s)(?<!\bum\s)[nN](?=\s(?:vou|vai|vamos|vem|sei|sabe|tem|tinha|é|era|foi|posso|pode|quero|quer|tô|to|está|tá|tenho|"
    r"deu|dá|"
    r"consigo|consegue|lembro|acho|gosto|gostei|precisa|preciso|vi|viu|fui|fiz|faz|falei|esquece|esqueça|deixa|tive|"
    r"entendi|"
    r"aguento|acredito|me|te|se|rola)\b)"
)
_OF_STATE = r"(?:(?<=estado de\s)|(?<=estado do\s)|(?<=governo de\s)|(?<=interior de\s)|(?<=litoral de\s))"
_CALLED = re.compile(r"\b(?:[Ll]igu\w{1,4}|[Ll]igar|[Dd]isque|[Tt]elefones?|[Cc]hame)\b[^.!?]{0,70}\Z")
_MONTH_OF_CARD = (
    r"(?<!\w)(?P<word>[vV]al|[vV]enc|[eE]xp|[vV]alidade|[vV]encimento|até)\.?\s?:?\s"
    r"(?P<month>0[1-9]|1[0-2])/(?P<year>[2-4][0-9])(?![\w/])"
)
_SECTIONS = {
    "bl": "bloco", "apto": "apartamento", "ap": "apartamento", "cj": "conjunto", "qd": "quadra", "lt": "lote",
    "sl": "sala",
}  # fmt: skip
_CITIES = {
    "S. J. dos Campos": "São José dos Campos", "S. J. do Rio Preto": "São José do Rio Preto",
    "S. B. do Campo": "São Bernardo do Campo", "S. C. do Sul": "São Caetano do Sul", "B. Horizonte": "Belo Horizonte",
    "P. Alegre": "Porto Alegre", "R. de Janeiro": "Rio de Janeiro", "S. Paulo": "São Paulo", "S. Luís": "São Luís",
}  # fmt: skip
_WINDS = {"NE": "nordeste", "NO": "noroeste", "SE": "sudeste", "SO": "sudoeste"}
_HALF = r"(?<![\w.,])(?P<minute>[0-9]{1,2})['′’]?\s?/\s?(?P<half>[12])\s?[ºo°]\s?T(?!\w)"
_DEGREES = (
    r"(?:(?<=\ba\s)|(?<=\bde\s)|(?<=\bforno\s))(?P<degrees>[1-9][0-9]{1,2})\s?º(?!\s?[CF]|\w|"
    r"\s[a-zà-ÿ]{3,20}(?<!por)(?<!durante))"
)
_LAP = (
    r"(?<![\w.,:])(?:(?P<hours>[0-9]{1,2}):(?=[0-9]{2}:))?(?P<minutes>[0-9]{1,2})[:'](?P<seconds>[0-5][0-9])"
    r"[.,\"](?!000)(?P<parts>[0-9]{1,3})(?![\w:]|[.,][0-9])"
)
_LASTED = (
    r"(?P<ahead>(?<!\w)(?:em|durou|dura|após|tempo de|duração(?: de|"
    r":))\s)(?P<hours>[0-9]{1,2})h(?P<minutes>[0-5][0-9])(?:min)?(?!\w)"
)
_SECOND_EXTREME = r"(?<=,\s)(?P<kind>máx|mín)\.?(?=:?\s(?:de\s)?-?[0-9]{1,2}\s?[°º])"


class PortugueseShorthand(Romance):
    """Shorthand that only Brazilian Portuguese has."""

    def shorthand_rules(self) -> tuple[Rule, ...]:
        short = (
            (r"(?<![\w.])cel\.(?=\s[A-ZÀ-Þ][a-zà-ÿ])", lambda _: "coronel", "rank"),
            (_SPOON, lambda match: f"de {match['spoon']}", "spoon"),
            (
                r"(?<!\w)(?P<short>bl|apto|ap|cj|qd|lt|sl)\.(?=\s[A-Z](?!\w))",
                lambda m: _SECTIONS[m["short"]],
                "address",
            ),
            (r"(?<=[0-9]\se\s)segs?\.(?!\w)", lambda match: f"seguintes{full_stop(match)}", "reference"),
            (r"(?<=[0-9]\se\s)ss\.(?!\w)", lambda match: f"seguintes{full_stop(match)}", "reference"),
            (r"(?<=[0-9]h\s)sem\.(?!\w)", lambda match: f"semanais{full_stop(match)}", "abbreviation"),
            (r"(?<=\sde\s)exp\.(?!\w|\s?[0-9])", self._experience, "abbreviation"),
            (rf"(?<![\w.])(?P<city>{alternatives(_CITIES)})(?!\w)", lambda match: _CITIES[match["city"]], "city"),
            (r"(?<=[a-zà-ÿ])\sx\s(?=[A-ZÀ-Þ][a-zà-ÿ])", lambda _: " contra ", "match"),
            (r"(?:(?<=ento )|(?<=entos )|(?<=ento de ))(?:N[EO]|S[EO])(?!\w)", lambda match: _WINDS[match[0]], "wind"),
            (r"(?<=\bem\s)resp\.(?=\s(?:à|ao|a)\b)", lambda _: "resposta", "letter"),
            (r"(?<!\w)Ass\.:(?=\s[A-ZÀ-Þ]\.\s?[A-ZÀ-Þ])", lambda _: "assinado:", "letter"),
            (r"(?<!\w)[sS]ecr\.(?=\s(?:geral|executiv|adjunt))", lambda _: "secretário", "title"),
            (r"(?:(?<=mi\sde\s)|(?<=mil\s)|(?<=ões\sde\s))km(?!\w)", lambda _: "quilômetros", "unit"),
            (r"(?<!\w)exp\.(?=\s(?:mín|comprov|prév|em|como)\b)", lambda _: "experiência", "abbreviation"),
            (r"(?<=\b[oO]\s)gov\.(?=\se\s|,)", lambda _: "governador", "title"),
            (
                r"(?:(?<=\b[oO]\s)|(?<=\b[dD]o\s)|(?<=\b[aA]o\s))min\.(?=\s[A-ZÀ-Þ][a-zà-ÿ])",
                lambda _: "ministro",
                "title",
            ),
            (
                r"(?:(?<=\bde\s)|(?<=\bem\s)|(?<=\bpara\s))SP(?=\s(?:às|à|e|com|no|na)\b|[,;]|\.\Z)",
                lambda _: "São Paulo",
                "state",
            ),
            (rf"{_OF_STATE}(?P<state>{alternatives(STATES)})(?!\w)", lambda match: STATES[match["state"]], "state"),
            (r"(?<=ª\s)temp\.(?!\w)", lambda match: f"temporada{full_stop(match)}", "abbreviation"),
            (r"(?<=\b[aA]\s)resp\.(?=\sd[aeo]s?\b)", lambda _: "resposta", "abbreviation"),
            (r"(?<!\w)al\.(?=\s[a-z](?!\w))", lambda _: "alínea", "law"),
            (
                r"(?:(?<=\b[dD]o\s)|(?<=\b[aA]o\s)|(?<=\b[oO]\s))dir\.(?=\s(?:geral|exec|adm|fin|pres|de)\b)",
                lambda _: "diretor",
                "title",
            ),
            (r"(?:(?<=\b[oO]s\s)|(?<=\bdos\s)|(?<=\baos\s))km(?=\s[0-9])", lambda _: "quilômetros", "unit"),
            (
                r"(?<!\w)(?P<roman>[IVX]{1,5})\smil\.(?=\s[ad]\.)",
                lambda match: f"{self.ordinal(value(match['roman']))} milênio",
                "age",
            ),
            (r"(?<![\w.])[sS]in\.(?=\sde\b|:)", lambda _: "sinônimo", "abbreviation"),
            (r"(?<![\w.])[aA]nt\.(?=:)", lambda _: "antônimo", "abbreviation"),
            (r"(?<!\w)sent\.(?=\s[A-ZÀ-Þ][a-zà-ÿ])", lambda _: "sentido", "road"),
            (
                r"(?<![\w.])(?P<day>sex|ter)\.(?=\s(?:à|às|das|até|de manhã)\b)",
                lambda match: self.weekdays[match["day"]],
                "weekday",
            ),
            (r"(?<![\w.])alt\.(?=\sd[aeo]s?\b)", lambda _: "altura", "address"),
            (r"(?<=ª\s)T\.(?=,|\s|\Z)", lambda match: f"Turma{full_stop(match)}", "law"),
            (r"(?<=ª\s)Câm\.(?!\w)", lambda match: f"Câmara{full_stop(match)}", "law"),
            (r"(?<![\w.])j\.(?=\s(?:em\s)?[0-9]{1,2}[./])", lambda _: "julgado em", "law"),
            (r"(?<![\w.])[vV]\.\stb\.?m?", lambda _: "veja também", "abbreviation"),
            (
                r"(?<![\w.])[vV]\.(?=\s(?:(?:também|págs?|art|fig|tab|cap|nota|item)\b|pp?\.))",
                lambda _: "veja",
                "abbreviation",
            ),
            (r"(?<![\w.])[dD]om\.(?=\s(?:[a-zà-ÿ0-9]|[-–]))", lambda _: "domingo", "weekday"),
            (r"(?<=[0-9],\s)s/\s?(?=[0-9])", lambda _: "sala ", "address"),
            (r"(?<!\w)Ass(?:unto)?\.:", lambda _: "Assunto:", "abbreviation"),
            (r"(?<!\w)(?P<number>[2-9]|[1-9][0-9])?\s?[wW][cC]s?(?!\w)\.?", self._bathrooms, "room"),
            (_SECOND_EXTREME, self._second_extreme, "abbreviation"),
        )
        return (
            chat_rule(_NOT, "não", _MARKS),
            *(rule(pattern, speak, kind="abbreviations", name=name) for pattern, speak, name in short),
            *of_digits(
                *(
                    rule(
                        rf"{self.amount}\sc\.\s\((?P<spoon>chá|sopa|café|sobremesa)\)",
                        self._spoons,
                        kind="units",
                        name="spoons",
                    ),
                    rule(
                        r"(?<=[0-9]º,\s)(?P<item>[IVXL]{1,7})(?=[,;:\s])",
                        self._item_of_law,
                        kind="numbers",
                        name="Roman numeral",
                    ),
                    rule(
                        r"(?<=[0-9])\s[xX]\s(?=[0-9]{1,5}\s?\?)",
                        lambda _: " vezes ",
                        kind="symbols",
                        name="product",
                    ),
                    rule(
                        r"(?<![\w.,/-])1(?!00)[0-9]{2}(?=\s(?:para|em|se|e|ou|\()|[,.;)]|\Z)(?![.,][0-9])",
                        self._service_of_state,
                        kind="phones",
                        name="emergency number",
                    ),
                    rule(
                        r"(?<![\w.,])(?P<months>[0-9]{1,2})\sm\se\s(?P<years>[0-9]{1,2})\sa(?:\.|(?!\w))",
                        self._ages_of_child,
                        kind="units",
                        name="ages",
                    ),
                    rule(
                        r"(?:(?<=prova de\s)|(?<=reunião de\s)|(?<=jogo de\s)|(?<=aula de\s)|(?<=p/\s))"
                        r"(?P<day>[0-3]?[0-9])/(?P<month>0?[1-9]|1[0-2])(?=,?\s(?:às|à|foi|passou|ficou|será)\b|[,.;]|\Z)",
                        self._day_of_event,
                        kind="dates",
                        name="day and month",
                    ),
                    rule(_MONTH_OF_CARD, self._month_of_card, kind="dates", name="month and year"),
                    rule(
                        r"(?<=\baos\s)(?P<minute>[0-9]{1,3})['′’](?!\w|\s?[/+])",
                        lambda match: f"{self.cardinal(match['minute'])} minutos",
                        kind="times",
                        name="minute of a goal",
                    ),
                    rule(_HALF, self._minute_of_half, kind="times", name="minute of a goal"),
                    rule(_DEGREES, self._degrees_by_mark, kind="units", name="temperature"),
                    rule(_LAP, self._time_of_race, kind="times", name="length of time"),
                    rule(_LASTED, self._length_in_hours, kind="times", name="length of time"),
                    door_rule(self, Unit("porta", "portas", "f")),
                )
            ),
        )

    def _spoons(self, match: re.Match[str]) -> str:
        unit = Unit(f"colher de {match['spoon']}", f"colheres de {match['spoon']}", "f")
        return self.measure(self.matched_number(match), unit)

    def _item_of_law(self, match: re.Match[str]) -> str | None:
        return self.cardinal(str(value(match["item"]))) if NUMERAL.fullmatch(match["item"]) else None

    def _service_of_state(self, match: re.Match[str]) -> str | None:
        """The police and their like, one after another: "Ligue 190 …, 192 … ou 180 …"."""
        return self.digits(match[0]) if _CALLED.search(before(match)) else None

    def _ages_of_child(self, match: re.Match[str]) -> str:
        """ "aos 2, 4, 11 m e 6 a"."""
        months = self.measure(Number("", match["months"]), Unit("mês", "meses"))
        return f"{months} e {self.measure(Number('', match['years']), Unit('ano', 'anos'))}{full_stop(match)}"

    def _day_of_event(self, match: re.Match[str]) -> str | None:
        day, month = int(match["day"]), int(match["month"])
        return self.date(day, self.months[month - 1], "") if exists(2000, month, day) else None

    def _month_of_card(self, match: re.Match[str]) -> str:
        """A month that ends something: "val. 09/27"."""
        word = {"val": "validade", "venc": "vencimento", "exp": "expiração"}.get(match["word"].lower(), match["word"])
        return f"{word} {self.month_and_year(self.months[int(match['month']) - 1], full_year(match['year']))}"

    def _experience(self, match: re.Match[str]) -> str | None:
        is_job = re.search(r"\b(?:anos?|meses|mês|mín(?:imo|\.))\b", before(match))
        return f"experiência{full_stop(match)}" if is_job else None

    def _bathrooms(self, match: re.Match[str]) -> str | None:
        if not match["number"]:
            return None
        return f"{self.cardinal(match['number'])} banheiros{full_stop(match)}"

    def _minute_of_half(self, match: re.Match[str]) -> str:
        half = "primeiro" if match["half"] == "1" else "segundo"
        return f"aos {self.cardinal(match['minute'])} minutos do {half} tempo"

    def _degrees_by_mark(self, match: re.Match[str]) -> str | None:
        """ "forno a 180º"; small numbers are ordinals."""
        number = int(match["degrees"])
        return f"{self.cardinal(match['degrees'])} graus" if number >= 30 else None

    def _second_extreme(self, match: re.Match[str]) -> str | None:
        """The other extreme of a temperature: "Temp. máx. 32 °C, mín. 18 °C"."""
        return f"{match['kind']}ima" if re.search(r"[tT]emp|máx", before(match)) else None

    def _time_of_race(self, match: re.Match[str]) -> str:
        """The time of a race: "1:18.345"."""
        units = (("hours", self.hour_unit), ("minutes", self.minute_unit), ("seconds", self.second_unit))
        whole = [self.measure(Number("", str(int(match[name]))), unit) for name, unit in units if match[name]]
        unit = ("décimo", "centésimo", "milésimo")[len(match["parts"]) - 1]
        parts = self.measure(Number("", str(int(match["parts"]))), Unit(unit, f"{unit}s"))
        return f"{', '.join(whole)} e {parts}"

    def _length_in_hours(self, match: re.Match[str]) -> str:
        return match["ahead"] + self.length(int(match["hours"]), int(match["minutes"]), 0)
