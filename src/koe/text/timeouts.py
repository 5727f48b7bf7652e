"""Calls with a timeout: the libraries that read text may hang and cannot be interrupted."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


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

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[_Call[object] | None] = SimpleQueue()
        Thread(target=self._run, name=name, daemon=True).start()

    def call(self, function: Callable[[], Answer], timeout_s: float) -> Answer:
        """Returns or raises what the function does. Raises `TimedOut`."""
        call = _Call(function)
        self._calls.put(call)  # type: ignore[arg-type]  # the queue holds calls of any answer
        return call.wait(timeout_s)

    def retire(self) -> None:
        """Ends the thread after the call it is in, if that ever ends."""
        self._calls.put(None)

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            call.run()
