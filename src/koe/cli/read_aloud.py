"""A script -> the speaker: plays passage by passage, shows what is spoken, and obeys the keys."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field

from koe.book.ahead import Ahead, Sounding
from koe.book.recorder import Narrator
from koe.book.script import Script
from koe.cli.keys import Command, Commands
from koe.cli.reading_view import ReadingView
from koe.engine.speech import SpeechService
from koe.playback.device import Speaker
from koe.types import Cue

_BYTES_PER_SAMPLE = 2
_SLICE_S = 0.05  # a key is obeyed after that and what the device has buffered
_PAUSED_WAIT_S = 0.2
_RESTART_S = 1.5  # from then on, "back" begins the sentence anew; before, it goes to the one before


@dataclass(slots=True)
class _Playhead:
    passage: int
    played_s: float = 0.0
    words: list[Cue] = field(default_factory=list)

    @property
    def word(self) -> Cue | None:
        return next((cue for cue in reversed(self.words) if cue.start_s <= self.played_s), None)


class ReadingAloud:
    def __init__(
        self, service: SpeechService, narrator: Narrator, script: Script, commands: Commands, view: ReadingView
    ) -> None:
        self._service = service
        self._narrator = narrator
        self._script = script
        self._commands = commands
        self._view = view
        self._head = _Playhead(0)

    def play(self, speaker: Speaker, first: int = 0) -> bool:
        """From a passage on. Returns whether the end was reached."""
        place = first
        while place < len(self._script.passages):
            following = self._played_from(speaker, place)
            if following is None:
                return False
            place = following
        return True

    @property
    def passage(self) -> int:
        """The one that is played, or was played last."""
        return self._head.passage

    def _played_from(self, speaker: Speaker, first: int) -> int | None:
        """Plays until a key changes the place, and returns the new one. None: the reading is over."""
        self._head = _Playhead(first)
        with closing(Ahead(self._service, self._narrator, self._script, first)) as ahead:
            for sounding in ahead:
                if sounding.passage != self._head.passage:
                    self._head = _Playhead(sounding.passage)
                command = self._sounded(speaker, sounding, ahead)
                if command == "quit":
                    return None
                if command is not None:
                    return self._target(command)
        return len(self._script.passages)

    def _target(self, command: Command) -> int:
        if command == "forward":
            return self._head.passage + 1
        is_restart = self._head.played_s > _RESTART_S
        return self._head.passage if is_restart else max(0, self._head.passage - 1)

    def _sounded(self, speaker: Speaker, sounding: Sounding, ahead: Ahead) -> Command | None:
        """Plays it slice by slice, up to a command that changes the place."""
        head, rate_hz = self._head, self._service.engine.sample_rate_hz
        head.words += (cue for cue in sounding.cues if not cue.is_mark)
        size = round(_SLICE_S * rate_hz) * _BYTES_PER_SAMPLE
        for start in range(0, len(sounding.audio), size):
            ahead_s = ahead.ready_s + (len(sounding.audio) - start) / _BYTES_PER_SAMPLE / rate_hz
            if (command := self._command(ahead_s)) is not None:
                return command
            part = sounding.audio[start : start + size]
            self._view.show(head.passage, head.word, ahead_s=ahead_s)
            speaker.play(part)
            head.played_s += len(part) / _BYTES_PER_SAMPLE / rate_hz
        return None

    def _command(self, ahead_s: float) -> Command | None:
        """Waits while the reading is paused."""
        command = self._commands.pressed()
        if command != "pause":
            return command
        self._view.show(self._head.passage, self._head.word, is_paused=True, ahead_s=ahead_s)
        while (command := self._commands.pressed(_PAUSED_WAIT_S)) is None:
            pass
        return None if command == "pause" else command
