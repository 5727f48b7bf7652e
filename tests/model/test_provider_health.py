"""A provider that fails is out until its back-off has passed; calls that hang are left behind; failures are named."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping

import numpy as np
import pytest

from koe.errors import ProviderFailed
from koe.model.backends import Array
from koe.model.backends.deadline import Deadline
from koe.model.backends.guarded import GuardedSession
from koe.model.backends.health import LONGEST_BACKOFF_S, ProviderHealth
from limits import HANG_S


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_the_back_off_doubles_until_a_request_succeeds() -> None:
    clock = Clock()
    health = ProviderHealth(30, clock)
    outs = []
    for _ in range(3):
        health.failed("coreml", "raised", "RuntimeError")
        outs.append(health.states[0].retry_in_s)
        clock.now_s += 10_000
    assert outs == [30, 60, 120]
    health.worked(["coreml"])
    health.failed("coreml", "hangs", "…")
    assert health.states[0].retry_in_s == 30
    assert dict(health.states[0].failures) == {"raised": 3, "hangs": 1}


def test_the_back_off_has_an_end() -> None:
    clock = Clock()
    health = ProviderHealth(30, clock)
    for _ in range(100):
        health.failed("cuda", "raised", "RuntimeError")
    assert health.states[0].retry_in_s == LONGEST_BACKOFF_S
    assert health.is_out(["cuda"])
    assert not health.is_out(["coreml"])
    clock.now_s = LONGEST_BACKOFF_S
    assert not health.is_out(["cuda"])
    assert health.states[0].use == "in_use"


def test_each_cause_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    health = ProviderHealth(30, Clock())
    with caplog.at_level(logging.WARNING):
        for cause in ("raised", "raised", "hangs"):
            health.failed("cuda", cause, "described")
        for _ in range(2):
            health.left_out("coreml", "trunk", "missing", "not installed")
    assert len(caplog.records) == 3
    states = {state.name: state for state in health.states}
    assert (states["coreml"].use, states["coreml"].stages) == ("missing", ("trunk",))


def test_a_call_gives_what_it_returns_or_raises() -> None:
    deadline = Deadline()
    assert deadline.run(lambda: 7, HANG_S) == 7
    with pytest.raises(ZeroDivisionError):
        deadline.run(lambda: 1 // 0, HANG_S)
    names = {deadline.run(threading.current_thread, HANG_S) for _ in range(3)}
    assert len(names) == 1
    assert names != {threading.current_thread()}


def test_a_call_that_hangs_is_left_behind_and_known_until_it_ends() -> None:
    deadline, gate = Deadline(), threading.Event()
    with pytest.raises(TimeoutError):
        deadline.run(lambda: gate.wait(HANG_S), 0.01)
    assert deadline.is_hanging
    assert deadline.run(lambda: 7, HANG_S) == 7
    call = deadline._hanging[0]
    gate.set()
    assert call.is_over.wait(HANG_S)
    assert not deadline.is_hanging


class Scripted:
    """Returns, raises or hangs, as the test says."""

    metadata: Mapping[str, str] = {"koe.stage": "generator"}
    provider = "a device"

    def __init__(self) -> None:
        self.value: float | Exception = 0.5
        self.gate: threading.Event | None = None
        self.runs = 0

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self.runs += 1
        if self.gate is not None:
            assert self.gate.wait(HANG_S)
        if isinstance(self.value, Exception):
            raise self.value
        return {"waveform": np.full((1, 4), self.value, dtype=np.float32)}


def cause_of(session: GuardedSession) -> str:
    with pytest.raises(ProviderFailed) as failed:
        session.run({})
    assert (failed.value.provider, failed.value.stage) == ("cuda", "generator")
    return failed.value.cause


def test_a_failure_names_its_provider_and_cause() -> None:
    scripted = Scripted()
    session = GuardedSession(scripted, "cuda", "generator", HANG_S)
    assert session.run({})["waveform"][0, 0] == 0.5
    assert (session.provider, session.metadata) == ("a device", Scripted.metadata)
    scripted.value = RuntimeError("words of the library")
    assert cause_of(session) == "raised"
    scripted.value = float("nan")
    assert cause_of(session) == "not_finite"


def test_a_session_that_hangs_is_not_run_again_until_its_call_has_ended() -> None:
    scripted = Scripted()
    session = GuardedSession(scripted, "cuda", "generator", 0.01)
    session._has_run = True
    scripted.gate = threading.Event()
    assert cause_of(session) == "hangs"
    assert cause_of(session) == "hangs"
    assert scripted.runs == 1
    call = session._deadline._hanging[0]
    scripted.gate.set()
    assert call.is_over.wait(HANG_S)
    session._timeout_s = HANG_S
    assert session.run({})["waveform"][0, 0] == 0.5


def test_the_first_run_may_take_longer() -> None:
    """Core ML and TensorRT compile in it."""
    waits: list[float] = []

    class Waits(Deadline):
        def run(self, work, timeout_s):  # type: ignore[no-untyped-def]
            waits.append(timeout_s)
            return work()

    session = GuardedSession(Scripted(), "cuda", "generator", 2.0)
    session._deadline = Waits()
    session.run({})
    session.run({})
    assert waits == [20.0, 2.0]
