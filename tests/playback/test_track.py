"""The audio of a text that is played: read in order, sought in, kept up to a budget."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.playback.track import Track
from koe.wire.frames import Flags, Frame


def frame(number: int, first: int, samples: list[int], *, text_stop: int = 0, is_filler: bool = False) -> Frame:
    payload = np.array(samples, dtype="<i2").tobytes()
    return Frame(0, number, first, len(samples), text_stop, payload, Flags.FILLER if is_filler else Flags.NONE)


def track_of(count: int, kept_bytes: int = 1_000_000) -> Track:
    """Frames of ten samples; every sample has its position as its value; a word of ten characters in each frame."""
    track = Track(kept_bytes)
    for number in range(count):
        samples = list(range(number * 10, number * 10 + 10))
        track.add(frame(number, number * 10, samples, text_stop=number * 10 + 9))
    return track


def read_all(track: Track, count: int = 7) -> list[int]:
    read: list[int] = []
    while len(samples := track.read(count)):
        read += samples.tolist()
    return read


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(-5, 75), st.integers(0, 30)), max_size=12))
def test_cursor_is_the_value_of_the_next_sample_wherever_it_was_moved(moves: list[tuple[int, int]]) -> None:
    track = track_of(6)
    for position, count in moves:
        track.seek(position)
        assert track.cursor == min(max(position, 0), 60)
        assert track.ahead == 60 - track.cursor
        at = track.cursor
        samples = track.read(count)
        assert samples.tolist() == list(range(at, at + len(samples)))
        assert track.cursor == at + len(samples)
    at = track.cursor
    assert read_all(track) == list(range(at, 60))


def test_filler_is_played_once_and_not_kept() -> None:
    track = track_of(1)
    track.add(frame(1, 10, [0] * 5, is_filler=True))
    track.add(frame(2, 15, [15, 16]))
    assert read_all(track) == [*range(10), 0, 0, 0, 0, 0, 15, 16]
    track.seek(12)
    assert track.cursor == 15
    track.seek(8)
    assert read_all(track) == [8, 9, 15, 16]


def test_filler_can_be_skipped_and_speech_cannot() -> None:
    track = track_of(1)
    track.add(frame(1, 10, [0] * 5, is_filler=True))
    assert track.drop_filler(3) == 0
    track.read(10)
    assert [track.drop_filler(3), track.drop_filler(3), track.drop_filler(3)] == [3, 2, 0]


@settings(max_examples=40)
@given(st.integers(0, 30), st.integers(0, 30))
def test_frame_that_begins_before_the_end_replaces_the_rest(heard: int, place: int) -> None:
    track = track_of(3)
    for _ in range(heard):
        track.read(1)
    track.add(frame(3, place, [1000, 1001]))
    assert track.cursor == min(heard, place)
    assert track.end == place + 2
    track.seek(0)
    assert read_all(track) == [*range(place), 1000, 1001]


def test_what_was_heard_is_kept_within_the_budget_and_what_was_not_is_never_dropped() -> None:
    track = track_of(8, kept_bytes=40)  # two frames
    assert track.begin == 0
    assert track.ahead == 80
    assert read_all(track, 10) == list(range(80))
    assert track.begin == 60
    track.seek(5)
    assert track.cursor == 60


def test_words_are_found_where_they_are_spoken() -> None:
    track = track_of(4, kept_bytes=40)
    assert [track.position_of(character) for character in (0, 8, 9, 25, 39)] == [0, 0, 10, 20, None]
    assert track.text_stop == 0
    track.read(5)
    assert track.text_stop == 9
    read_all(track, 10)
    assert track.position_of(0) is None
    assert track.position_of(35) == 30
    assert track.text_stop == 39
