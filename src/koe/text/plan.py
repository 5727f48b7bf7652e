"""Text -> sentences -> spans: what the model speaks in one pass each."""

from __future__ import annotations

import re
from typing import Protocol

from koe.text import vocab
from koe.text.sanitize import sanitize
from koe.text.split import split_long, split_sentences
from koe.types import Span

# Bounds what one call of the phonemizer costs. Longer sentences are cut at clauses; in 510 tokens 400 characters fit.
LONGEST_SENTENCE_CHARACTERS = 400

# After a mark or a space; never between a sound and what colours it.
_PHONEME_PLACE = re.compile(r"[;:,.!?—…)” ]")
_SOUND = re.compile(r"[ˈˌ]*[^ˈˌ\u0303ᵝːʰʲ↓→↗↘]?[\u0303ᵝːʰʲ↓→↗↘]*")


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
        phonemes = self._phonemizer.phonemize(sentence, language)
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
