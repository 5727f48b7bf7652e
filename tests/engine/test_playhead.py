"""The position of a listener: deadline, underruns, filler."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.engine.playhead import Playhead


def test_deadline_before_the_first_audio_is_the_arrival() -> None:
    playhead = Playhead(arrived_s=5.0)
    assert not playhead.has_begun
    assert playhead.deadline_s == 5.0


def test_deadline_is_the_end_of_the_audio_that_was_made() -> None:
    playhead = Playhead(0.0)
    playhead.made(0.5, now_s=2.0)
    playhead.made(1.0, now_s=2.2)
    assert playhead.deadline_s == pytest.approx(3.5)
    assert playhead.made_s == pytest.approx(1.5)
    assert playhead.underruns == 0


def test_late_audio_is_an_underrun_and_plays_from_then_on() -> None:
    playhead = Playhead(0.0)
    playhead.made(0.5, now_s=1.0)
    playhead.made(1.0, now_s=1.7)
    assert playhead.underruns == 1
    assert playhead.deadline_s == pytest.approx(2.7)


def test_gap_is_one_underrun_however_many_fillers() -> None:
    playhead = Playhead(0.0)
    playhead.made(0.5, now_s=1.0)
    for _ in range(3):
        playhead.filled(0.02)
    playhead.made(0.5, now_s=1.55)
    assert playhead.underruns == 1
    assert playhead.stall_silence_s == pytest.approx(0.06)
    playhead.filled(0.02)
    assert playhead.underruns == 2  # another gap


def test_unread_audio_has_not_been_played() -> None:
    playhead = Playhead(0.0)
    playhead.hold(1.0, now_s=3.0)
    assert not playhead.has_begun
    playhead.made(1.0, now_s=3.0)
    playhead.hold(1.0, now_s=10.0)
    assert playhead.deadline_s == pytest.approx(11.0)
    playhead.hold(0.2, now_s=10.0)  # less than already known
    assert playhead.deadline_s == pytest.approx(11.0)


TICK_S = 1 / 64  # sums of it are exact


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(1, 100)), min_size=1, max_size=40))
def test_underruns_and_deadline_equal_a_simulation_tick_by_tick(blocks: list[tuple[int, int]]) -> None:
    """Each pair: ticks since the block before, and ticks of audio in this block."""
    playhead = Playhead(0.0)
    now = in_hand = gaps = 0
    for number, (later, length) in enumerate(blocks):
        now += later
        gaps += number > 0 and later > in_hand
        in_hand = max(in_hand - later, 0) + length
        playhead.made(length * TICK_S, now * TICK_S)
        assert playhead.deadline_s == (now + in_hand) * TICK_S
        assert playhead.underruns == gaps


@given(st.integers(1, 50))
def test_filled_gap_delays_the_rest_as_much_as_a_gap_that_was_waited_out(pieces: int) -> None:
    filled, waited = Playhead(0.0), Playhead(0.0)
    for playhead in (filled, waited):
        playhead.made(64 * TICK_S, now_s=0.0)
    for _ in range(pieces):
        filled.filled(TICK_S)
    for playhead in (filled, waited):
        playhead.made(64 * TICK_S, now_s=(64 + pieces) * TICK_S)
    assert filled.deadline_s == waited.deadline_s
    assert filled.underruns == waited.underruns == 1
    assert (filled.stall_silence_s, waited.stall_silence_s) == (pieces * TICK_S, 0.0)
