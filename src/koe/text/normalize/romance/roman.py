"""Roman numerals -> words: centuries, rulers, chapters, congresses. Others stay letters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Literal

from koe.text.normalize.romance.numbers import Gender
from koe.text.normalize.romance.ordinals import Ordinals
from koe.text.normalize.rule import Rule, after, before, rule, words

Style = Literal["cardinal", "ordinal", "ordinal to ten"]

_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_NUMERAL = r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
# Words and acronyms that are Roman numerals by chance.
NUMERAL = re.compile(f"(?=.){_NUMERAL}")
_LETTERS = words("C CC CD CDC CI CL CM CV D DC DI DM DVD LI LM M MC MD MDI MI MIX MM MV VI XL XXL LCD CCC CIC CIV")
# L, C, D and M alone are letters: "talla M, L, XL".
_WITH_ENDING = re.compile(r"(?:[IVX]|[IVXLCDM]{2,8})(?:ers?|ères?|res?|es?|èmes?|[ºª°])?")
_LONGEST_LIST = 8  # numerals and words between them: "siglos XVI, XVII y XVIII"
_INITIAL = re.compile(r"\.\s?[^\W\d_a-zà-ÿ]")  # behind a letter: "Juan V. Pérez"
_CODE_BEHIND = re.compile("-[0-9]")
_FOLLOWING = re.compile(r"\s(?P<noun>[^\W\d_]{2,40})(?:\s(?P<second>[^\W\d_]{2,40}))?")


def value(numeral: str) -> int:
    """The number that a Roman numeral in capitals stands for."""
    total = 0
    for place, letter in enumerate(numeral):
        step = _VALUES[letter]
        total += -step if any(_VALUES[larger] > step for larger in numeral[place + 1 : place + 2]) else step
    return total


def _numbered_noun(text: str) -> str:
    """The last word of the text, before numerals that are joined to the one behind it: "siglos" of "siglos XVI y "."""
    if text[-1:] not in (" ", "-", "–"):
        return ""
    tokens = text.replace("-", " ").replace("–", " ").split()[-_LONGEST_LIST:]
    while tokens:
        token = tokens.pop()
        if _WITH_ENDING.fullmatch(token.rstrip(",")):
            continue
        if not (tokens and len(token) < 4 and token.islower() and _WITH_ENDING.fullmatch(tokens[-1].rstrip(","))):
            return "" if token[-1] in ",;:" else token.lstrip("(«\"'“¿¡")
    return ""


class Roman(Ordinals):
    """The Roman numerals of one language."""

    # Nouns before a numeral, in small letters, and how it is read behind them.
    numbered: ClassVar[Mapping[str, Style]]
    # Names of kings, queens and popes, and their gender.
    rulers: ClassVar[Mapping[str, Gender]]
    ruler_style: ClassVar[Style] = "ordinal"
    # Nouns behind a numeral, in small letters, and their gender: "II Guerra Mundial".
    counted_events: ClassVar[Mapping[str, Gender]]
    roman_endings: ClassVar[str] = r"[º°]?"  # a pattern behind the numeral, such as French "e" in "XIXe"

    def roman_rules(self) -> tuple[Rule, ...]:
        pattern = rf"(?<![\w.])(?=[IVXLCDM])(?P<roman>{_NUMERAL})(?P<ending>{self.roman_endings})(?![\w'])"
        return (rule(pattern, self._roman, kind="numbers", name="Roman numeral"),)

    def _roman(self, match: re.Match[str]) -> str | None:
        number, numeral = value(match["roman"]), match["roman"]
        is_letter = numeral in ("L", "C", "D", "M") and _CODE_BEHIND.match(after(match))  # "lote L-4477"
        if is_letter or _INITIAL.match(after(match)):
            return None
        noun = _numbered_noun(before(match))
        if noun.lower().rstrip(".") in self.numbered:
            return self.roman_in(self.numbered[noun.lower().rstrip(".")], number, self.gender_of_numbered(noun))
        if noun in self.rulers and number < 40:
            return self.ruler(number, self.rulers[noun])
        following = _FOLLOWING.match(after(match))
        if following and following["noun"].lower() in self.counted_events:
            return self.event(number, following["noun"])
        if match["ending"]:
            return self.roman_ordinal(number, match["ending"])
        if numeral in _LETTERS or len(numeral) < 2 or not (noun[:1].isupper() or len(numeral) > 4):
            return None
        return self.cardinal(str(number))

    def gender_of_numbered(self, noun: str) -> Gender:
        return "m"

    def roman_in(self, style: Style, number: int, gender: Gender = "m") -> str:
        if style == "ordinal" or (style == "ordinal to ten" and number <= 10):
            return self.ordinal(number, gender)
        return self.cardinal(str(number))

    def ruler(self, number: int, gender: Gender) -> str:
        """The numeral behind a ruler's name."""
        return self.roman_in(self.ruler_style, number, gender)

    def event(self, number: int, noun: str) -> str:
        """The numeral before what it counts: "XXV aniversario"."""
        return self.ordinal(number, self.counted_events[noun.lower()])

    def roman_ordinal(self, number: int, ending: str) -> str:
        """A numeral with an ending of its own: "XIXe"."""
        return self.ordinal(number)
