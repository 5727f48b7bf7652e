"""Calls that may hang -> an answer, or `Stalled` in time: the libraries that read text cannot be interrupted."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Stalled(Exception):
    """The call still runs, in a thread that nobody waits for any more."""


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
            raise Stalled
        if self._error is not None:
            raise self._error
        return self._answer[0]


class Worker:
    """One call at a time, in a thread of its own (50 µs more than a plain call). Use it no more once it has stalled."""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[_Call[object] | None] = SimpleQueue()
        Thread(target=self._run, name=name, daemon=True).start()

    def call(self, function: Callable[[], Answer], timeout_s: float) -> Answer:
        call = _Call(function)
        self._calls.put(call)  # type: ignore[arg-type]  # what is answered is the caller's affair
        return call.wait(timeout_s)

    def retire(self) -> None:
        """The thread ends after the call it is in, if that ever ends."""
        self._calls.put(None)

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            call.run()
