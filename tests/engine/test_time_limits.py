"""Timeouts of steps, requests and lanes, and of clients that stop reading."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextvars import ContextVar
from functools import partial

import numpy as np
import pytest

from clocks import ManualClock, ShiftedClock
from fakes import steps, wait_for
from koe.engine.agenda import Urgency
from koe.engine.scheduler import STALLED_RETRY_S, Scheduler
from koe.engine.step import Step
from koe.engine.stream import Stream, TimeLimits
from koe.errors import Busy, LaneStalled, TookTooLong
from koe.types import AudioBlock
from limits import HANG_S


def block() -> AudioBlock:
    return AudioBlock(np.full(2400, 0.5, dtype=np.float32), 24_000)


async def read_all(stream: Stream) -> list[AudioBlock]:
    return [part async for part in stream]


@pytest.mark.parametrize("is_async", [True, False])
def test_reader_gets_an_error_after_the_step_timeout(is_async: bool) -> None:
    stream = Stream(steps(()), limits=TimeLimits(step_s=0.02))
    with pytest.raises(TookTooLong, match=r"next block of audio took longer than 0\.02 s"):
        asyncio.run(read_all(stream)) if is_async else list(stream)
    assert stream.is_over  # the lane makes no more blocks for it
    assert isinstance(stream.error, TookTooLong)


def test_filler_does_not_extend_the_step_timeout() -> None:
    clock = ManualClock()
    stream = Stream(steps([block()]), fills_stalls=True, limits=TimeLimits(step_s=0.05), clock=clock)
    stream.step()
    reader = iter(stream)
    heard = [next(reader).duration_s]
    clock.now_s += 0.101
    with pytest.raises(TookTooLong):
        heard.extend(_heard(reader, clock))
    assert heard == [0.1, 0.02, 0.02, 0.02]


def test_step_timeout_starts_when_the_reader_waits() -> None:
    clock = ManualClock()
    stream = Stream(steps([block(), block()]), limits=TimeLimits(step_s=60), clock=clock)
    stream.step()
    reader = iter(stream)
    next(reader)
    clock.now_s += 1000  # the client plays the block
    stream.step()
    assert next(reader).duration_s == 0.1


def test_request_timeout_applies_while_blocks_arrive() -> None:
    clock = ManualClock()
    stream = Stream(steps([block()] * 9), limits=TimeLimits(request_s=10), clock=clock)
    heard: list[float] = []
    with pytest.raises(TookTooLong, match="request took longer than 10 s"):
        heard.extend(_heard(_stepped(stream), clock, pause_s=4))
    assert len(heard) == 3
    assert stream.is_over


def _heard(blocks: Iterator[AudioBlock], clock: ManualClock, pause_s: float = 0.0) -> Iterator[float]:
    for part in blocks:
        yield part.duration_s
        clock.now_s += part.duration_s + pause_s


def _stepped(stream: Stream) -> Iterator[AudioBlock]:
    reader = iter(stream)
    while True:
        stream.step()
        yield next(reader)


class Hanging:
    """Steps of which the first lasts until the test ends it."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()

    def __iter__(self) -> Iterator[AudioBlock]:
        self.has_begun.set()
        assert self.may_go_on.wait(HANG_S)
        yield block()


@pytest.fixture
def clock() -> ShiftedClock:
    return ShiftedClock()


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    hanging = Hanging()
    yield hanging
    hanging.may_go_on.set()


@pytest.fixture
def scheduler(clock: ShiftedClock, hanging: Hanging) -> Iterator[Scheduler]:
    scheduler = Scheduler(max_streams=3, stall_timeout_s=3600, step_timeout_s=60, clock=clock)
    yield scheduler
    hanging.may_go_on.set()
    scheduler.close()


def test_hanging_lane_admits_no_stream_until_it_goes_on(
    scheduler: Scheduler, clock: ShiftedClock, hanging: Hanging
) -> None:
    costs = scheduler.costs
    stuck = Stream(steps(hanging))
    scheduler.admit(stuck)
    assert hanging.has_begun.wait(HANG_S)
    waiting = Stream(steps([block()]))
    scheduler.admit(waiting)  # the lane does not count as hanging yet
    clock.ahead_s += 60
    with pytest.raises(LaneStalled) as refused:
        scheduler.admit(Stream(steps([block()])))
    assert refused.value.retry_after_s == STALLED_RETRY_S
    hanging.may_go_on.set()
    assert len(list(stuck)) == 1
    assert len(list(waiting)) == 1
    later = Stream(steps([block()]))
    scheduler.admit(later)
    assert len(list(later)) == 1
    assert scheduler.costs.start_s < 2 * costs.start_s  # the minute is not counted as the cost of a start
    assert scheduler.counts.refused == 1


