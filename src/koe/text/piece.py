"""A few letters and the phonemes they are read as: what every reader of a language gives back."""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """`text[start:stop]` of what was read. The phonemes of all pieces, one after the other, are the reading: spaces and
    punctuation are in it. Pieces are in order and do not overlap; what has no piece is not spoken."""

    start: int
    stop: int
    phonemes: str


_MARKS = ' .,;:!?…—–"“”«»()[]¿¡'


def bare(text: str, piece: Piece) -> Piece:
    """The same without the marks that stand around its word: they are heard as pauses, not with it."""
    written = text[piece.start : piece.stop]
    word = written.strip(_MARKS)
    if not word or word == written:
        return piece
    start = piece.start + written.index(word)
    return Piece(start, start + len(word), piece.phonemes)
