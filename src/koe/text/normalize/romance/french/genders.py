"""French words in both genders or numbers at once -> words: "étudiant(e)s", "citoyen·ne·s", "directeur/trice"."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.rule import Rule, rule

_ENDINGS = "trice|rice|euse|esse|ère|ne|le|te|ve|se|e"
_FUNCTIONS = "sin|cos|tan|log|ln|exp|max|min|lim"
_FORM = (
    rf"(?<![\w.·•@/(-])(?!(?:{_FUNCTIONS})\()(?P<word>[^\W\d_]{{2,20}})"
    rf"(?:\((?:(?P<inside>{_ENDINGS})(?P<s1>s)?)\)(?P<s2>s)?"
    rf"|[·•](?P<dotted>{_ENDINGS})(?:[·•]?(?P<s3>s))?"
    r"|\.(?P<stopped>rice|ère|ne|e)\.?(?P<s4>s)"
    r"|\.(?P<single>e)"
    r"|/(?P<slashed>trice|rice|euse|ère|ne|e)(?P<s5>s)?"
    r"|-(?P<hyphened>n?e)-(?P<s6>s))(?![\w·•@/(-]|\.\w)"
)
_NUMBER = r"(?<![\w.@/(-])(?P<word>[^\W\d_]{2,20})\((?:s|(?<=[aeo]u\()x)\)(?!\w)"
_STEMS = {"trice": ("teur",), "rice": ("eur",), "euse": ("eur", "eux"), "ère": ("er",), "ve": ("f",), "esse": ("e",)}
_PAIRS = {"le": "les", "la": "les", "un": "des", "du": "des", "ce": "ces", "son": "ses", "de": "des", "au": "aux"}


def _feminine(word: str, ending: str) -> str | None:
    """The feminine in the singular, None if the ending does not fit the word."""
    if word.lower() == "tous" and ending == "te":
        return "toute"
    word = word.removesuffix("s")
    if ending == "se" and word.endswith(("eur", "eux")):
        ending = "euse"
    for stem in _STEMS.get(ending, ()):
        if word.endswith(stem):
            return word.removesuffix(stem) + ending
    return None if ending in _STEMS else word + ending


class FrenchGenders(Romance):
    """Words in both genders."""

    def first_rules(self) -> tuple[Rule, ...]:
        return (
            rule(_FORM, self._either, kind="plurals", name="either gender"),
            rule(_NUMBER, self._one_or_more, kind="plurals", name="optional plural"),
            *super().first_rules(),
        )

    def _either(self, match: re.Match[str]) -> str | None:
        groups, word = match.groupdict(), match["word"]
        names = ("inside", "dotted", "stopped", "single", "slashed", "hyphened")
        ending = next(groups[name] for name in names if groups[name])
        feminine = _feminine(word, ending)
        if feminine is None:
            return None
        is_plural = word.lower() == "tous" or any(groups[f"s{place}"] for place in range(1, 7))
        masculine = f"{word}s" if is_plural and word[-1] not in "sx" else word
        # Both sound the same: "ami(e)", "seul·e", "auteur·e".
        if ending == "e" and re.search(r"[éiulr]s?\Z", word) and word.lower() != "du":
            return masculine
        return f"{masculine} {'et' if is_plural else 'ou'} {feminine.lower()}{'s' if is_plural else ''}"

    def _one_or_more(self, match: re.Match[str]) -> str:
        """ "enfant(s)" sounds like "enfants"; "le(s)" does not."""
        word = match["word"]
        return f"{word} ou {_PAIRS[word.lower()]}" if word.lower() in _PAIRS else word
