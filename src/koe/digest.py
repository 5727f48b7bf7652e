"""Quantiles of any number of values in bounded memory."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

# Neighbouring buckets differ by 2 %: a quantile is off by at most 1 %.
GROWTH = 1.02
SMALLEST = 1e-5
LARGEST = 1e4
# The most buckets that a digest can have: 1,047.
MAX_BUCKETS = math.ceil(math.log(LARGEST / SMALLEST) / math.log(GROWTH)) + 1
_LOG_GROWTH = math.log(GROWTH)


class Digest:
    """Counts values in buckets of 2 %. Values outside of 10 microseconds to 10,000 seconds count as those. Not safe for
    several threads: its owner locks."""

    __slots__ = ("_buckets", "count", "largest", "total")

    def __init__(self) -> None:
        self._buckets: Counter[int] = Counter()
        self.count = 0
        self.total = 0.0
        self.largest = 0.0

    def add(self, value: float) -> None:
        self._buckets[_bucket(value)] += 1
        self.count += 1
        self.total += value
        self.largest = max(self.largest, value)

    def merge(self, other: Digest) -> None:
        if not other.count:
            return
        self._buckets.update(other._buckets)
        self.count += other.count
        self.total += other.total
        self.largest = max(self.largest, other.largest)

    @classmethod
    def of(cls, digests: Iterable[Digest]) -> Digest:
        merged = cls()
        for digest in digests:
            merged.merge(digest)
        return merged

    @property
    def buckets(self) -> int:
        """How many are in use: the memory it takes."""
        return len(self._buckets)

    def quantile(self, share: float) -> float | None:
        """The value that `share` of the values do not exceed; None without values."""
        if not self.count:
            return None
        wanted, seen = max(1, math.ceil(share * self.count)), 0
        for bucket in sorted(self._buckets):
            seen += self._buckets[bucket]
            if seen >= wanted:
                return min(_middle(bucket), self.largest)
        return self.largest

    def count_above(self, limit: float) -> int:
        """How many values are above a limit."""
        return sum(count for bucket, count in self._buckets.items() if _middle(bucket) > limit)


def _bucket(value: float) -> int:
    return math.floor(math.log(min(max(value, SMALLEST), LARGEST) / SMALLEST) / _LOG_GROWTH)


def _middle(bucket: int) -> float:
    return SMALLEST * math.exp(_LOG_GROWTH * (bucket + 0.5))
