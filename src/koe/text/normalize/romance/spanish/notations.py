"""Short notations of Spanish forms, labels and notices -> words: "niño/a", "óleo s/ lienzo", "4/5 pers.", "Lun/Mié"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import full_year
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.rule import Rule, alternatives, before, full_stop, of_digits, rule, word_before, words

_CAPITAL = "A-ZÁÉÍÓÚÑÜ"
_GREEK = {
    "Δ": "delta", "∆": "delta", "α": "alfa", "β": "beta", "γ": "gamma", "θ": "theta", "λ": "lambda", "σ": "sigma",
    "φ": "fi", "ω": "omega", "ρ": "ro", "ε": "épsilon",
}  # fmt: skip
_GROUND = "lienzo|tabla|papel|tela|madera|cartón|cobre|panel|cartulina|pergamino"
_PAINTS = words(
    "óleo acrílico acuarela temple tinta lápiz pastel carboncillo gouache aguafuerte mixta impresión grafito"
)
_SECTIONS = {"esc": "escalera", "bl": "bloque", "pta": "puerta", "mz": "manzana", "edif": "edificio"}
_GUESTS = "personas|plazas|pax|comensales|raciones|días|noches|semanas|meses|años|veces"
_NORMS = ("ISO", "UNE", "IEC", "DIN", " EN", "-EN", "NOM")
_SHORT_ADDRESS = r"(?<![\w@.+-])(?P<rest>[a-z0-9-]{1,30}\.(?:ly|me|gl|gg|co|be|to|cc)/[^\s<>\"“”«»]{1,200})"


class SpanishNotations(Romance):
    """Notations that are read in full."""

    def notation_rules(self) -> tuple[Rule, ...]:
        return (*of_digits(*self._notations_with_digits()), *self._notations_in_letters())

    def _notations_with_digits(self) -> tuple[Rule, ...]:
        short = alternatives(self.short_months)
        norms = "|".join(f"(?<={norm} )" for norm in _NORMS)
        return (
            rule(
                rf"(?<!\w)(?P<short>{short})[-/](?P<year>[0-9]{{2}})(?![\w/-]|[.,][0-9])", self._short_month_and_year,
                re.IGNORECASE, kind="dates", name="month and year",
            ),
            rule(
                rf"(?<![\w/.,])(?<![0-9]\s)(?P<one>[2-9])/(?P<other>[3-9]|10)\s(?P<noun>{_GUESTS}|pers\.)(?!\w)",
                self._either, kind="numbers", name="either number",
            ),
            rule(r"(?<!\w)h\.(?=\s1[0-9]{3}(?!\w))", lambda _: "hacia", kind="abbreviations", name="abbreviation"),
            rule(
                r"(?:(?<=[Ee]l )|(?<=[Dd]el )|(?<=[Aa]l ))(?P<day>[0-9]{1,2})(?P<month>[MNFOJS])(?!\w)",
                lambda match: f"{self.cardinal(match['day'])} {self.letters(match['month'])}",
                kind="dates", name="date by a letter",
            ),
            rule(r"(?<=las )12\s?m\.(?!\w|\sde\s)", lambda _: "doce del mediodía", kind="times", name="noon"),
            rule(
                rf"(?:{norms})(?P<norm>[0-9]{{3,5}})-(?P<part>[0-9]{{1,2}})(?![\w-])",
                lambda match: f"{self.cardinal(match['norm'])} guion {self.cardinal(match['part'])}",
                kind="numbers", name="norm",
            ),
            rule(
                r"(?<![\w-])(?P<letters>[A-Z]{1,2})-(?P<number>[0-9]{1,5})-(?P<year>(?:19|20)[0-9]{2})(?![\w-])",
                self._deposit, kind="acronyms", name="number of a paper",
            ),
            rule(
                r"(?<![\w.,])(?P<digits>[0-9]{1,3})!\s?=",
                lambda match: f"{self.cardinal(match['digits'])} factorial igual a", kind="symbols", name="factorial",
            ),
            rule(_SHORT_ADDRESS, self._address, re.IGNORECASE, kind="urls", name="web address"),
        )  # fmt: skip

    def _notations_in_letters(self) -> tuple[Rule, ...]:
        days = alternatives(self.weekdays)
        greek = "".join(_GREEK)
        return (
            rule(
                rf"(?<![\w/])(?:{days})\.?(?:/(?:{days})\.?){{1,6}}(?![\w/])", self._weekdays, re.IGNORECASE,
                kind="dates", name="weekdays",
            ),
            rule(
                rf"(?<!\w)s/\s?(?=(?:{_GROUND})(?!\w))", self._painted, kind="abbreviations", name="abbreviation",
            ),
            rule(r"(?<=ª )pl\.(?!\w)", lambda m: f"planta{full_stop(m)}", kind="abbreviations", name="abbreviation"),
            rule(rf"(?<!\w)e/\s?(?=[{_CAPITAL}])", lambda _: "entre ", kind="abbreviations", name="abbreviation"),
            rule(
                rf"(?<!\w)(?P<short>{alternatives(_SECTIONS)})\.(?=\s[A-Z](?!\w))",
                lambda match: _SECTIONS[match["short"].lower()], re.IGNORECASE,
                kind="abbreviations", name="abbreviation",
            ),
            rule(
                r"(?<!\w)admv(?P<end>[oa]s?)\.?(?P<other>/as?)?(?!\w)", self._clerk,
                kind="abbreviations", name="abbreviation",
            ),
            rule(
                r"(?<!\w)(?P<stem>[^\W\d_]{2,20}?)(?P<end>ores|or|os|o)(?:/|\()(?P<other>as|a)(?:(?<=[/]a)|(?<=/as)|\))(?!\w)",
                self._both_genders, kind="symbols", name="both genders",
            ),
            rule(
                rf"(?<!\w)(?P<letter>[{greek}])(?P<next>[A-Za-z](?!\w)|(?=\s?[=<>≤≥±]))", self._greek,
                kind="symbols", name="Greek letter",
            ),
        )  # fmt: skip

    def _short_month_and_year(self, match: re.Match[str]) -> str | None:
        if re.search(r"[0-9][-/ ]\Z", before(match)):
            return None
        return self.month_and_year(self.months[self.short_months[match["short"].lower()] - 1], full_year(match["year"]))

    def _either(self, match: re.Match[str]) -> str | None:
        """Two neighbours before people or days: "4/5 personas"; other fractions are left."""
        if int(match["other"]) != int(match["one"]) + 1:
            return None
        noun = "personas" if match["noun"] == "pers." else match["noun"]
        return f"{self.cardinal(match['one'])} o {self.cardinal(match['other'])} {noun}{full_stop(match)}"

    def _deposit(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['letters'])} {self.cardinal(match['number'])} guion {self.year(match['year'])}"

    def _weekdays(self, match: re.Match[str]) -> str:
        return ", ".join(self.weekdays[day.strip(".").lower()] for day in match[0].split("/"))

    def _clerk(self, match: re.Match[str]) -> str:
        other = f" o administrativ{match['other'][1:]}" if match["other"] else ""
        return f"administrativ{match['end']}{other}{full_stop(match)}"

    def _both_genders(self, match: re.Match[str]) -> str | None:
        """ "niño/a", "profesores/as": the feminine form is written by its ending alone."""
        if match["end"].endswith("s") != (match["other"] == "as"):
            return None
        stem = match["stem"] + ("or" if match["end"].startswith("or") else "")
        return f"{match['stem']}{match['end']} o {stem.lower()}{match['other']}"

    def _painted(self, match: re.Match[str]) -> str | None:
        """ "óleo s/ lienzo"; behind other words "s/" is "sin"."""
        return "sobre " if word_before(match).lower() in _PAINTS else None

    def _greek(self, match: re.Match[str]) -> str:
        return " ".join(filter(None, (_GREEK[match["letter"]], self.letters(match["next"]))))
