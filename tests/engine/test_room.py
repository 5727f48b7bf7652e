"""Room for one more stream, as load balancers see it, agrees with what admission then says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from koe.engine.agenda import Claim, Urgency
from koe.engine.costs import Costs
from koe.engine.room import USUAL_SPEECH_S, room_of
from koe.engine.scheduler import Scheduler
from koe.engine.step import Step
from koe.engine.stream import Stream
from koe.errors import Busy

COSTS = Costs(start_s=0.2, share=0.4)


def live(left_s: float = 30.0) -> Claim:
    return Claim(Urgency.LIVE, order=1, has_begun=True, slack_s=1.0, left_s=left_s)


def test_an_idle_replica_has_room_and_no_work() -> None:
    room = room_of([], COSTS, 8)
    assert (room.has_room, room.free_in_s, room.work_s, room.streams) == (True, 0, 0.0, 0)


def test_a_full_lane_has_none_until_a_stream_ends() -> None:
    room = room_of([live(), live(12.0)], COSTS, 8)
    assert not room.has_room
    assert 1 <= room.free_in_s <= 12
    assert room.work_s == pytest.approx(0.4 * 42)


def test_the_number_of_streams_is_a_limit_too() -> None:
    assert room_of([live(0.5)], COSTS, 2).has_room
    assert not room_of([live(0.5)], COSTS, 1).has_room


def test_files_are_work_and_leave_room() -> None:
    room = room_of([Claim(Urgency.FILE, order=1, left_s=100.0)], COSTS, 8)
    assert room.has_room
    assert room.work_s == pytest.approx(40.2)


def test_it_says_what_admission_says() -> None:
    def endless() -> Iterator[Step]:
        while True:
            yield Step()

    scheduler = Scheduler(max_streams=8)
    try:
        for _ in range(8):
            had_room = scheduler.room.has_room
            stream = Stream(endless(), 1, expected_s=USUAL_SPEECH_S)
            if not had_room:
                with pytest.raises(Busy):
                    scheduler.admit(stream)
                break
            scheduler.admit(stream)
        else:
            pytest.fail("it was never full")
        assert scheduler.room.free_in_s >= 1
    finally:
        scheduler.close()
    assert not scheduler.room.has_room
