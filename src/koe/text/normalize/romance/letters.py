"""Acronyms, and codes of letters and digits -> names of letters, and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from koe.text.normalize.romance.numbers import Numbers
from koe.text.normalize.rule import Rule, before, rule, word_before

_CAPITALS = "A-ZÀÁÂÃÇÉÊÈÍÌÓÔÕÒÚÙÑ"
_VOWELS = frozenset("AEIOUÁÉÍÓÚÀÈÌÒÙÂÊÔÃÕY")
_PART = re.compile(r"[^\W\d_]+|[0-9]+(?:[.,][0-9]{1,3})?")
_ACRONYM = rf"(?<![\w.@#])[{_CAPITALS}]{{2,6}}(?:s(?=\W|\Z))?(?![\w@]|\.[{_CAPITALS}])"
_MIXED = (
    rf"(?<![\w.,@#/-])(?:[{_CAPITALS}]{{1,6}}-?[0-9]{{1,5}}(?:[.,][0-9])?(?:-?[{_CAPITALS}]{{1,3}}(?:[0-9]{{1,3}})?)?"
    rf"|[0-9]{{1,2}}[{_CAPITALS}]{{1,2}})(?![\w@]|-\w|[.,][0-9])"
)
_SIZE_BEFORE = re.compile(r"\b(?:talla|taglia|tamanho|tam\.?)\s?:\s\Z", re.IGNORECASE)
_INITIALS = rf"(?<![\w.])(?:[{_CAPITALS}]\.\s?){{1,4}}(?=[{_CAPITALS}][^\W\d_]{{2,40}})"
_DOTTED = rf"(?<![\w.])(?:[{_CAPITALS}]\.){{2,6}}(?!\w)|(?<![\w.])[{_CAPITALS}](?:\.[{_CAPITALS}]){{1,5}}(?![\w.])"


class Letters(Numbers):
    """The names of the letters in one language, and what is spelled with them."""

    letter_names: ClassVar[Mapping[str, str]]  # by capital letter; what is missing stays
    # Acronyms that are read as words though they have no vowel, or spelled though they have one.
    spelled: ClassVar[frozenset[str]] = frozenset()
    unspelled: ClassVar[frozenset[str]] = frozenset()
    said_acronyms: ClassVar[Mapping[str, str]] = {}  # acronyms that are read in full: "EEUU" -> "Estados Unidos"
    # Words before a code whose digits are read one by one.
    before_a_code: ClassVar[frozenset[str]] = frozenset()

    def letters(self, text: str) -> str:
        """The names of the letters of a text."""
        return " ".join(self.letter_names.get(letter.upper(), letter) for letter in text if letter.isalpha())

    def acronym_rules(self) -> tuple[Rule, ...]:
        return (
            rule(_DOTTED, self._dotted, kind="acronyms", name="acronym"),
            rule(_ACRONYM, self._acronym, kind="acronyms", name="acronym"),
        )

    def mixed_rules(self) -> tuple[Rule, ...]:
        return (rule(_MIXED, self._mixed, kind="acronyms", name="code"),)

    def initial_rules(self) -> tuple[Rule, ...]:
        return (rule(_INITIALS, self._initials, kind="abbreviations", name="initials"),)

    def _initials(self, match: re.Match[str]) -> str:
        """The names of the letters; the full stop behind a size ends a sentence: "Talla: M. Color: azul"."""
        stop = "." if _SIZE_BEFORE.search(before(match)) else ""
        return f"{self.letters(match[0])}{stop} "

    def _dotted(self, match: re.Match[str]) -> str | None:
        return self.letters(match[0])

    def _acronym(self, match: re.Match[str]) -> str | None:
        return self.acronym(match[0].removesuffix("s"))

    def acronym(self, text: str) -> str | None:
        """The words of an acronym, None if it is read as a word."""
        if text in self.said_acronyms:
            return self.said_acronyms[text]
        if text in self.unspelled:
            return None
        return self.letters(text) if text in self.spelled or not _VOWELS & set(text) else None

    def _mixed(self, match: re.Match[str]) -> str | None:
        is_code = word_before(match).lower() in self.before_a_code
        return self.mixed_code(match[0], is_code)

    def is_word_in_code(self, part: str) -> bool:
        """Whether letters beside digits are read as a word: "COVID"."""
        return len(part) > 3 and part not in self.spelled and bool(_VOWELS & set(part))

    def mixed_code(self, text: str, is_code: bool = False) -> str:
        """Letters and digits in one: "MP3", "A-6", "H1N1"."""
        words = []
        for part in _PART.findall(text):
            if part[0].isalpha():
                words.append(part if self.is_word_in_code(part) else self.letters(part))
            else:
                words.append(self.digits(part) if is_code or len(part) > 4 else self.number_words(self.number(part)))
        return " ".join(words)
