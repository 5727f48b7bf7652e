"""Frames that are lost, swapped, repeated or late: a listener gets every sample once and in order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from koe.client.stream import LiveStream
from koe.wire.frames import Frame
from lossy_relay import Relay, lossy_relay
from stream_client import TEXT, audio_of, run, spoken

START = {"input": TEXT * 6, "frame_ms": 30, "timestamps": True}


def assert_whole(frames: list[Frame], expected: list[Frame]) -> None:
    assert [frame.chunk_id for frame in frames] == list(range(len(expected)))
    assert all(later.first_sample == one.first_sample + one.sample_count for one, later in pairwise(frames))
    assert audio_of(frames) == audio_of(expected)
    assert frames[-1].is_last


async def heard(relay: Relay) -> tuple[list[Frame], LiveStream]:
    async with LiveStream(relay.address, START) as stream:
        return [frame async for frame in stream], stream


@pytest.mark.parametrize(
    ("faults", "counted"),
    [
        ("frames:loss=0.01", "lost"),
        ("frames:loss=0.1,frames:duplicate=0.1,frames:reorder=0.1", "lost"),
        ("frames:duplicate=0.2", "repeated"),
        ("frames:reorder=0.2", "swapped"),
        ("frames:burst=0.4@30,frames:burst=0.2@60", "bursts"),
    ],
)
def test_every_sample_is_heard_once_and_in_order(server: str, faults: str, counted: str) -> None:
    async def main() -> None:
        expected, whole = await spoken(server, None, **START)
        assert len(expected) > 200
        async with lossy_relay(server, faults) as relay:
            count = 0
            while not count:
                frames, stream = await heard(relay)
                assert_whole(frames, expected)
                assert stream.words == whole.words
                assert stream.done["chunks"] == len(expected)
                count = sum(getattr(path, counted) for path in relay.paths)
                assert stream.reconnections > 0 or not sum(path.lost for path in relay.paths)

    run(main)


@pytest.mark.parametrize("place", [1, 2, 100])
def test_a_connection_that_breaks_in_mid_paragraph_is_taken_up_where_it_broke(server: str, place: int) -> None:
    async def main() -> None:
        expected, _ = await spoken(server, None, **START)
        async with lossy_relay(server, f"frames:cut@{place},frames:cut@{place + 50}") as relay:
            frames, stream = await heard(relay)
            assert_whole(frames, expected)
            assert stream.reconnections >= 2
            assert relay.connections >= 3

    run(main)


def test_the_last_frame_is_not_missed(server: str) -> None:
    """Nothing comes after it that would show the gap, but for the end of the stream."""

    async def main() -> None:
        expected, _ = await spoken(server, None, **START)
        async with lossy_relay(server, f"frames:loss=1@{len(expected)}") as relay:
            frames, stream = await heard(relay)
            assert_whole(frames, expected)
            assert stream.reconnections >= 1

    run(main)
