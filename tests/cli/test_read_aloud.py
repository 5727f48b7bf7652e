"""koe read to a speaker: keys change the place, the view shows the word that is spoken."""

from __future__ import annotations

import io
import os
import pty
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest
from rich.console import Console
from typer.testing import CliRunner

from fakes import tiny_engine
from koe.book.recorder import Narrator
from koe.book.script import Passage, Script
from koe.cli import read as module
from koe.cli.keys import Command, Keys
from koe.cli.main import app
from koe.cli.read_aloud import ReadingAloud
from koe.cli.reading_view import ReadingView
from koe.engine.engine import Engine
from koe.engine.output import Mastering
from koe.engine.speech import SpeechService
from koe.errors import DeviceError
from koe.model.voices import VoiceBook
from koe.types import Cue

SENTENCES = ("Zero zero zero.", "One one one.", "Two two two.", "Three three.")
SCRIPT = Script(("First", "Second"), tuple(Passage(text, number // 2) for number, text in enumerate(SENTENCES)))


class SilentSpeaker:
    """A speaker that plays nothing and knows what it was given."""

    def __init__(self) -> None:
        self.played = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def play(self, pcm: bytes) -> None:
        self.played += pcm


class Listener:
    """Presses keys when a sentence is reached: the view tells it which one is shown."""

    def __init__(self, plan: list[tuple[int, Command]]) -> None:
        self._plan = plan
        self.shown: list[int] = []
        self.paused = 0
        self.words: dict[int, list[str]] = {}

    def pressed(self, wait_s: float = 0.0) -> Command | None:
        at = self.shown[-1] if self.shown else -1
        if self._plan and self._plan[0][0] == at:
            return self._plan.pop(0)[1]
        return None

    def __call__(
        self, passage: int, word: Cue | None, *, is_paused: bool = False, ahead_s: float | None = None
    ) -> None:
        assert ahead_s is not None
        self.paused += is_paused
        if self.shown[-1:] != [passage]:
            self.shown.append(passage)
        if word is not None and word.text not in self.words.setdefault(passage, [])[-1:]:
            self.words[passage].append(word.text)


@pytest.fixture
def service(voices: VoiceBook) -> Iterator[SpeechService]:
    engine = tiny_engine(voices)
    yield SpeechService(engine, "af_heart", Mastering())
    engine.close()


def read(service: SpeechService, plan: list[tuple[int, Command]]) -> tuple[Listener, bool, SilentSpeaker]:
    listener, speaker = Listener(plan), SilentSpeaker()
    view = ReadingView(SCRIPT, 1.0, has_keys=True, console=Console(file=io.StringIO()))
    view.show = listener  # type: ignore[method-assign]
    reading = ReadingAloud(service, Narrator("af_heart"), SCRIPT, listener, view)
    is_complete = reading.play(speaker)  # type: ignore[arg-type]
    assert reading.passage == listener.shown[-1]
    return listener, is_complete, speaker


def test_without_keys_everything_is_played_and_every_word_is_shown(service: SpeechService) -> None:
    listener, is_complete, speaker = read(service, [])
    assert is_complete
    assert listener.shown == [0, 1, 2, 3]
    assert listener.words[3] == ["Three", "three"]
    assert len(speaker.played) > 24_000


@pytest.mark.parametrize(
    ("plan", "shown", "is_complete"),
    [
        ([(0, "forward")], [0, 1, 2, 3], True),
        ([(1, "back")], [0, 1, 0, 1, 2, 3], True),
        ([(0, "back"), (1, "forward"), (2, "forward"), (3, "forward")], [0, 1, 2, 3], True),
        ([(1, "quit")], [0, 1], False),
        ([(1, "pause"), (1, "quit")], [0, 1], False),
        ([(2, "pause"), (2, "pause")], [0, 1, 2, 3], True),
        ([(2, "pause"), (2, "back")], [0, 1, 2, 1, 2, 3], True),
    ],
)
def test_keys_change_the_place(
    service: SpeechService, plan: list[tuple[int, Command]], shown: list[int], is_complete: bool
) -> None:
    paused = sum(command == "pause" for _, command in plan)
    listener, complete, _ = read(service, plan)
    assert (listener.shown, complete) == (shown, is_complete)
    assert bool(listener.paused) == bool(paused)


def test_a_pause_loses_and_repeats_no_sample(service: SpeechService) -> None:
    _, _, plain = read(service, [])
    _, _, paused = read(service, [(1, "pause"), (1, "pause"), (2, "pause"), (2, "pause")])
    assert paused.played == plain.played


def test_the_view_lights_the_word_and_tells_the_time_left() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, force_interactive=True, width=80, color_system="truecolor")
    with ReadingView(SCRIPT, 1.0, has_keys=True, console=console) as view:
        view.show(1, Cue("one", 4, 7, 0.0, 0.5))
    text = file.getvalue()
    assert "One \x1b[7mone\x1b[0m one." in text
    assert "chapter 1 of 2: First" in text
    assert "left" in text
    assert "space pause" in text


def test_in_a_log_each_chapter_is_one_line() -> None:
    file = io.StringIO()
    console = Console(file=file)
    with ReadingView(SCRIPT, 1.0, has_keys=False, console=console) as view:
        for passage in (0, 0, 1, 2, 3):
            view.show(passage, None)
    assert file.getvalue() == "chapter 1 of 2: First\nchapter 2 of 2: Second\n"


def test_keys_of_a_terminal_come_one_by_one_and_the_terminal_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    import termios

    leader, follower = pty.openpty()
    with os.fdopen(leader, "wb", buffering=0) as keyboard, os.fdopen(follower, "r") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        before = termios.tcgetattr(follower)
        with Keys() as keys:
            assert keys.is_open
            assert keys.pressed() is None
            for typed, command in ((b" ", "pause"), (b"\x1b[D", "back"), (b"\x1b[C", "forward"), (b"q", "quit")):
                keyboard.write(typed)
                assert keys.pressed(10) == command
            keyboard.write(b"x")
            assert keys.pressed(10) is None
        assert termios.tcgetattr(follower) == before


def test_without_a_terminal_there_are_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(" "))
    with Keys() as keys:
        assert not keys.is_open
        assert keys.pressed(10) is None


def test_the_command_reads_a_file_to_the_speaker(
    voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def load(settings: object, **_: object) -> Engine:
        return tiny_engine(voices)

    speaker = SilentSpeaker()
    monkeypatch.setattr(module, "load_engine", load)
    monkeypatch.setattr(module, "voice_book", lambda _: voices)
    monkeypatch.setattr(module, "open_speaker", lambda _: speaker)
    (tmp_path / "a.md").write_text("# Title\n\nA sentence. Another one.\n")
    result = CliRunner().invoke(app, ["read", str(tmp_path / "a.md")])
    assert (result.exit_code, result.stderr) == (0, "chapter 1 of 1: Title\n")
    assert len(speaker.played) > 24_000

    def no_speaker(_: int) -> SilentSpeaker:
        raise DeviceError("No speaker could be opened (none).")

    monkeypatch.setattr(module, "open_speaker", no_speaker)
    result = CliRunner().invoke(app, ["read", str(tmp_path / "a.md")])
    assert isinstance(result.exception, DeviceError)
    assert str(result.exception).endswith(" --out writes a file.")