def test_file_behind_shorter_ones_is_late_and_not_lost(scheduler: Scheduler, clock: ShiftedClock) -> None:
    turns = threading.Semaphore(0)

    def slow() -> Iterator[AudioBlock]:
        for _ in range(3):
            assert turns.acquire(timeout=HANG_S)
            yield block()

    short = Stream(steps(slow()), capacity=9, urgency=Urgency.FILE, expected_s=1.0)
    long = Stream(steps([block()]), urgency=Urgency.FILE, expected_s=1000.0, limits=TimeLimits(step_s=60), clock=clock)
    scheduler.admit(short)
    scheduler.admit(long)
    for _ in range(3):
        assert long._take() is None
        clock.ahead_s += 40
        assert long._take() is None
        since_s = long.no_progress_since_s()
        turns.release()
        wait_for(partial(_went_on_after, long, since_s))
    assert len(list(long)) == 1


def _went_on_after(stream: Stream, moment_s: float) -> bool:
    return stream.no_progress_since_s() > moment_s


def test_stream_behind_a_hanging_step_times_out(scheduler: Scheduler, clock: ShiftedClock, hanging: Hanging) -> None:
    stuck, waiting = (Stream(steps(one), limits=TimeLimits(step_s=60), clock=clock) for one in (hanging, [block()]))
    scheduler.admit(stuck)
    assert hanging.has_begun.wait(HANG_S)
    scheduler.admit(waiting)
    for stream in (stuck, waiting):
        assert stream._take() is None
    clock.ahead_s += 61
    for stream in (stuck, waiting):
        with pytest.raises(TookTooLong):
            next(iter(stream))


def test_second_lane_works_while_one_hangs(clock: ShiftedClock, hanging: Hanging) -> None:
    scheduler = Scheduler(max_streams=3, stall_timeout_s=3600, lanes=2, step_timeout_s=60, clock=clock)
    scheduler.admit(Stream(steps(hanging)))
    assert hanging.has_begun.wait(HANG_S)
    clock.ahead_s += 60
    other = Stream(steps([block()]))
    scheduler.admit(other)
    assert len(list(other)) == 1
    hanging.may_go_on.set()
    scheduler.close()


def test_cancelled_stream_behind_a_hanging_lane_makes_room(scheduler: Scheduler, hanging: Hanging) -> None:
    scheduler.admit(Stream(steps(hanging)))
    assert hanging.has_begun.wait(HANG_S)
    waiting = [Stream(steps([block()]), urgency=Urgency.FILE) for _ in range(2)]
    for stream in waiting:
        scheduler.admit(stream)
    with pytest.raises(Busy):
        scheduler.admit(Stream(steps([block()]), urgency=Urgency.FILE))
    waiting[0].cancel()
    scheduler.admit(Stream(steps([block()]), urgency=Urgency.FILE))


def test_close_does_not_wait_for_a_hanging_lane(hanging: Hanging) -> None:
    scheduler = Scheduler(max_streams=1)
    scheduler.admit(Stream(steps(hanging)))
    assert hanging.has_begun.wait(HANG_S)
    scheduler.close(timeout_s=0.01)


def test_stalled_reader_is_dropped_and_counted_while_others_are_served(clock: ShiftedClock) -> None:
    scheduler = Scheduler(max_streams=3, stall_timeout_s=600, clock=clock)
    stalled, lively = (Stream(steps(block() for _ in range(100)), capacity=1, clock=clock) for _ in range(2))
    scheduler.admit(stalled)
    scheduler.admit(lively)
    wait_for(lambda: stalled.unread_since_s is not None)
    reader = iter(lively)
    next(reader)
    clock.ahead_s += 400
    next(reader)
    next(reader)  # made since then
    wait_for(lambda: lively.unread_since_s is not None)
    assert not stalled.is_over
    clock.ahead_s += 300
    next(reader)
    wait_for(lambda: stalled.is_over)
    assert not lively.is_over
    assert scheduler.counts.dropped == 1
    scheduler.close()


def test_lane_works_in_the_context_of_the_request(scheduler: Scheduler) -> None:
    name: ContextVar[str] = ContextVar("name", default="-")
    seen = []

    def speaking() -> Iterator[Step]:
        try:
            seen.append(name.get())
            yield Step(block())
        finally:
            seen.append(name.get())

    token = name.set("mine")
    stream = Stream(speaking())
    name.reset(token)
    scheduler.admit(stream)
    list(stream)
    wait_for(lambda: scheduler.running == 0)
    stream.in_context(lambda: seen.append(name.get()))
    assert seen == ["mine"] * 3
