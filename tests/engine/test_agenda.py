"""The agenda in a world where everything takes exactly as long as the cost model says: a clock that only work moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.constants import MODEL_FRAME_S
from koe.engine.agenda import (
    FILE_LAG_S,
    HEADROOM,
    LARGEST_FILE_WINDOW,
    LARGEST_SHARED_WINDOW,
    LONGEST_RETRY_S,
    Claim,
    Turn,
    Urgency,
    can_afford_newcomer,
    fits,
    next_turn,
    retry_after_s,
)
from koe.engine.costs import Costs
from koe.engine.pace import Pace, live_sizes
from koe.engine.playhead import Playhead
from koe.model.vocoder import LONG_WINDOWS

START_STEPS = 3
QUEUE_BLOCKS = 4
ENDLESS_S = 60.0
TOLERANCE_S = 0.001
SHARES = (0.1, 0.14, 0.18, 0.22, 0.3, 0.4, 0.45)


@dataclass(frozen=True)
class Request:
    audio_s: float = ENDLESS_S
    arrives_s: float = 0.0
    urgency: Urgency = Urgency.LIVE
    takes_at_once: bool = False  # a reader with a buffer of his own; otherwise each block is taken when it is heard
    stalls_at_s: float = math.inf


@dataclass(eq=False)
class Speech:
    """A request that was admitted."""

    request: Request
    order: int
    pace: Pace
    playhead: Playhead
    frames_left: int
    start_steps_left: int = START_STEPS
    is_at_work: bool = False
    taken_s: list[float] = field(default_factory=list)  # when the reader takes each block
    blocks_s: list[float] = field(default_factory=list)  # how long each block is
    heard_s: float | None = None
    ended_s: float | None = None
    latest_s: float = -math.inf  # by how much the latest of all blocks missed its deadline
    late_until_s: float = 0.0

    @property
    def heard_after_s(self) -> float:
        assert self.heard_s is not None, "nothing was ever heard"
        return self.heard_s - self.request.arrives_s

    def unread(self, now_s: float) -> list[float]:
        recent = zip(self.blocks_s[-2 * QUEUE_BLOCKS :], self.taken_s[-2 * QUEUE_BLOCKS :], strict=True)
        return [block_s for block_s, taken_s in recent if taken_s > now_s]

    def claim(self, now_s: float) -> Claim:
        unread = self.unread(now_s)
        self.playhead.hold(sum(unread), now_s)
        return Claim(
            self.request.urgency,
            self.order,
            self.playhead.has_begun,
            self.playhead.deadline_s - now_s,
            self.frames_left * MODEL_FRAME_S,
            is_runnable=not self.is_at_work and len(unread) < QUEUE_BLOCKS,
        )

    def put(self, frames: int, now_s: float) -> None:
        if self.heard_s is None:
            self.heard_s = now_s
        else:
            late_s = now_s - self.playhead.deadline_s
            self.latest_s = max(self.latest_s, late_s)
            self.late_until_s = now_s if late_s > TOLERANCE_S else self.late_until_s
        heard_s = max(now_s, self.playhead.deadline_s)
        taken_s = now_s if self.request.takes_at_once else heard_s
        self.taken_s.append(math.inf if taken_s >= self.request.stalls_at_s else taken_s)
        self.blocks_s.append(frames * MODEL_FRAME_S)
        self.playhead.made(frames * MODEL_FRAME_S, now_s)
        self.frames_left -= frames
        self.ended_s = None if self.frames_left else now_s


@dataclass(frozen=True)
class Step:
    speech: Speech
    began_s: float
    frames: int
    window_limit: int | None
    claims: Sequence[Claim]


class Lane:
    """`hiccups` are moments, each with the time that the next step takes in addition."""

    def __init__(self, costs: Costs, requests: Sequence[Request], hiccups: dict[float, float] | None = None) -> None:
        self.costs = costs
        self.now_s = 0.0
        self.speeches: list[Speech] = []
        self.steps: list[Step] = []
        self.refused: list[Request] = []
        self._coming = sorted(requests, key=lambda request: request.arrives_s)
        self._hiccups = hiccups or {}
        self._running: list[Speech] = []
        self._turns = 0

    def claims(self, now_s: float) -> list[Claim]:
        return [speech.claim(now_s) for speech in self._running]

    def run(self, until_s: float = math.inf) -> Lane:
        while (self._running or self._coming) and self.now_s < until_s:
            self._admit_until(self.now_s)
            claims = self.claims(self.now_s)
            turn = next_turn(claims, self.costs)
            if turn is None:
                self.now_s = min(until_s, self._next_event_s())
            else:
                self._step(turn, claims)
        return self

    def _admit_until(self, now_s: float) -> None:
        while self._coming and self._coming[0].arrives_s <= now_s:
            request = self._coming.pop(0)
            newcomer = claim_of(request)
            if fits(self.claims(request.arrives_s), newcomer, self.costs):
                self._turns += 1
                sizes = live_sizes(self.costs.frame_s) if request.urgency is Urgency.LIVE else LONG_WINDOWS
                playhead, frames = Playhead(request.arrives_s), round(request.audio_s / MODEL_FRAME_S)
                speech = Speech(request, self._turns, Pace(sizes), playhead, frames)
                self._running.append(speech)
                self.speeches.append(speech)
            else:
                self.refused.append(request)

    def _next_event_s(self) -> float:
        taken_s = (taken_s for speech in self._running for taken_s in speech.taken_s[-2 * QUEUE_BLOCKS :])
        events_s = (*taken_s, *(request.arrives_s for request in self._coming[:1]))
        return min((event_s for event_s in events_s if event_s > self.now_s), default=math.inf)

    def _step(self, turn: Turn, claims: Sequence[Claim]) -> None:
        speech = self._running[turn.number]
        self._turns += 1
        if speech.request.urgency is not Urgency.LIVE:
            speech.order = self._turns
        speech.pace.limit = turn.window_limit
        frames, work_s = self._work(speech)
        work_s += sum(self._hiccups.pop(moment_s) for moment_s in list(self._hiccups) if moment_s <= self.now_s)
        self.steps.append(Step(speech, self.now_s, frames, turn.window_limit, claims))
        speech.is_at_work = True
        self._admit_until(self.now_s + work_s)
        speech.is_at_work = False
        self.now_s += work_s
        if frames:
            speech.put(frames, self.now_s)
        if not speech.frames_left:
            self._running.remove(speech)

    def _work(self, speech: Speech) -> tuple[int, float]:
        """The start is work without audio, and ends with the first window."""
        if speech.start_steps_left > 1:
            speech.start_steps_left -= 1
            return 0, self.costs.start_s / START_STEPS
        frames = min(speech.pace.next_size(), speech.frames_left)
        if speech.start_steps_left == 1:
            speech.start_steps_left = 0
            return frames, self.costs.start_s / START_STEPS
        return frames, self.costs.of_window(frames)


def claim_of(request: Request) -> Claim:
    return Claim(request.urgency, order=0, left_s=request.audio_s)


def most_streams(costs: Costs) -> int:
    return math.floor(HEADROOM / costs.share + 1e-9)


def assert_nobody_ran_dry(lane: Lane) -> None:
    heard = [speech for speech in lane.speeches if speech.request.urgency is Urgency.LIVE]
    assert [(speech.request, speech.latest_s) for speech in heard if speech.latest_s > TOLERANCE_S] == []


def live(slack_s: float, order: int = 0, left_s: float = ENDLESS_S, is_runnable: bool = True) -> Claim:
    return Claim(Urgency.LIVE, order, has_begun=True, slack_s=slack_s, left_s=left_s, is_runnable=is_runnable)


NEWCOMER = Claim(Urgency.LIVE, order=9, left_s=ENDLESS_S)
FILE = Claim(Urgency.FILE, order=5, left_s=ENDLESS_S)
BACKGROUND = Claim(Urgency.BACKGROUND, order=1)
COSTS = Costs(start_s=0.2, share=0.3)


def chosen(*claims: Claim, costs: Costs = COSTS) -> Claim | None:
    turn = next_turn(claims, costs)
    return None if turn is None else claims[turn.number]


# Whose turn it is


def test_the_nearest_deadline_goes_first() -> None:
    assert chosen(live(2.0), live(0.5), live(1.0)) == live(0.5)


def test_of_two_equal_deadlines_the_earlier_stream_goes_first() -> None:
    assert chosen(live(1.0, order=2), live(1.0, order=1)) == live(1.0, order=1)


def test_nothing_runnable_is_no_turn() -> None:
    assert chosen() is None
    assert chosen(live(0.0, is_runnable=False), replace(FILE, is_runnable=False)) is None


def test_what_cannot_run_is_passed_over() -> None:
    assert chosen(live(0.1, is_runnable=False), live(2.0)) == live(2.0)


@pytest.mark.parametrize("slack_s", [0.0, 1.0, FILE_LAG_S - 0.01])
def test_a_file_stands_back_behind_whoever_has_less_than_its_lag_in_hand(slack_s: float) -> None:
    assert chosen(FILE, live(slack_s)) == live(slack_s)


def test_a_file_goes_when_everybody_has_more_than_its_lag_in_hand() -> None:
    assert chosen(FILE, live(FILE_LAG_S + 0.01)) == FILE
    assert chosen(FILE, live(0.1, is_runnable=False)) == FILE


def test_files_take_turns() -> None:
    assert chosen(replace(FILE, order=7), replace(FILE, order=6)) == replace(FILE, order=6)


@pytest.mark.parametrize("other", [live(1000.0), NEWCOMER, FILE])
def test_background_work_stands_back_behind_everybody(other: Claim) -> None:
    assert chosen(BACKGROUND, other) == other
    assert chosen(BACKGROUND, replace(other, is_runnable=False)) == BACKGROUND


def test_a_newcomer_goes_before_those_who_can_afford_it() -> None:
    assert chosen(live(3.0), FILE, NEWCOMER, BACKGROUND) == NEWCOMER


def test_a_newcomer_waits_for_those_who_cannot_afford_it() -> None:
    assert chosen(live(3.0), live(0.3), NEWCOMER) == live(0.3)


def test_while_a_newcomer_waits_neither_files_nor_background_go() -> None:
    # With such a start even more than the lag of a file is not enough in hand.
    slow = Costs(start_s=5.0, share=0.3)
    assert chosen(live(4.0), FILE, BACKGROUND, NEWCOMER, costs=slow) == live(4.0)


def test_newcomers_start_in_the_order_in_which_they_came() -> None:
    assert chosen(replace(NEWCOMER, order=8), replace(NEWCOMER, order=7)) == replace(NEWCOMER, order=7)


def test_a_newcomer_does_not_wait_for_those_to_whom_nothing_can_be_given() -> None:
    assert chosen(live(0.1, is_runnable=False), NEWCOMER) == NEWCOMER


def test_what_is_due_adds_up_over_those_who_are_heard() -> None:
    assert can_afford_newcomer([live(1.0)], NEWCOMER, COSTS)
    assert not can_afford_newcomer([live(1.0), live(1.0)], NEWCOMER, COSTS)
    assert can_afford_newcomer([live(1.0), live(2.0)], NEWCOMER, COSTS)


def test_the_start_that_is_owed_by_who_is_heard_from_memory_is_due_too() -> None:
    assert can_afford_newcomer([live(1.0)], NEWCOMER, COSTS)
    assert not can_afford_newcomer([replace(live(1.0), owes_start=True)], NEWCOMER, COSTS)
    running = [live(0.5, left_s=1.0)]
    costs = Costs(start_s=0.6, share=0.45)
    assert fits(running, replace(NEWCOMER, left_s=1.5), costs)
    assert not fits([replace(one, owes_start=True) for one in running], replace(NEWCOMER, left_s=1.5), costs)


def test_only_listeners_who_are_waiting_for_more_can_forbid_a_start() -> None:
    assert can_afford_newcomer([live(0.0, left_s=0.0), FILE, replace(FILE, has_begun=True)], NEWCOMER, COSTS)
    assert not can_afford_newcomer([live(0.0, left_s=0.02)], NEWCOMER, COSTS)


@pytest.mark.parametrize("share", [0.1, 0.45, 0.7, 0.95, 2.0])
def test_a_machine_too_slow_for_anybody_still_starts_whoever_is_alone(share: float) -> None:
    assert can_afford_newcomer([], NEWCOMER, Costs(share=share))


# How large a window may be


def test_alone_there_is_no_limit() -> None:
    for claim in (live(0.0), NEWCOMER, FILE, BACKGROUND):
        assert next_turn([claim], COSTS) == Turn(0, None)


def test_whoever_shares_the_lane_with_a_listener_is_limited() -> None:
    assert next_turn([live(0.1), live(2.0)], COSTS) == Turn(0, LARGEST_SHARED_WINDOW)
    assert next_turn([live(0.1), NEWCOMER], COSTS) == Turn(0, LARGEST_SHARED_WINDOW)
    assert next_turn([FILE, live(9.0)], COSTS) == Turn(0, LARGEST_FILE_WINDOW)
    assert next_turn([BACKGROUND, live(9.0, is_runnable=False)], COSTS) == Turn(0, LARGEST_FILE_WINDOW)


def test_what_nobody_listens_to_limits_nobody() -> None:
    begun = replace(FILE, has_begun=True)
    assert next_turn([live(0.1), begun], COSTS) == Turn(0, None)
    assert next_turn([FILE, begun, BACKGROUND], COSTS) == Turn(0, None)


def test_shared_windows_do_not_shrink_when_it_gets_tight() -> None:
    """Small ones take more work for the same audio: whoever is behind would fall behind further."""
    assert next_turn([live(0.0), live(0.01)], COSTS) == Turn(0, LARGEST_SHARED_WINDOW)


# Whether one more fits


@pytest.mark.parametrize("share", [0.1, 0.9, 1.5, 5.0])
def test_whoever_is_alone_fits(share: float) -> None:
    costs = Costs(share=share)
    assert fits([], NEWCOMER, costs)
    assert fits([FILE, BACKGROUND], NEWCOMER, costs)
    assert fits([live(0.5, left_s=0.0)], NEWCOMER, costs), "nothing is left to do for the other one"


def test_files_always_fit() -> None:
    assert fits([live(0.1)] * 20, FILE, COSTS)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("others", [live(0.175), live(3.0), NEWCOMER])
def test_as_many_fit_as_the_headroom_holds(share: float, others: Claim) -> None:
    costs = Costs(start_s=0.2, share=share)
    most = most_streams(costs)
    assert fits([others] * (most - 1), NEWCOMER, costs)
    assert not fits([others] * most, NEWCOMER, costs)


def test_a_short_request_fits_where_a_long_one_does_not() -> None:
    costs = Costs(start_s=0.2, share=0.45)
    running = [live(3.0), live(3.0)]
    assert fits(running, replace(NEWCOMER, left_s=2.0), costs)
    assert not fits(running, replace(NEWCOMER, left_s=20.0), costs)


def test_a_long_request_fits_when_the_others_are_nearly_at_their_end() -> None:
    costs = Costs(start_s=0.2, share=0.45)
    assert fits([live(3.0, left_s=1.0), live(3.0, left_s=1.0)], NEWCOMER, costs)


def test_what_nobody_listens_to_takes_no_room() -> None:
    costs = Costs(start_s=0.2, share=0.45)
    assert fits([live(3.0), FILE, FILE, BACKGROUND], NEWCOMER, costs)


def test_an_hour_of_speech_is_answered_with_the_longest_wait() -> None:
    costs = Costs(start_s=0.2, share=0.45)
    assert retry_after_s([live(3.0, left_s=3600.0)] * 2, NEWCOMER, costs) == LONGEST_RETRY_S


# How it goes on


@pytest.mark.parametrize("takes_at_once", [False, True])
@pytest.mark.parametrize("share", SHARES)
def test_one_alone_never_runs_dry_and_is_not_limited(share: float, takes_at_once: bool) -> None:
    costs = Costs(start_s=0.2, share=share)
    lane = Lane(costs, [Request(takes_at_once=takes_at_once)]).run()
    assert_nobody_ran_dry(lane)
    assert {step.window_limit for step in lane.steps} == {None}
    assert lane.speeches[0].heard_after_s == pytest.approx(costs.start_s)


@pytest.mark.parametrize("takes_at_once", [False, True])
@pytest.mark.parametrize("every_s", [0.0, 0.05, 1.0])
@pytest.mark.parametrize("share", SHARES)
def test_as_many_as_fit_never_run_dry_and_one_more_is_refused(
    share: float, every_s: float, takes_at_once: bool
) -> None:
    costs = Costs(start_s=0.2, share=share)
    arrivals_s = [number * every_s for number in range(most_streams(costs))]
    requests = [Request(arrives_s=arrives_s, takes_at_once=takes_at_once) for arrives_s in arrivals_s]
    too_late = Request(arrives_s=arrivals_s[-1] + 0.1)
    lane = Lane(costs, [*requests, too_late]).run()
    assert lane.refused == [too_late]
    assert [speech.request for speech in lane.speeches] == requests
    assert all(speech.ended_s is not None for speech in lane.speeches)
    assert_nobody_ran_dry(lane)


@pytest.mark.parametrize("takes_at_once", [False, True])
@pytest.mark.parametrize("share", SHARES)
def test_whoever_comes_again_when_he_was_told_to_fits(share: float, takes_at_once: bool) -> None:
    costs = Costs(start_s=0.2, share=share)
    lane = Lane(costs, [Request(takes_at_once=takes_at_once)] * most_streams(costs)).run(until_s=10.0)
    newcomer = claim_of(Request())
    assert not fits(lane.claims(lane.now_s), newcomer, costs)
    wait_s = retry_after_s(lane.claims(lane.now_s), newcomer, costs)
    assert isinstance(wait_s, int)
    assert 0 < wait_s < LONGEST_RETRY_S
    lane.run(until_s=lane.now_s + wait_s)
    assert fits(lane.claims(lane.now_s), newcomer, costs)


@pytest.mark.parametrize("takes_at_once", [False, True])
@pytest.mark.parametrize("start_s", [0.05, 0.3])
@pytest.mark.parametrize("share", SHARES)
def test_a_newcomer_among_steady_streams_is_heard_soon(share: float, start_s: float, takes_at_once: bool) -> None:
    """Steady listeners have enough in hand for a start at once: he waits for the step that is under way, and no longer.
    That is a shared window, or with only one other a window of whoever is alone."""
    costs = Costs(start_s, share)
    steady = [Request(audio_s=120.0, takes_at_once=takes_at_once)] * (most_streams(costs) - 1)
    under_way_s = costs.of_window(LARGEST_SHARED_WINDOW if len(steady) > 1 else max(live_sizes(costs.frame_s)))
    for tick in range(10):
        newcomer = Request(arrives_s=30.0 + 0.037 * tick)
        lane = Lane(costs, [*steady, newcomer]).run(until_s=45.0)
        assert lane.speeches[-1].request is newcomer
        assert lane.speeches[-1].heard_after_s <= start_s + under_way_s + TOLERANCE_S
        assert_nobody_ran_dry(lane)


def test_of_those_who_come_together_each_is_heard_before_the_next() -> None:
    costs = Costs(start_s=0.2, share=0.22)
    lane = Lane(costs, [Request()] * 4).run(until_s=10.0)
    heard_s = [speech.heard_after_s for speech in lane.speeches]
    assert heard_s == sorted(heard_s)
    # 0.2, 0.7, 1.4 and 2.5 s: whoever comes later waits until the others have enough in hand.
    assert heard_s[0] == pytest.approx(costs.start_s)
    assert heard_s[-1] < 3.0


@pytest.mark.parametrize("takes_at_once", [False, True])
@pytest.mark.parametrize("share", SHARES)
def test_files_get_on_beside_listeners_and_take_nothing_from_them(share: float, takes_at_once: bool) -> None:
    costs = Costs(start_s=0.2, share=share)
    listeners = [Request(takes_at_once=takes_at_once)] * most_streams(costs)
    files = [Request(20.0, urgency=Urgency.FILE, takes_at_once=True, arrives_s=5.0)] * 2
    lane = Lane(costs, [*listeners, *files]).run()
    assert lane.refused == []
    assert_nobody_ran_dry(lane)
    made_s = dict.fromkeys(lane.speeches, 0.0)
    for step in lane.steps:
        if any(claim.urgency is Urgency.LIVE for claim in step.claims):
            made_s[step.speech] += step.frames * MODEL_FRAME_S
    # What the listeners leave of the lane, shared fairly: a second or two of audio in a minute at least.
    first_s, second_s = (made_s[speech] for speech in lane.speeches if speech.request.urgency is Urgency.FILE)
    assert min(first_s, second_s) > 1.0
    assert abs(first_s - second_s) <= max(LONG_WINDOWS) * MODEL_FRAME_S


def test_background_work_is_done_only_when_nobody_else_can_go_on() -> None:
    costs = Costs(start_s=0.2, share=0.3)
    background = Request(20.0, urgency=Urgency.BACKGROUND, takes_at_once=True)
    others = [Request(20.0), Request(20.0, arrives_s=3.0), Request(5.0, urgency=Urgency.FILE, takes_at_once=True)]
    lane = Lane(costs, [background, *others]).run()
    assert all(speech.ended_s is not None for speech in lane.speeches)
    for step in lane.steps:
        if step.speech.request is background:
            assert [claim.urgency for claim in step.claims if claim.is_runnable] == [Urgency.BACKGROUND]


def test_a_reader_who_stalls_takes_no_turn_and_disturbs_nobody() -> None:
    costs = Costs(start_s=0.2, share=0.22)
    stalled = Request(stalls_at_s=5.0)
    lane = Lane(costs, [stalled, Request(), Request(), Request(arrives_s=20.0)]).run(until_s=50.0)
    last_turn_s = max(step.began_s for step in lane.steps if step.speech.request is stalled)
    # Until his queue was full, which at this load is a matter of some turns.
    assert last_turn_s < 5.0 + QUEUE_BLOCKS * LARGEST_SHARED_WINDOW * MODEL_FRAME_S
    assert len(lane.speeches[0].unread(lane.now_s)) == QUEUE_BLOCKS
    others = [speech for speech in lane.speeches if speech.request is not stalled]
    assert all(speech.latest_s <= TOLERANCE_S for speech in others)
    assert others[-1].heard_after_s < 2 * costs.start_s


@pytest.mark.parametrize("share", SHARES)
def test_everybody_recovers_from_a_hiccup(share: float) -> None:
    costs = Costs(start_s=0.2, share=share)
    lane = Lane(costs, [Request()] * most_streams(costs), hiccups={20.0: 6.0}).run()
    assert all(speech.playhead.underruns > 0 for speech in lane.speeches), "nobody had six seconds in hand"
    assert all(speech.late_until_s < 30.0 for speech in lane.speeches)


# For whatever comes


arrivals_s = st.one_of(st.just(0.0), st.integers(0, 100), st.integers(0, 2000)).map(lambda ticks: ticks / 100)
lengths_s = st.one_of(st.integers(1, 80), st.integers(1, 400), st.integers(400, 2400)).map(
    lambda size: size * MODEL_FRAME_S
)
requests = st.builds(Request, lengths_s, arrivals_s, takes_at_once=st.booleans())


@settings(max_examples=300)
@given(
    share=st.floats(0.1, 0.45),
    start_s=st.floats(0.05, 0.3),
    crowd=st.lists(requests, min_size=1, max_size=14),
)
def test_nobody_who_was_admitted_runs_dry_while_the_cost_model_holds(
    share: float, start_s: float, crowd: list[Request]
) -> None:
    lane = Lane(Costs(start_s, share), crowd).run()
    assert len(lane.speeches) + len(lane.refused) == len(crowd)
    assert all(speech.ended_s is not None for speech in lane.speeches)
    assert_nobody_ran_dry(lane)


@settings(max_examples=100)
@given(
    share=st.floats(0.1, 0.45),
    start_s=st.floats(0.05, 0.3),
    crowd=st.lists(requests, min_size=1, max_size=6),
    files=st.lists(
        st.builds(Request, lengths_s, arrivals_s, st.just(Urgency.FILE), takes_at_once=st.just(True)), max_size=3
    ),
)
def test_files_make_nobody_run_dry(share: float, start_s: float, crowd: list[Request], files: list[Request]) -> None:
    lane = Lane(Costs(start_s, share), [*crowd, *files]).run()
    assert all(speech.ended_s is not None for speech in lane.speeches)
    assert_nobody_ran_dry(lane)
