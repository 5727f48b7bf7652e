"""Ctrl-C and SIGTERM while something is made that is worth keeping: the work ends early, not the process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interruption:
    """In its `with` block the first signal calls `stop`; a second one raises KeyboardInterrupt.

    `stop` runs in a thread: a handler runs between any two instructions of the main thread, which may hold a lock.
    A signal that the parent process has chosen to ignore, as nohup and `&` do, stays ignored.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._before: dict[int, Any] = {}
        self.signal: int | None = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @property
    def name(self) -> str:
        return "Ctrl-C" if self.signal == signal.SIGINT else "SIGTERM"

    @property
    def exit_code(self) -> int:
        """As a shell reports a process that a signal ended; 0 without one."""
        return 0 if self.signal is None else 128 + self.signal

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if self.signal is not None:
            raise KeyboardInterrupt
        self.signal = number
        threading.Thread(target=self._stop, daemon=True).start()
