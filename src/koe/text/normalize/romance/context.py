"""The text around a match, for rules that a distant word decides: "5 p." beside "120.000 km"."""

from __future__ import annotations

import re

# Bounded, so that a text of any length takes linear time.
_REACH_CHARACTERS = 200


def near(match: re.Match[str]) -> str:
    """The match with what stands before and behind it, as far as a rule may look."""
    return match.string[max(0, match.start() - _REACH_CHARACTERS) : match.end() + _REACH_CHARACTERS]
