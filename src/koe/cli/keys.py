"""Keys that are pressed in a terminal, read one by one without waiting for Enter."""

from __future__ import annotations

import os
import select
import sys
from types import TracebackType
from typing import Any, Literal, Protocol, Self

Command = Literal["pause", "back", "forward", "quit"]
_COMMANDS: dict[bytes, Command] = {
    b" ": "pause",
    b"\x1b[D": "back",
    b"\x1bOD": "back",
    b"\x1b[C": "forward",
    b"\x1bOC": "forward",
    b"q": "quit",
    b"Q": "quit",
}
_LONGEST_KEY_BYTES = 16


class Commands(Protocol):
    def pressed(self, wait_s: float = 0.0) -> Command | None:
        """The next command, if one comes within that time."""


class Keys:
    """In its `with` block the terminal hands over each key at once and shows none. Without a terminal, or where Python
    cannot set one, no key is ever pressed."""

    def __init__(self) -> None:
        self._descriptor = -1
        self._before: list[Any] = []

    @property
    def is_open(self) -> bool:
        return self._descriptor >= 0

    def __enter__(self) -> Self:
        try:
            import termios
            import tty
        except ImportError:  # Windows
            return self
        try:
            descriptor = sys.stdin.fileno()
            self._before = termios.tcgetattr(descriptor)
            tty.setcbreak(descriptor)
            self._descriptor = descriptor
        except (termios.error, OSError, ValueError, AttributeError):  # no terminal
            pass
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.is_open:
            import termios

            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)
            self._descriptor = -1

    def pressed(self, wait_s: float = 0.0) -> Command | None:
        if not self.is_open:
            return None
        ready, _, _ = select.select([self._descriptor], [], [], wait_s)
        return _COMMANDS.get(os.read(self._descriptor, _LONGEST_KEY_BYTES)) if ready else None
