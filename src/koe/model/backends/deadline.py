"""Calls with a timeout: each runs in a thread of its own kind, which is left behind if the call hangs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class _Call(Generic[Result]):
    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self.is_over = Event()
        self.is_abandoned = False
        self._result: Result | None = None
        self._problem: BaseException | None = None

    def run(self) -> None:
        try:
            self._result = self._work()
        except BaseException as problem:  # noqa: BLE001  raised in the thread that waits
            self._problem = problem
        self.is_over.set()

    @property
    def result(self) -> Result:
        if self._problem is not None:
            raise self._problem
        return self._result  # type: ignore[return-value]  # set by `run`, and may be None itself


class _Worker:
    """Daemon threads: those of an executor are waited for at the exit of the process."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[_Call[Any]] = SimpleQueue()
        Thread(target=self._work, name="koe-provider", daemon=True).start()

    def start(self, call: _Call[Any]) -> None:
        self._calls.put(call)

    def _work(self) -> None:
        while True:
            call = self._calls.get()
            call.run()
            if call.is_abandoned:
                return
            del call  # holds the inputs and outputs of a stage


class Deadline:
    """Threads are used again, one for each call at the same moment."""

    def __init__(self) -> None:
        self._idle: deque[_Worker] = deque()
        self._hanging: list[_Call[Any]] = []

    @property
    def is_hanging(self) -> bool:
        """A call that took too long has not ended yet."""
        self._hanging = [call for call in self._hanging if not call.is_over.is_set()]
        return bool(self._hanging)

    def run(self, work: Callable[[], Result], timeout_s: float) -> Result:
        """What `work` returns or raises. Raises `TimeoutError` after `timeout_s`; the call goes on behind."""
        try:
            worker = self._idle.pop()
        except IndexError:
            worker = _Worker()
        call = _Call(work)
        worker.start(call)
        if not call.is_over.wait(timeout_s):
            call.is_abandoned = True
            self._hanging.append(call)
            raise TimeoutError
        self._idle.append(worker)
        return call.result
