"""Two numbers with a slash between them, in Mandarin and Japanese -> whether they are a date or a fraction."""

from __future__ import annotations

# Denominators of inches, days and months that are also days of a month.
_DENOMINATORS = frozenset({16, 20, 24, 30})


def is_hardly_a_fraction(bottom: int) -> bool:
    """Whether a number after a slash is the day of a month rather than a denominator: 12/25, 10/1, but 3/16."""
    return bottom == 1 or (12 < bottom <= 31 and bottom not in _DENOMINATORS)
