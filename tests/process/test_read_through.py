"""koe read through the daemon: the view follows what is heard; keys and other programs command it."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from fakes import wait_for
from koe.book.one_text import OneText, one_text_of
from koe.book.script import Passage, Script
from koe.cli.keys import Command
from koe.cli.read_through import Ended, ReadingThroughDaemon
from koe.cli.reading_view import ReadingView
from koe.playback.control import DaemonClient
from koe.types import Cue
from limits import HANG_S
from process.daemon_process import ENGINE, ROOT, Daemon

pytestmark = pytest.mark.process

SENTENCES = ("Zero zero zero zero.", "One one one one.", "Two two two two.", "Three three three.")
SCRIPT = Script(("First", "Second"), tuple(Passage(text, n // 2, 300 * (n % 2)) for n, text in enumerate(SENTENCES)))
TEXT = one_text_of(SCRIPT)


class Listener:
    """A view and a keyboard: presses the next key of the plan when its sentence is shown."""

    def __init__(self, plan: list[tuple[int, Command]], on_pause: Callable[[], None] = lambda: None) -> None:
        self._plan = plan
        self._on_pause = on_pause
        self.shown: list[int] = []
        self.paused = 0
        self.words: set[tuple[int, str]] = set()
        self.ahead_s: list[float] = []

    def pressed(self, wait_s: float = 0.0) -> Command | None:
        time.sleep(0.01)
        if self._plan and self.shown and self._plan[0][0] == self.shown[-1]:
            return self._plan.pop(0)[1]
        return None

    def __call__(
        self, passage: int, word: Cue | None, *, is_paused: bool = False, ahead_s: float | None = None
    ) -> None:
        if is_paused:
            self._on_pause()
        self.paused += is_paused
        self.ahead_s.append(ahead_s or 0.0)
        if self.shown[-1:] != [passage]:
            self.shown.append(passage)
        if word is not None:
            assert SENTENCES[passage][word.start : word.stop] == word.text
            self.words.add((passage, word.text))


def follow(
    daemon: Daemon, plan: list[tuple[int, Command]], *, text: OneText = TEXT, queue: bool = False
) -> tuple[Listener, Ended]:
    listener = Listener(plan)
    view = ReadingView(SCRIPT, 1.0, has_keys=True, console=Console(file=io.StringIO()))
    view.show = listener  # type: ignore[method-assign]
    with daemon.client() as client:
        item = client.speak(text.text, queue=queue, attached=True, input_format="text")
        end = ReadingThroughDaemon(client, text, listener, view, waits_for_keys=True).follow(item)
    return listener, end


def test_view_shows_every_sentence_with_its_words_and_the_buffer(daemon: Daemon) -> None:
    daemon.start(engine_command=ENGINE)
    listener, end = follow(daemon, [])
    assert end == Ended("heard", "", 3)
    assert listener.shown == [0, 1, 2, 3]
    assert {passage for passage, _ in listener.words} == {0, 1, 2, 3}
    assert {word for _, word in listener.words} <= {"Zero", "zero", "One", "one", "Two", "two", "Three", "three"}
    assert max(listener.ahead_s) > 0


def test_keys_go_a_sentence_forward_and_back_and_pause(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> None:
    daemon.start(engine_command=ENGINE)
    sent: list[str] = []
    request = DaemonClient.request

    def recorded(client: DaemonClient, command: str, **fields: object) -> dict[str, Any]:
        sent.append(command)
        return request(client, command, **fields)

    monkeypatch.setattr(DaemonClient, "request", recorded)
    listener, end = follow(daemon, [(0, "forward"), (1, "pause"), (1, "pause"), (1, "back")])
    assert end.outcome == "heard"
    assert listener.paused
    assert [name for name in sent if name not in ("speak", "status", "wait")] == ["skip", "pause", "resume", "replay"]
    assert listener.shown[-1] == 3


def test_q_stops_this_text_and_lets_the_next_one_speak(daemon: Daemon) -> None:
    daemon.start(engine_command=ENGINE)
    listener, end = follow(daemon, [(0, "quit")])
    assert end == Ended("stopped", "", 0)
    assert listener.shown == [0]
    with daemon.client() as client:
        assert client.wait(1)["outcome"] == "stopped"
        assert client.wait(client.speak("Another text."))["outcome"] == "heard"


def test_view_waits_until_what_is_spoken_now_is_over(daemon: Daemon) -> None:
    daemon.start(engine_command=ENGINE)
    with daemon.client() as client:
        first = client.speak("A text that is spoken before.")
        listener, end = follow(daemon, [], queue=True)
        assert client.wait(first)["outcome"] == "heard"
    assert (end.outcome, listener.shown) == ("heard", [0, 1, 2, 3])


def test_text_that_another_program_replaces_is_stopped(daemon: Daemon) -> None:
    daemon.start(engine_command=ENGINE)
    with daemon.client() as other:

        def interrupt() -> None:
            other.speak("Another text.")

        listener = Listener([(1, "pause")], on_pause=interrupt)
        view = ReadingView(SCRIPT, 1.0, has_keys=True, console=Console(file=io.StringIO()))
        view.show = listener  # type: ignore[method-assign]
        with daemon.client() as client:
            item = client.speak(TEXT.text, attached=True)
            end = ReadingThroughDaemon(client, TEXT, listener, view, waits_for_keys=True).follow(item)
        assert end == Ended("stopped", "", 1)


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "a.md"
    path.write_text(
        "# A title\n\n" + "Some words here. And some more of them. " * 20 + "\n\n## Another part\n\nThe end.\n"
    )
    return path


def read(daemon: Daemon, *arguments: str) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    hold = str(daemon.socket.with_name("no-hold"))
    return subprocess.Popen(
        [sys.executable, str(ROOT / "tests" / "process" / "tiny_read.py"), *arguments],
        env={**os.environ, "PYTHONPATH": path, "KOE_DAEMON_SOCKET": str(daemon.socket), "KOE_TEST_HOLD": hold},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def spoken_s(client: DaemonClient) -> float:
    return float(client.status().get("position_s") or 0)


def test_command_speaks_through_the_daemon_that_runs_and_others_command_it(daemon: Daemon, document: Path) -> None:
    daemon.start(engine_command=ENGINE)
    with daemon.client() as client:
        process = read(daemon, str(document))
        wait_for(lambda: spoken_s(client) > 0.2)
        client.pause()
        place = client.status()["word"]
        client.resume()
        client.speed(4.0)
        wait_for(lambda: (client.status().get("word") or place)[0] > place[0])
        client.stop()
        _, errors = process.communicate(timeout=HANG_S)
        assert process.returncode == 0
        assert "Stopped at " in errors
        assert client.wait(1)["outcome"] == "stopped"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_ends_the_command_stops_the_text(daemon: Daemon, document: Path, number: signal.Signals) -> None:
    daemon.start(engine_command=ENGINE)
    with daemon.client() as client:
        process = read(daemon, str(document))
        wait_for(lambda: spoken_s(client) > 0.2)
        process.send_signal(number)
        process.communicate(timeout=HANG_S)
        assert process.returncode == (130 if number == signal.SIGINT else -signal.SIGTERM)
        assert client.wait(1)["outcome"] == "stopped"


def test_without_waiting_the_command_returns_and_the_text_goes_on(daemon: Daemon, document: Path) -> None:
    daemon.start(engine_command=ENGINE)
    with daemon.client() as client:
        process = read(daemon, str(document), "--no-wait")
        assert process.communicate(timeout=HANG_S) == ("", "")
        assert process.returncode == 0
        wait_for(lambda: spoken_s(client) > 0.2)
        assert client.status()["state"] == "playing"
