"""Single letters of chats -> words: "t veo", "g fini", "n vou". In other texts they are variables."""

from __future__ import annotations

import re

from koe.text.normalize.romance.context import near
from koe.text.normalize.rule import Rule, rule

_VARIABLES = re.compile(
    r"\b(?:variables?|constantes?|incógnitas?|inconnues?|función|fonction|função|ecuación|équation|equação|vector|curva|"
    r"courbe|número|nombre|entier|entero|inteiro|ímpar|impair|par|pair|sea|soit|seja)\b|[=<>²³≤≥]",
    re.IGNORECASE,
)


def chat_rule(pattern: str, words: str, marks: re.Pattern[str]) -> Rule:
    """The rule for a letter that stands for `words` in a text that begins in small letters or has one of `marks`."""

    def speak(match: re.Match[str]) -> str | None:
        text = near(match)
        is_chat = (
            match.string[:8].lstrip(' "«“¡¿(')[:1].islower() or match.start() == 0 or marks.search(text) is not None
        )
        if not is_chat or _VARIABLES.search(text):
            return None
        return words.capitalize() if match[0][:1].isupper() else words

    return rule(pattern, speak, kind="abbreviations", name="chat")
