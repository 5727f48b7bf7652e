"""Letters -> names of letters; names made of words and digits -> words.

Letters that are named one by one are written with full stops between them, "F.B.I": that is how the reader after this
one knows them.
"""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import words

# Words of addresses and programs that are not read as they are written.
_READ_AS = {
    "usr": "user", "tmp": "temp", "src": "source", "img": "image", "lib": "lib", "bin": "bin", "txt": "text",
    "json": "jason", "jpeg": "J peg", "jpg": "J peg", "gif": "gif", "yaml": "yammel", "gui": "gooey", "sudo": "sudo",
    "config": "config", "init": "init", "num": "num", "str": "string", "ctx": "context", "btn": "button",
    "msg": "message", "pkg": "package", "cmd": "command", "dir": "dir", "env": "env", "args": "args",
    "kwargs": "kwargs",
    "std": "standard", "regex": "regex", "async": "a-sync", "wiki": "wiki", "png": "P.N.G", "svg": "S.V.G",
    "www": "W.W.W",
}  # fmt: skip
# Letters that look like a word and are none.
_SPELLED = words(
    "ai api aws ceo cli cpu css db de dns eu faq fr gpu html http https id io ip jp js md mp nyc "
    "os pdf php pr py qa rs sh sql ssh ts tv ui uk un url us usa usb ux vm vpn xml"
)
_VOWELS = frozenset("aeiouyAEIOUYáéíóúàèìòùâêîôûäëïöüãõåæøœ")
_PIECE = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z']+|[A-Z]|[0-9]+|[^\W\d_]+|[^\s]")

ADDRESS_MARKS = {
    ".": "dot", "/": "slash", "\\": "backslash", "-": "dash", "_": "underscore", "@": "at", "?": "question mark",
    "=": "equals", "&": "and", "#": "hash", ":": "colon", "%": "percent", "+": "plus", "~": "tilde", "*": "star",
    "$": "dollar",
}  # fmt: skip


def letters(text: str) -> str:
    """The full stop tells the letter A from the article."""
    return "A." if text in ("a", "A") else ".".join(text.upper())


def word(text: str) -> str:
    """A piece of a name: read as a word where it can be."""
    folded = text.lower()
    if folded in _READ_AS:
        return _READ_AS[folded]
    if len(text) == 1:
        return letters(text)
    if folded in _SPELLED or _VOWELS.isdisjoint(text):
        return letters(text) if len(text) <= 8 else folded
    return folded


def pieces(text: str, numerals: EnglishNumerals, marks: dict[str, str]) -> str:
    """camelCase and snake_case as words, digits as labels, marks by name; those without a name are pauses."""
    spoken: list[str] = []
    for piece in _PIECE.findall(text):
        if piece.isdigit() and piece.isascii():
            spoken.append(numerals.label(piece))
        elif piece[0].isalpha():
            spoken.append(word(piece))
        elif piece in marks:
            spoken.append(marks[piece])
    return " ".join(filter(None, spoken))
