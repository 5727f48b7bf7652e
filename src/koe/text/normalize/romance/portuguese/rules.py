"""Patterns, functions and names -> rules of one kind."""

from __future__ import annotations

from koe.text.normalize.rule import Rule, Speak, rule
from koe.types import NormalizationKind


def named_rules(kind: NormalizationKind, *rules: tuple[str, Speak, str]) -> tuple[Rule, ...]:
    """Rules of one kind, each from its pattern, its function and its name."""
    return tuple(rule(pattern, speak, kind=kind, name=name) for pattern, speak, name in rules)
