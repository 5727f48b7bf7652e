"""Replicas behind a router, and requests in the order of their arrival -> when each was heard, or that it was refused.

Nothing happens between events: a replica works up to the moment at which a request is offered to it, or at which one of
its streams may have ended. The router prefers the replica with the fewest streams in flight and passes over those that
refuse; what it knows of them may be some seconds old.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

import numpy as np

from koe.engine.agenda import USUAL, Rules
from koe.engine.costs import Costs
from koe.simulation.arrivals import Arrival
from koe.simulation.lane import Lane, Request, Speech

_LEAST_PAUSE_S = 0.05  # between two looks at a replica whose streams may have ended


@dataclass(frozen=True, slots=True)
class Fleet:
    """`stale_s`: how old the router's knowledge may be. `tries`: replicas that are asked before a client gets 429.
    `retries`: how often a client asks again after Retry-After. `jitter`: standard deviation of the logarithm of what a
    step takes. `reads_at_once`: clients have buffers of their own."""

    replicas: int
    costs: Costs
    stale_s: float = 0.0
    tries: int = 4
    retries: int = 0
    jitter: float = 0.1
    reads_at_once: bool = True
    max_streams: int = 32
    rules: Rules = USUAL


@dataclass(slots=True)
class Tally:
    """What was seen. A request that was refused, waited and asked again is refused once for each 429."""

    requests: int = 0
    asked: int = 0
    refused: int = 0
    given_up: int = 0
    underruns: int = 0
    worked_s: float = 0.0
    ttfa_s: list[float] = field(default_factory=list)  # from the first time it was asked for
    retry_after_s: list[int] = field(default_factory=list)
    most_at_once: int = 0


@dataclass(frozen=True, slots=True, order=True)
class _Asked:
    """A request that is due at the router; `first_s` is when it was asked for first."""

    at_s: float
    number: int
    first_s: float
    audio_s: float
    attempt: int = 0


class FleetRun:
    def __init__(self, fleet: Fleet, seed: int = 0) -> None:
        random = Random(seed)  # noqa: S311  a simulation
        self._fleet = fleet
        self._tally = Tally()
        self._first_s: dict[Speech, float] = {}
        self._counts = np.zeros(fleet.replicas)  # streams in flight of each replica
        self._known = self._counts.copy()  # what the router knows of them
        self._known_at_s = -math.inf
        self._looks: list[tuple[float, int]] = []  # when a stream of a replica may have ended
        self._due_s = [math.inf] * fleet.replicas
        sigma = fleet.jitter

        def slower() -> float:
            return random.lognormvariate(-sigma * sigma / 2, sigma)

        def lane(number: int) -> Lane:
            return Lane(
                fleet.costs,
                rules=fleet.rules,
                max_streams=fleet.max_streams,
                ended=lambda speech: self._ended(number, speech),
                slower=slower if sigma else lambda: 1.0,
            )

        self._lanes = [lane(number) for number in range(fleet.replicas)]

    def run(self, arriving: Iterable[Arrival], progress: Callable[[float], None] = lambda _: None) -> Tally:
        """All streams that were admitted are spoken to their end. `progress` is told the time."""
        again: list[_Asked] = []
        for number, arrival in enumerate(arriving):
            self._tally.requests += 1
            while again and again[0].at_s <= arrival.at_s:
                self._ask(heapq.heappop(again), again)
            self._ask(_Asked(arrival.at_s, number, arrival.at_s, arrival.audio_s), again)
            if number % 1000 == 0:
                progress(arrival.at_s)
        while again:
            self._ask(heapq.heappop(again), again)
        for lane in self._lanes:
            while lane.running:
                lane.advance(max(lane.next_end_s, lane.now_s + 1.0))
            self._tally.worked_s += lane.worked_s
        return self._tally

    def _ask(self, asked: _Asked, again: list[_Asked]) -> None:
        fleet, tally = self._fleet, self._tally
        self._look(asked.at_s)
        tally.asked += 1
        request = Request(asked.audio_s, asked.at_s, reads_at_once=fleet.reads_at_once)
        order = self._order(asked.at_s)
        for number in order:
            speech = self._lanes[number].offer(request)
            if speech is not None:
                self._first_s[speech] = asked.first_s
                self._counts[number] += 1
                self._known[number] += 0 if self._known is self._counts else 1
                tally.most_at_once = max(tally.most_at_once, len(self._first_s))
                self._expect_end(number)
                return
        tally.refused += 1
        retry_s = self._lanes[order[0]].retry_after_s(request, asked.at_s)
        tally.retry_after_s.append(retry_s)
        if asked.attempt < fleet.retries:
            later_s = asked.at_s + retry_s
            heapq.heappush(again, _Asked(later_s, asked.number, asked.first_s, asked.audio_s, asked.attempt + 1))
        else:
            tally.given_up += 1

    def _order(self, now_s: float) -> list[int]:
        """The replicas that are asked: those with the fewest streams, as far as the router knows."""
        if self._fleet.stale_s <= 0:
            self._known = self._counts
        elif now_s - self._known_at_s >= self._fleet.stale_s:
            self._known, self._known_at_s = self._counts.copy(), now_s
        first = int(self._known.argmin())
        tries = min(self._fleet.tries, len(self._lanes))
        if tries == 1 or self._known[first] == 0:  # one that is idle refuses nothing, if it still is
            return [first, *([] if tries == 1 or self._fleet.stale_s <= 0 else self._others(first, tries))]
        return [first, *self._others(first, tries)]

    def _others(self, first: int, tries: int) -> list[int]:
        nearest = np.argpartition(self._known, tries - 1)[:tries]
        ranked = sorted((int(one) for one in nearest if one != first), key=lambda one: self._known[one])
        return ranked[: tries - 1]

    def _look(self, now_s: float) -> None:
        """Let replicas work whose streams may have ended by now."""
        while self._looks and self._looks[0][0] <= now_s:
            due_s, number = heapq.heappop(self._looks)
            if due_s != self._due_s[number]:  # it was looked at since
                continue
            self._due_s[number] = math.inf
            self._lanes[number].advance(due_s)
            self._expect_end(number)

    def _expect_end(self, number: int) -> None:
        lane = self._lanes[number]
        if not lane.running:
            self._due_s[number] = math.inf
            return
        due_s = max(lane.next_end_s, lane.now_s + _LEAST_PAUSE_S)
        if due_s < self._due_s[number] or self._due_s[number] < lane.now_s:
            self._due_s[number] = due_s
            heapq.heappush(self._looks, (due_s, number))

    def _ended(self, number: int, speech: Speech) -> None:
        self._counts[number] -= 1
        first_s = self._first_s.pop(speech)
        heard_s = first_s if speech.heard_s is None else speech.heard_s
        self._tally.ttfa_s.append(heard_s - first_s)
        self._tally.underruns += speech.playhead.underruns > 0
