"""The cache of readings: a greeting or a menu is read once and spoken many times.

Keys are digests, so that no text is kept. Pronunciations from a lexicon or a caller are part of the key, so that they
reach no other request.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from koe.lru import ByteLru
from koe.text.phoneme_run import PhonemeRun

ReadingCache = ByteLru[bytes, tuple[PhonemeRun, ...]]

# A tuple of three and its integers, beside the phonemes themselves.
_RUN_BYTES = 120


def reading_cache(max_bytes: int) -> ReadingCache:
    """With 0 bytes the cache is off."""
    return ByteLru(max_bytes, size_of_runs)


def key_of(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).digest()


def size_of_runs(runs: Sequence[PhonemeRun]) -> int:
    return 32 + sum(_RUN_BYTES + 4 * len(run.phonemes) for run in runs)
