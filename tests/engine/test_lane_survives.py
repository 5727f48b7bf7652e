"""A lane goes on whatever a step raises, and whatever fails between two steps."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from clocks import ManualClock
from fakes import steps, wait_for
from koe.engine.scheduler import PROBE_EVERY_S, Scheduler
from koe.engine.step import Step
from koe.engine.stream import Stream
from koe.errors import AssetError, LaneExit
from koe.types import AudioBlock

RATE = 24_000


def block(duration_s: float = 0.1) -> AudioBlock:
    return AudioBlock(np.full(round(duration_s * RATE), 0.5, dtype=np.float32), RATE)


class CutOff(BaseException):
    """What a library may raise that is no Exception."""


def leaving() -> Iterator[AudioBlock]:
    yield block()
    sys.exit(3)


def broken() -> Iterator[AudioBlock]:
    yield block()
    raise CutOff


@pytest.mark.parametrize("lanes", [1, 2])
@pytest.mark.parametrize("fault", [leaving, broken])
def test_a_step_that_would_end_its_thread_ends_only_its_stream(
    lanes: int, fault: Callable[[], Iterator[AudioBlock]]
) -> None:
    scheduler = Scheduler(max_streams=8, lanes=lanes)
    try:
        for _ in range(3):
            stream = Stream(steps(fault()))
            scheduler.admit(stream)
            heard = iter(stream)
            assert next(heard).duration_s == 0.1
            with pytest.raises(LaneExit):
                next(heard)
        wait_for(lambda: scheduler.running == 0)
        assert all(lane.is_alive() for lane in scheduler._lanes)
        after = Stream(steps([block()]))
        scheduler.admit(after)
        assert len(list(after)) == 1
    finally:
        scheduler.close()


def test_a_probe_that_cannot_be_prepared_ends_no_lane() -> None:
    """The file of the voice may be gone by then, and its cache empty."""
    clock, tried = ManualClock(), []
    scheduler = Scheduler(max_streams=8, clock=clock)

    def slow(duration_s: float) -> Iterator[Step]:
        clock.now_s += duration_s
        yield Step(block(0.8), decoded_s=0.8)

    def probe() -> Iterator[Step]:
        tried.append(clock.now_s)
        raise AssetError("af_heart.bin cannot be read.")

    def speak(work_s: float) -> None:
        stream = Stream((step for _ in range(10) for step in slow(work_s)), capacity=64, clock=clock)
        scheduler.admit(stream)
        assert len(list(stream)) == 10
        wait_for(lambda: scheduler.running == 0)

    try:
        speak(0.2)
        scheduler.probe_with(probe)
        speak(1.5)  # the machine seems slow: a probe is due
        for number in (1, 2):
            clock.now_s += PROBE_EVERY_S + 0.01
            scheduler._notify()
            wait_for(lambda: len(tried) == number)  # noqa: B023
            wait_for(lambda: not scheduler._entries)
        speak(0.2)
    finally:
        scheduler.close()


def test_a_lane_outlives_a_fault_of_its_own(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    scheduler = Scheduler(max_streams=8)
    choose, faults = scheduler._turn, [CutOff(), RuntimeError("none of a library's words")]

    def turn(now_s: float) -> int | None:
        if faults and scheduler._entries:
            raise faults.pop()
        return choose(now_s)

    monkeypatch.setattr(scheduler, "_turn", turn)
    try:
        stream = Stream(steps([block()]))
        scheduler.admit(stream)
        assert len(list(stream)) == 1
        assert not faults
    finally:
        scheduler.close()
    messages = [record.getMessage() for record in caplog.records]
    assert [message.partition(" (")[0] for message in messages] == [
        "koe-lane-0 goes on after RuntimeError",
        "koe-lane-0 goes on after CutOff",
    ]
