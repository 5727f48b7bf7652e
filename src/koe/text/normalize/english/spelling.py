"""Letters -> names of letters; names made of words and digits (identifiers, addresses) -> words.

Letters that are to be named one by one are written with full stops between them, "F.B.I": G2P recognises that form.
"""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import words

# Words in addresses and code that are not read as they are written.
_READ_AS = {
    "usr": "user", "tmp": "temp", "src": "source", "img": "image", "lib": "lib", "bin": "bin", "txt": "text",
    "json": "jason", "jpeg": "J peg", "jpg": "J peg", "gif": "gif", "yaml": "yammel", "gui": "gooey", "sudo": "sudo",
    "config": "config", "init": "init", "num": "num", "str": "string", "ctx": "context", "btn": "button",
    "msg": "message", "pkg": "package", "cmd": "command", "dir": "dir", "env": "env", "args": "args",
    "kwargs": "kwargs",
    "std": "standard", "regex": "regex", "async": "a-sync", "wiki": "wiki", "png": "P.N.G", "svg": "S.V.G",
    "www": "W.W.W", "yml": "Y.M.L", "idx": "index",
}  # fmt: skip
# Abbreviations that look like words.
_SPELLED = words(
    "ai api aws ceo cli cpu css db de dns edu eu faq fr gpu html http https id io ip jp js md mp nyc "
    "os pdf php pr py qa rs sh sql ssh ts tv ui uk un url us usa usb ux vm vpn xml"
)
_VOWELS = frozenset("aeiouyAEIOUYáéíóúàèìòùâêîôûäëïöüãõåæøœ")
# Names with capitals inside that are one word.
_ONE_WORD = {"arxiv": "arXiv", "biorxiv": "bioRxiv", "medrxiv": "medRxiv"}
_ROMAN = re.compile(r"(?=[ivxl]{2,6}\Z)x{0,3}l?(?:ix|iv|v?i{0,3})")  # eSpeak says "Roman fourteen"
_NAME_PART = re.compile(
    r"(?i:(?:ar|bior|medr)xiv)(?![A-Za-z])|[A-Z]{2,}(?![a-z])|[A-Z]?[a-z']+|[A-Z]|[0-9]+|[^\W\d_]+|[^\s]"
)

ADDRESS_MARKS = {
    ".": "dot", "/": "slash", "\\": "backslash", "-": "dash", "_": "underscore", "@": "at", "?": "question mark",
    "=": "equals", "&": "and", "#": "hash", ":": "colon", "%": "percent", "+": "plus", "~": "tilde", "*": "star",
    "$": "dollar",
}  # fmt: skip


def letters(text: str) -> str:
    """The letters in the form that G2P names one by one. A single A gets a full stop, or it would be the article."""
    return "A." if text in ("a", "A") else ".".join(text.upper())


def word(text: str) -> str:
    """One word of a name: respelled, spelled letter by letter, or read as it is."""
    folded = text.lower()
    if folded in _ONE_WORD:
        return _ONE_WORD[folded]
    if folded in _READ_AS:
        return _READ_AS[folded]
    if len(text) == 1:
        return letters(text)
    if folded in _SPELLED or _VOWELS.isdisjoint(text) or _ROMAN.fullmatch(folded):
        return letters(text) if len(text) <= 8 else folded
    return folded


def name(text: str, numerals: EnglishNumerals, marks: dict[str, str]) -> str:
    """Words of a name: camelCase and snake_case word by word, digits as labels, `marks` as their values. Other marks
    are left out."""
    spoken: list[str] = []
    for part in _NAME_PART.findall(text):
        if part.isdigit() and part.isascii():
            spoken.append(numerals.label(part))
        elif part[0].isalpha():
            spoken.append(word(part))
        elif part in marks:
            spoken.append(marks[part])
    return " ".join(filter(None, spoken))
