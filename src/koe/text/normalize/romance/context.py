"""The text around a match, for rules that a distant word decides: "5 p." beside "120.000 km"."""

from __future__ import annotations

import re

from koe.text.normalize.rule import before

# Bounded, so that a text of any length takes linear time.
_REACH_CHARACTERS = 200
_OPEN_QUOTES = re.compile(r"(?<![^\s(\[=:])[\"“](?=\S)")
_CLOSED_QUOTES = re.compile(r"(?<=[^\s(\[=:])[\"”](?!\w)")


def near(match: re.Match[str]) -> str:
    """The match with what stands before and behind it, as far as a rule may look."""
    return match.string[max(0, match.start() - _REACH_CHARACTERS) : match.end() + _REACH_CHARACTERS]


def closes_quotation(match: re.Match[str]) -> bool:
    """Whether the mark behind a number ends a quotation: "el bug #123", no inches."""
    ahead = before(match)
    return len(_OPEN_QUOTES.findall(ahead)) > len(_CLOSED_QUOTES.findall(ahead))
