"""French shorthand of law, job ads, commands and chat -> words: "C. civ.", "Resp. RH", "git commit -m"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.rule import Rule, before, full_stop, of_digits, rule, word_after

_CODES: Mapping[str, str] = {
    "civ": "civil", "pén": "pénal", "trav": "du travail", "com": "de commerce", "consom": "de la consommation",
    "conso": "de la consommation", "urb": "de l'urbanisme", "éduc": "de l'éducation", "env": "de l'environnement",
    "pr. civ": "de procédure civile", "pr. pén": "de procédure pénale", "proc. civ": "de procédure civile",
    "proc. pén": "de procédure pénale",
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
    r"(?<!\w)(?:git|ls|pip3?|npm|npx|yarn|docker|grep|curl|wget|ssh|scp|cp|rm|mv|tar|python3?|sudo|apt|brew|chmod|chown|"
    r"kubectl|find|make|cargo|pytest|java|gcc|node|ps|df|du|kill|ping|systemctl|install)\b[^.;!?]{0,50}\Z"
)
_PORT = r"(?:(?<=\.[0-9])|(?<=\.[0-9]{2})|(?<=\.[0-9]{3})):(?=[0-9]{2,5}(?![\w:.]))"
_FIRST_OF_MONTH = (
    r"(?<![\w.,/])1(?:er|ᵉʳ)\s?/\s?(?P<month>0?[1-9]|1[0-2])(?:\s?/\s?(?P<year>[12][0-9]{3}|[0-9]{2}))?(?![\w/])"
)
_SEVERAL = (
    r"(?<![\w.,/-])(?P<few>[0-9]{1,2})/(?P<more>[0-9]{1,2})"
    r"(?:(?P<short>\spers\.)|(?=\s(?:personnes|couverts|parts|portions|ans|mois|jours|semaines|heures|minutes|min\b|cm\b|enfants|élèves)))"
)
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
            (_SEE_YOU, lambda match: f"{match['to']} plus", "abbreviation"),
        )
        signs = ((_OPTION, self._option, "option"), (_PORT, lambda _: " port ", "port"))
        numbers = (
            (_APPEAL, self._appeal, "number of an appeal"),
            (_SEVERAL, self._several, "range, number"),
        )
        return (
            *(rule(pattern, speak, kind="abbreviations", name=name) for pattern, speak, name in short),
            *(rule(pattern, speak, kind="symbols", name=name) for pattern, speak, name in signs),
            *of_digits(
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
            rule(_NOTE, lambda _: ""),
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

    def _first_day(self, match: re.Match[str]) -> str:
        year = match["year"] or ""
        return self.date(1, self.months[int(match["month"]) - 1], f"20{year}" if len(year) == 2 else year)


def _spaced(key: str) -> str:
    return re.sub(r"\.\s?", ". ", key)
