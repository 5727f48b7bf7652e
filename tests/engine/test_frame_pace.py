"""The pace of frames: the first at once, a lead, then as they are played."""

from __future__ import annotations

from itertools import pairwise

import pytest

from koe.engine.frame_pace import FramePace

FRAME_S = 0.05


def sent_at(pace: FramePace, made_s: list[float], begin: int = 0) -> list[float]:
    """When each frame leaves that is made at these moments."""
    moments, now_s = [], 0.0
    for number, ready_s in enumerate(made_s, begin):
        due_s = pace.due_s(number * FRAME_S)
        now_s = max(now_s, ready_s, ready_s if due_s is None else due_s)
        pace.sent(number * FRAME_S, now_s)
        moments.append(now_s)
    return moments


def test_the_first_frames_leave_at_once_and_the_others_as_they_are_played() -> None:
    moments = sent_at(FramePace(0.2), [1.0] * 20)
    assert moments[:5] == [1.0] * 5  # four frames ahead of the one that is played
    gaps = [later - sooner for sooner, later in pairwise(moments[4:])]
    assert gaps == pytest.approx([FRAME_S] * 15)


def test_frames_of_the_lead_are_not_paced_however_early_they_were_made() -> None:
    pace = FramePace(0.2)
    pace.sent(0.0, 100.0)
    assert [pace.due_s(number * FRAME_S) for number in range(5)] == [None] * 5
    assert pace.due_s(5 * FRAME_S) == pytest.approx(100.05)


def test_without_a_lead_every_frame_leaves_when_it_is_made() -> None:
    made_s = [0.0, 0.0, 0.3, 0.3]
    assert sent_at(FramePace(0.0), made_s) == made_s


def test_late_frames_leave_at_once_until_the_lead_is_there_again() -> None:
    made_s = [0.0] * 10 + [0.45] * 10  # the tenth frame is played at 0.5: late, but the listener has not run dry
    moments = sent_at(FramePace(0.2), made_s)
    assert moments[10:14] == [0.45] * 4
    assert moments[14] == pytest.approx(14 * FRAME_S - 0.2)


def test_a_listener_that_ran_dry_plays_on_from_the_late_frame() -> None:
    moments = sent_at(FramePace(0.2), [0.0] * 4 + [3.0] * 10)
    assert moments[4:9] == [3.0] * 5
    assert moments[9] == pytest.approx(3.0 + FRAME_S)


def test_nothing_is_played_during_a_pause() -> None:
    pace = FramePace(0.2)
    pace.sent(0.0, 0.0)
    before_s = pace.due_s(1.0)
    pace.pause(0.1)
    pace.pause(2.0)  # the first one counts
    pace.resume(5.1)
    after_s = pace.due_s(1.0)
    assert before_s is not None
    assert after_s == pytest.approx(before_s + 5.0)


def test_a_hurried_stream_waits_no_more() -> None:
    pace = FramePace(0.2)
    pace.sent(0.0, 0.0)
    assert pace.due_s(10.0) is not None
    pace.hurry()
    assert pace.due_s(10.0) is None
