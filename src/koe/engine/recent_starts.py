"""How long recent live streams waited for their first audio -> the 95th percentile. No clock."""

from __future__ import annotations

import math
from collections import deque

WINDOW_S = 300.0
# With fewer, one slow start would be the percentile.
LEAST = 10
_KEPT = 1000


class RecentStarts:
    """For one thread at a time."""

    def __init__(self) -> None:
        self._starts: deque[tuple[float, float]] = deque(maxlen=_KEPT)

    def add(self, waited_s: float, now_s: float) -> None:
        self._starts.append((now_s, waited_s))

    def p95_s(self, now_s: float) -> float | None:
        """None while there are too few."""
        while self._starts and self._starts[0][0] < now_s - WINDOW_S:
            self._starts.popleft()
        if len(self._starts) < LEAST:
            return None
        waits_s = sorted(waited_s for _, waited_s in self._starts)
        return waits_s[math.ceil(0.95 * len(waits_s)) - 1]
