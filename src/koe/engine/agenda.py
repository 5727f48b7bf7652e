"""The rules of the lanes: which stream is next, and whether one more stream fits. No threads, no clock.

A stream that is heard has a deadline: the moment its listener runs dry. The nearest deadline goes first. A new stream
goes before all of them as soon as they can afford it: from then on its windows have deadlines too, and at each deadline
the work that is due by then must have had its time. This stays true, because admission refuses streams that do not fit.
Files wait while listeners have little audio in hand, the shortest file first; ageing bounds the wait. Background work
runs when nothing else can.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from koe.constants import MODEL_FRAME_S
from koe.engine.costs import CONTEXT_FRAMES, Costs
from koe.engine.pace import Pace, live_sizes
from koe.model.vocoder import LARGEST_WINDOW

# The share of the lane's time that is promised to streams. The rest is for what the cost model does not know.
HEADROOM = 0.9
# A file takes its turn when every listener has this much audio in hand: at first, and after it has waited for half the
# time that it would take alone. In between it falls in a straight line.
FILE_LAG_S = 3.0
SHORTEST_FILE_LAG_S = 0.5
FILE_WAIT = 0.5
# Files that find no such moment take the share that is not promised to streams, one step in ten: as soon as no listener
# runs dry by it, or if listeners run dry anyway because the machine has become too slow for them.
STARVED_STEPS = HEADROOM / (1 - HEADROOM)
# The shortest file goes first. A second of waiting counts as this many seconds of work less.
AGEING = 0.25
# How far ahead deadlines are checked one by one. Over 8 s the headroom of 10 % is 0.8 s of work: about one window for
# each stream of a full lane. Beyond that the admission check is enough.
HORIZON_S = 8.0
LONGEST_RETRY_S = 60
ROUNDING_S = 1e-9


@dataclass(frozen=True, slots=True)
class Rules:
    """What a degrade mode may change of them (`engine/degrade.py`)."""

    headroom: float = HEADROOM
    file_lag_s: float = FILE_LAG_S
    starved_steps: float = STARVED_STEPS


USUAL = Rules()


class Urgency(IntEnum):
    LIVE = 0  # played while it is made
    FILE = 1  # waited for until its end
    BACKGROUND = 2  # warm-up and the like


@dataclass(frozen=True, slots=True)
class Claim:
    """The state of one stream that decides when it gets its turn."""

    urgency: Urgency
    order: int  # of arrival, or of the last turn where there is no deadline
    has_begun: bool = False
    slack_s: float = 0.0  # audio in hand
    left_s: float = 0.0  # audio still to be made
    is_runnable: bool = True  # its queue has room, and no lane works on it
    owes_start: bool = False  # heard from the opening cache: the work before its next audio is still to be done
    waited_s: float = 0.0  # since it arrived
    since_turn_s: float = 0.0  # since its last turn, or since it arrived


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """Work that must be done by a deadline."""

    deadline_s: float  # from now
    work_s: float


def next_turn(claims: Sequence[Claim], costs: Costs, rules: Rules = USUAL) -> int | None:
    """The number of the claim whose turn it is; None if none can run."""
    runnable = [number for number, claim in enumerate(claims) if claim.is_runnable]
    heard = [number for number in runnable if _is_heard(claims[number])]
    newcomer = _first(claims, filter(lambda number: _is_newcomer(claims[number]), runnable), _arrival)
    if newcomer is not None and (not heard or can_afford_newcomer(claims, claims[newcomer], costs)):
        return newcomer
    file = _first(claims, filter(lambda number: _is_file(claims[number]), runnable), lambda one: _file_rank(one, costs))
    if file is not None and (not heard or _is_turn_of_file(claims, claims[file], costs, rules, newcomer is not None)):
        return file
    return _first(claims, heard, _deadline) if heard else _first(claims, runnable, _arrival)


def _first(claims: Sequence[Claim], numbers: Iterable[int], rank: Callable[[Claim], tuple[float, int]]) -> int | None:
    return min(numbers, key=lambda number: rank(claims[number]), default=None)


def _arrival(claim: Claim) -> tuple[float, int]:
    return 0.0, claim.order


def _deadline(claim: Claim) -> tuple[float, int]:
    return claim.slack_s, claim.order


def _file_rank(claim: Claim, costs: Costs) -> tuple[float, int]:
    return work_left_s(claim, costs) - AGEING * claim.waited_s, claim.order


def work_left_s(claim: Claim, costs: Costs) -> float:
    return costs.share * claim.left_s + (0.0 if claim.has_begun else costs.start_s)


def _is_turn_of_file(claims: Sequence[Claim], file: Claim, costs: Costs, rules: Rules, newcomer_waits: bool) -> bool:
    """Whether a file goes before listeners. While a stream waits to start, listeners gather audio for that instead."""
    in_hand_s = [claim.slack_s for claim in claims if _is_heard(claim) and (claim.left_s or claim.is_runnable)]
    least_s = min(in_hand_s, default=math.inf)
    step_s = costs.of_window(min(LARGEST_WINDOW, _frames(file.left_s))) if file.has_begun else costs.start_s
    is_starved = min(claim.since_turn_s for claim in claims if _is_file(claim)) >= rules.starved_steps * step_s
    if is_starved and least_s < 0:  # listeners run dry whatever is done
        return True
    wait = file.waited_s / (FILE_WAIT * max(work_left_s(file, costs), ROUNDING_S))
    lag_s = 0.0 if is_starved else max(SHORTEST_FILE_LAG_S, rules.file_lag_s * (1 - wait))
    if least_s < lag_s or (newcomer_waits and not is_starved):
        return False
    return _is_in_time([*_due_of_all(claims, costs), Due(step_s, step_s)])


def _is_newcomer(claim: Claim) -> bool:
    return claim.urgency is Urgency.LIVE and not claim.has_begun


def _is_heard(claim: Claim) -> bool:
    return claim.urgency is Urgency.LIVE and claim.has_begun


def _is_file(claim: Claim) -> bool:
    return claim.urgency is Urgency.FILE


def can_afford_newcomer(claims: Iterable[Claim], newcomer: Claim, costs: Costs) -> bool:
    """Whether, if the newcomer starts now, there is time for all work that is due at each deadline that follows."""
    return _is_in_time([*_due_of_newcomer(newcomer, costs), *_due_of_all(claims, costs)])


def _is_in_time(due: Iterable[Due]) -> bool:
    work_s = 0.0
    for one in sorted(due):
        work_s += one.work_s
        if work_s > one.deadline_s + ROUNDING_S:
            return False
    return True


def _due_of_all(claims: Iterable[Claim], costs: Costs) -> Iterator[Due]:
    for claim in filter(_is_heard, claims):
        yield from _due_of_heard(claim, costs)


def _due_of_heard(claim: Claim, costs: Costs) -> Iterator[Due]:
    frames_left, deadline_s = _frames(claim.left_s), claim.slack_s
    if frames_left > 0 and claim.owes_start:
        yield Due(deadline_s, costs.start_s)
    if frames_left > 0:
        # The next window may be shorter than the largest, so that there is one more of them.
        yield Due(deadline_s, costs.frame_s * CONTEXT_FRAMES)
    while frames_left > 0 and deadline_s < HORIZON_S:
        frames = min(LARGEST_WINDOW, frames_left)
        yield Due(deadline_s, costs.of_window(frames))
        frames_left -= frames
        deadline_s += frames * MODEL_FRAME_S


def _due_of_newcomer(claim: Claim, costs: Costs) -> Iterator[Due]:
    """Windows grow at first. A stream too slow even when alone is not delayed: its deadlines move with its work."""
    pace = Pace(live_sizes(costs.frame_s))
    work_s = deadline_s = costs.start_s
    yield Due(deadline_s, work_s)
    frames = pace.next_size()
    frames_left = _frames(claim.left_s) - frames
    while frames_left > 0 and deadline_s < HORIZON_S:
        deadline_s += frames * MODEL_FRAME_S
        frames = min(pace.next_size(), frames_left)
        frames_left -= frames
        work_s += costs.of_window(frames)
        deadline_s = max(deadline_s, work_s)
        yield Due(deadline_s, costs.of_window(frames))


def _frames(audio_s: float) -> int:
    return math.ceil(audio_s / MODEL_FRAME_S - ROUNDING_S)


def fits(claims: Sequence[Claim], newcomer: Claim, costs: Costs, rules: Rules = USUAL) -> bool:
    """Whether one more stream can be served in time: by the end of every stream, the work due until then must fit.
    Between two ends the demand grows linearly, so only the ends are checked. A stream that is alone always fits."""
    live = [claim for claim in claims if claim.urgency is Urgency.LIVE and (claim.left_s > 0 or not claim.has_begun)]
    if newcomer.urgency is not Urgency.LIVE or not live:
        return True
    # Newcomers start one after the other, and cannot run dry before they are heard.
    newcomers = [*(claim for claim in live if not claim.has_begun), newcomer]
    starts = [(number * costs.start_s, claim.left_s) for number, claim in enumerate(newcomers, start=1)]
    owed = [(claim.slack_s, claim.left_s) for claim in live if claim.has_begun and claim.owes_start]
    streams = [*((claim.slack_s, claim.left_s) for claim in live if claim.has_begun), *starts]
    for moment_s in {slack_s + left_s for slack_s, left_s in streams}:
        audio_s = sum(min(max(moment_s - slack_s, 0.0), left_s) for slack_s, left_s in streams)
        starting_s = sum(costs.start_s for started_s, _ in (*starts, *owed) if started_s <= moment_s)
        # Starts may use up the headroom, but no more time than there is.
        if costs.share * audio_s > min(rules.headroom * moment_s, moment_s - starting_s) + ROUNDING_S:
            return False
    return True


def retry_after_s(claims: Sequence[Claim], newcomer: Claim, costs: Costs, rules: Rules = USUAL) -> int:
    """Whole seconds until the newcomer would fit, if all streams go on."""
    for seconds in range(1, LONGEST_RETRY_S):
        later = [
            Claim(claim.urgency, claim.order, claim.has_begun, claim.slack_s, claim.left_s - seconds)
            for claim in claims
            if claim.left_s > seconds
        ]
        if fits(later, newcomer, costs, rules):
            return seconds
    return LONGEST_RETRY_S
