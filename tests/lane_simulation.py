"""The simulated lane for tests of the agenda: all requests are given first, and everything that happens is kept."""

from __future__ import annotations

import math
from collections.abc import Sequence

from koe.engine.agenda import HEADROOM, Urgency
from koe.engine.costs import Costs
from koe.simulation import lane as simulated
from koe.simulation.lane import LONG_AUDIO_S, QUEUE_BLOCKS, TOLERANCE_S, Request, Speech, Step, claim_of

__all__ = ["LONG_AUDIO_S", "QUEUE_BLOCKS", "TOLERANCE_S", "Request", "claim_of"]

# Lane time for a second of audio, in seconds: from a fast machine to the slowest that serves two listeners.
SHARES = (0.1, 0.14, 0.18, 0.22, 0.3, 0.4, 0.45)


class Lane(simulated.Lane):
    """`hiccups`: moment -> how much longer the next step takes, in seconds."""

    def __init__(self, costs: Costs, requests: Sequence[Request], hiccups: dict[float, float] | None = None) -> None:
        self.speeches: list[Speech] = []
        self.steps: list[Step] = []
        self.refused: list[Request] = []
        super().__init__(costs, stepped=self.steps.append)
        self._arriving = sorted(requests, key=lambda request: request.arrives_s)
        self._hiccups = hiccups or {}

    def expect(self, request: Request) -> None:
        """One more request, later than all the others."""
        self._arriving.append(request)

    def run(self, until_s: float = math.inf) -> Lane:
        while self._arriving and self._arriving[0].arrives_s <= until_s:
            request = self._arriving.pop(0)
            speech = self.offer(request, max(self.now_s, request.arrives_s))
            if speech is None:
                self.refused.append(request)
            else:
                self.speeches.append(speech)
        while self.now_s < until_s and self.running and not self._is_stuck():
            self.advance(min(until_s, self.now_s + LONG_AUDIO_S))
        return self

    def delay_s(self) -> float:
        return sum(self._hiccups.pop(moment_s) for moment_s in list(self._hiccups) if moment_s <= self.now_s)

    def _is_stuck(self) -> bool:
        return all(speech.request.stalls_at_s < self.now_s for speech in self.running)


def most_streams(costs: Costs) -> int:
    return math.floor(HEADROOM / costs.share + 1e-9)


def assert_no_underrun(lane: Lane) -> None:
    heard = [speech for speech in lane.speeches if speech.request.urgency is Urgency.LIVE]
    assert [(speech.request, speech.latest_s) for speech in heard if speech.latest_s > TOLERANCE_S] == []
