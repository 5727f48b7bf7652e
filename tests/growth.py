"""Whether work grows with its input as it should: by the time of one thread, as a ratio, so that no machine decides."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

# Four times the input: linear work takes four times as long, quadratic work sixteen times.
TIMES_MORE = 4
MOST_TIMES_LONGER = 9
# Below this nothing can be told.
CLOCK_S = 0.02
ROUNDS = 3


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """`work` is done for a quarter of the size and for all of it."""
    small_s, large_s = least_s(lambda: work(size // TIMES_MORE)), least_s(lambda: work(size))
    assert large_s < MOST_TIMES_LONGER * small_s + CLOCK_S


def least_s(work: Callable[[], object]) -> float:
    """What it takes undisturbed. Collecting the garbage of other tests is not part of it."""
    gc.collect()
    gc.disable()
    try:
        return min(_seconds(work) for _ in range(ROUNDS))
    finally:
        gc.enable()


def _seconds(work: Callable[[], object]) -> float:
    started_s = time.thread_time()
    work()
    return time.thread_time() - started_s
