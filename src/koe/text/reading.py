"""A sentence with stretches whose pronunciation is prescribed -> pieces: the reader sees only what is between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from koe.text.piece import Piece
from koe.text.prescribed import Prescription

# Text and where it begins in the sentence -> pieces with places in the sentence.
ReadBetween = Callable[[str, int], Iterator[Piece]]


def read_around(text: str, prescriptions: Sequence[Prescription], read_between: ReadBetween) -> list[Piece]:
    """For readers that know no parts of speech: what is prescribed for one of them only is not used."""
    pieces: list[Piece] = []
    place = 0
    for prescription in prescriptions:
        if prescription.tag or prescription.start < place:
            continue
        pieces += read_between(text[place : prescription.start], place)
        pieces.append(Piece(prescription.start, prescription.stop, prescription.phonemes + " "))
        place = prescription.stop
    return [*pieces, *read_between(text[place:], place)]
