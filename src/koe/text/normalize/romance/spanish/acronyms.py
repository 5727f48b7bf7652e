"""Spanish acronyms: which are spelled and which are read as words."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.roman import NUMERAL, value
from koe.text.normalize.romance.sequels import is_sequel
from koe.text.normalize.rule import after, before, words

_CAPITALS_BEFORE = re.compile(r"(?<!\w)[A-ZÁÉÍÓÚÑÜ]{2,11} \Z")
_CAPITALS_BEHIND = re.compile(r" [A-ZÁÉÍÓÚÑÜ]{2}[A-ZÁÉÍÓÚÑÜ]{0,12}(?!\w)")
_NAME_IN_CAPITALS = re.compile(r"(?<!\w)([A-ZÁÉÍÓÚÑÜ]{3,12}) \Z")
_WITHOUT_ACCENTS = str.maketrans("áéíóúü", "aeiouu")
# Words of two letters that are no acronyms in capitals either.
_SHORT_WORDS = words(
    "el la lo le de en un no sí si ya tú tu mi me te se es su al yo él ha he va ve vi da di ir oh ah ay ni mí ti os "
    "ok fe té fue ex"
)
# What Spanish can say as a word.
_ONSET = "(?:[bcdfghjklmnñpqrstvwxyz]|[bcdfgpt][lr]|ch|ll|qu|gu)"
_READABLE = re.compile(rf"{_ONSET}?[aeiou]{{1,2}}(?:[nlrsdzmxbcpgtf]?{_ONSET}[aeiou]{{1,2}})*[nlrsdzxtcbpmkfyg]?")


class SpanishAcronyms(Romance):
    """Acronyms, and numerals that stand alone."""

    def _roman(self, match: re.Match[str]) -> str | None:
        number, name = value(match["roman"]), _NAME_IN_CAPITALS.search(before(match))
        if name and name[1].capitalize() in self.rulers and number < 40:
            return self.ruler(number, self.rulers[name[1].capitalize()])
        return super()._roman(match) or (self.cardinal(str(number)) if is_sequel(match) else None)

    def acronym(self, text: str) -> str | None:
        """Spelled if Spanish could not say it as a word: "ADN", "IRPF", not "ONU"."""
        if text in self.said_acronyms or text in self.spelled or text in self.unspelled:
            return super().acronym(text)
        if NUMERAL.fullmatch(text) and set(text) <= set("IVX") and text not in ("XX", "XXX"):
            return self.cardinal(str(value(text)))
        if len(text) == 2:
            return None if text.lower() in _SHORT_WORDS else self.letters(text)
        return None if _READABLE.fullmatch(text.lower().translate(_WITHOUT_ACCENTS)) else self.letters(text)

    def is_word_in_code(self, part: str) -> bool:
        return len(part) > 2 and self.acronym(part) is None

    def _acronym(self, match: re.Match[str]) -> str | None:
        """Beside another word in capitals, only what has no vowel is an acronym."""
        if _CAPITALS_BEFORE.search(before(match)[-12:]) or _CAPITALS_BEHIND.match(after(match)):
            return None if re.search("[AEIOUÁÉÍÓÚ]", match[0]) else self.letters(match[0])
        return super()._acronym(match)
