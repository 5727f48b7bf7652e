"""A long span -> its first clause, which can be spoken before the whole span has been prepared."""

from __future__ import annotations

from dataclasses import dataclass

from koe.text import vocab
from koe.types import Span

# Longest span that is prepared in one pass, in tokens: 45 ms of text stage, 110 ms with all that grows with the length.
LONGEST_IN_ONE_PASS = 96
# A first clause must last until the whole sentence has been prepared (about a second), but must be prepared fast.
_CLAUSE_TOKENS = range(22, 80)
_BEST_CLAUSE_TOKENS = 40
_TOKENS_HEARD_AFTER = 12
_CLAUSE_MARKS = frozenset(vocab.encode(";:,—…"))
_SPACE = vocab.IDS[" "]


@dataclass(frozen=True, slots=True)
class Clause:
    """The beginning of a long span, spoken from a pass of its own while the whole span is prepared."""

    last_token: int  # a mark or a space: where the voices of the two passes meet
    tokens: tuple[int, ...]  # of its own pass: some words more, so that it does not sound like an end


def first_clause(span: Span) -> Clause | None:
    """The clause to speak first; None for a span that is short enough to be prepared at once. Without a mark in the
    right place, a very long span is cut between two words."""
    tokens = span.tokens
    if len(tokens) <= LONGEST_IN_ONE_PASS:
        return None
    places = [place for place in _CLAUSE_TOKENS if tokens[place] in _CLAUSE_MARKS]
    if not places and len(tokens) > 2 * max(_CLAUSE_TOKENS):
        places = [place for place in _CLAUSE_TOKENS if tokens[place] == _SPACE]
    if not places:
        return None
    last = min(places, key=lambda place: abs(place - _BEST_CLAUSE_TOKENS))
    heard = range(last + _TOKENS_HEARD_AFTER, len(tokens))
    end = next((place for place in heard if tokens[place] == _SPACE), len(tokens))
    return Clause(last, tokens[:end])
