"""Phonemes -> token ids: the symbol table that Kokoro was trained with."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from types import MappingProxyType

from koe import constants

PAD_ID = 0
MAX_TOKENS = constants.MAX_TOKENS

# Symbols with consecutive ids, after the id of the first.
_RUNS: tuple[tuple[int, str], ...] = (
    (1, ";:,.!?"),
    (9, '—…"()“” \u0303ʣʥʦʨᵝ\uab67AI'),
    (31, "O"),
    (33, "Q"),
    (35, "ST"),
    (39, "W"),
    (41, "Yᵊabcdef"),
    (50, "hijklmnopqrstuvwxyzɑɐɒæ"),
    (75, "βɔɕç"),
    (80, "ɖðʤə"),
    (85, "ɚɛɜ"),
    (90, "ɟ"),
    (92, "ɡ"),
    (99, "ɥ"),
    (101, "ɨɪʝ"),
    (110, "ɯɰŋɳɲɴø"),
    (118, "ɸθœ"),
    (123, "ɹ"),
    (125, "ɾɻ"),
    (128, "ʁɽʂʃʈʧ"),
    (135, "ʊʋ"),
    (138, "ʌɣɤ"),
    (142, "χʎ"),
    (147, "ʒʔ"),
    (156, "ˈˌː"),
    (162, "ʰ"),
    (164, "ʲ"),
    (169, "↓"),
    (171, "→↗↘"),
    (177, "ᵻ"),
)

IDS: Mapping[str, int] = MappingProxyType(
    {symbol: first + offset for first, symbols in _RUNS for offset, symbol in enumerate(symbols)}
)

PUNCTUATION = frozenset(';:,.!?—…"()“”')
# Symbols that change a neighbour and make no sound of their own.
_MODIFIERS = frozenset("\u0303ᵝˈˌːʰʲ↓→↗↘")
_SOUNDS = frozenset(IDS) - PUNCTUATION - _MODIFIERS - {" "}


def encode(phonemes: str) -> tuple[int, ...]:
    """Ids without padding. Symbols outside the table are left out."""
    return tuple(IDS[symbol] for symbol in phonemes if symbol in IDS)


def known(phonemes: str) -> str:
    """The same phonemes without the symbols that have no id."""
    return "".join(symbol for symbol in phonemes if symbol in IDS)


def unknown_symbols(phonemes: str) -> frozenset[str]:
    return frozenset(phonemes) - IDS.keys()


def is_pronounceable(phonemes: str) -> bool:
    """Whether at least one symbol is a sound, not only punctuation or stress."""
    return not _SOUNDS.isdisjoint(phonemes)


def digest() -> str:
    """SHA-256 of the table: a model built with another table must not get these ids."""
    lines = (f"{token} U+{ord(symbol):04X}\n" for symbol, token in sorted(IDS.items(), key=lambda item: item[1]))
    return hashlib.sha256("".join(lines).encode("ascii")).hexdigest()
