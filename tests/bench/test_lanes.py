"""Two lanes for one stream: the same samples in the same order, and when each window could be played."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from koe.bench.lanes import LaneTrial
from koe.model.vocoder import OVERLAP_SAMPLES
from koe.types import Samples
from limits import HANG_S

SPANS = [(0, 3), (3, 6), (6, 9), (9, 12), (12, 14)]


class Counting:
    """Decodes a window to its number; `gate` keeps it waiting."""

    def __init__(self, gate: threading.Barrier | None = None) -> None:
        self.windows: list[tuple[int, int]] = []
        self._gate = gate

    def window(self, first: int, stop: int, overlap: int) -> Samples:
        assert overlap == OVERLAP_SAMPLES
        self.windows.append((first, stop))
        if self._gate is not None:
            self._gate.wait(HANG_S)
        return np.full(2, first, dtype=np.float32)


def test_both_ways_give_the_windows_in_order() -> None:
    whole, halves = Counting(), (Counting(), Counting())
    trial = LaneTrial(whole, halves)  # type: ignore[arg-type]
    one, two = trial.one_lane(SPANS), trial.two_lanes(SPANS)
    assert np.array_equal(one.samples, two.samples)
    assert whole.windows == [*SPANS, SPANS[0]]  # the first window has all threads in both ways
    assert [half.windows for half in halves] == [SPANS[1::2], SPANS[2::2]]


def test_the_lanes_work_beside_each_other() -> None:
    """Each waits until the other one decodes too."""
    gate = threading.Barrier(2)
    trial = LaneTrial(Counting(), (Counting(gate), Counting(gate)))  # type: ignore[arg-type]
    assert len(trial.two_lanes(SPANS).ready_s) == len(SPANS)


def test_a_window_can_be_played_when_those_before_it_are_there() -> None:
    times_s = iter([0.0, 1.0, 5.0, 2.0, 6.0])
    trial = LaneTrial(Counting(), (Counting(), Counting()), lambda: next(times_s))  # type: ignore[arg-type]
    assert trial.one_lane(SPANS[:4]).ready_s == pytest.approx((1.0, 5.0, 5.0, 6.0))
