"""French words -> the same words in a spelling from which eSpeak gives the right sounds. The number of words stays."""

from __future__ import annotations

import re

_NUMBERS = (
    "zéro|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|"
    "cinquante|soixante|cent|mille"
)
# Behind a number that counts nothing: its last consonant is heard, and there is no liaison.
_LINKS = "à|et|ou|sur|virgule|point|plus|moins|égale|divisé"
# Nouns that are often counted: only before a noun does "cent" sound its t.
_COUNTED = "ans|années?|euros?|heures?|hommes?|habitants?|enfants?|élèves?|étudiants?|unités?|exemplaires?|emplois?"

_WORDS = {
    "bene": "béné",
    "cetera": "cétéra",
    "confer": "confère",
    "insee": "inssé",
    "kelvin": "kelvine",
    "kelvins": "kelvines",
    "mail": "mèl",
    "mails": "mèls",
    "maths": "mattes",
    "mégabits": "mégabittes",
    "gigabits": "gigabittes",
    "kilobits": "kilobittes",
    "newton": "nioutonne",
    "newtons": "nioutonnes",
    "quater": "couatère",
    "sterling": "sterlinne",
}
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)

_SOUNDS: tuple[tuple[re.Pattern[str], str], ...] = (
    # The t of "vingt" is heard in twenty-two, but not in eighty-two.
    (re.compile(r"\b(quatre-)vingt(?=-(?!un))", re.IGNORECASE), r"\1vin"),
    (re.compile(rf"\bvingt-six(?= (?:{_LINKS})\b)", re.IGNORECASE), "vingte-sisse"),
    (re.compile(rf"\b(s|d)ix(?= (?:{_LINKS})\b)", re.IGNORECASE), r"\1isse"),
    (re.compile(rf"\b(huit)(?= (?:{_LINKS})\b)", re.IGNORECASE), r"\1te"),
    (re.compile(r"\b(deu)x(?= (?:à|et)\b)", re.IGNORECASE), r"\1"),
    (re.compile(r"\b(troi)s(?= (?:à|et)\b)", re.IGNORECASE), r"\1"),
    (re.compile(r"\b(d)ix(?=-neuvième)", re.IGNORECASE), r"\1iz"),
    (re.compile(rf"(?<!pour )\b(cent)(?= (?:{_COUNTED})\b)", re.IGNORECASE), r"\1e"),
    # The s of a sum is heard: "deux plus deux", "plus cinq pour cent".
    (re.compile(rf"\b(plus)(?= (?:{_NUMBERS}|[b-xz])\b)", re.IGNORECASE), r"\1se"),
)


def respelled(text: str) -> str:
    for pattern, spelling in _SOUNDS:
        text = pattern.sub(spelling, text)
    return _WORD.sub(lambda word: _WORDS[word[0].casefold()], text)
