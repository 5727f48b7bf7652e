"""The load of a lane, by a clock that the test moves."""

from __future__ import annotations

import pytest

from clocks import ManualClock
from koe.engine.lane_load import LAST_S, LaneLoad


def test_share_of_the_last_minute_and_time_since_the_start() -> None:
    clock = ManualClock()
    load = LaneLoad(0, clock)
    for _ in range(120):
        load.begin()
        clock.now_s += 0.25
        load.end()
        clock.now_s += 0.75
    assert load.state.busy_s == pytest.approx(30.0)
    assert load.state.busy_share == pytest.approx(0.25, abs=0.03)
    assert (load.state.steps, load.state.at_work_s) == (120, None)
    clock.now_s += 2 * LAST_S
    assert load.state.busy_share == 0.0
    assert load.state.busy_s == pytest.approx(30.0)


def test_a_step_that_hangs_is_seen_while_it_lasts() -> None:
    clock = ManualClock()
    load = LaneLoad(3, clock)
    load.begin()
    clock.now_s += 2 * LAST_S
    assert (load.state.number, load.state.at_work_s, load.state.busy_share) == (3, 2 * LAST_S, 1.0)
