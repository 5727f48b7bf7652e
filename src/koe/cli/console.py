"""Console output: results on standard output; errors and progress on standard error.

Bars are shown on an interactive terminal only. In a log, a pipe or on a dumb terminal a bar would be printed again and
again: there each download and each counted phase is one line, `kokoro-fp32: 325 MB … done`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, NoReturn, Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.table import Column

from koe.types import SpeechWarning

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

# With these widths name, bar, size, speed and time left fit into 80 columns.
_LABEL_WIDTH = 24
_BAR_WIDTH = 16
_SHORT_BAR_WIDTH = 6


def fail(message: str, exit_code: int) -> NoReturn:
    one_line = " ".join(message.split()) if exit_code == 2 else message
    err.print(f"koe: {one_line}", markup=False, soft_wrap=True)
    sys.exit(exit_code)


def show_warnings(warnings: Iterable[SpeechWarning]) -> None:
    for warning in warnings:
        err.print(f"koe: warning: {warning}", markup=False, soft_wrap=True)


@contextmanager
def working(label: str, width: int = _LABEL_WIDTH) -> Iterator[None]:
    """A spinner with the time elapsed, for work of unknown length. Prints nothing in a log: it is not a log record."""
    columns = (SpinnerColumn(), _label(width), TimeElapsedColumn())
    with Progress(*columns, console=err, disable=not err.is_interactive) as progress:
        progress.add_task(label, total=None)
        yield


@contextmanager
def counting(label: str, total: float, console: Console | None = None) -> Iterator[Progress]:
    """A progress bar for counted work: `progress.advance(progress.task_ids[0], …)`."""
    console = console or err
    line = _OneLine(console)
    progress = Progress(_label(40), _bar(), *_fixed(TimeElapsedColumn, TimeRemainingColumn), **_shown_on(console))
    with progress:
        progress.add_task(label, total=total)
        line.begin(label)
        try:
            yield progress
        except BaseException:
            line.end("stopped")
            raise
        line.end("done")


class PullBar:
    """Progress of a download: name, bar, size, speed, time left."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or err
        self._line = _OneLine(self._console)
        self._progress: Progress | None = None

    def begin(self, label: str, total_bytes: int) -> None:
        # A new one for each download: a used one would show its finished bars again.
        columns = _fixed(DownloadColumn, TransferSpeedColumn, TimeRemainingColumn)
        self._progress = Progress(_label(), _bar(), *columns, **_shown_on(self._console))
        self._progress.start()
        self._progress.add_task(label, total=total_bytes)
        self._line.begin(f"{label}: {total_bytes / 1e6:.0f} MB")

    def advance_to(self, done_bytes: int) -> None:
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], completed=done_bytes)

    def note(self, message: str) -> None:
        self._line.end("stopped")
        self._console.print(message, markup=False, soft_wrap=True)

    def end(self) -> None:
        if self._progress is not None:
            self._line.end("done" if self._progress.finished else "stopped")
            self._progress.stop()
        self._progress = None


class SpeechBar:
    """Progress of speech into a file: characters done, time left, and what is on disk already."""

    def __init__(self, characters: int, console: Console | None = None) -> None:
        console = console or err
        self._total = characters
        self._started_s = time.monotonic()
        done = TextColumn("{task.fields[state]}", markup=False, table_column=Column(no_wrap=True))
        self._progress = Progress(SpinnerColumn(), BarColumn(bar_width=_SHORT_BAR_WIDTH), done, **_shown_on(console))

    def __enter__(self) -> Self:
        self._progress.start()
        self._progress.add_task("", total=self._total, state=f"{0:,}/{self._total:,} characters")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._progress.stop()

    def update(self, characters: int, duration_s: float, size_bytes: int) -> None:
        elapsed_s = time.monotonic() - self._started_s
        left = f", {clock(elapsed_s * (self._total - characters) / characters)} left" if characters else ""
        size = f"{size_bytes / 1e9:.1f} GB" if size_bytes >= 1e9 else f"{size_bytes / 1e6:.1f} MB"
        state = f"{characters:,}/{self._total:,} characters{left}; on disk {clock(duration_s)}, {size}"
        self._progress.update(self._progress.task_ids[0], completed=characters, state=state)


