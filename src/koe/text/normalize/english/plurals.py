"""Optional plurals -> plurals: "friend(s)" is read "friends"."""

from __future__ import annotations

from koe.text.normalize.rule import Rule, rule

_OPTIONAL = r"(?<=[^\W\d_]{2})\((e?s)\)(?!\w)"


def rules() -> tuple[Rule, ...]:
    return (rule(_OPTIONAL, lambda match: match[1]),)
