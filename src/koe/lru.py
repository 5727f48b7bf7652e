"""A cache bounded in bytes: least recently used entries leave first, none outlives its TTL, and it counts its hits."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
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
class _Entry(Generic[Value]):
    value: Value
    size_bytes: int
    stored_s: float


class ByteLru(Generic[Key, Value]):
    """Safe for several threads. `size_of` gives the bytes of a value; with `max_bytes` 0 the cache is off; with
    `ttl_s` None entries stay until their room is needed."""

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
            self._entries.move_to_end(key)
            return entry.value

    def put(self, key: Key, value: Value) -> None:
        """The first value of a key stays until it leaves the cache. A value larger than the whole cache is not kept."""
        size_bytes = self._size_of(value)
        with self._lock:
            if key in self._entries or size_bytes > self._max_bytes:
                return
            self._entries[key] = _Entry(value, size_bytes, self._clock())
            self._bytes += size_bytes
            while self._bytes > self._max_bytes:
                self._evict(next(iter(self._entries)))

    def _is_expired(self, entry: _Entry[Value]) -> bool:
        return self._ttl_s is not None and self._clock() - entry.stored_s > self._ttl_s

    def _evict(self, key: Key) -> None:
        self._bytes -= self._entries.pop(key).size_bytes
        self._evictions += 1
