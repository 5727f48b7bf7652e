"""Asserts that work is linear in its input, by a ratio of CPU times of one thread: no wall clock is involved."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

# Four times the input: linear work takes four times as long, quadratic work sixteen times.
TIMES_MORE = 4
MOST_TIMES_LONGER = 9
# Shorter times are noise.
CLOCK_S = 0.02
ROUNDS = 3


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """Run `work` for a quarter of the size and for all of it, and compare."""
    most_s = MOST_TIMES_LONGER * least_s(lambda: work(size // TIMES_MORE)) + CLOCK_S
    # The large input again only where the first round was disturbed: the least of several can only be smaller.
    assert any(least_s(lambda: work(size), rounds=1) < most_s for _ in range(ROUNDS))


def least_s(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The least CPU time of several rounds, without the collection of other tests' garbage."""
    gc.collect()
    gc.disable()
    try:
        return min(_seconds(work) for _ in range(rounds))
    finally:
        gc.enable()


def _seconds(work: Callable[[], object]) -> float:
    started_s = time.thread_time()
    work()
    return time.thread_time() - started_s
