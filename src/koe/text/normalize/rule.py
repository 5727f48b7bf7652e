"""Rules of text normalisation: a pattern, and the words for each match.

`expressions.recognise` gives every rule the text as it was written. `apply` rewrites instead, each rule the result of
the one before: for typography, which makes equal what is only written in another way. `before`, `after` and their like
give a rule the context of a match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from koe.text.traced import Traced
from koe.types import NormalizationKind

# How much context a rule sees on either side. Bounded, so that a text of any length takes linear time.
_CONTEXT_CHARACTERS = 80
_LINE_CHARACTERS = 200
_CLOSERS_TO_END = re.compile(r"[\"'”’»)\]\s]{0,8}\Z")
# A bracket within a sentence: what it holds ends no sentence.
_OPEN_BRACKET = re.compile(r"\w[^()]{0,3}\([^()]{0,70}\Z")
_LAST_WORD = re.compile(r"([\w'’-]{1,40})\W{0,3}\Z")
_NEXT_WORD = re.compile(r"[\s\"“(]{0,3}([\w'’-]{1,40})")


@dataclass(frozen=True, slots=True)
class Said:
    """The words of an expression that may be the end of a range. `bare` are the words without the unit, such as "ten"
    of "ten percent", and `unit` is what they lack: "10%-20%" is read "ten to twenty percent"."""

    words: str
    bare: str = ""
    unit: str = ""


Speak = Callable[[re.Match[str]], str | Said | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """`speak` gives the words for a match, or None to leave it alone. A rule without a kind is always applied. `name`
    says what the rule recognises, for people: "date", "clock time". With `needs_digit` it is not tried in a text
    without digits: half of the rules are about digits, and most sentences have none (0.2 ms instead of 0.4)."""

    pattern: re.Pattern[str]
    speak: Speak
    kind: NormalizationKind | None = None
    name: str = ""
    needs_digit: bool = False


def apply(rules: Iterable[Rule], text: Traced, as_written: Container[NormalizationKind | None] = ()) -> Traced:
    """Applies the rules, except for those of the kinds `as_written`."""
    for rule in rules:
        if rule.kind not in as_written:
            text = text.replace_matches(rule.pattern, partial(_words, rule))
    return text


def _words(rule: Rule, match: re.Match[str]) -> str | None:
    spoken = rule.speak(match)
    return spoken.words if isinstance(spoken, Said) else spoken


def of_digits(*rules: Rule) -> tuple[Rule, ...]:
    """The same rules, for texts with digits only."""
    return tuple(replace(rule, needs_digit=True) for rule in rules)


_NAMES: Mapping[NormalizationKind, str] = {
    "abbreviations": "abbreviation", "acronyms": "acronym", "code": "code", "dates": "date", "emails": "e-mail address",
    "money": "sum of money", "numbers": "number", "phones": "telephone number", "plurals": "optional plural",
    "symbols": "symbol", "times": "time", "units": "measure", "urls": "web address",
}  # fmt: skip


def of_kind(kind: NormalizationKind, *rules: Rule) -> tuple[Rule, ...]:
    """The same rules, of that kind. Those without a name of their own get the kind's."""
    return tuple(replace(rule, kind=kind, name=rule.name or _NAMES[kind]) for rule in rules)


def rule(pattern: str, speak: Speak, flags: int = 0, kind: NormalizationKind | None = None, *, name: str = "") -> Rule:
    return Rule(re.compile(pattern, flags), speak, kind, name)


def table_rule(before: str, words: Mapping[str, str], after: str, flags: int = 0) -> Rule:
    """A rule that replaces each key by its value, between the patterns `before` and `after`."""
    return rule(f"{before}(?:{alternatives(words)}){after}", lambda match: words[match[0]], flags)


def alternatives(words: Iterable[str]) -> str:
    """A pattern for any of the words; the longest first, or "m" would win over "mm"."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def by_first_letter(keys: Iterable[str]) -> str:
    """A pattern for any of the keys that tries those of one first letter only; the longest first."""
    groups = groupby(sorted(keys, key=str.casefold), key=lambda key: key[0].casefold())
    return "|".join(
        f"[{letter}{letter.upper()}](?:{alternatives(key[1:] for key in group)})" for letter, group in groups
    )


def words(text: str) -> frozenset[str]:
    """The words of a string, as a set."""
    return frozenset(text.split())


def before(match: re.Match[str]) -> str:
    """The text before a match, as far as a rule may look."""
    return match.string[max(0, match.start() - _CONTEXT_CHARACTERS) : match.start()]


def after(match: re.Match[str]) -> str:
    return match.string[match.end() : match.end() + _CONTEXT_CHARACTERS]


def surroundings(match: re.Match[str]) -> str:
    """The text around a match and the match itself, farther than `before` and `after` see: a line of notes."""
    return match.string[max(0, match.start() - _LINE_CHARACTERS) : match.end() + _LINE_CHARACTERS]


def word_before(match: re.Match[str]) -> str:
    found = _LAST_WORD.search(before(match)[-44:])
    return found[1] if found else ""


def word_after(match: re.Match[str]) -> str:
    found = _NEXT_WORD.match(after(match))
    return found[1] if found else ""


def full_stop(match: re.Match[str]) -> str:
    """ "." if the match includes the full stop that ends the sentence, which the intonation needs; else ""."""
    closers = _CLOSERS_TO_END.match(match.string, match.end()) if match[0].endswith(".") else None
    if closers is None or (")" in closers[0] and _OPEN_BRACKET.search(before(match))):
        return ""
    return "."
