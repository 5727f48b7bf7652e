"""Digits -> Italian cardinal and ordinal words."""

from __future__ import annotations

from functools import lru_cache

from koe.text.normalize.romance.numbers import in_order

_SMALL = in_order(
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
    "diciassette diciotto diciannove"
)
_TENS = in_order("venti trenta quaranta cinquanta sessanta settanta ottanta novanta")
_ORDINALS = in_order("primo secondo terzo quarto quinto sesto settimo ottavo nono decimo")
LARGEST = 10**15 - 1


def cardinal(number: int) -> str:
    """The words of a number up to `LARGEST`. Millions are separate words, what is smaller is one."""
    billions, rest = divmod(number, 10**9)
    millions, rest = divmod(rest, 10**6)
    parts = []
    if billions:
        parts.append("un miliardo" if billions == 1 else f"{_below_a_million(billions)} miliardi")
    if millions:
        parts.append("un milione" if millions == 1 else f"{_below_a_million(millions)} milioni")
    if rest or not parts:
        link = "e " if parts and rest < 100 else ""
        parts.append(link + _below_a_million(rest))
    return " ".join(parts)


@lru_cache(maxsize=4096)
def _below_a_million(number: int) -> str:
    thousands, rest = divmod(number, 1000)
    words = "" if not thousands else "mille" if thousands == 1 else f"{_below_a_thousand(thousands)}mila"
    words += _below_a_thousand(rest) if rest or not words else ""
    # The accent marks the stress of a word that ends in "tre": "ventitré", but "tre".
    return f"{words[:-3]}tré" if words.endswith("tre") and words != "tre" else words


def _below_a_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    words = "" if not hundreds else "cento" if hundreds == 1 else f"{_SMALL[hundreds]}cento"
    if not rest and words:
        return words
    small = _below_a_hundred(rest)
    return (words[:-1] if words and small.startswith("ott") else words) + small


def _below_a_hundred(number: int) -> str:
    if number < 20:
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    words = _TENS[tens - 2]
    if not ones:
        return words
    return (words[:-1] if ones in (1, 8) else words) + _SMALL[ones]


def ordinal(number: int) -> str:
    """The masculine ordinal."""
    if 1 <= number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    words = cardinal(number).removeprefix("un ")
    if words.endswith("tré"):
        return f"{words[:-1]}eesimo"
    if words.endswith("mila"):
        return f"{words[:-4]}millesimo"
    return f"{words if words.endswith('sei') else words[:-1]}esimo"
