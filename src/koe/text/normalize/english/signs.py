"""Signs whose neighbours say what they mean, in notes, lists and code -> words: "135#", "10 in. x 4", " # comment".

They run before the rules for formulas, addresses and code, to which the same signs mean something else.
"""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, before, rule

_LABEL_BEHIND = re.compile(
    r"(?:\A|\b(?:conf|order|ref|record|account|acct|tracking|policy|member|the|an?|by|of|what|which|any|this|that|"
    r"number|flight|invoice|case|ticket|item|part|model|serial|room|apt|suite|unit|ste|check|batch|lot|p\.?o|press|hit|enter|dial|key|type|use|then|with|and|or)\.?)\Z",
    re.IGNORECASE,
)
_KEYS_BEHIND = re.compile(r"\b(?:PIN|pin|code|passcode|dial|press|enter|ext\.?|ID|id|then|call|text):?\s\Z", re.IGNORECASE)
_CHANGES = re.compile(r"[0-9] (?:insertion|deletion)s?\Z")
_SHARE = r"(?:[+±−–-]\s?|\b(?:up|down|by|of|to|than|rose|fell|gained|lost|added)\s)"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def comment(match: re.Match[str]) -> str | None:
        return None if _LABEL_BEHIND.search(before(match)) else ", "

    def counted(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} "

    def pounds(match: re.Match[str]) -> str | None:
        if _KEYS_BEHIND.search(before(match)):
            return None
        return f"{numerals.number(match[1])} {'pound' if match[1] == '1' else 'pounds'}"

    def color(match: re.Match[str]) -> str | None:
        mixed = any(map(str.isdigit, match[1])) and any(map(str.isalpha, match[1]))
        if not mixed and match[1] not in ("000000", "ffffff", "FFFFFF"):
            return None
        return "hash " + " ".join(
            numerals.cardinal(sign) if sign.isdigit() else spelling.letters(sign.upper()) for sign in match[1]
        )

    return (
        rule(r" (?:#|//) (?!of\b)(?=[A-Za-z][A-Za-z']{1,30}(?:[\s:,.!?]|\Z))", comment, name="comment"),
        rule(r"\([+-]\)(?=,|\s?\Z)", lambda match: "" if _CHANGES.search(before(match)) else None, name="sign"),
        rule(r"(?<![\w.,#$])#([0-9a-fA-F]{6})(?!\w)", color, name="color"),
        rule(
            r"(?<![\w.,$£€#*-])([0-9]{1,3}(?:\.[0-9])?)#(?=[\s.,;:)]|\Z)",
            pounds,
            name="pounds",
        ),
        rule(
            rf"(?P<sign>{_SHARE})({UNSIGNED})\s?pp(?![\w])",
            lambda match: _sign(match["sign"]) + f"{numerals.number(match[2])} percentage point"
            + ("" if match[2] == "1" else "s"),
            name="percentage points",
        ),
        rule(r"(?<![\w.,])([0-9]{1,3})\s?[×x](?=[A-Z][A-Za-z]*[0-9a-z])", counted, name="number of pieces"),
        rule(r"(?<=[a-z]) [x×] (?=[0-9]{1,4}(?:\.[0-9]{1,2})? [a-z]{2})", _by, name="size"),
    )


def file_rules() -> tuple[Rule, ...]:
    """Rules for names of files that begin with a full stop. They run after those for code, which know extensions."""
    return (rule(r"(?<![^\s(\"'])\.(?=[a-z_][\w-]{2,30}(?:[\s,;:)/]|\.?\Z))", lambda _: "dot ", name="hidden file"),)


def _by(match: re.Match[str]) -> str | None:
    return " by " if re.search(r"[0-9] [a-z]{2,12}\Z", before(match)) else None


def _sign(written: str) -> str:
    sign = written.strip()
    return {"+": "plus ", "±": "plus or minus ", "-": "minus ", "−": "minus ", "–": "minus "}.get(sign, written)
