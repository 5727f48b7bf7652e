"""Spanish, French, Italian and Brazilian Portuguese: language code -> the grammar of its expressions.

The modules named after kinds (dates, money, measures …) hold the rules that the four languages share: a class with the
words that a language must give and methods that it may override. Each language has a folder; its subclass is there in
`grammar`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from koe.text.normalize.grammar import Grammar
from koe.text.normalize.romance.french.grammar import French
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.italian.grammar import Italian
from koe.text.normalize.romance.portuguese.grammar import Portuguese
from koe.text.normalize.romance.spanish.grammar import Spanish
from koe.text.normalize.typography import Emoji

__all__ = ["ROMANCE", "grammar"]

ROMANCE: Mapping[str, Romance] = MappingProxyType(
    {"es": Spanish(), "fr": French(), "it": Italian(), "pt-br": Portuguese()}
)


def grammar(language: str, emoji: Emoji) -> Grammar:
    return ROMANCE[language].grammar(emoji)
