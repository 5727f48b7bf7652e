"""Notes in brackets and beside names, as people post them: "I (24M)", "(x2)", "<Media omitted>", "$HOSTNAME"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule, words

_SEXES = {"m": "male", "f": "female"}
_PERSONS = words(
    "i me we us him her he she they them myself husband wife boyfriend girlfriend bf gf brother sister mother father "
    "mom mum dad son daughter friend roommate flatmate partner fiancé fiancee fiancée fiance cousin uncle aunt niece "
    "nephew boss coworker colleague ex girl guy man woman bestie sibling parent stepmom stepdad stepson stepdaughter "
    "sis bro mil fil sil bil neighbor neighbour child kid student patient date crush op"
)
_PERSON_BEHIND = re.compile(r"([\w'’-]{1,20})\s?\Z")
_POSSESSIVE_BEHIND = re.compile(r"\b(?:my|his|her|our|their)\s(?:[\w'-]{1,15}\s){1,3}\Z", re.IGNORECASE)
# Shorter names may be shares: "$AAPL".
_VARIABLES = "HOME|PATH|USER|SHELL|PWD|LANG|TERM|EDITOR|HOST|PORT|TMP|TEMP"
_VARIABLE = (
    rf"(?<![\w$])\$(?:[{{(]([A-Z][A-Z0-9_]{{1,40}})[)}}]|((?:{_VARIABLES})(?!\w)|[A-Z]{{6,30}}(?!\w)|"
    r"[A-Z][A-Z0-9]{0,30}_[A-Z0-9_]{1,40}(?!\w)))"
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def variable(match: re.Match[str]) -> str:
        return spelling.name((match[1] or match[2]).replace("_", " ").lower(), numerals, {})

    return (
        rule(r"<([A-Z]?[a-z]{2,20}(?: [a-z]{2,20}){1,6})>", lambda match: match[1], name="note in brackets"),
        rule(_VARIABLE, variable, name="variable"),
        rule(
            r"(?<!\\)\$[({]([a-z_][\w.]{0,30})[)}]",
            lambda match: (
                f" {spelling.name(match[1], numerals, {'.': 'dot'})}{' ' * after(match)[:1].isalnum()}"
                if before(match)[-1:].isalnum()
                else spelling.name(match[1], numerals, {".": "dot"})
            ),
            name="variable",
        ),
    )


def number_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def person(match: re.Match[str]) -> str | None:
        behind = _PERSON_BEHIND.search(before(match))
        known = behind and behind[1].lower().split("-")[-1] in _PERSONS
        if not known and not _POSSESSIVE_BEHIND.search(before(match)):
            return None
        age, sex = match["age"] or match["last"], match["sex"] or match["first"]
        return f"({numerals.cardinal(age)}, {_SEXES[sex.lower()]})"

    def times(match: re.Match[str]) -> str:
        return f"(times {numerals.cardinal(match[1] or match[2])})"

    return (
        rule(
            r"[(\[](?:(?P<age>[1-9][0-9])\s?/?(?P<sex>[MFmf])|(?P<first>[MFmf])\s?/?(?P<last>[1-9][0-9]))[)\]]",
            person,
            name="age and sex",
        ),
        rule(
            r"(?<=[A-Za-z] )[x×]([1-9][0-9]?)(?=[,;.)](?!\w)|\s?\Z)",
            lambda match: f"times {numerals.cardinal(match[1])}",
            name="times",
        ),
        rule(r"\((?:[x×]\s?([1-9][0-9]{0,2})|([1-9][0-9]{0,2})\s?[x×])\)", times, name="times"),
    )
