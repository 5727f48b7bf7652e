"""A cache bounded in bytes: least recently used entries leave first, none outlives its TTL, and it counts its hits."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class CacheCounts:
    """Since the start, and what is held now."""

    hits: int = 0
    misses: int = 0
    evictions: int = 0
    entries: int = 0
    size_bytes: int = 0


@dataclass(frozen=True, slots=True)
class OldestEntry:
    """The entry of a cache that leaves next: its size, and for how long it has not been used."""

    size_bytes: int
    unused_s: float


@dataclass(frozen=True, slots=True)
class _Entry(Generic[Value]):
    value: Value
    size_bytes: int
    stored_s: float
    used_s: float


def _nothing() -> None:
    pass


class ByteLru(Generic[Key, Value]):
    """Safe for several threads. `size_of` gives the bytes of a value; with `max_bytes` 0 the cache is off; with
    `ttl_s` None entries stay until their room is needed. `on_growth` is called after an entry was added, without the
    cache's lock."""

    def __init__(
        self,
        max_bytes: int,
        size_of: Callable[[Value], int],
        ttl_s: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._max_bytes = max_bytes
        self._size_of = size_of
        self._ttl_s = ttl_s
        self._clock = clock
        self._entries: OrderedDict[Key, _Entry[Value]] = OrderedDict()
        self._lock = Lock()
        self._hits = self._misses = self._evictions = self._bytes = 0
        self.on_growth: Callable[[], object] = _nothing

    @property
    def is_on(self) -> bool:
        return self._max_bytes > 0

    @property
    def counts(self) -> CacheCounts:
        with self._lock:
            return CacheCounts(self._hits, self._misses, self._evictions, len(self._entries), self._bytes)

    def get(self, key: Key) -> Value | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and self._is_expired(entry):
                self._evict(key)
                entry = None
            if entry is None:
                self._misses += 1
                return None
            self._hits += 1
            self._entries[key] = replace(entry, used_s=self._clock())
            self._entries.move_to_end(key)
            return entry.value

    def put(self, key: Key, value: Value) -> None:
        """The first value of a key stays until it leaves the cache. A value larger than the whole cache is not kept."""
        size_bytes = self._size_of(value)
        with self._lock:
            if key in self._entries or size_bytes > self._max_bytes:
                return
            now_s = self._clock()
            self._entries[key] = _Entry(value, size_bytes, now_s, now_s)
            self._bytes += size_bytes
            while self._bytes > self._max_bytes:
                self._evict(next(iter(self._entries)))
        self.on_growth()

    @property
    def oldest(self) -> OldestEntry | None:
        """The least recently used entry."""
        with self._lock:
            entry = next(iter(self._entries.values()), None)
            return None if entry is None else OldestEntry(entry.size_bytes, self._clock() - entry.used_s)

    def drop_oldest(self) -> int:
        """Drop the least recently used entry. Returns its bytes."""
        with self._lock:
            key = next(iter(self._entries), None)
            return 0 if key is None else self._evict(key)

    def clear(self) -> int:
        """Drop all entries. Returns their bytes."""
        with self._lock:
            return sum(self._evict(key) for key in list(self._entries))

    def _is_expired(self, entry: _Entry[Value]) -> bool:
        return self._ttl_s is not None and self._clock() - entry.stored_s > self._ttl_s

    def _evict(self, key: Key) -> int:
        size_bytes = self._entries.pop(key).size_bytes
        self._bytes -= size_bytes
        self._evictions += 1
        return size_bytes
