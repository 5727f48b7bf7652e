"""One budget in bytes for all caches and buffers: while it is exceeded, the entries that are cheapest to remake leave.

An entry's worth is the work that would remake it, for each byte and each second that it has not been used. Buffers
count, but only their owners can shrink them: what they take is missing for the caches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from koe.lru import ByteLru

MIB = 1 << 20
# An entry that was used just now is as old as this: a difference of milliseconds says nothing.
_LEAST_AGE_S = 1.0


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """What one cache or kind of buffer holds. Only caches have entries, hits and misses."""

    name: str
    size_bytes: int
    entries: int = 0
    hits: int = 0
    misses: int = 0
    evictions: int = 0
    is_cache: bool = True


@dataclass(frozen=True, slots=True)
class _Cache:
    entries: ByteLru[Any, Any]
    remake_s_per_mib: float

    def worth(self) -> float | None:
        """Of its oldest entry; None if it is empty."""
        oldest = self.entries.oldest
        return None if oldest is None else self.remake_s_per_mib / max(oldest.unused_s, _LEAST_AGE_S)


class MemoryBudget:
    """Safe for several threads; a cache's own lock is taken last. `share` of the budget is what may be used now."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._share = 1.0
        self._caches: dict[str, _Cache] = {}
        self._buffers: dict[str, Callable[[], int]] = {}
        self._lock = Lock()
        self._shed_bytes = 0

    @property
    def max_bytes(self) -> int:
        return self._max_bytes

    @property
    def allowed_bytes(self) -> int:
        return int(self._max_bytes * self._share)

    @property
    def shed_bytes(self) -> int:
        """Dropped for the budget since the start."""
        return self._shed_bytes

    @property
    def uses(self) -> tuple[MemoryUse, ...]:
        return (
            *(self._use_of(name, cache) for name, cache in list(self._caches.items())),
            *(MemoryUse(name, size(), is_cache=False) for name, size in list(self._buffers.items())),
        )

    @staticmethod
    def _use_of(name: str, cache: _Cache) -> MemoryUse:
        counts = cache.entries.counts
        return MemoryUse(name, counts.size_bytes, counts.entries, counts.hits, counts.misses, counts.evictions)

    @property
    def used_bytes(self) -> int:
        return sum(use.size_bytes for use in self.uses)

    def add_cache(self, name: str, cache: ByteLru[Any, Any], remake_s_per_mib: float) -> None:
        """`remake_s_per_mib`: the work that would make a MiB of its entries again."""
        self._caches[name] = _Cache(cache, remake_s_per_mib)
        cache.on_growth = self.enforce

    def add_buffers(self, name: str, size_bytes: Callable[[], int]) -> None:
        self._buffers[name] = size_bytes

    def set_share(self, share: float) -> int:
        """How much of the budget may be used from now on, from 0 to 1. Returns the bytes that were dropped for it."""
        self._share = share
        return self.enforce()

    def enforce(self) -> int:
        """Drop entries until all fits. Returns their bytes."""
        with self._lock:
            excess_bytes, dropped_bytes = self.used_bytes - self.allowed_bytes, 0
            while dropped_bytes < excess_bytes and (cache := self._cheapest()) is not None:
                dropped_bytes += cache.entries.drop_oldest()
            self._shed_bytes += dropped_bytes
            return dropped_bytes

    def clear(self) -> Mapping[str, int]:
        """Drop all entries of all caches, and none of the buffers. Returns the bytes of each cache."""
        return {name: cache.entries.clear() for name, cache in list(self._caches.items())}

    def _cheapest(self) -> _Cache | None:
        worths = ((cache.worth(), name) for name, cache in self._caches.items())
        least = min(((worth, name) for worth, name in worths if worth is not None), default=None)
        return None if least is None else self._caches[least[1]]
