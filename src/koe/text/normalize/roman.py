"""Roman numerals -> words, only in a clear context: "Henry VIII", "Chapter IV"; never "I" or "MIX" alone."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule

_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_NUMERAL = r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_LONG_NUMERAL = r"(?:X{1,2}(?:IX|IV|V?I{0,3})|IX|IV|VI{1,3}|I{2,3})"

_NUMBERED = (
    "Act|Appendix|Article|Book|Canto|Chapter|Class|Division|Episode|Figure|Final Fantasy|Grade|Lesson|Level|Mark|Mk|"
    "Module|"
    "Number|Page|Part|Phase|Psalm|Scene|Schedule|Season|Section|Stage|Star Wars|Super Bowl|Symphony|Table|Title|"
    "Type|Unit|"
    "Verse|Vol\\.|Volume|War|Wars"
)
_NUMBERED_LOWER = (
    "act|appendix|article|book|chapter|figure|page|part|phase|scene|section|stage|table|type|volume|vol\\."
)
_MONARCHS = (
    "Adrian|Alexander|Alfonso|Amenhotep|Artaxerxes|Baldwin|Benedict|Boniface|Carl|Catherine|Celestine|Charles|"
    "Christian|"
    "Clement|Constantine|Darius|David|Edward|Elizabeth|Eugene|Felipe|Ferdinand|Francis|Franz|Frederick|George|Gregory|"
    "Gustav|Haakon|Harald|Henri|Henry|Innocent|Isabella|Ivan|James|Joseph|Juan Carlos|Julius|Kamehameha|Leo|Leopold|"
    "Louis|"
    "Margrethe|Mary|Mehmed|Murad|Napoleon|Nicholas|Olav|Otto|Paul|Pedro|Peter|Philip|Pius|Ptolemy|Rama|Ramesses|"
    "Ramses|Richard|Robert|Sixtus|Stephen|Thutmose|Umberto|Urban|Victor Emmanuel|Wilhelm|William|Xerxes"
)
_AFTER_FIRST = (
    r"(?=[,.;:!?)\"”']|\s(?:of|was|is|had|has|reigned|ruled|died|became|and|in|on|came|married|who|the)\b|\Z)"
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def monarch(match: re.Match[str]) -> str:
        return f"{match[1]} the {numerals.ordinal(str(_value(match[2])))}"

    def numbered(match: re.Match[str]) -> str:
        return match[1] + numerals.cardinal(str(_value(match[2].upper())))

    def year(match: re.Match[str]) -> str:
        return numerals.year(str(_value(match[0])))

    def century(match: re.Match[str]) -> str:
        return numerals.ordinal(str(_value(match[1])))

    return (
        rule(rf"\b({_MONARCHS})\s({_NUMERAL})(?<!\sI)(?![\w-])", monarch),
        rule(rf"\b({_MONARCHS})\s(I)(?!\w){_AFTER_FIRST}", monarch),
        rule(rf"\b((?:{_NUMBERED})\s)({_NUMERAL})(?![\w'-])", numbered),
        rule(rf"\b((?:{_NUMBERED_LOWER})\s)({_NUMERAL})(?<!\sI)(?![\w'-])", numbered),
        rule(
            rf"\b((?:{_NUMBERED_LOWER})\s)({_NUMERAL.lower()})(?![\w'-])",
            numbered,
        ),
        rule(rf"(?<![\w.])(?=MCM|MD|MM)(?=[MDCLXVI]{{4}}){_NUMERAL}(?![\w.])", year),
        rule(rf"(?<![\w.])({_NUMERAL})(?=\s[Cc]entur(?:y|ies)\b)", century),
        rule(rf"(?<=[a-z]\s)({_LONG_NUMERAL})(?=\s[Cc]entur)", century),
        rule(rf"\b([A-Z][a-z]{{2,20}}\s)({_LONG_NUMERAL})(?!\w)(?<!\sIV)(?<!\sX)(?<!\sXX)", numbered),
    )


def _value(numeral: str) -> int:
    total = 0
    for here, following in zip(numeral, numeral[1:] + "I", strict=True):
        value = _VALUES[here]
        total += -value if value < _VALUES[following] else value
    return total
