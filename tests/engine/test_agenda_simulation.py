"""The agenda over time, on a simulated lane: listeners that were admitted do not run dry."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.constants import MODEL_FRAME_S
from koe.engine.agenda import LONGEST_RETRY_S, Urgency, fits, retry_after_s
from koe.engine.costs import Costs
from koe.model.vocoder import LARGEST_WINDOW
from lane_simulation import (
    QUEUE_BLOCKS,
    SHARES,
    TOLERANCE_S,
    Lane,
    Request,
    assert_no_underrun,
    claim_of,
    most_streams,
)


@pytest.mark.parametrize("reads_at_once", [False, True])
@pytest.mark.parametrize("share", SHARES)
def test_lone_stream_never_runs_dry(share: float, reads_at_once: bool) -> None:
    costs = Costs(start_s=0.2, share=share)
    lane = Lane(costs, [Request(reads_at_once=reads_at_once)]).run()
    assert_no_underrun(lane)
    assert lane.speeches[0].heard_after_s == pytest.approx(costs.start_s)


@pytest.mark.parametrize("reads_at_once", [False, True])
@pytest.mark.parametrize("every_s", [0.0, 0.05, 1.0])
@pytest.mark.parametrize("share", SHARES)
def test_as_many_streams_as_fit_never_run_dry_and_one_more_is_refused(
    share: float, every_s: float, reads_at_once: bool
) -> None:
    costs = Costs(start_s=0.2, share=share)
    arrivals_s = [number * every_s for number in range(most_streams(costs))]
    requests = [Request(arrives_s=arrives_s, reads_at_once=reads_at_once) for arrives_s in arrivals_s]
    too_late = Request(arrives_s=arrivals_s[-1] + 0.1)
    lane = Lane(costs, [*requests, too_late]).run()
    assert lane.refused == [too_late]
    assert [speech.request for speech in lane.speeches] == requests
    assert all(speech.ended_s is not None for speech in lane.speeches)
    assert_no_underrun(lane)


@pytest.mark.parametrize("reads_at_once", [False, True])
@pytest.mark.parametrize("share", SHARES)
def test_request_fits_after_the_retry_time_it_was_given(share: float, reads_at_once: bool) -> None:
    costs = Costs(start_s=0.2, share=share)
    lane = Lane(costs, [Request(reads_at_once=reads_at_once)] * most_streams(costs)).run(until_s=10.0)
    newcomer = claim_of(Request())
    assert not fits(lane.claims(lane.now_s), newcomer, costs)
    wait_s = retry_after_s(lane.claims(lane.now_s), newcomer, costs)
    assert isinstance(wait_s, int)
    assert 0 < wait_s < LONGEST_RETRY_S
    lane.run(until_s=lane.now_s + wait_s)
    assert fits(lane.claims(lane.now_s), newcomer, costs)


@pytest.mark.parametrize("reads_at_once", [False, True])
@pytest.mark.parametrize("start_s", [0.05, 0.3])
@pytest.mark.parametrize("share", SHARES)
def test_new_stream_among_steady_ones_is_heard_soon(share: float, start_s: float, reads_at_once: bool) -> None:
    """Steady listeners have enough in hand for a start at once: the new stream waits only for the step that is under
    way."""
    costs = Costs(start_s, share)
    steady = [Request(audio_s=120.0, reads_at_once=reads_at_once)] * (most_streams(costs) - 1)
    under_way_s = costs.of_window(LARGEST_WINDOW)
    for tick in range(10):
        newcomer = Request(arrives_s=30.0 + 0.037 * tick)
        lane = Lane(costs, [*steady, newcomer]).run(until_s=45.0)
        assert lane.speeches[-1].request is newcomer
        assert lane.speeches[-1].heard_after_s <= start_s + under_way_s + TOLERANCE_S
        assert_no_underrun(lane)


def test_streams_that_arrive_together_are_heard_one_after_the_other() -> None:
    costs = Costs(start_s=0.2, share=0.22)
    lane = Lane(costs, [Request()] * 4).run(until_s=10.0)
    heard_s = [speech.heard_after_s for speech in lane.speeches]
    assert heard_s == sorted(heard_s)
    # 0.2, 0.7, 1.4 and 2.5 s: later ones wait until the others have enough in hand.
    assert heard_s[0] == pytest.approx(costs.start_s)
    assert heard_s[-1] < 3.0


@pytest.mark.parametrize("reads_at_once", [False, True])
@pytest.mark.parametrize("share", SHARES)
def test_files_progress_beside_listeners_and_cause_no_underrun(share: float, reads_at_once: bool) -> None:
    costs = Costs(start_s=0.2, share=share)
    listeners = [Request(reads_at_once=reads_at_once)] * most_streams(costs)
    files = [Request(20.0, urgency=Urgency.FILE, reads_at_once=True, arrives_s=5.0)] * 2
    lane = Lane(costs, [*listeners, *files]).run()
    assert lane.refused == []
    assert_no_underrun(lane)
    made_s = dict.fromkeys(lane.speeches, 0.0)
    for step in lane.steps:
        if any(claim.urgency is Urgency.LIVE for claim in step.claims):
            made_s[step.speech] += step.frames * MODEL_FRAME_S
    # The files have what the listeners leave, one after the other.
    first_s, second_s = (made_s[speech] for speech in lane.speeches if speech.request.urgency is Urgency.FILE)
    assert first_s > 2.0
    assert first_s == pytest.approx(20.0) or second_s == 0.0


# Two listeners at 0.4 leave a fifth of the lane, and a long file needs five times as long whatever the order.
@pytest.mark.parametrize(
    ("share", "characters"),
    [(share, characters) for share in (0.2, 0.3, 0.36) for characters in (8, 60, 200)] + [(0.4, 8)],
)
def test_file_beside_two_listeners_takes_at_most_three_times_as_long_as_alone(share: float, characters: int) -> None:
    costs = Costs(start_s=0.2, share=share)
    audio_s = max(1, round(characters * 0.065 / MODEL_FRAME_S)) * MODEL_FRAME_S
    [alone] = Lane(costs, [Request(audio_s, urgency=Urgency.FILE, reads_at_once=True)]).run().speeches
    slowdowns = []
    for tick in range(20):
        file = Request(audio_s, 4.0 + 1.37 * tick, Urgency.FILE, reads_at_once=True)
        lane = Lane(costs, [Request(), Request(arrives_s=1.0), file]).run()
        assert_no_underrun(lane)
        [beside] = [speech for speech in lane.speeches if speech.request is file]
        slowdowns.append(beside.took_s / alone.took_s)
    assert sorted(slowdowns)[-2] <= 3.0


def test_file_is_not_starved_by_listeners_whom_the_machine_cannot_serve() -> None:
    """The machine has become slower than the admission check knew: listeners run dry for good."""
    lane = Lane(Costs(start_s=0.2, share=0.4), [Request(), Request()]).run(until_s=5.0)
    lane.costs = Costs(start_s=0.6, share=1.2)
    file = Request(0.525, 6.0, Urgency.FILE, reads_at_once=True)
    lane.expect(file)
    lane.run(until_s=40.0)
    [speech] = [speech for speech in lane.speeches if speech.request is file]
    assert speech.took_s < 20 * (lane.costs.start_s + lane.costs.of_window(21))


def test_background_work_runs_only_if_no_other_stream_can() -> None:
    costs = Costs(start_s=0.2, share=0.3)
    background = Request(20.0, urgency=Urgency.BACKGROUND, reads_at_once=True)
    others = [Request(20.0), Request(20.0, arrives_s=3.0), Request(5.0, urgency=Urgency.FILE, reads_at_once=True)]
    lane = Lane(costs, [background, *others]).run()
    assert all(speech.ended_s is not None for speech in lane.speeches)
    for step in lane.steps:
        if step.speech.request is background:
            assert [claim.urgency for claim in step.claims if claim.is_runnable] == [Urgency.BACKGROUND]


def test_stalled_reader_gets_no_turn_and_delays_no_other_stream() -> None:
    costs = Costs(start_s=0.2, share=0.22)
    stalled = Request(stalls_at_s=5.0)
    lane = Lane(costs, [stalled, Request(), Request(), Request(arrives_s=20.0)]).run(until_s=50.0)
    last_turn_s = max(step.began_s for step in lane.steps if step.speech.request is stalled)
    # It had turns until its queue was full, which at this load takes a few.
    assert last_turn_s < 5.0 + QUEUE_BLOCKS * LARGEST_WINDOW * MODEL_FRAME_S
    assert len(lane.speeches[0].unread(lane.now_s)) == QUEUE_BLOCKS
    others = [speech for speech in lane.speeches if speech.request is not stalled]
    assert all(speech.latest_s <= TOLERANCE_S for speech in others)
    assert others[-1].heard_after_s < 2 * costs.start_s


@pytest.mark.parametrize("share", SHARES)
def test_all_streams_recover_from_a_hiccup(share: float) -> None:
    costs = Costs(start_s=0.2, share=share)
    lane = Lane(costs, [Request()] * most_streams(costs), hiccups={20.0: 6.0}).run()
    assert all(speech.playhead.underruns > 0 for speech in lane.speeches), "no stream had six seconds in hand"
    assert all(speech.late_until_s < 30.0 for speech in lane.speeches)


# Any requests


arrivals_s = st.one_of(st.just(0.0), st.integers(0, 100), st.integers(0, 2000)).map(lambda ticks: ticks / 100)
lengths_s = st.one_of(st.integers(1, 80), st.integers(1, 400), st.integers(400, 2400)).map(
    lambda size: size * MODEL_FRAME_S
)
requests = st.builds(Request, lengths_s, arrivals_s, reads_at_once=st.booleans())


@settings(max_examples=300)
@given(
    share=st.floats(0.1, 0.45),
    start_s=st.floats(0.05, 0.3),
    listeners=st.lists(requests, min_size=1, max_size=14),
)
def test_admitted_streams_do_not_run_dry_while_the_cost_model_holds(
    share: float, start_s: float, listeners: list[Request]
) -> None:
    lane = Lane(Costs(start_s, share), listeners).run()
    assert len(lane.speeches) + len(lane.refused) == len(listeners)
    assert all(speech.ended_s is not None for speech in lane.speeches)
    assert_no_underrun(lane)


@settings(max_examples=100)
@given(
    share=st.floats(0.1, 0.45),
    start_s=st.floats(0.05, 0.3),
    listeners=st.lists(requests, min_size=1, max_size=6),
    files=st.lists(
        st.builds(Request, lengths_s, arrivals_s, st.just(Urgency.FILE), reads_at_once=st.just(True)), max_size=3
    ),
)
def test_files_make_no_stream_run_dry(
    share: float, start_s: float, listeners: list[Request], files: list[Request]
) -> None:
    lane = Lane(Costs(start_s, share), [*listeners, *files]).run()
    assert all(speech.ended_s is not None for speech in lane.speeches)
    assert_no_underrun(lane)
