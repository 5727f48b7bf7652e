"""The receive buffer puts frames in order and notices lost ones."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from koe.wire.frames import Flags, Frame
from koe.wire.receiver import Receiver


def frame(chunk_id: int, last: int) -> Frame:
    return Frame(0, chunk_id, chunk_id * 10, 10, 0, bytes([chunk_id]), Flags.LAST if chunk_id == last else Flags.NONE)


@given(st.integers(1, 30).flatmap(lambda count: st.tuples(st.just(count), st.permutations(range(count)))), st.data())
def test_frames_come_out_once_and_in_order(given_order: tuple[int, list[int]], data: st.DataObject) -> None:
    count, order = given_order
    again = data.draw(st.lists(st.sampled_from(order), max_size=10))
    receiver = Receiver()
    played = [one.chunk_id for chunk_id in [*order, *again] for one in receiver.receive(frame(chunk_id, count - 1))]
    assert played == list(range(count))
    assert receiver.duplicates == len(again)
    assert receiver.is_complete
    assert not receiver.has_gap


def test_early_frames_wait_and_a_lost_one_is_noticed() -> None:
    receiver = Receiver(max_early_frames=3)
    assert [one.chunk_id for one in receiver.receive(frame(0, 9))] == [0]
    for chunk_id in (2, 3, 4):
        assert not receiver.has_lost_frame
        assert receiver.receive(frame(chunk_id, 9)) == []
    assert receiver.has_lost_frame
    assert receiver.next_chunk_id == 1
    assert [one.chunk_id for one in receiver.receive(frame(1, 9))] == [1, 2, 3, 4]
