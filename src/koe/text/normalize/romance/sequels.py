"""A lone Roman numeral behind the title of a film, a game or a rocket -> its number: "GTA V", "Street Fighter V".

X is left out: "Xbox Series X" and "Tesla Model X" are letters.
"""

from __future__ import annotations

import re

from koe.text.normalize.rule import before, words

_ACRONYM = re.compile(r"(?<![\w.-])[A-ZÀ-Þ]{2,5}\Z")
_CAPITALS = re.compile(r"(?<!\w)[A-ZÀ-Þ]{2,20},? [A-ZÀ-Þ]{2,20}\Z")
_TITLE = re.compile(
    r"(?<!\w)[A-ZÀ-Þ][a-zà-ÿ]{1,20} (?:(?:of|the|de|del|do|da|la) ){0,2}(?P<last>[A-ZÀ-Þ][a-zà-ÿ]{1,20})\Z"
)
_ONE_WORD = words(
    "Rocky Rambo Battlefield Diablo Civilization Saw Scream Tekken Fallout Saturno Saturn Sputnik Halo Soulcalibur "
    "Creed Hellraiser Expediente Episodio Vikings"
)
_LETTERED = words("Model Series Serie Plan Grupo Vitamina Modelo Opción Punto Sra Sr")


def is_sequel(match: re.Match[str]) -> bool:
    """Whether the numeral I or V stands behind a title. The numeral is the group `roman`."""
    ahead = before(match)
    if match["roman"] not in ("I", "V") or ahead[-1:] != " ":
        return False
    ahead = ahead[:-1]
    if _ACRONYM.search(ahead):
        return not _CAPITALS.search(ahead)
    title = _TITLE.search(ahead)
    last = title["last"] if title else ahead.rpartition(" ")[2]
    return last in _ONE_WORD or (title is not None and last not in _LETTERED)
