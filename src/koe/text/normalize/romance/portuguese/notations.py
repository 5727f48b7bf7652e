"""Short notations of Brazilian forms, labels and notices -> words: "óleo s/ tela", "4/5 pessoas", "fev-24"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import full_year
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, of_digits, rule, word_before, words

_GROUND = "tela|papel|madeira|cartão|cobre|painel|linho|pergaminho|eucatex|compensado"
_PAINTS = words(
    "óleo acrílica aquarela têmpera nanquim lápis pastel carvão guache gravura mista impressão grafite tinta"
)
_GUESTS = "pessoas|lugares|pax|porções|dias|noites|semanas|meses|anos|vezes"
_NORMS = ("ISO", "NBR", "IEC", "DIN", " EN")
_SHORT_NOUNS = {"vel": "velocidade", "temp": "temperatura", "cap": "capacidade", "pot": "potência"}
_WEEKDAYS = {"2": "segunda", "3": "terça", "4": "quarta", "5": "quinta", "6": "sexta"}
_DAY_BEFORE = re.compile(r"\b(?:ontem|hoje|amanhã|(?:n|d)?esta|próxima|última|passada)\s\(\Z", re.IGNORECASE)


class PortugueseNotations(Romance):
    """Notations that are read in full."""

    def notation_rules(self) -> tuple[Rule, ...]:
        short = alternatives(self.short_months)
        norms = "|".join(f"(?<={norm} )" for norm in _NORMS)
        return (
            *of_digits(
                rule(
                    rf"(?<!\w)(?P<short>{short})-(?P<year>[0-9]{{2}})(?![\w/-]|[.,][0-9])", self._month_and_short,
                    re.IGNORECASE, kind="dates", name="month and year",
                ),
                rule(
                    rf"(?<![\w/.,])(?<![0-9]\s)(?P<one>[2-9])/(?P<other>[3-9]|10)(?=\s(?P<noun>{_GUESTS})(?!\w))",
                    self._either, kind="numbers", name="either number",
                ),
                rule(
                    r"(?<=\()(?P<day>[2-6])[ªa](?=\))", self._day_in_brackets, kind="dates", name="weekday",
                ),
                rule(
                    r"(?<![\w.,])(?P<number>[0-9]{1,3},[0-9])\s?º(?!\w|\s?[CF])",
                    lambda match: self.measure(self.number(match["number"]), self.units["°"]),
                    kind="units", name="temperature",
                ),
                rule(
                    rf"(?<=\()(?P<day>{alternatives(self.weekdays)})\.(?=\))",
                    lambda match: self.weekdays[match["day"].lower()], re.IGNORECASE, kind="dates", name="weekday",
                ),
                rule(
                    rf"(?:{norms})(?P<norm>[0-9]{{3,5}})-(?P<part>[0-9]{{1,2}})(?![\w-])",
                    lambda match: f"{self.cardinal(match['norm'])} traço {self.cardinal(match['part'])}",
                    kind="numbers", name="norm",
                ),
            ),
            rule(
                rf"(?<!\w)s/\s?(?=(?:{_GROUND})(?!\w))", self._painted, kind="abbreviations", name="abbreviation",
            ),
            rule(r"(?<!\w)[Mm](?P<kind>áx|ín)\.(?!\w)", self._extreme, kind="abbreviations", name="abbreviation"),
            rule(r"(?<!\w)incl\.(?!\w)", self._included, kind="abbreviations", name="abbreviation"),
            rule(r"(?<=%)\s?desc\.", self._discount, kind="abbreviations", name="abbreviation"),
            rule(r"(?<=aux\. )adm\.", self._clerk, kind="abbreviations", name="abbreviation"),
        )  # fmt: skip

    def typography_rules(self) -> tuple[Rule, ...]:
        # Decades in the English way: "anos 90's".
        return (*super().typography_rules(), rule(r"(?<=[2-9]0)['’]s(?!\w)|(?<=os [2-9]0)s(?!\w)", lambda _: ""))

    def _month_and_short(self, match: re.Match[str]) -> str | None:
        if re.search(r"[0-9][-/ ]\Z", before(match)):
            return None
        return self.month_and_year(self.months[self.short_months[match["short"].lower()] - 1], full_year(match["year"]))

    def _either(self, match: re.Match[str]) -> str | None:
        """Two neighbours before people or days: "4/5 pessoas"; other fractions are left."""
        if int(match["other"]) != int(match["one"]) + 1:
            return None
        gender = self.gender(match["noun"])
        return f"{self.cardinal(match['one'], gender)} ou {self.cardinal(match['other'], gender)}"

    def _day_in_brackets(self, match: re.Match[str]) -> str | None:
        return _WEEKDAYS[match["day"]] if _DAY_BEFORE.search(before(match)) else None

    def _extreme(self, match: re.Match[str]) -> str:
        """ "velocidade máxima", "peso máximo"; the number behind it says nothing."""
        noun = word_before(match) if match.string[match.start() - 1 : match.start()] == " " else ""
        noun = _SHORT_NOUNS.get(noun.lower(), noun)
        noun = self.beginnings.get(noun.lower(), noun)
        is_warmth = not self.gender(noun) and re.search(r"\bgraus\b|[°º]\s?C?\b", after(match))
        ending = "a" if is_warmth or (len(noun) > 3 and self.gender(noun) == "f") else "o"
        return f"m{match['kind']}im{ending}{full_stop(match)}"

    def _included(self, match: re.Match[str]) -> str:
        return ("inclui" if word_before(match).lower() == "não" else "inclusive") + full_stop(match)

    def _discount(self, match: re.Match[str]) -> str:
        return f" de desconto{full_stop(match)}"

    def _painted(self, match: re.Match[str]) -> str | None:
        """ "óleo s/ tela"; behind other words "s/" is "sem"."""
        return "sobre " if word_before(match).lower() in _PAINTS else None

    def _clerk(self, match: re.Match[str]) -> str:
        return f"administrativo{full_stop(match)}"
