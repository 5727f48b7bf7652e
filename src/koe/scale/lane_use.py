"""The share of the lanes' time that was used lately: what autoscaling goes by.

Speech is made faster than it is heard, so the number of open requests says little; the time that lanes worked is the
work that listeners ask for.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

OVER_S = 10.0


class LaneUse:
    """`busy_s` is the time that all lanes have worked since the start. Begin when the replica is warm: a warm-up is no
    load."""

    def __init__(self, busy_s: Callable[[], float], lanes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._busy_s = busy_s
        self._lanes = lanes
        self._clock = clock
        self._samples: deque[tuple[float, float]] = deque([(clock(), busy_s())])

    def sample(self) -> None:
        """Call it about once a second."""
        now_s = self._clock()
        self._samples.append((now_s, self._busy_s()))
        while len(self._samples) > 2 and self._samples[1][0] <= now_s - OVER_S:
            self._samples.popleft()

    @property
    def share(self) -> float:
        (first_s, first_busy_s), (last_s, last_busy_s) = self._samples[0], self._samples[-1]
        elapsed_s = self._lanes * (last_s - first_s)
        return min(1.0, (last_busy_s - first_busy_s) / elapsed_s) if elapsed_s > 0 else 0.0
