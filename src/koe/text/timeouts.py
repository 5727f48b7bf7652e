"""Calls with a timeout: the libraries that read text may hang and cannot be interrupted.

A call that waits for a busy machine does not hang. Where the system tells how much CPU time a thread has had, a call
that has hardly run gets its timeout again, so that a sentence is read by the same reader whatever the load.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Generic, TypeVar

Answer = TypeVar("Answer")

# A call that has had this share of its timeout as CPU time has run, and hangs.
_HAS_RUN = 0.5
# How often a call that has hardly run is waited for: one that is blocked uses no CPU time either.
_WAITS = 4


class TimedOut(Exception):
    """The call still runs, in a thread that is not waited for any more."""


class _Call(Generic[Answer]):
    def __init__(self, function: Callable[[], Answer]) -> None:
        self._function = function
        self._done = Event()
        self._answer: list[Answer] = []
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            self._answer.append(self._function())
        except BaseException as error:  # noqa: BLE001  raised again where the answer is awaited
            self._error = error
        self._done.set()

    def wait(self, timeout_s: float) -> Answer:
        if not self._done.wait(timeout_s):
            raise TimedOut
        if self._error is not None:
            raise self._error
        return self._answer[0]


class Worker:
    """Runs one call at a time, in a thread of its own (50 µs more than a plain call). Not usable after a timeout."""

    def __init__(self, name: str, others_cpu_s: Callable[[], float | None] = lambda: 0.0) -> None:
        self._others_cpu_s = others_cpu_s
        self._calls: SimpleQueue[_Call[object] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def call(self, function: Callable[[], Answer], timeout_s: float) -> Answer:
        """Returns or raises what the function does. Raises `TimedOut`."""
        call = _Call(function)
        began_s = self._cpu_s()
        self._calls.put(call)  # type: ignore[arg-type]  # the queue holds calls of any answer
        for _ in range(_WAITS):
            try:
                return call.wait(timeout_s)
            except TimedOut:
                now_s = self._cpu_s()
                if began_s is None or now_s is None or now_s - began_s >= _HAS_RUN * timeout_s:
                    raise
        raise TimedOut

    def _cpu_s(self) -> float | None:
        """CPU time of the thread and what works for it; None where the system does not tell (macOS, Windows)."""
        clock_of = getattr(time, "pthread_getcpuclockid", None)
        if clock_of is None or self._thread.ident is None or not self._thread.is_alive():
            return None
        others_s = self._others_cpu_s()
        return None if others_s is None else time.clock_gettime(clock_of(self._thread.ident)) + others_s

    def retire(self) -> None:
        """Ends the thread after the call it is in, if that ever ends."""
        self._calls.put(None)

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            call.run()
