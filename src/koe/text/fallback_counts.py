"""Fallbacks of readers, counted for the request in whose context a text is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextvars import ContextVar

_CURRENT: ContextVar[Counter[str] | None] = ContextVar("koe_fallback_counts", default=None)


def count_fallbacks_in(counts: Counter[str]) -> None:
    """From now on, in this context and in copies of it."""
    _CURRENT.set(counts)


def count_fallbacks(counts: Mapping[str, int]) -> None:
    """Those of one text. Without a request in this context nothing happens."""
    current = _CURRENT.get()
    if current is not None:
        current.update(counts)
