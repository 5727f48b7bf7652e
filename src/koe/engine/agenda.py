"""Whose turn it is, how much he may do, and whether one more fits: arithmetic, without threads and without a clock.

A stream that is heard has a deadline: the moment at which its listener runs dry. The nearest one goes first. A new
stream goes before all of them, as soon as they can afford it: each must have enough in hand for the newcomer's start
and for one more window of everybody. Streams that nobody listens to yet (files) stand back behind everyone who has less
than FILE_LAG_S in hand; background work runs when nothing else can.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from koe.engine.costs import Costs

# What may be promised of the lane's time. The rest is for what a cost model does not know.
HEADROOM = 0.9
FILE_LAG_S = 3.0
SMALLEST_WINDOW = 8
# While others are there: 0.25 s of work, so that nobody waits for longer than a start takes.
LARGEST_SHARED_WINDOW = 32
# While somebody waits for his first word.
LARGEST_WINDOW_BEFORE_NEWCOMER = 16
LONGEST_RETRY_S = 60


class Urgency(IntEnum):
    LIVE = 0  # somebody listens
    FILE = 1  # somebody waits for the end
    BACKGROUND = 2  # nobody waits


@dataclass(frozen=True, slots=True)
class Claim:
    """What one stream asks of the lane."""

    urgency: Urgency
    order: int  # of arrival, or of the last turn where there is no deadline
    has_begun: bool = False
    slack_s: float = 0.0  # audio in hand
    left_s: float = 0.0  # audio still to be made
    is_runnable: bool = True  # there is room for what it makes, and no lane is at it


@dataclass(frozen=True, slots=True)
class Turn:
    number: int  # in the list of claims
    window_limit: int | None  # frames; None while nobody else is there


def next_turn(claims: Sequence[Claim], costs: Costs) -> Turn | None:
    runnable = [number for number, claim in enumerate(claims) if claim.is_runnable]
    if not runnable:
        return None
    newcomers = [number for number in runnable if _is_newcomer(claims[number])]
    if newcomers and can_afford_newcomer(claims, costs):
        chosen = min(newcomers, key=lambda number: claims[number].order)
    else:
        others = [number for number in runnable if number not in newcomers] or newcomers
        chosen = min(others, key=lambda number: _precedence(claims[number]))
    return Turn(chosen, _window_limit(chosen, claims, costs))


def _is_newcomer(claim: Claim) -> bool:
    return claim.urgency is Urgency.LIVE and not claim.has_begun


def _precedence(claim: Claim) -> tuple[float, int]:
    match claim.urgency:
        case Urgency.LIVE:
            return claim.slack_s, claim.order
        case Urgency.FILE:
            return FILE_LAG_S, claim.order
        case Urgency.BACKGROUND:
            return math.inf, claim.order


def can_afford_newcomer(claims: Iterable[Claim], costs: Costs) -> bool:
    """Everybody who is heard, and still has something to say, outlasts a start and one shared window of each."""
    listening = [claim for claim in claims if claim.urgency is Urgency.LIVE and claim.has_begun and claim.left_s > 0]
    needed_s = costs.start_s + (len(listening) + 1) * costs.of_window(LARGEST_WINDOW_BEFORE_NEWCOMER)
    return all(claim.slack_s >= needed_s for claim in listening)


def _window_limit(chosen: int, claims: Sequence[Claim], costs: Costs) -> int | None:
    """The largest window that lets nobody run dry: neither those who wait for it, nor the one it is for."""
    others = [claim for number, claim in enumerate(claims) if number != chosen]
    if not any(other.urgency <= claims[chosen].urgency or other.has_begun for other in others):
        return None
    limit = LARGEST_SHARED_WINDOW
    if any(_is_newcomer(other) for other in others) or claims[chosen].urgency is not Urgency.LIVE:
        limit = LARGEST_WINDOW_BEFORE_NEWCOMER
    waiting = [other.slack_s - costs.of_window(SMALLEST_WINDOW) for other in others if _can_run_dry(other)]
    if _can_run_dry(claims[chosen]):
        waiting.append(claims[chosen].slack_s)
    return max(SMALLEST_WINDOW, min([limit, *(costs.frames_within(slack_s) for slack_s in waiting)]))


def _can_run_dry(claim: Claim) -> bool:
    return claim.urgency is Urgency.LIVE and claim.has_begun and claim.left_s > 0


def fits(claims: Sequence[Claim], newcomer: Claim, costs: Costs) -> bool:
    """Until the end of every speech the work that is due by then must fit into the time. Between two ends the demand
    grows steadily, so that it is enough to look there. Whoever is alone disturbs nobody and always fits."""
    live = [claim for claim in claims if claim.urgency is Urgency.LIVE and (claim.left_s > 0 or not claim.has_begun)]
    if newcomer.urgency is not Urgency.LIVE or not live:
        return True
    # Newcomers start one after the other, and run dry of nothing before they are heard.
    newcomers = [*(claim for claim in live if not claim.has_begun), newcomer]
    starts = [(number * costs.start_s, claim.left_s) for number, claim in enumerate(newcomers, start=1)]
    speeches = [*((claim.slack_s, claim.left_s) for claim in live if claim.has_begun), *starts]
    for moment_s in {slack_s + left_s for slack_s, left_s in speeches}:
        audio_s = sum(min(max(moment_s - slack_s, 0.0), left_s) for slack_s, left_s in speeches)
        starting_s = sum(costs.start_s for started_s, _ in starts if started_s <= moment_s)
        if costs.share * audio_s > HEADROOM * (moment_s - starting_s):
            return False
    return True


def retry_after_s(claims: Sequence[Claim], newcomer: Claim, costs: Costs) -> int:
    """Whole seconds until the newcomer would fit, if everybody speaks on."""
    for seconds in range(1, LONGEST_RETRY_S):
        later = [
            Claim(claim.urgency, claim.order, claim.has_begun, claim.slack_s, claim.left_s - seconds)
            for claim in claims
            if claim.left_s > seconds
        ]
        if fits(later, newcomer, costs):
            return seconds
    return LONGEST_RETRY_S
