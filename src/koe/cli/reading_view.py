"""The live view of `koe read`: chapter, sentence with the word that is spoken, progress, time left and buffer."""

from __future__ import annotations

from itertools import accumulate
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from koe.book.script import Script
from koe.cli.console import clock, err
from koe.constants import SECONDS_PER_CHARACTER
from koe.types import Cue

_WORD = "reverse"
_FAINT = "dim"
_HELP = "space pause   ← → sentence   q quit"


class ReadingView:
    """On a terminal only; elsewhere each chapter is one line."""

    def __init__(self, script: Script, speed: float, *, has_keys: bool, console: Console | None = None) -> None:
        self._console = console or err
        self._script = script
        self._speed = speed
        self._help = _HELP if has_keys else "Ctrl-C stops"
        self._chapter = -1
        self._before = (0, *accumulate(len(passage.text) for passage in script.passages))
        self._live = Live(console=self._console, auto_refresh=False, transient=True)

    def __enter__(self) -> Self:
        if self._console.is_interactive:
            self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._live.stop()

    def show(self, passage: int, word: Cue | None, *, is_paused: bool = False, ahead_s: float | None = None) -> None:
        """`ahead_s`: seconds of speech that are there and were not heard yet."""
        chapter = self._script.passages[passage].chapter
        if self._console.is_interactive:
            self._live.update(self._lines(passage, word, self._state(passage, word, is_paused, ahead_s)), refresh=True)
        elif chapter != self._chapter:
            self._console.print(self._heading(chapter), markup=False, soft_wrap=True)
        self._chapter = chapter

    def _heading(self, chapter: int) -> str:
        return f"chapter {chapter + 1} of {len(self._script.chapters)}: {self._script.chapters[chapter]}"

    def _state(self, passage: int, word: Cue | None, is_paused: bool, ahead_s: float | None) -> str:
        before = self._before[passage] + (word.stop if word else 0)
        left_s = (self._before[-1] - before) * SECONDS_PER_CHARACTER / self._speed
        state = "paused" if is_paused else f"{before / self._before[-1]:.0%}, about {clock(left_s)} left"
        return state if ahead_s is None else f"{state}, {ahead_s:.0f} s ready"

    def _lines(self, passage: int, word: Cue | None, state: str) -> Group:
        text = Text(self._script.passages[passage].text)
        if word is not None:
            text.stylize(_WORD, word.start, word.stop)
        heading = Text(self._heading(self._script.passages[passage].chapter), style=_FAINT, overflow="ellipsis")
        return Group(heading, text, Text(f"{state}   {self._help}", style=_FAINT))
