"""Phonemes that a caller wrote -> parts that the model can speak in one pass each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from koe.errors import UnknownPhoneme
from koe.text import vocab
from koe.text.traced import Traced

# Where to cut, from the best place to the worst: a sentence's end, any other mark, a space, between two sounds, but
# never between a sound and its modifiers.
_PLACES = (
    re.compile(r"[.!?…][)”\"]*(?= )"),
    re.compile(r"[;:,.!?—…)”]"),
    re.compile(" "),
    re.compile(r"[ˈˌ]*[^ˈˌ\u0303ᵝːʰʲ↓→↗↘]?[\u0303ᵝːʰʲ↓→↗↘]*"),
)


def require_known(strings: Sequence[str]) -> None:
    """Raises `UnknownPhoneme` for the first symbol that has no token."""
    for number, phonemes in enumerate(strings):
        for position, symbol in enumerate(phonemes):
            if symbol not in vocab.IDS:
                raise UnknownPhoneme(symbol, number, position)


def passes(phonemes: Traced, longest: int) -> Iterator[Traced]:
    """Parts of at most `longest` symbols. Parts without a sound are left out."""
    rest = phonemes.stripped()
    while len(rest):
        cut = _cut(rest.text, longest)
        part, rest = rest[:cut].stripped(), rest[cut:].stripped()
        if vocab.is_pronounceable(part.text):
            yield part


def _cut(phonemes: str, longest: int) -> int:
    if len(phonemes) <= longest:
        return len(phonemes)
    share = len(phonemes) / -(-len(phonemes) // longest)
    for place in _PLACES:
        cuts = [match.end() for match in place.finditer(phonemes, 0, longest) if match.end() > share / 2]
        if cuts:
            return min(cuts, key=lambda cut: abs(cut - share))
    return longest
