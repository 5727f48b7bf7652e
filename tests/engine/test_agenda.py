"""The rules of the agenda: whose turn it is, and whether one more stream is admitted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koe.engine.agenda import (
    FILE_LAG_S,
    LONGEST_RETRY_S,
    SHORTEST_FILE_LAG_S,
    STARVED_STEPS,
    Claim,
    Urgency,
    can_afford_newcomer,
    fits,
    next_turn,
    retry_after_s,
)
from koe.engine.costs import Costs
from lane_simulation import LONG_AUDIO_S, SHARES, most_streams


def live(slack_s: float, order: int = 0, left_s: float = LONG_AUDIO_S, is_runnable: bool = True) -> Claim:
    return Claim(Urgency.LIVE, order, has_begun=True, slack_s=slack_s, left_s=left_s, is_runnable=is_runnable)


NEWCOMER = Claim(Urgency.LIVE, order=9, left_s=LONG_AUDIO_S)
FILE = Claim(Urgency.FILE, order=5, left_s=LONG_AUDIO_S)
BACKGROUND = Claim(Urgency.BACKGROUND, order=1)
COSTS = Costs(start_s=0.2, share=0.3)


def chosen(*claims: Claim, costs: Costs = COSTS) -> Claim | None:
    number = next_turn(claims, costs)
    return None if number is None else claims[number]


# Whose turn it is


def test_nearest_deadline_goes_first() -> None:
    assert chosen(live(2.0), live(0.5), live(1.0)) == live(0.5)


def test_earlier_stream_goes_first_of_two_equal_deadlines() -> None:
    assert chosen(live(1.0, order=2), live(1.0, order=1)) == live(1.0, order=1)


def test_no_turn_if_nothing_is_runnable() -> None:
    assert chosen() is None
    assert chosen(live(0.0, is_runnable=False), replace(FILE, is_runnable=False)) is None


def test_stream_that_cannot_run_is_passed_over() -> None:
    assert chosen(live(0.1, is_runnable=False), live(2.0)) == live(2.0)


@pytest.mark.parametrize("slack_s", [0.0, 1.0, FILE_LAG_S - 0.01])
def test_file_waits_for_listeners_with_less_audio_in_hand_than_the_file_lag(slack_s: float) -> None:
    assert chosen(FILE, live(slack_s)) == live(slack_s)


def test_file_goes_if_all_listeners_have_more_audio_in_hand_than_the_file_lag() -> None:
    assert chosen(FILE, live(FILE_LAG_S + 0.01)) == FILE
    assert chosen(FILE, live(0.1, is_runnable=False)) == FILE


def test_file_that_has_waited_needs_less_audio_in_the_hands_of_listeners() -> None:
    short = replace(FILE, left_s=1.0, waited_s=0.3)
    assert chosen(short, live(1.0)) == short
    assert chosen(replace(short, waited_s=0.0), live(1.0)) == live(1.0)
    assert chosen(replace(short, left_s=LONG_AUDIO_S), live(1.0)) == live(1.0)


def test_file_that_has_waited_still_lets_no_listener_run_dry() -> None:
    patient = replace(FILE, left_s=1.0, waited_s=60.0)
    in_hand_s = SHORTEST_FILE_LAG_S + 0.01
    assert chosen(patient, live(SHORTEST_FILE_LAG_S - 0.01)) == live(SHORTEST_FILE_LAG_S - 0.01)
    assert chosen(patient, live(in_hand_s)) == patient
    assert chosen(patient, live(in_hand_s), live(in_hand_s)) == live(in_hand_s)  # two windows are due by then


def test_starved_file_has_one_step_in_ten() -> None:
    begun = replace(FILE, has_begun=True, waited_s=60.0)
    starved_s = STARVED_STEPS * COSTS.of_window(32)
    waiting = replace(begun, since_turn_s=starved_s - 0.01)
    starved = replace(begun, since_turn_s=starved_s)
    dry, near = live(-0.1), live(0.2)
    assert chosen(waiting, dry) == dry
    assert chosen(starved, dry) == starved
    assert chosen(starved, near) == near  # it would run dry by that
    assert chosen(replace(starved, waited_s=3.0), live(0.6)) == replace(starved, waited_s=3.0)
    assert chosen(replace(waiting, waited_s=3.0), live(0.6)) == live(0.6)
    assert chosen(starved, NEWCOMER) == NEWCOMER
    assert chosen(starved, replace(begun, order=8), dry) == dry  # another file has had a turn


def test_shortest_file_goes_first() -> None:
    short, long = replace(FILE, left_s=1.0, order=7), replace(FILE, left_s=9.0, order=6)
    assert chosen(long, short) == short
    assert chosen(replace(long, waited_s=12.0), short) == replace(long, waited_s=12.0)
    assert chosen(replace(FILE, order=7), replace(FILE, order=6)) == replace(FILE, order=6)


@pytest.mark.parametrize("other", [live(1000.0), NEWCOMER, FILE])
def test_background_work_waits_for_all_other_streams(other: Claim) -> None:
    assert chosen(BACKGROUND, other) == other
    assert chosen(BACKGROUND, replace(other, is_runnable=False)) == BACKGROUND


def test_new_stream_goes_first_if_the_others_have_enough_audio_in_hand() -> None:
    assert chosen(live(3.0), FILE, NEWCOMER, BACKGROUND) == NEWCOMER


def test_new_stream_waits_if_another_would_run_dry() -> None:
    assert chosen(live(3.0), live(0.3), NEWCOMER) == live(0.3)


def test_files_and_background_work_wait_while_a_new_stream_waits() -> None:
    # With so slow a start, even more audio than the file lag is not enough in hand.
    slow = Costs(start_s=5.0, share=0.3)
    assert chosen(live(4.0), FILE, BACKGROUND, NEWCOMER, costs=slow) == live(4.0)


def test_new_streams_start_in_the_order_of_their_arrival() -> None:
    assert chosen(replace(NEWCOMER, order=8), replace(NEWCOMER, order=7)) == replace(NEWCOMER, order=7)


def test_new_stream_does_not_wait_for_streams_that_cannot_run() -> None:
    assert chosen(live(0.1, is_runnable=False), NEWCOMER) == NEWCOMER


def test_due_work_adds_up_over_all_listeners() -> None:
    assert can_afford_newcomer([live(1.0)], NEWCOMER, COSTS)
    assert not can_afford_newcomer([live(1.0), live(1.0)], NEWCOMER, COSTS)
    assert can_afford_newcomer([live(1.0), live(2.0)], NEWCOMER, COSTS)


def test_start_behind_a_cached_opening_counts_as_due_work() -> None:
    assert can_afford_newcomer([live(1.0)], NEWCOMER, COSTS)
    assert not can_afford_newcomer([replace(live(1.0), owes_start=True)], NEWCOMER, COSTS)
    running = [live(0.5, left_s=1.0)]
    costs = Costs(start_s=0.6, share=0.45)
    assert fits(running, replace(NEWCOMER, left_s=1.5), costs)
    assert not fits([replace(one, owes_start=True) for one in running], replace(NEWCOMER, left_s=1.5), costs)


def test_only_listeners_with_audio_left_to_make_delay_a_start() -> None:
    assert can_afford_newcomer([live(0.0, left_s=0.0), FILE, replace(FILE, has_begun=True)], NEWCOMER, COSTS)
    assert not can_afford_newcomer([live(0.0, left_s=0.02)], NEWCOMER, COSTS)


@pytest.mark.parametrize("share", [0.1, 0.45, 0.7, 0.95, 2.0])
def test_lone_stream_starts_even_on_a_machine_that_is_too_slow(share: float) -> None:
    assert can_afford_newcomer([], NEWCOMER, Costs(share=share))


# Whether one more stream fits


@pytest.mark.parametrize("share", [0.1, 0.9, 1.5, 5.0])
def test_lone_stream_always_fits(share: float) -> None:
    costs = Costs(share=share)
    assert fits([], NEWCOMER, costs)
    assert fits([FILE, BACKGROUND], NEWCOMER, costs)
    assert fits([live(0.5, left_s=0.0)], NEWCOMER, costs), "the other stream has nothing left to make"


def test_files_always_fit() -> None:
    assert fits([live(0.1)] * 20, FILE, COSTS)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("others", [live(0.175), live(3.0), NEWCOMER])
def test_as_many_streams_fit_as_the_headroom_holds(share: float, others: Claim) -> None:
    costs = Costs(start_s=0.2, share=share)
    most = most_streams(costs)
    assert fits([others] * (most - 1), NEWCOMER, costs)
    assert not fits([others] * most, NEWCOMER, costs)


def test_short_request_fits_where_a_long_one_does_not() -> None:
    costs = Costs(start_s=0.2, share=0.45)
    running = [live(3.0), live(3.0)]
    assert fits(running, replace(NEWCOMER, left_s=2.0), costs)
    assert not fits(running, replace(NEWCOMER, left_s=20.0), costs)


def test_long_request_fits_if_the_others_are_nearly_over() -> None:
    costs = Costs(start_s=0.2, share=0.45)
    assert fits([live(3.0, left_s=1.0), live(3.0, left_s=1.0)], NEWCOMER, costs)


def test_files_and_background_work_take_no_room() -> None:
    costs = Costs(start_s=0.2, share=0.45)
    assert fits([live(3.0), FILE, FILE, BACKGROUND], NEWCOMER, costs)


def test_retry_after_an_hour_of_speech_is_the_longest_wait() -> None:
    costs = Costs(start_s=0.2, share=0.45)
    assert retry_after_s([live(3.0, left_s=3600.0)] * 2, NEWCOMER, costs) == LONGEST_RETRY_S
