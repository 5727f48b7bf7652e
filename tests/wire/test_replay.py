"""Replay and receiver under loss, duplication, reordering and disconnects at any point, without a socket."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from koe.errors import ChunkExpired, ChunkInFuture
from koe.wire.frames import Flags, Frame, decode_frame, encode_frame
from koe.wire.receiver import Receiver
from koe.wire.replay import Message, Replay

LARGE = 10**9


def message(chunk_id: int, size: int = 4, flags: Flags = Flags.NONE) -> Message:
    payload = chunk_id.to_bytes(4, "little") * (size // 4)
    return Message(encode_frame(Frame(0, chunk_id, chunk_id, 1, 0, payload, flags)))


def filled(count: int, sent_bytes: int = LARGE, unsent_bytes: int = LARGE) -> Replay:
    replay = Replay(sent_bytes, unsent_bytes)
    for chunk_id in range(count):
        replay.add(message(chunk_id))
    return replay


def taken(replay: Replay) -> list[int]:
    ids = []
    while (one := replay.take()) is not None:
        ids.append(decode_frame(one.frame).chunk_id)
    return ids


def test_sent_messages_can_be_replayed_from_any_chunk() -> None:
    replay = filled(10)
    assert taken(replay) == list(range(10))
    replay.rewind_to(4)
    assert taken(replay) == list(range(4, 10))


def test_acknowledged_messages_cannot_be_replayed() -> None:
    replay = filled(10)
    taken(replay)
    replay.forget_before(6)
    with pytest.raises(ChunkExpired, match="must be at least 6"):
        replay.rewind_to(5)
    replay.rewind_to(6)
    assert taken(replay) == [6, 7, 8, 9]


def test_unsent_messages_cannot_be_requested() -> None:
    replay = filled(10)
    replay.take()
    for refused in (replay.rewind_to, replay.forget_before):
        with pytest.raises(ChunkInFuture, match="at most 1"):
            refused(2)
    assert taken(replay) == list(range(1, 10))


def test_oldest_sent_messages_make_room_and_unsent_ones_stay() -> None:
    size = message(0).size_bytes
    replay = filled(20, sent_bytes=5 * size, unsent_bytes=20 * size)
    assert [replay.has_room] == [False]
    assert taken(replay) == list(range(20))
    assert (replay.size_bytes, replay.oldest_chunk_id) == (5 * size, 15)
    replay.add(message(20))
    with pytest.raises(ChunkExpired):
        replay.rewind_to(14)


def test_message_larger_than_the_buffer_is_kept_until_the_next_one() -> None:
    replay = Replay(sent_bytes=1, unsent_bytes=1)
    replay.add(message(0, 400))
    assert not replay.has_room
    assert taken(replay) == [0]
    replay.rewind_to(0)
    assert taken(replay) == [0]


class LostConnections(RuleBasedStateMachine):
    """The replay of a server and the receiver of a client, with an unreliable network between them."""

    @initialize(kept=st.integers(60, 4000), frames=st.integers(1, 60))
    def begin(self, kept: int, frames: int) -> None:
        self.frames = frames
        self.replay = Replay(sent_bytes=kept, unsent_bytes=400)
        self.receiver = Receiver(max_early_frames=10_000)
        self.in_transit: list[bytes] = []
        self.is_connected = True
        self.played: list[int] = []
        self.is_expired = False

    @precondition(lambda self: self.replay.next_chunk_id < self.frames and self.replay.has_room)
    @rule()
    def make(self) -> None:
        chunk_id = self.replay.next_chunk_id
        self.replay.add(message(chunk_id, flags=Flags.LAST if chunk_id == self.frames - 1 else Flags.NONE))

    @precondition(lambda self: self.is_connected)
    @rule(count=st.integers(1, 5))
    def send(self, count: int) -> None:
        for _ in range(count):
            if (one := self.replay.take()) is not None:
                self.in_transit.append(one.frame)

    @precondition(lambda self: self.in_transit)
    @rule(data=st.data())
    def arrive(self, data: st.DataObject) -> None:
        """Frames arrive in any order, some of them twice."""
        place = data.draw(st.integers(0, min(5, len(self.in_transit) - 1)))
        frame = self.in_transit[place] if data.draw(st.booleans()) else self.in_transit.pop(place)
        self.played += [one.chunk_id for one in self.receiver.receive(decode_frame(frame))]

    @precondition(lambda self: self.in_transit)
    @rule(count=st.integers(1, 4))
    def lose(self, count: int) -> None:
        del self.in_transit[:count]

    @precondition(lambda self: self.is_connected)
    @rule()
    def acknowledge(self) -> None:
        self.replay.forget_before(self.receiver.next_chunk_id)

    @rule()
    def disconnect(self) -> None:
        """Happens at any point; frames in transit may still arrive."""
        self.is_connected = False

    @rule()
    def reconnect(self) -> None:
        if self.is_expired:
            return
        try:
            self.replay.rewind_to(self.receiver.next_chunk_id)
            self.is_connected = True
        except ChunkExpired:
            assert self.replay.oldest_chunk_id > self.receiver.next_chunk_id
            self.is_expired = True

    @rule(beyond=st.integers(1, 1000))
    def ask_for_the_future(self, beyond: int) -> None:
        ever_sent = max([self.receiver.next_chunk_id, self.replay.next_chunk_id])
        with pytest.raises(ChunkInFuture):
            self.replay.rewind_to(ever_sent + beyond)

    @invariant()
    def each_frame_is_played_once_and_in_order(self) -> None:
        if hasattr(self, "played"):
            assert self.played == list(range(len(self.played)))

    @invariant()
    def memory_is_bounded(self) -> None:
        if hasattr(self, "replay"):
            one = message(0).size_bytes
            assert self.replay.size_bytes <= max(4000, one) + 400 + 2 * one

    def teardown(self) -> None:
        """Unless it reconnected too late, the client gets every frame."""
        if not hasattr(self, "played"):
            return
        for _ in range(10 * self.frames):
            self.reconnect()
            if self.is_expired or self.receiver.is_complete:
                break
            if self.replay.next_chunk_id < self.frames and self.replay.has_room:
                self.make()
            while (one := self.replay.take()) is not None:
                self.played += [frame.chunk_id for frame in self.receiver.receive(decode_frame(one.frame))]
        if not self.is_expired:
            assert self.played == list(range(self.frames))


LostConnections.TestCase.settings = settings(max_examples=150, stateful_step_count=60)
TestLostConnections = LostConnections.TestCase


def test_a_shrunken_buffer_keeps_the_newest_sent_messages_and_all_unsent_ones() -> None:
    replay = filled(10)
    for _ in range(6):
        replay.take()
    size_bytes = replay.size_bytes // 10
    replay.keep_sent(2 * size_bytes)
    assert (replay.oldest_chunk_id, replay.size_bytes) == (4, 6 * size_bytes)
    with pytest.raises(ChunkExpired):
        replay.rewind_to(3)
    replay.keep_sent(0)
    assert replay.oldest_chunk_id == 6
    assert taken(replay) == list(range(6, 10))
