"""A script -> the daemon, which plays it; here the view shows what is heard, and keys become commands.

Other programs may command the daemon meanwhile: the view follows what it does.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from koe.book.one_text import OneText, one_text_of
from koe.book.recorder import Narrator
from koe.book.script import Script
from koe.cli.console import err
from koe.cli.keys import Command, Commands, Keys
from koe.cli.reading_view import ReadingView
from koe.cli.through_daemon import Manner
from koe.playback.control import CommandRefused, DaemonClient
from koe.types import Cue

_LOOK_S = 0.1
_REMOTE = {"back": "replay", "forward": "skip"}


@dataclass(frozen=True, slots=True)
class Ended:
    """How a text ended: `heard`, `stopped` or `failed`, with the daemon's message; and the passage it was at."""

    outcome: str
    message: str
    passage: int


class ReadingThroughDaemon:
    """Follows one text of the daemon. `waits_for_keys`: the keys wait for the next look, else this does."""

    def __init__(
        self, client: DaemonClient, text: OneText, commands: Commands, view: ReadingView, *, waits_for_keys: bool
    ) -> None:
        self._client = client
        self._text = text
        self._commands = commands
        self._view = view
        self._waits_for_keys = waits_for_keys
        self._passage = 0

    def follow(self, item: int) -> Ended:
        """Until the text is over, or `q` is pressed: then it is for the caller to close the connection."""
        while True:
            status = self._client.status()
            if _is_over(status, item):
                end = self._client.wait(item)
                return Ended(end["outcome"], end["message"], self._passage)
            if status["item"] == item:
                self._show(status)
            command = self._pressed()
            if command == "quit":
                return Ended("stopped", "", self._passage)
            if command is not None:
                self._obey(command, status, item)

    def _pressed(self) -> Command | None:
        if not self._waits_for_keys:
            time.sleep(_LOOK_S)
        return self._commands.pressed(_LOOK_S)

    def _obey(self, command: Command, status: Mapping[str, Any], item: int) -> None:
        if command == "pause":
            self._client.request("resume" if status["state"] == "paused" else "pause")
        elif status["item"] == item:
            try:
                self._client.request(_REMOTE[command])
            except CommandRefused:  # it has ended meanwhile
                return

    def _show(self, status: Mapping[str, Any]) -> None:
        word = status["word"]
        place = word[0] if word else self._text.starts[0]
        self._passage = self._text.passage_at(place)
        is_paused = status["state"] == "paused"
        self._view.show(self._passage, self._cue(word), is_paused=is_paused, ahead_s=status["ahead_s"])

    def _cue(self, word: Sequence[int] | None) -> Cue | None:
        """The word with its place in its passage."""
        if not word:
            return None
        start, stop = word
        begin = self._text.starts[self._passage]
        return Cue(self._text.text[start:stop], start - begin, stop - begin, 0.0, 0.0)


def _is_over(status: Mapping[str, Any], item: int) -> bool:
    """Texts are numbered in the order in which they are played."""
    if status["item"] is None:
        return bool(status["state"] != "playing")  # "playing": by a player of the system
    return bool(status["item"] > item)


def read_through(client: DaemonClient, script: Script, narrator: Narrator, manner: Manner) -> int:
    """Returns the exit code. What ends this process stops the text too. `script` has a passage for each sentence."""
    text = one_text_of(script)
    fields = {"voice": narrator.voice, "speed": narrator.speed, "language": narrator.language, "input_format": "text"}
    with client:
        item = client.speak(text.text, queue=manner.is_queued, attached=manner.waits, **fields)
        if not manner.waits:
            return 0
        with Keys() as keys, ReadingView(script, narrator.speed, has_keys=keys.is_open) as view:
            end = ReadingThroughDaemon(client, text, keys, view, waits_for_keys=keys.is_open).follow(item)
    if end.message:
        err.print(f"koe: {end.message}", markup=False, soft_wrap=True)
    if end.outcome == "stopped":
        say_stopped(script, end.passage)
    return 1 if end.outcome == "failed" else 0


def say_stopped(script: Script, passage: int) -> None:
    share = script.characters_before(passage) / script.characters
    err.print(f"Stopped at {share:.0%}.", markup=False)
