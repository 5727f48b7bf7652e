"""Text -> sentences -> spans: what the model speaks in one pass each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from koe.text import vocab
from koe.text.normalize import normalize
from koe.text.sanitize import sanitize
from koe.text.split import split_long, split_sentences
from koe.text.traced import Traced
from koe.types import Span

# Bounds what one call of the phonemizer costs. Longer sentences are cut at clauses; in 510 tokens 400 characters fit.
LONGEST_SENTENCE_CHARACTERS = 400

# After a mark or a space; never between a sound and what colours it.
_PHONEME_PLACE = re.compile(r"[;:,.!?—…)” ]")
_SOUND = re.compile(r"[ˈˌ]*[^ˈˌ\u0303ᵝːʰʲ↓→↗↘]?[\u0303ᵝːʰʲ↓→↗↘]*")


# Up to so many tokens a span is prosody enough in one pass: 45 ms of text stage, 110 ms with what else grows with it.
LONGEST_UNHURRIED = 96
# A first clause must last until the whole sentence has been prepared (about a second), and be short itself.
_CLAUSE_TOKENS = range(22, 80)
_BEST_CLAUSE_TOKENS = 40
_TOKENS_HEARD_AFTER = 12
_CLAUSE_MARKS = frozenset(vocab.encode(";:,—…"))
_SPACE = vocab.IDS[" "]


@dataclass(frozen=True, slots=True)
class Clause:
    """How a long span may begin before all of it has been prepared."""

    last_token: int  # a mark or a space: where the voices of the two passes meet
    tokens: tuple[int, ...]  # of its own pass: some words more, so that it does not sound like an end


def first_clause(span: Span) -> Clause | None:
    """None where a span is short enough to be prepared at once. Without a mark in the right place a very long one is
    cut between two words."""
    tokens = span.tokens
    if len(tokens) <= LONGEST_UNHURRIED:
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


class ReadsText(Protocol):
    def phonemize(self, text: str, language: str) -> str: ...


class Planner:
    def __init__(self, phonemizer: ReadsText) -> None:
        self._phonemizer = phonemizer

    def sentences(self, text: str, longest_characters: int = LONGEST_SENTENCE_CHARACTERS) -> list[str]:
        """What will be spoken, one sentence after the other. Empty if there is nothing to say."""
        return [
            piece for sentence in split_sentences(sanitize(text)) for piece in split_long(sentence, longest_characters)
        ]

    def spans(self, sentence: str, language: str) -> list[Span]:
        """Usually one. Empty if the sentence holds nothing that can be pronounced."""
        words = normalize(Traced.of(sentence), language).text
        phonemes = self._phonemizer.phonemize(words, language)
        if not vocab.is_pronounceable(phonemes):
            return []
        tokens = vocab.encode(phonemes)
        if len(tokens) <= vocab.MAX_TOKENS:
            return [Span(sentence, phonemes, tokens)]
        fitting = len(sentence) * vocab.MAX_TOKENS // len(tokens)
        pieces = split_long(sentence, fitting) if len(sentence.split()) > 1 else []
        if len(pieces) > 1:
            return [span for piece in pieces for span in self.spans(piece, language)]
        return _spans_of_one_word(sentence, vocab.known(phonemes))


def _spans_of_one_word(word: str, phonemes: str) -> list[Span]:
    """The text stays with the first span: nobody can say which letters belong to the others."""
    spans: list[Span] = []
    while phonemes:
        cut = _phoneme_cut(phonemes)
        piece, phonemes = phonemes[:cut].strip(), phonemes[cut:].strip()
        if vocab.is_pronounceable(piece):
            spans.append(Span("" if spans else word, piece, vocab.encode(piece)))
    return spans


def _phoneme_cut(phonemes: str) -> int:
    if len(phonemes) <= vocab.MAX_TOKENS:
        return len(phonemes)
    share = len(phonemes) / -(-len(phonemes) // vocab.MAX_TOKENS)
    for place in (_PHONEME_PLACE, _SOUND):
        cuts = [match.end() for match in place.finditer(phonemes, 0, vocab.MAX_TOKENS) if match.end() > share / 2]
        if cuts:
            return min(cuts, key=lambda cut: abs(cut - share))
    return vocab.MAX_TOKENS
