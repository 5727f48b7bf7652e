"""A large read-only dictionary of words in a few bytes an entry: those of the readers are the most of their memory.

A Python dictionary takes about 170 bytes for a word and its pronunciation, this table about 40. A look-up takes 1 µs
instead of 0.1; a sentence needs some hundred.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class CompactTable(Mapping[str, Value]):
    """Keys and values in one block of UTF-8, found through a hash table of entry numbers (linear probing, at most half
    full)."""

    def __init__(
        self, entries: Mapping[str, Value], to_text: Callable[[Value], str], from_text: Callable[[str], Value]
    ) -> None:
        self._from_text = from_text
        self._size = len(entries)
        self._mask = (1 << (2 * self._size).bit_length()) - 1
        self._slots = array("I", bytes(4 * (self._mask + 1)))  # an entry's number, from 1; 0 is free
        self._starts = array("I", [0])  # of the key and the value of each entry, in turn
        text = bytearray()
        for number, (key, value) in enumerate(entries.items(), start=1):
            text += key.encode()
            self._starts.append(len(text))
            text += to_text(value).encode()
            self._starts.append(len(text))
            slot = hash(key) & self._mask
            while self._slots[slot]:
                slot = (slot + 1) & self._mask
            self._slots[slot] = number
        self._text = bytes(text)

    def _find(self, key: object) -> int | None:
        """The entry, as an index of its start."""
        if not isinstance(key, str):
            return None
        encoded, starts, slot = key.encode(errors="surrogatepass"), self._starts, hash(key) & self._mask
        while number := self._slots[slot]:
            entry = 2 * number - 2
            if self._text[starts[entry] : starts[entry + 1]] == encoded:
                return entry
            slot = (slot + 1) & self._mask
        return None

    def __getitem__(self, key: str) -> Value:
        if (entry := self._find(key)) is None:
            raise KeyError(key)
        return self._from_text(self._text[self._starts[entry + 1] : self._starts[entry + 2]].decode())

    def __contains__(self, key: object) -> bool:
        return self._find(key) is not None

    def __iter__(self) -> Iterator[str]:
        for entry in range(0, 2 * self._size, 2):
            yield self._text[self._starts[entry] : self._starts[entry + 1]].decode()

    def __len__(self) -> int:
        return self._size
