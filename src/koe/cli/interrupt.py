"""Ctrl-C and SIGTERM while something is made that is worth keeping: the work ends early, not the process."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def _nothing() -> None:
    pass


class Interruption:
    """In its `with` block the first signal calls what `then` was given; a second one raises KeyboardInterrupt.

    Python runs handlers in the main thread, between two instructions: it may hold a lock then, or wait for one without
    end. So a thread waits for the byte that Python writes for every signal at once (`set_wakeup_fd`). A signal that the
    parent process has chosen to ignore, as nohup does, stays ignored.
    """

    def __init__(self) -> None:
        self._stop: Callable[[], None] = _nothing
        self._before: dict[int, Any] = {}
        self._pipe: int | None = None
        self._pipe_before = -1
        self._handled = 0
        self.signal: int | None = None

    def __enter__(self) -> Self:
        if threading.current_thread() is not threading.main_thread():
            return self  # only the main thread may handle signals
        read_end, self._pipe = os.pipe()
        os.set_blocking(self._pipe, False)
        self._pipe_before = signal.set_wakeup_fd(self._pipe, warn_on_full_buffer=False)
        threading.Thread(target=self._watch, args=(read_end,), name="koe-signals", daemon=True).start()
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._pipe is not None:
            signal.set_wakeup_fd(self._pipe_before)
            os.close(self._pipe)  # ends the thread

    def then(self, stop: Callable[[], None]) -> None:
        """Call `stop` after the first signal, from any thread and perhaps twice; at once if it has come already."""
        self._stop = stop
        if self.signal is not None:
            stop()

    @property
    def name(self) -> str:
        return "Ctrl-C" if self.signal == signal.SIGINT else "SIGTERM"

    @property
    def exit_code(self) -> int:
        """As a shell reports a process that a signal ended; 0 without one."""
        return 0 if self.signal is None else 128 + self.signal

    def _watch(self, read_end: int) -> None:
        with open(read_end, "rb", buffering=0) as pipe:
            while number := pipe.read(1):
                if number[0] in _SIGNALS:
                    self._note(number[0])
                    self._stop()

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        self._note(number)
        self._handled += 1
        if self._handled > 1:
            raise KeyboardInterrupt

    def _note(self, number: int) -> None:
        self.signal = self.signal or number