class BookBar:
    """Progress of a book: characters spoken, time left, chapter. In a log each chapter is one line."""

    def __init__(self, characters: int, spoken: int, chapters: Sequence[str], console: Console | None = None) -> None:
        """`spoken` characters were on disk before this run: they say nothing about its speed."""
        self._console = console or err
        self._total, self._before = characters, spoken
        self._chapters = chapters
        self._chapter = -1
        self._started_s = time.monotonic()
        done = TextColumn("{task.fields[state]}", markup=False, table_column=Column(no_wrap=True))
        columns = (SpinnerColumn(), BarColumn(bar_width=_SHORT_BAR_WIDTH), done)
        self._progress = Progress(*columns, **_shown_on(self._console))

    def __enter__(self) -> Self:
        self._progress.start()
        self._progress.add_task("", total=self._total, completed=self._before, state="")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._progress.stop()

    def update(self, spoken: int, chapter: int, duration_s: float) -> None:
        new = spoken - self._before
        elapsed_s = time.monotonic() - self._started_s
        left = f", {clock(elapsed_s * (self._total - spoken) / new)} left" if new else ""
        place = f"chapter {chapter + 1} of {len(self._chapters)}"
        state = f"{spoken / max(1, self._total):.0%}{left}; {place}; {clock(duration_s)} of speech"
        self._progress.update(self._progress.task_ids[0], completed=spoken, state=state)
        if chapter != self._chapter and not self._console.is_interactive:
            self._console.print(f"{place}: {self._chapters[chapter]}", markup=False, soft_wrap=True)
        self._chapter = chapter


class BatchBar:
    """Progress of a batch: jobs finished, time left by characters, and failures. A log gets no bar."""

    def __init__(self, jobs: int, characters: int, console: Console | None = None) -> None:
        self._jobs, self._characters = jobs, characters
        self._done = self._spoken = 0
        self._started_s = time.monotonic()
        done = TextColumn("{task.fields[state]}", markup=False, table_column=Column(no_wrap=True))
        columns = (SpinnerColumn(), BarColumn(bar_width=_SHORT_BAR_WIDTH), done)
        self._progress = Progress(*columns, **_shown_on(console or err))

    def __enter__(self) -> Self:
        self._progress.start()
        self._progress.add_task("", total=self._characters, state=f"0/{self._jobs:,} jobs")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._progress.stop()

    def job_done(self, characters: int, failed: int, duration_s: float) -> None:
        self._done += 1
        self._spoken += characters
        elapsed_s = time.monotonic() - self._started_s
        left_s = elapsed_s * (self._characters - self._spoken) / max(1, self._spoken)
        failures = f"; {failed:,} failed" if failed else ""
        state = f"{self._done:,}/{self._jobs:,} jobs{failures}, {clock(left_s)} left; {clock(duration_s)} of speech"
        self._progress.update(self._progress.task_ids[0], completed=self._spoken, state=state)


def clock(seconds: float) -> str:
    """`9:05`, or `1:09:05` from an hour on."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


class _OneLine:
    """One line for a phase where no bars are shown: printed up to ` …` when it begins, completed when it ends."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._is_open = False

    def begin(self, label: str) -> None:
        if not self._console.is_interactive:
            self._print(f"{label} …", end="")
            self._is_open = True

    def end(self, outcome: str) -> None:
        if self._is_open:
            self._print(f" {outcome}")
            self._is_open = False

    def _print(self, text: str, end: str = "\n") -> None:
        self._console.print(text, end=end, markup=False, soft_wrap=True)


def _shown_on(console: Console) -> dict[str, Any]:
    return {"console": console, "disable": not console.is_interactive}


def _label(width: int = _LABEL_WIDTH) -> TextColumn:
    column = Column(max_width=width, no_wrap=True, overflow="ellipsis")
    return TextColumn("{task.description}", markup=False, table_column=column)


def _bar() -> BarColumn:
    return BarColumn(bar_width=_BAR_WIDTH)


def _fixed(*columns: type[ProgressColumn]) -> list[ProgressColumn]:
    return [column(table_column=Column(no_wrap=True)) for column in columns]
