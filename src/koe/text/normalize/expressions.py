"""A text and rules -> the expressions in it: dates, sums, measures, addresses …, each with its kind, place and words.

Every rule sees the text as it was written. Rules are tried in order, and a stretch that one has claimed is not seen by
the next, so that the words of one expression are never mistaken for a part of another. Two neighbours of a kind with a
dash between them are then joined into a range, whatever they are: "10%-20%", "Jan 5 – Feb 10", "9:00-17:00".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from koe.text.normalize.rule import Rule, Said
from koe.text.traced import unchanged_words
from koe.types import NormalizationKind

_DIGIT = re.compile(r"[0-9¼-¾⅐-⅞]")
_DASH = re.compile(r" ?[-–—~〜～] ?")
# Only what has an order can be the end of a range.
_ORDERED: frozenset[NormalizationKind | None] = frozenset({"dates", "times", "money", "units", "numbers"})


@dataclass(frozen=True, slots=True)
class Expression:
    """A stretch of a text that is not read as it is written. `name` says what it was recognised as."""

    kind: NormalizationKind | None
    name: str
    start: int
    stop: int
    said: Said


# The words of a range: a format, "{first} to {last}", or what a text and the expressions at both ends give.
To = str | Callable[[str, Expression, Expression], str]


def recognise(
    text: str, rules: Iterable[Rule], as_written: Container[NormalizationKind | None] = (), to: To | None = None
) -> list[Expression]:
    """The expressions in the order of the text. Rules of the kinds `as_written` are left out. `to` joins the ends of a
    range, such as "{first} to {last}"; None: ranges are not joined."""
    claimed = bytearray(len(text))
    has_digit = _DIGIT.search(text) is not None
    found: list[Expression] = []
    for rule in rules:
        if (has_digit or not rule.needs_digit) and rule.kind not in as_written:
            found += _matches(text, rule, claimed)
    found.sort(key=lambda expression: expression.start)
    return _with_ranges(text, found, to) if to else found


def _matches(text: str, rule: Rule, claimed: bytearray) -> Iterable[Expression]:
    position = 0
    while match := rule.pattern.search(text, position):
        start, stop = match.span()
        taken = claimed.find(1, start, stop)
        if taken >= 0:
            position = claimed.find(0, taken)
            if position < 0:
                return
            continue
        position = max(stop, start + 1)
        spoken = rule.speak(match)
        if spoken is None or spoken == match[0]:
            continue
        said = spoken if isinstance(spoken, Said) else Said(spoken)
        if not said.unit:
            # Words that the rule matched only as context stay free for other rules, and keep their exact places.
            left, right = unchanged_words(match[0], said.words)
            start, stop = start + left, stop - right
            said = Said(said.words[left : len(said.words) - right])
        claimed[start:stop] = b"\1" * (stop - start)
        yield Expression(rule.kind, rule.name, start, stop, said)


def _with_ranges(text: str, expressions: Sequence[Expression], to: To) -> list[Expression]:
    joined: list[Expression] = []
    for right in expressions:
        left = joined[-1] if joined else None
        if left is not None and _is_range(text, left, right):
            words = (
                to.format(first=first_of(left, right), last=right.said.words)
                if isinstance(to, str)
                else to(text, left, right)
            )
            joined[-1] = Expression(right.kind, f"range, {right.name}", left.start, right.stop, Said(words))
        else:
            joined.append(right)
    return joined


def first_of(left: Expression, right: Expression) -> str:
    """The words at the first end of a range, without the unit that both ends have."""
    return left.said.bare if left.said.unit and left.said.unit == right.said.unit else left.said.words


def _is_range(text: str, left: Expression, right: Expression) -> bool:
    if right.start - left.stop > 3 or not _DASH.fullmatch(text, left.stop, right.start):
        return False
    # "10-20%" and "$10-20" lack the unit at one end.
    ends = {left.kind, right.kind}
    return ends <= _ORDERED and (len(ends) == 1 or left.kind == "numbers") and not left.name.startswith("range")
