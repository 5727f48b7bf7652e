"""Admission follows the speed of the machine: no stream is refused for a load that is gone."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from clocks import ManualClock
from fakes import wait_for
from koe.engine.costs import AT_REST
from koe.engine.scheduler import PROBE_EVERY_S, PROBES, Scheduler
from koe.engine.step import Step
from koe.engine.stream import Stream
from koe.errors import Busy
from koe.types import AudioBlock
from limits import HANG_S

RATE = 24_000
WINDOW_S = 0.8
SHARE = 0.36
CLIP_S = 4.8
AFTER_A_PROBE_IS_DUE_S = PROBE_EVERY_S + 0.01


class Machine:
    """A lane whose steps take as long as `slowness` says, on a clock that they move."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.slowness = 1.0
        self.probes = 0
        self.scheduler = Scheduler(max_streams=8, clock=self.clock)

    def windows(self, audio_s: float) -> Iterator[Step]:
        for _ in range(round(audio_s / WINDOW_S)):
            self.clock.now_s += self.slowness * SHARE * WINDOW_S
            yield Step(AudioBlock(np.full(round(WINDOW_S * RATE), 0.1, dtype=np.float32), RATE), decoded_s=WINDOW_S)

    def probe(self) -> Iterator[Step]:
        self.probes += 1
        yield from self.windows(WINDOW_S)

    def stream(self, audio_s: float = CLIP_S) -> Stream:
        return Stream(self.windows(audio_s), capacity=64, expected_s=audio_s, clock=self.clock)

    def speak(self, audio_s: float = CLIP_S) -> None:
        stream = self.stream(audio_s)
        self.scheduler.admit(stream)
        for _ in stream:
            pass
        wait_for(lambda: self.scheduler.running == 0)

    def pass_time(self, seconds: float) -> None:
        """Time passes, and the lane looks at its clock."""
        self.clock.now_s += seconds
        self.scheduler._notify()

    def wait_for_probe(self) -> None:
        share = self.scheduler.costs.share
        self.pass_time(AFTER_A_PROBE_IS_DUE_S)
        wait_for(lambda: self.scheduler.costs.share != share)

    def refuses_two_at_once(self) -> bool:
        """The first stream does nothing until the second is admitted or refused."""
        gate = threading.Event()

        def gated() -> Iterator[Step]:
            gate.wait(HANG_S)
            yield from self.windows(CLIP_S)

        first = Stream(gated(), capacity=64, expected_s=CLIP_S, clock=self.clock)
        second = self.stream()
        self.scheduler.admit(first)
        try:
            self.scheduler.admit(second)
        except Busy:
            return True
        finally:
            first.cancel()
            second.cancel()
            gate.set()
            wait_for(lambda: self.scheduler.running == 0)
        return False


@pytest.fixture
def machine() -> Iterator[Machine]:
    machine = Machine()
    machine.speak(20.0)
    machine.scheduler.probe_with(machine.probe)
    yield machine
    machine.scheduler.close()


def test_machine_at_rest_is_not_probed(machine: Machine) -> None:
    for _ in range(10):
        machine.pass_time(AFTER_A_PROBE_IS_DUE_S)
    machine.speak()
    assert machine.probes == 0


def test_probe_ends_the_refusals_when_the_load_is_gone(machine: Machine) -> None:
    machine.slowness = 3.0
    machine.speak(20.0)
    assert machine.refuses_two_at_once()
    machine.slowness = 1.0
    for _ in range(3):
        machine.wait_for_probe()
    assert machine.scheduler.costs.share < AT_REST * SHARE
    assert not machine.refuses_two_at_once()
    machine.pass_time(AFTER_A_PROBE_IS_DUE_S)
    machine.speak()
    assert machine.probes == 3


def test_probes_go_on_while_the_load_lasts_and_end_after_a_minute(machine: Machine) -> None:
    machine.slowness = 3.0
    machine.speak(20.0)
    for number in range(1, PROBES + 1):
        machine.pass_time(AFTER_A_PROBE_IS_DUE_S)
        wait_for(lambda: machine.probes == number)  # noqa: B023
        wait_for(lambda: machine.scheduler.costs.share > AT_REST * SHARE)
    machine.pass_time(AFTER_A_PROBE_IS_DUE_S)
    # No stream has come meanwhile: the machine counts as at rest until there is news.
    wait_for(lambda: machine.scheduler.costs.share < AT_REST * SHARE)
    assert machine.probes == PROBES


def test_costs_follow_a_slow_phase_in_both_directions(machine: Machine) -> None:
    assert machine.scheduler.costs.share == pytest.approx(SHARE, rel=0.05)
    machine.slowness = 3.0
    machine.speak(8.0)
    assert machine.scheduler.costs.share == pytest.approx(3 * SHARE, rel=0.2)
    machine.slowness = 1.0
    machine.speak(24.0)
    assert machine.scheduler.costs.share == pytest.approx(SHARE, rel=0.1)
