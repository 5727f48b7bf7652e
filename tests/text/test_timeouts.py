"""A call that hangs times out and does not hang its caller."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from threading import Event

import pytest

from fakes import wait_for
from koe.text import timeouts
from koe.text.timeouts import TimedOut, Worker
from limits import HANG_S

NAME = "test-worker"


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker(NAME)
    yield worker
    worker.retire()


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == NAME]


def failing() -> int:
    raise ValueError("a library's own words")


def test_an_answer_comes_back(worker: Worker) -> None:
    assert worker.call(lambda: 42, HANG_S) == 42
    assert worker.call(lambda: None, HANG_S) is None


def test_every_call_runs_in_the_same_thread_and_not_in_the_callers(worker: Worker) -> None:
    seen = {worker.call(threading.current_thread, HANG_S) for _ in range(3)}
    assert len(seen) == 1
    assert threading.current_thread() not in seen


def test_a_failure_is_raised_to_the_caller_and_the_next_call_works(worker: Worker) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="own words"):
            worker.call(failing, HANG_S)
    assert worker.call(lambda: "fine", HANG_S) == "fine"


def test_even_an_exit_inside_a_call_does_not_end_the_worker(worker: Worker) -> None:
    def leaving() -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        worker.call(leaving, HANG_S)
    assert worker.call(lambda: "fine", HANG_S) == "fine"


def test_a_call_that_hangs_times_out(worker: Worker) -> None:
    released = Event()
    try:
        with pytest.raises(TimedOut):
            worker.call(lambda: released.wait(HANG_S), 0.05)
        assert not released.is_set()
    finally:
        released.set()


def test_a_call_behind_one_that_hangs_times_out_too(worker: Worker) -> None:
    released = Event()
    try:
        for _ in range(2):
            with pytest.raises(TimedOut):
                worker.call(lambda: released.wait(HANG_S), 0.02)
    finally:
        released.set()


def test_a_late_answer_goes_to_no_other_call() -> None:
    worker, released = Worker(NAME), Event()

    def late() -> str:
        released.wait(HANG_S)
        return "late"

    with pytest.raises(TimedOut):
        worker.call(late, 0.02)
    released.set()
    assert worker.call(lambda: "mine", HANG_S) == "mine"
    worker.retire()


def test_a_retired_worker_finishes_its_call_and_ends() -> None:
    before = set(threads())
    worker, released = Worker(NAME), Event()
    with pytest.raises(TimedOut):
        worker.call(lambda: released.wait(HANG_S), 0.02)
    (thread,) = set(threads()) - before
    worker.retire()
    assert thread.is_alive()
    released.set()
    thread.join(HANG_S)
    assert not thread.is_alive()


def test_a_worker_keeps_no_process_alive(worker: Worker) -> None:
    assert worker.call(threading.current_thread, HANG_S).daemon


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The timeouts that a caller has waited for."""
    waits: list[float] = []
    wait = timeouts._Call.wait

    def counted(call: timeouts._Call[object], timeout_s: float) -> object:
        waits.append(timeout_s)
        return wait(call, timeout_s)

    monkeypatch.setattr(timeouts._Call, "wait", counted)
    return waits


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="this system tells no CPU time of threads")
def test_call_that_has_hardly_run_is_waited_for(
    worker: Worker, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine that gives it no time."""
    monkeypatch.setattr(timeouts, "_WAITS", 1000)  # the machine may be as busy as it likes
    assert worker.call(lambda: wait_for(lambda: len(waits) >= 2), 0.1) is None
    assert len(waits) >= 2


def test_call_that_runs_too_long_is_not_waited_for_again(
    worker: Worker, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Event()

    def spin() -> None:
        while not stop.is_set():
            pass

    monkeypatch.setattr(timeouts, "_HAS_RUN", 0.0)  # even if the machine is busy
    with pytest.raises(TimedOut):
        worker.call(spin, 0.1)
    stop.set()
    assert waits == [0.1]
