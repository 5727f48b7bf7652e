"""Spanish ordinals and fractions: number -> words with gender, "primer" before a noun, "medio kilo"."""

from __future__ import annotations

import re

from koe.text.normalize.romance.numbers import Gender
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.romance.spanish.agreement import NO_NOUNS, SpanishAgreement
from koe.text.normalize.rule import words

_ORDINAL_UNITS = ("", "primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno")
_ORDINAL_TENS = (
    "", "décimo", "vigésimo", "trigésimo", "cuadragésimo", "quincuagésimo", "sexagésimo", "septuagésimo",
    "octogésimo", "nonagésimo",
)  # fmt: skip
_ORDINAL_HUNDREDS = (
    "", "centésimo", "ducentésimo", "tricentésimo", "cuadringentésimo", "quingentésimo", "sexcentésimo",
    "septingentésimo", "octingentésimo", "noningentésimo",
)  # fmt: skip
_TEENS = (
    "décimo", "undécimo", "duodécimo", "decimotercero", "decimocuarto", "decimoquinto", "decimosexto", "decimoséptimo",
    "decimoctavo", "decimonoveno",
)  # fmt: skip
TENTHS = {
    11: "onceavo", 12: "doceavo", 13: "treceavo", 14: "catorceavo", 15: "quinceavo", 16: "dieciseisavo",
    17: "diecisieteavo", 18: "dieciochoavo", 19: "diecinueveavo",
}  # fmt: skip
# What fractions are of: "3/4 taza" is "tres cuartos de taza".
_DIVISIBLE = words("taza vaso copa cucharada cucharadita litro kilo metro hora pulgada barra botella onza libra")
_SIDES = words("izquierda derecha izqda izda dcha exterior interior centro")


class SpanishOrdinals(SpanishAgreement):
    """Ordinals and fractions."""

    def ordinal(self, number: int, gender: Gender = "m", is_plural: bool = False) -> str:
        if not 1 <= number < 1000:
            return super().ordinal(number, gender, is_plural)
        hundreds, rest = divmod(number, 100)
        tens, units = divmod(rest, 10)
        ten = (_TEENS[units],) if tens == 1 else (_ORDINAL_TENS[tens], _ORDINAL_UNITS[units])
        spoken = " ".join(filter(None, (_ORDINAL_HUNDREDS[hundreds], *ten)))
        if gender == "f":
            spoken = re.sub(r"o\b", "a", spoken)
        return re.sub(r"([oa])$", r"\1s", spoken) if is_plural else spoken

    def ordinal_of(self, digits: str, ending: Ending, noun: str) -> str | None:
        spoken = self.ordinal(int(digits), ending.gender, ending.is_plural)
        is_before_noun = len(noun) > 3 and noun[0].islower() and noun not in NO_NOUNS | _SIDES
        is_before_noun = is_before_noun and self.gender(noun) != "f"  # a list: "1.º ensalada"
        if ending.is_short or (is_before_noun and ending == Ending()):
            return self.shortened(spoken)
        return spoken

    def event(self, number: int, noun: str) -> str:
        spoken = self.ordinal(number, self.counted_events[noun.lower()])
        return self.shortened(spoken)

    def half_or_part(self, top: int, bottom: int, gender: Gender | None = None) -> str:
        if (top, bottom) == (1, 2):
            return "media" if gender == "f" else "medio"
        return self.fraction(top, bottom)

    def fraction_of(self, whole: str, top: int, bottom: int, one: str, many: str, gender: Gender) -> str:
        if not whole and (top, bottom) == (1, 2):
            return f"{self.half_or_part(1, 2, gender)} {one}"
        return super().fraction_of(whole, top, bottom, one, many, gender)

    def fraction_before(self, whole: str, top: int, bottom: int, noun: str) -> str:
        gender = self.gender(noun) if noun else None
        if noun.lower() == "partes" and not whole and bottom > 2:
            spoken = self.cardinal(str(top), "f", noun)
            return f"{spoken} {self.ordinal(bottom, 'f', is_plural=top > 1)}"
        if gender and (top, bottom) == (1, 2):
            return self.half_or_part(1, 2, gender) if not whole else self.mixed(whole, top, bottom, gender)
        spoken = super().fraction_before(whole, top, bottom, noun)
        return f"{spoken} de" if not whole and noun.lower() in _DIVISIBLE else spoken

    def fraction(self, top: int, bottom: int) -> str:
        """Parts like "cuarentainueveavos" are not said."""
        if bottom > 30 and bottom % 10:
            return f"{self.cardinal(str(top))} {self.over} {self.cardinal(str(bottom))}"
        return super().fraction(top, bottom)

    def denominator(self, bottom: int) -> str:
        if bottom > 19 and bottom % 100 and bottom not in self.denominators:
            return "{0}avo|{0}avos".format(self.cardinal(str(bottom)).replace(" ", ""))
        return super().denominator(bottom)
