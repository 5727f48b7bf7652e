"""Readings of sentences that were read before: a greeting or a menu is said many times. Keys are digests: no text is
kept, and what a lexicon or a caller prescribes is part of the key, so that it reaches nobody else."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from koe.text.piece import Piece

# A tuple of three and its integers, beside the phonemes themselves.
_PIECE_BYTES = 120


@dataclass(frozen=True, slots=True)
class CacheState:
    hits: int = 0
    misses: int = 0
    entries: int = 0
    size_bytes: int = 0


def key_of(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).digest()


class PieceCache:
    """Least recently used first out, by bytes. Not for several threads at once."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._readings: OrderedDict[bytes, tuple[Piece, ...]] = OrderedDict()
        self._hits = self._misses = self._bytes = 0

    def find(self, key: bytes) -> tuple[Piece, ...] | None:
        reading = self._readings.get(key)
        if reading is None:
            self._misses += 1
            return None
        self._hits += 1
        self._readings.move_to_end(key)
        return reading

    def keep(self, key: bytes, pieces: Sequence[Piece]) -> None:
        size = _size(pieces)
        if key in self._readings or size > self._max_bytes:
            return
        self._readings[key] = tuple(pieces)
        self._bytes += size
        while self._bytes > self._max_bytes:
            _, oldest = self._readings.popitem(last=False)
            self._bytes -= _size(oldest)

    @property
    def state(self) -> CacheState:
        return CacheState(self._hits, self._misses, len(self._readings), self._bytes)


def _size(pieces: Sequence[Piece]) -> int:
    return 32 + sum(_PIECE_BYTES + 4 * len(piece.phonemes) for piece in pieces)
