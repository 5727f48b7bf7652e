"""French shorthand of law, job ads, commands and chat -> words: "C. civ.", "Resp. RH", "git commit -m"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import Number
from koe.text.normalize.rule import Rule, before, full_stop, of_digits, rule, word_after

_CODES: Mapping[str, str] = {
    "civ": "civil", "pén": "pénal", "trav": "du travail", "com": "de commerce", "consom": "de la consommation",
    "conso": "de la consommation", "urb": "de l'urbanisme", "éduc": "de l'éducation", "env": "de l'environnement",
    "pr. civ": "de procédure civile", "pr. pén": "de procédure pénale", "proc. civ": "de procédure civile",
    "proc. pén": "de procédure pénale", "élect": "électoral", "rur": "rural", "assur": "des assurances",
}  # fmt: skip
_CHAMBERS: Mapping[str, str] = {
    "crim": "criminelle", "soc": "sociale", "civ": "civile", "com": "commerciale", "ass. plén": "assemblée plénière",
}  # fmt: skip


def _keys(table: Mapping[str, str]) -> str:
    keys = sorted(table, key=len, reverse=True)
    return "|".join(re.escape(key).replace(r"\.\ ", r"\.\s?") for key in keys)


_CODE_OF_LAW = rf"(?<![\w.])[Cc]\.\s(?P<law>{_keys(_CODES)})\."
_CHAMBER = rf"(?<!\w)[Cc]ass\.\s(?P<number>[1-3](?:re|ère|e)\s)?(?P<chamber>{_keys(_CHAMBERS)})\."
_APPEAL = r"(?:(?<=[nN][°º])|(?<=[nN][°º]\s))(?P<year>[0-9]{2})-(?P<first>[0-9]{2})\.(?P<last>[0-9]{3})(?!\w)"
_BLOOD_PRESSURE = r"(?<!\w)TA(?=\s?:?\s?[0-9]{1,3}/[0-9])"
_RESPONSIBLE = r"(?<!\w)(?:Resp\.(?=\s[A-ZÀ-Ý])|(?:(?<=\b[LlDd]e\s)|(?<=\b[Uu]n\s)|(?<=\b[Dd]u\s))resp\.)"
_SIDE = r"(?<=[ée]t\.\s)(?P<side>[gd])\.?(?=[\s,;)]|\Z)"
_SEE_YOU = r"(?<!\w)(?P<to>[àÀ])\s\+(?=\s?(?:[.,;!?)]|\Z))"
_OPTION = r"(?<=\s)(?P<dashes>--?)(?P<name>(?<=--)[a-z][\w-]{1,30}|(?<!--)[A-Za-z]{1,4})(?![\w-])"
_COMMANDS = re.compile(
    r"(?<!\w)(?:git|ls|pip3?|npm|npx|yarn|docker|grep|curl|wget|ssh|scp|cp|rm|mv|tar|python3?|sudo|apt|brew|chmod|"
    r"chown|"
    r"kubectl|find|make|cargo|pytest|java|gcc|node|ps|df|du|kill|ping|systemctl|install)\b[^.;!?]{0,50}\Z"
)
_PORT = r"(?:(?<=\.[0-9])|(?<=\.[0-9]{2})|(?<=\.[0-9]{3})):(?=[0-9]{2,5}(?![\w:.]))"
_FIRST_OF_MONTH = (
    r"(?<![\w.,/])1(?:er|ᵉʳ)\s?/\s?(?P<month>0?[1-9]|1[0-2])(?:\s?/\s?(?P<year>[12][0-9]{3}|[0-9]{2}))?(?![\w/])"
)
_SEVERAL = (
    r"(?<![\w.,/-])(?P<few>[0-9]{1,2})/(?P<more>[0-9]{1,2})"
    r"(?:(?P<short>\spers\.)|(?=\s(?:personnes|couverts|parts|portions|ans|mois|jours|semaines|heures|minutes|"
    r"enfants|élèves)))"
)
_LOWER = r"(?<![\w.,/-])(?P<few>[0-9]{1,3})/(?=(?P<more>[0-9]{1,3})\s?(?:min|mn|cm|mm|km|kg|g|ml|cl|°|€|h)(?![\w/]))"
_QUARTER = r"(?<=moins le )1/4(?![\w/])"
_ABOUT = r"(?<![\w.])v\.\s(?=1[0-9]{3}(?!\w))"
_VERSE = r"(?<![\w.])vv?\.\s(?=[0-9]{1,3}(?P<to>\s?[-–]\s?[0-9]{1,3})?(?![\w]|\.[0-9]))"
_LAP = (
    r"(?<![\w.,:/'-])(?P<minutes>[0-9]{1,3})(?:['′](?P<seconds>[0-5]?[0-9])(?:\"|''|″)|"
    r":(?P<other>[0-5][0-9])[.,](?!000))"
    r"(?P<parts>[0-9]{2,3})(?![\w:]|[.,][0-9])"
)
_WIND = r"(?:(?<=\bde )|(?<=\bdu )|(?<=\bà )|(?<=\b[Vv]ent )|(?<=\bsecteur ))(?P<wind>[NS]{0,2}[EO]?[NS]?[EO])(?![\w/])"
_WINDS = {"N": "nord", "S": "sud", "E": "est", "O": "ouest"}
_DEGREE = r"(?<=[Bb]ac)\s?\+\s?(?P<few>[1-8])\s?[/-]\s?(?P<more>[1-8])(?![\w/])"
_INVOICE = r"(?<![\w-])(?P<letters>[A-Z]{1,4})-?(?P<year>(?:19|20)[0-9]{2})-(?P<digits>[0-9]{2,8})(?![\w-])"
_RANK = r"(?<![\w.])(?P<rank>Lt|Sgt|Cne|Col|Cap|Cdt|cdt|Pdt|Pdte|Adj|Cal)\.?(?=\s[A-ZÀ-Ý][a-zà-ÿ])"
_RANKS = {
    "Lt": "lieutenant", "Sgt": "sergent", "Cne": "capitaine", "Col": "colonel", "Cap": "capitaine",
    "Cdt": "commandant", "cdt": "commandant", "Pdt": "président", "Pdte": "présidente", "Adj": "adjudant",
    "Cal": "caporal",
}  # fmt: skip
_CURRENT = r"(?<=\b[dl][ue]\s)(?P<day>[0-3]?[0-9])\sct(?!\w)\.?"
_PENALTY = r"(?:(?<=[0-9]\s)|(?<=[0-9],\s)|(?<=[0-9]e\s)|(?<=[0-9]e,\s))(?:s\.\s?p\.|sp)(?!\w)"
_MEN_AND_WOMEN = r"(?<![\w.,])(?P<men>[0-9]{1,6})\s?H\s?(?:,|/|et|;)\s?(?P<women>[0-9]{1,6})\s?F(?!\w)"
_DOOR_CODE = r"(?<![\w.,/-])(?P<first>[0-9]{1,4})(?P<letter>[A-Z])(?P<last>[0-9]{2,4})(?![\w-])"
_REGARDS = r"(?:\A|(?<=[.!?]\s)|(?<=\b[Bb]ien\s))[Cc]dt(?=,|\.?\s{0,3}\Z)"
_LONG_CODE = (  # an account number begins with two letters and two digits
    r"(?<![\w.@/-])(?![A-Z]{2}[0-9]{2})(?=[0-9]{1,20}[A-Z]|[A-Z]{1,20}[0-9])"
    r"(?=[A-Z]{0,8}[0-9A-Z]{0,24}[0-9]{4})[0-9A-Z]{9,34}(?![\w-])"
)
_EXPIRY = (
    r"(?P<word>(?<!\w)(?:[Ee]xp\.?|[Ee]xpire|[Pp]ér\.)\s?:?\s)"
    r"(?P<month>0[1-9]|1[0-2])/(?P<year>(?:20)?[2-4][0-9])(?![\w/])"
)
_GATE = r"(?<!\w)Pte(?=\sd(?:e|es|u)\s|\sd')"
_UNDERGROUND = r"(?<!\w)M°\s?(?=[A-ZÀ-Ý])"
_OUR_LADY = r"(?<![\w.])N\.?\s?-?\s?D\.(?=\sd(?:e|es|u)\s|\sd')"
_HEADED = re.compile(
    r"\b(?:A[0-9]{1,3}|sortie|km|bouchon|RN|route|voie|train|bus|tram|métro|autoroute)\b[^.!?]{0,60}\Z"
)
_DIRECTION = r"(?<![\w.])dir\.(?=\s[A-ZÀ-Ý])"
_LADY = r"(?<=\bla\s)[dD]ir\.(?!\w)"
_ROOM = r"(?<![\w.])ch\.(?=\s(?:meubl|double|simple|d'amis|parent|avec|étud|chez))"
_COURT_ROOM = r"(?<=pôle [0-9],\s)ch\."
_SALES = r"(?<!\w)CA(?=\s?:|\s(?:de|HT|annuel|net|a|est|progresse|recule|du|en|en\s)\b|\s[A-ZÀ-Ý][a-zà-ÿ])"
_RESULTS = r"(?<![\w-])(?P<won>[0-9]{1,2})V[\s-](?P<drawn>[0-9]{1,2})N[\s-](?P<lost>[0-9]{1,2})[DP](?![\w-])"
_PER = r"(?<=[0-9])\s?/\s?(?P<per>[mcµk]?m[²³23]|[mµd]?[lL])(?!\w)"
_ADDED = r"(?<=[€$£%°])\s\+\s(?=[^\W\d_])"
_DIVIDED = r"(?<=[0-9])\s:\s(?=[0-9]{1,6}(?:[,.][0-9]{1,6})?\s?=)"
_NOTE = r"(?<=[a-zà-ÿ]{4})[¹²³⁴-⁹]{1,2}(?![\w⁰¹²³⁴-⁹⁻⁺])"


class FrenchShorthand(Romance):
    """Shorthand that only French has."""

    def first_rules(self) -> tuple[Rule, ...]:
        short = (
            (_CODE_OF_LAW, self._code_of_law, "code of law"),
            (_CHAMBER, self._chamber, "court"),
            (_BLOOD_PRESSURE, lambda match: self.letters(match[0]), "blood pressure"),
            (_RESPONSIBLE, lambda _: "responsable", "abbreviation"),
            (_SIDE, self._side, "abbreviation"),
            (_ABOUT, lambda _: "vers ", "abbreviation"),
            (_VERSE, lambda match: "versets " if match["to"] or match[0][1] == "v" else "verset ", "abbreviation"),
            (_RANK, lambda match: _RANKS[match["rank"]], "rank"),
            (r"(?<=\bde\s)pers\.(?!\w)", lambda match: f"personnes{full_stop(match)}", "abbreviation"),
            (_PENALTY, lambda match: f"sur penalty{full_stop(match)}", "abbreviation"),
            (r"(?<=[0-9]e\s)j\.(?!\w)", lambda match: f"journée{full_stop(match)}", "abbreviation"),
            (_REGARDS, lambda _: "cordialement", "abbreviation"),
            (_GATE, lambda _: "porte", "abbreviation"),
            (_UNDERGROUND, lambda _: "métro ", "abbreviation"),
            (_OUR_LADY, lambda _: "Notre-Dame", "abbreviation"),
            (_LADY, lambda match: f"directrice{full_stop(match)}", "abbreviation"),
            (_DIRECTION, lambda match: "direction" if _HEADED.search(before(match)) else None, "abbreviation"),
            (_ROOM, lambda _: "chambre", "abbreviation"),
            (_COURT_ROOM, lambda _: "chambre", "abbreviation"),
            (_SALES, lambda match: self.letters(match[0]), "acronym"),
            (_WIND, lambda match: "-".join(_WINDS[letter] for letter in match["wind"]), "wind"),
            (_SEE_YOU, lambda match: f"{match['to']} plus", "abbreviation"),
        )
        signs = (
            (_OPTION, self._option, "option"),
            (r"(?<=[A-Z]{3}\s)\*(?=\s[A-Z]{3})", lambda _: "étoile", "asterisk"),
            (_PORT, lambda _: " port ", "port"),
            (_PER, lambda match: f" {self.per(match['per'])}", "rate"),
            (_ADDED, lambda _: f" {self.plus} ", "operator"),
            (_DIVIDED, lambda _: f" {self.operators['÷']} ", "operator"),
        )
        numbers = (
            (_APPEAL, self._appeal, "number of an appeal"),
            (_LOWER, self._lower, "range, number"),
            (_QUARTER, lambda _: "quart", "fraction"),
            (_DEGREE, self._degree, "degree"),
            (_INVOICE, self._invoice, "reference"),
            (_MEN_AND_WOMEN, self._men_and_women, "men and women"),
            (_DOOR_CODE, self._door_code, "code"),
            (_RESULTS, self._results, "results"),
            (_CURRENT, lambda match: f"{self.cardinal(match['day'])} courant{full_stop(match)}", "date"),
            (_SEVERAL, self._several, "range, number"),
        )
        return (
            *(rule(pattern, speak, kind="abbreviations", name=name) for pattern, speak, name in short),
            *(rule(pattern, speak, kind="symbols", name=name) for pattern, speak, name in signs),
            *of_digits(
                rule(_LONG_CODE, lambda match: self.spelled_code(match[0]), kind="phones", name="code"),
                rule(_EXPIRY, self._expiry, kind="dates", name="month and year"),
                rule(_LAP, self._lap, kind="times", name="length of time"),
                rule(_FIRST_OF_MONTH, self._first_day, kind="dates", name="date"),
                *(rule(pattern, speak, kind="numbers", name=name) for pattern, speak, name in numbers),
            ),
            *super().first_rules(),
        )

    def typography_rules(self) -> tuple[Rule, ...]:
        return (
            *super().typography_rules(),
            rule(r"(?<=[0-9°C%])\s?/\s?(?=[-+][0-9])", lambda _: " / "),
            rule(r"\s//(?=[\s.,;]|\Z)", lambda _: ""),
            rule(r"(?<=[0-9]{2}:[0-9]{2}:[0-9]{2})[.,][0-9]{3}(?![\w.,])", lambda _: ""),
            rule(_NOTE, lambda _: ""),
            rule(r"(?<=\s)(?:-{1,2}|={1,2})>(?=\s)", lambda _: "→"),
            rule(r"(?<![^\s(])(?<![0-9%°€)]\s)–(?=[0-9])", lambda _: "-"),
        )

    def _code_of_law(self, match: re.Match[str]) -> str:
        return f"Code {_CODES[_spaced(match['law'])]}{full_stop(match)}"

    def _chamber(self, match: re.Match[str]) -> str:
        number = f"{self.ordinal(int(match['number'][0]), 'f')} " if match["number"] else ""
        return f"Cassation {number}{_CHAMBERS[_spaced(match['chamber'])]}{full_stop(match)}"

    def _side(self, match: re.Match[str]) -> str:
        return ("gauche" if match["side"] == "g" else "droite") + full_stop(match)

    def _option(self, match: re.Match[str]) -> str | None:
        if match["dashes"] == "--":
            return f"tiret tiret {match['name']}"
        return f"tiret {match['name']}" if _COMMANDS.search(before(match)) else None

    def _appeal(self, match: re.Match[str]) -> str:
        return ", ".join(self.cardinal(match[part]) for part in ("year", "first", "last"))

    def _several(self, match: re.Match[str]) -> str | None:
        """ "4/6 personnes"; "2/3" has a rule of its own."""
        few, more = int(match["few"]), int(match["more"])
        if few + 1 >= more or (more == 7 and word_after(match) == "jours"):
            return None
        noun = f" personnes{full_stop(match)}" if match["short"] else ""
        return f"{self.cardinal(str(few))} {self.to} {self.cardinal(str(more))}{noun}"

    def _lower(self, match: re.Match[str]) -> str | None:
        """ "35/40 min": the lower of two amounts."""
        few, more = int(match["few"]), int(match["more"])
        return f"{self.cardinal(match['few'])} {self.to} " if few < more and more > 12 else None

    def _degree(self, match: re.Match[str]) -> str:
        few, more = match["few"], match["more"]
        link = "ou" if int(few) + 1 == int(more) else self.to
        return f" {self.plus} {self.cardinal(few)} {link} {self.cardinal(more)}"

    def _invoice(self, match: re.Match[str]) -> str:
        numbers = f"{self.cardinal(match['year'])}, {self.cardinal(match['digits'])}"
        return f"{self.letters(match['letters'])} {numbers}"

    def _men_and_women(self, match: re.Match[str]) -> str:
        men = self.measure(Number("", match["men"]), Unit("homme", "hommes"))
        return f"{men}, {self.measure(Number('', match['women']), Unit('femme', 'femmes', 'f'))}"

    def _door_code(self, match: re.Match[str]) -> str | None:
        if match["letter"] == "H" and len(match["last"]) == 2:
            return None  # a time of day
        return f"{self.cardinal(match['first'])} {match['letter']} {self.cardinal(match['last'])}"

    def _results(self, match: re.Match[str]) -> str:
        units = (("won", Unit("victoire", "victoires", "f")), ("drawn", Unit("nul", "nuls")))
        parts = [self.measure(Number("", match[name]), unit) for name, unit in units]
        return ", ".join([*parts, self.measure(Number("", match["lost"]), Unit("défaite", "défaites", "f"))])

    def _lap(self, match: re.Match[str]) -> str:
        minutes, seconds = str(int(match["minutes"])), str(int(match["seconds"] or match["other"]))
        zeros = len(match["parts"]) - len(match["parts"].lstrip("0"))
        rest_words = " ".join(
            [*(["zéro"] * zeros), *([self.cardinal(rest)] if (rest := match["parts"][zeros:]) else [])]
        )
        whole = f"{self.measure(Number('', minutes), self.minute_unit)} "
        return f"{whole}{self.measure(Number('', seconds), self.second_unit)} {rest_words}"

    def _expiry(self, match: re.Match[str]) -> str:
        month = self.month_and_year(self.months[int(match["month"]) - 1], f"20{match['year'][-2:]}")
        return f"{'expire' if match['word'].lower().startswith('expire') else 'expiration'} {month}"

    def _first_day(self, match: re.Match[str]) -> str:
        year = match["year"] or ""
        return self.date(1, self.months[int(match["month"]) - 1], f"20{year}" if len(year) == 2 else year)


def _spaced(key: str) -> str:
    return re.sub(r"\.\s?", ". ", key)
