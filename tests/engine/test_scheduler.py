"""Lanes and streams: order, admission, dropped streams, close."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from clocks import ManualClock, ShiftedClock
from fakes import steps, wait_for
from koe.engine.agenda import Urgency
from koe.engine.background_rests import AFTER_CLIENTS_S, BACKGROUND_SHARE
from koe.engine.scheduler import Scheduler
from koe.engine.stream import Stream
from koe.errors import BadOutput, Busy, Cancelled, Stopping
from koe.types import AudioBlock
from limits import HANG_S


@pytest.fixture
def scheduler() -> Iterator[Scheduler]:
    scheduler = Scheduler(max_streams=3)
    yield scheduler
    scheduler.close()


def blocks(count: int, log: list[str] | None = None, name: str = "") -> Iterator[AudioBlock]:
    for number in range(count):
        if log is not None:
            log.append(f"{name}{number}")
        yield AudioBlock(np.full(24_000, number, dtype=np.float32), 24_000)


def wait_until_idle(scheduler: Scheduler) -> None:
    """The lane removes a stream only after its last item was read."""
    wait_for(lambda: scheduler.running == 0)


def test_stream_with_the_nearest_deadline_goes_first(scheduler: Scheduler) -> None:
    log: list[str] = []
    gate = threading.Event()

    def gated() -> Iterator[AudioBlock]:
        gate.wait(HANG_S)
        yield from blocks(3, log, "a")

    first, second = Stream(steps(gated()), capacity=10), Stream(steps(blocks(3, log, "b")), capacity=10)
    scheduler.admit(first)
    scheduler.admit(second)
    gate.set()
    assert len(list(first)) == 3
    assert len(list(second)) == 3
    assert log == ["a0", "b0", "a1", "b1", "a2", "b2"]


def test_stalled_reader_stops_no_other_stream(scheduler: Scheduler) -> None:
    stalled = Stream(steps(blocks(100)), capacity=1)
    scheduler.admit(stalled)
    lively = Stream(steps(blocks(20)), capacity=1)
    scheduler.admit(lively)
    assert len(list(lively)) == 20
    assert scheduler.running == 1
    stalled.cancel()
    wait_until_idle(scheduler)


def test_failure_ends_only_its_own_stream(scheduler: Scheduler) -> None:
    def broken() -> Iterator[AudioBlock]:
        yield from blocks(1)
        raise BadOutput("broken")

    failing, healthy = Stream(steps(broken())), Stream(steps(blocks(5)))
    scheduler.admit(failing)
    scheduler.admit(healthy)
    with pytest.raises(BadOutput):
        list(failing)
    assert len(list(healthy)) == 5
    after = Stream(steps(blocks(2)))
    scheduler.admit(after)
    assert len(list(after)) == 2
    wait_until_idle(scheduler)


def test_one_stream_too_many_is_refused_until_there_is_room(scheduler: Scheduler) -> None:
    running = [Stream(steps(blocks(100)), capacity=1, urgency=Urgency.FILE) for _ in range(3)]
    for stream in running:
        scheduler.admit(stream)
    with pytest.raises(Busy) as refused:
        scheduler.admit(Stream(steps(blocks(1))))
    assert refused.value.retry_after_s > 0
    for stream in running:
        stream.cancel()
    wait_until_idle(scheduler)
    last = Stream(steps(blocks(1)))
    scheduler.admit(last)
    assert len(list(last)) == 1


def test_cancelled_stream_is_closed_on_the_lane(scheduler: Scheduler) -> None:
    closed_by: list[str] = []

    def holding() -> Iterator[AudioBlock]:
        try:
            yield from blocks(100)
        finally:
            closed_by.append(threading.current_thread().name)

    stream = Stream(steps(holding()), capacity=1)
    scheduler.admit(stream)
    next(iter(stream))
    stream.cancel()
    wait_until_idle(scheduler)
    assert closed_by == ["koe-lane-0"]


def test_close_cancels_running_streams() -> None:
    scheduler = Scheduler(max_streams=1)
    stream = Stream(steps(blocks(100)), capacity=1)
    scheduler.admit(stream)
    scheduler.close()
    with pytest.raises(Cancelled):
        list(stream)
    with pytest.raises(Stopping):
        scheduler.admit(Stream(steps(blocks(1))))


def test_stream_that_stalls_is_dropped() -> None:
    clock = ShiftedClock()
    scheduler = Scheduler(max_streams=1, stall_timeout_s=600, clock=clock)
    stalled = Stream(steps(blocks(100)), capacity=1, clock=clock)
    scheduler.admit(stalled)
    wait_for(lambda: stalled.unread_since_s is not None)
    clock.ahead_s += 601
    stalled.on_room()  # wakes the lane, which sleeps until the real 600 s are over
    wait_until_idle(scheduler)
    with pytest.raises(Cancelled):
        list(stalled)
    slow = Stream(steps(blocks(3)), capacity=1, clock=clock)
    scheduler.admit(slow)
    assert len(list(slow)) == 3
    scheduler.close()


def test_lane_survives_a_stream_that_cannot_be_released(scheduler: Scheduler) -> None:
    class UnreleasableSteps:
        def __iter__(self) -> UnreleasableSteps:
            return self

        def __next__(self) -> AudioBlock:
            raise StopIteration

        def close(self) -> None:
            raise RuntimeError

    scheduler.admit(Stream(steps(UnreleasableSteps())))
    after = Stream(steps(blocks(2)))
    scheduler.admit(after)
    assert len(list(after)) == 2
    wait_until_idle(scheduler)


def test_stream_that_may_stall_is_not_dropped() -> None:
    clock = [0.0]
    scheduler = Scheduler(max_streams=1, stall_timeout_s=10, clock=lambda: clock[0])
    stream = Stream(steps([AudioBlock(np.zeros(240, dtype=np.float32), 24_000)] * 9), 2, clock=lambda: clock[0])
    stream.set_may_stall(True)
    scheduler.admit(stream)
    wait_for(lambda: not stream.has_room)
    clock[0] = 1000.0
    stream.on_room()
    assert scheduler.running == 1
    stream.set_may_stall(False)
    stream.on_room()
    assert len(list(stream)) == 9
    assert scheduler.counts.dropped == 0
    scheduler.close()


def working(clock: ManualClock, took_s: float, count: int) -> Iterator[AudioBlock]:
    for block in blocks(count):
        clock.now_s += took_s
        yield block


def goes_on_later(scheduler: Scheduler, clock: ManualClock, background: Stream, work_s: float) -> None:
    """The lane notes the end of a step after the client has read it: time passes until then and after it."""

    def has_worked() -> bool:
        clock.now_s += AFTER_CLIENTS_S
        scheduler._notify()
        return bool(background.marks.work_s == pytest.approx(work_s))

    wait_for(has_worked)


def test_background_work_takes_a_small_share_of_a_warm_lane() -> None:
    clock = ManualClock()
    scheduler = Scheduler(max_streams=3, clock=clock)
    try:
        scheduler.probe_with(lambda: steps([]))  # the warm-up has ended
        background = Stream(steps(working(clock, 0.3, 3)), capacity=64, urgency=Urgency.BACKGROUND, clock=clock)
        scheduler.admit(background)
        wait_for(lambda: scheduler.lanes[0].steps == 1)
        client = Stream(steps(blocks(2)), clock=clock)
        scheduler.admit(client)
        assert len(list(client)) == 2  # clients do not wait for it
        wait_until_idle(scheduler)
        assert background.marks.work_s == pytest.approx(0.3)
        clock.now_s += 0.3 / BACKGROUND_SHARE
        goes_on_later(scheduler, clock, background, 0.6)
    finally:
        scheduler.close()


def test_background_work_waits_for_a_client_that_may_ask_again() -> None:
    clock = ManualClock()
    scheduler = Scheduler(max_streams=3, clock=clock)
    try:
        scheduler.probe_with(lambda: steps([]))  # the warm-up has ended
        client = Stream(steps(blocks(2)), clock=clock)
        scheduler.admit(client)
        assert len(list(client)) == 2
        wait_until_idle(scheduler)
        background = Stream(steps(working(clock, 0.3, 3)), capacity=64, urgency=Urgency.BACKGROUND, clock=clock)
        scheduler.admit(background)
        clock.now_s += 0.9 * AFTER_CLIENTS_S
        scheduler._notify()
        client = Stream(steps(blocks(2)), clock=clock)
        scheduler.admit(client)
        assert len(list(client)) == 2
        wait_for(lambda: scheduler.running == 0)
        assert background.marks.work_s == 0
        goes_on_later(scheduler, clock, background, 0.3)
    finally:
        scheduler.close()


def test_the_warm_up_is_not_held_back() -> None:
    clock = ManualClock()
    scheduler = Scheduler(max_streams=3, clock=clock)
    try:
        warm_up = Stream(steps(working(clock, 0.3, 3)), capacity=64, urgency=Urgency.BACKGROUND, clock=clock)
        scheduler.admit(warm_up)
        assert len(list(warm_up)) == 3
    finally:
        scheduler.close()
