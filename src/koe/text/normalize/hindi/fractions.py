"""Fractions and mixed numbers -> Hindi words: 1/2, ¾, 1½, 2 3/4."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.numerals import ALONE, ALONE_END, UNSIGNED, WHOLE, half_more, number, words
from koe.text.normalize.rule import Rule, rule
from koe.text.normalize.rule import words as word_set

_SIGNS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
SIGN = f"[{''.join(_SIGNS)}]"
_PARTS = {3: "तिहाई", 4: "चौथाई"}
_FEMININE = word_set(
    "कटोरी प्याली रोटी बोतल शीशी बाल्टी टोकरी थाली सदी शताब्दी आबादी ज़मीन जमीन टिकिया चुटकी मुट्ठी गड्डी बोरी"
)
_OBLIQUE = word_set("घंटे हिस्से प्याले टुकड़े चम्मचे महीने रास्ते दाम से में का के की को पर तक")
_NO_NOUN = word_set("और या व एवं है हैं था थी जमा घटा बराबर गुणा")

MIXED = rf"[0-9]{{1,3}}(?: ?{SIGN}| [1-9][0-9]?/[1-9][0-9]?(?![0-9/]))"
ANY = rf"(?:{MIXED}|{SIGN}|[0-9]{{1,3}}/[1-9][0-9]{{0,2}}(?![0-9/]))"
_READ = re.compile(
    rf"(?P<whole>[0-9]{{1,3}}(?= ?{SIGN}| [0-9]))? ?(?:(?P<sign>{SIGN})|(?P<above>[0-9]+)/(?P<below>[0-9]+))"
)


def fraction(text: str, following: str = "") -> str:
    """Words of what `ANY` matches. `following` is the next word: half a cup is आधा कप, but 1/2 alone एक बटा दो."""
    match = _READ.fullmatch(text)
    if match is None:
        return number(text)
    above, below = _SIGNS[match["sign"]] if match["sign"] else (int(match["above"]), int(match["below"]))
    if match["whole"]:
        return _mixed(int(match["whole"]), above, below)
    if match["sign"] or (following and following not in _NO_NOUN):
        return _part(above, below, following)
    return _over(above, below)


def _mixed(whole: int, above: int, below: int) -> str:
    if (above, below) == (1, 2) and whole:
        return half_more(whole)
    if (above, below) == (1, 4) and whole:
        return f"सवा {words(whole)}"
    if (above, below) == (3, 4) and whole:
        return f"पौने {words(whole + 1)}"
    return f"{words(whole)} सही {_over(above, below)}"


def _part(above: int, below: int, following: str) -> str:
    if (above, below) == (1, 2):
        return "आधी" if following in _FEMININE else "आधे" if following in _OBLIQUE else "आधा"
    if below in _PARTS and above < below:
        return f"{words(above)} {_PARTS[below]}"
    return _over(above, below)


def _over(above: int, below: int) -> str:
    return f"{words(above)} बटा {words(below)}"


def rules() -> tuple[Rule, ...]:
    return (
        rule(rf"{ALONE}(?:{MIXED}|{SIGN}){ALONE_END}", _speak, kind="numbers", name="fraction"),
        rule(rf"{ALONE}[0-9]{{1,3}}/[1-9][0-9]{{0,2}}{ALONE_END}", _speak, kind="numbers", name="fraction"),
        rule(
            rf"{ALONE}({UNSIGNED})/({WHOLE}){ALONE_END}",
            lambda match: f"{number(match[1])} बटा {number(match[2])}",
            kind="numbers",
            name="fraction",
        ),
    )


def _speak(match: re.Match[str]) -> str:
    return fraction(match[0], next_word(match.string, match.end()))


def next_word(text: str, place: int) -> str:
    """The Devanagari word that follows at once: "कप" of "1/2 कप"."""
    found = _WORD.match(text, place)
    return found[1] if found else ""


_WORD = re.compile(r" ?([\u0900-\u0963]{1,30})")
