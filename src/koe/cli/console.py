"""What people see: progress on standard error, so that standard output stays for results."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def fail(message: str, exit_code: int) -> NoReturn:
    one_line = " ".join(message.split()) if exit_code == 2 else message
    err.print(f"koe: {one_line}", markup=False, soft_wrap=True)
    sys.exit(exit_code)


@contextmanager
def working(label: str) -> Iterator[None]:
    """A spinner with the time elapsed, for work whose length is not known. Only where somebody looks: in a file it
    would be a line that is no log record."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=err, disable=not err.is_terminal) as progress:
        progress.add_task(label, total=None)
        yield


@contextmanager
def counting(label: str, total: float) -> Iterator[Progress]:
    """A bar for work that is counted: `progress.advance(progress.task_ids[0], …)`."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err) as progress:
        progress.add_task(label, total=total)
        yield progress


class PullBar:
    """Shows a pull: name, bar, size, speed, time left."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(),
            console=err,
        )
        self._task: TaskID | None = None

    def begin(self, label: str, total_bytes: int) -> None:
        self._progress.start()
        self._task = self._progress.add_task(label, total=total_bytes)

    def advance_to(self, done_bytes: int) -> None:
        if self._task is not None:
            self._progress.update(self._task, completed=done_bytes)

    def note(self, message: str) -> None:
        self._progress.console.print(message, markup=False)

    def end(self) -> None:
        self._progress.stop()
        self._task = None
