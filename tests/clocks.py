"""Clocks that a test moves."""

from __future__ import annotations

import time


class ManualClock:
    """Stands still until the test changes `now_s`."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class ShiftedClock:
    """The real clock, put forward by `ahead_s`."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s
