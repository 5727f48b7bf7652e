"""The simulated lane beside the real scheduler, whose clock is moved by the work of its lane alone."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import numpy as np
import pytest

from koe.constants import MODEL_FRAME_S
from koe.engine.agenda import Urgency
from koe.engine.costs import CostModel, Costs
from koe.engine.pace import Pace, live_sizes
from koe.engine.scheduler import Scheduler
from koe.engine.step import Step
from koe.engine.stream import Stream
from koe.errors import Busy
from koe.simulation.arrivals import Arrival, Habits, Texts, arrivals
from koe.simulation.fleet import Fleet, FleetRun
from koe.simulation.lane import START_STEPS
from koe.types import AudioBlock
from limits import HANG_S

RATE_HZ = 24_000
CAPACITY = 256


class FixedCosts(CostModel):
    """What the scheduler would have learned from steps that always take the same."""

    def __init__(self, costs: Costs) -> None:
        super().__init__(costs)
        self._always = costs

    @property
    def now(self) -> Costs:
        return self._always


class Crowd:
    """The requests of a crowd, each made when the clock of the scheduler reaches its time. Blocks are read at once."""

    def __init__(self, costs: Costs, coming: list[Arrival]) -> None:
        self.now_s = 0.0
        self.ttfa_s: list[float] = []
        self.retry_after_s: list[int] = []
        self._costs = costs
        self._coming = coming
        self._streams: list[tuple[Stream, Arrival]] = []
        self._scheduler = Scheduler(32, costs=FixedCosts(costs), clock=lambda: self.now_s, step_timeout_s=1e9)
        self._idle = Event()

    def run(self) -> None:
        """Everything happens in the lane's thread, but for arrivals at an idle scheduler."""
        while self._coming:
            self._idle.clear()
            self._pass_until(self._coming[0].at_s)
            while self._scheduler.running:
                self._idle.wait(0.001)
        self._read()
        self._scheduler.close(HANG_S)

    def _pass_until(self, until_s: float) -> None:
        """The clock moves on; who arrives until then, arrives."""
        while self._coming and self._coming[0].at_s <= until_s:
            arrival = self._coming.pop(0)
            self.now_s = max(self.now_s, arrival.at_s)
            self._read()
            stream = Stream(
                self._steps(arrival),
                CAPACITY,
                urgency=Urgency.LIVE,
                expected_s=_frames(arrival) * MODEL_FRAME_S,
                clock=lambda: self.now_s,
            )
            try:
                self._scheduler.admit(stream)
                self._streams.append((stream, arrival))
            except Busy as refusal:
                self.retry_after_s.append(refusal.retry_after_s)
        self.now_s = max(self.now_s, until_s)

    def _steps(self, arrival: Arrival) -> Iterator[Step]:
        frames_left, pace = _frames(arrival), Pace(live_sizes(self._costs.frame_s))
        for number in range(START_STEPS):
            self._work(self._costs.start_s / START_STEPS)
            if number < START_STEPS - 1:
                yield Step()
        size = min(pace.next_size(), frames_left)
        self.ttfa_s.append(self.now_s - arrival.at_s)
        while True:
            frames_left -= size
            block = AudioBlock(np.zeros(round(size * MODEL_FRAME_S * RATE_HZ), dtype=np.float32), RATE_HZ)
            yield Step(block, is_last=not frames_left)
            if not frames_left:
                return
            size = min(pace.next_size(), frames_left)
            self._work(self._costs.of_window(size))

    def _work(self, work_s: float) -> None:
        self._read()
        self._pass_until(self.now_s + work_s)

    def _read(self) -> None:
        for stream, _ in self._streams:
            while stream._items:
                stream._items.popleft()
            stream.unread_since_s = None


def _frames(arrival: Arrival) -> int:
    return max(1, round(arrival.audio_s / MODEL_FRAME_S))


@pytest.mark.parametrize(
    ("costs", "listeners"), [(Costs(0.15, 0.1), 60), (Costs(0.3, 0.3), 16), (Costs(0.15, 0.1), 20)]
)
def test_a_lane_refuses_and_starts_as_the_scheduler_does(costs: Costs, listeners: int) -> None:
    habits = Habits(listeners, every_s=60.0, duration_s=240.0, texts=Texts(150, 0.6, 1000))
    coming = list(arrivals(habits, seed=5))
    tally = FleetRun(Fleet(1, costs, jitter=0.0, tries=1)).run(coming)
    crowd = Crowd(costs, list(coming))
    crowd.run()
    refused = len(crowd.retry_after_s)
    assert len(crowd.ttfa_s) + refused == len(coming)
    assert abs(refused - tally.refused) <= 0.02 * len(coming)
    if listeners != 20:  # the load is more than it carries: the comparison is about something
        assert refused > 0.05 * len(coming)
    for percent in (50, 95):
        simulated, real = (float(np.percentile(one, percent)) for one in (tally.ttfa_s, crowd.ttfa_s))
        assert simulated == pytest.approx(real, rel=0.1)
    if refused:
        assert np.median(tally.retry_after_s) == pytest.approx(np.median(crowd.retry_after_s), abs=1)
