"""What the process does while an answer is made: garbage collection, and CPU time of all requests together."""

from __future__ import annotations

import time
from collections.abc import Callable

from koe.engine.marks import Marks


class ProcessWatch:
    """Counts from its creation on. `gc_s` gives the time in the collector since the start."""

    def __init__(
        self,
        gc_s: Callable[[], float],
        clock: Callable[[], float] = time.monotonic,
        cpu_clock: Callable[[], float] = time.process_time,
    ) -> None:
        self._gc_s = gc_s
        self._clock = clock
        self._cpu_clock = cpu_clock
        self._began_s, self._began_gc_s, self._began_cpu_s = clock(), gc_s(), cpu_clock()

    def note(self, marks: Marks) -> None:
        """Write down what there was until now. Any number of times."""
        marks.gc_s = self._gc_s() - self._began_gc_s
        passed_s = self._clock() - self._began_s
        marks.cpu_share = (self._cpu_clock() - self._began_cpu_s) / passed_s if passed_s > 0 else None
