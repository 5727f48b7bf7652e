"""koe say, ended early by Ctrl-C, SIGTERM, a failure or a full disk: what was spoken is kept in a valid file."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from decoding import decoded_s
from fakes import steps, tiny_engine, tiny_planner, tiny_stages, tiny_table, wait_for
from koe.cli import say as module
from koe.cli import speak
from koe.cli.interrupt import Interruption
from koe.cli.main import app
from koe.cli.spool import Spool
from koe.engine.opening_cache import Opening
from koe.engine.output import OutputFormat
from koe.engine.pace import Pace
from koe.engine.pipeline import Pipeline
from koe.engine.prepare import Job
from koe.engine.step import Step
from koe.engine.stream import Stream
from koe.engine.whole_file import WholeFile
from koe.errors import AudioFileError, BadOutput
from koe.model.voices import VoiceBook
from koe.types import AudioBlock, Cue, Samples
from koe.wire.codecs import FORMATS
from limits import HANG_S

TEXT = "Hello there. Be well! And so on. And on."
WAV_HEADER_BYTES = 44
Event = Callable[[], None]
Arrived = Callable[[int], bool]


class EventfulPipeline(Pipeline):
    """Makes half a second of audio, waits until that many samples have arrived, and lets `event` happen."""

    def __init__(self, voices: VoiceBook, event: Event, has_arrived: Arrived | None) -> None:
        super().__init__(tiny_planner(), voices, tiny_stages(), tiny_table())
        self._event = event
        self._has_arrived = has_arrived  # None: it happens before any audio is made

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        if (has_arrived := self._has_arrived) is not None:
            spoken = 0
            for step in super().speak(job, pace, opening):
                yield step
                spoken += 0 if step.block is None else len(step.block.samples)
                if spoken > 24_000 // 2:
                    break
            wait_for(lambda: has_arrived(spoken))
        self._event()
        while True:
            yield Step()


def is_in_spool(samples: int) -> bool:
    return [path.stat().st_size for path in Path().glob(".*.part.wav")] == [WAV_HEADER_BYTES + 4 * samples]


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def fail() -> None:
    raise BadOutput("The model returned a constant signal.")


Say = Callable[..., Result]


@pytest.fixture
def say(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Say:
    monkeypatch.chdir(tmp_path)

    def run(event: Event, *arguments: str, has_arrived: Arrived | None = is_in_spool) -> Result:
        pipeline = EventfulPipeline(voices, event, has_arrived)
        monkeypatch.setattr(module, "load_engine", lambda settings: tiny_engine(voices, pipeline))
        handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
        result = CliRunner().invoke(app, ["say", TEXT, *arguments])
        assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == handlers
        return result

    return run


def files() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


@pytest.mark.parametrize("name", FORMATS)
def test_ctrl_c_leaves_a_valid_file_of_what_was_spoken(say: Say, name: str) -> None:
    result = say(interrupt, "--out", "a", "--format", name)
    assert result.exit_code == 130
    assert files() == ["a"]
    length_s = decoded_s(Path("a").read_bytes(), name)
    assert 0.5 < length_s < 10
    assert "Stopped by Ctrl-C at character " in result.stderr
    assert f" of {len(TEXT)}." in result.stderr


def test_the_message_says_how_much_of_the_text_the_file_has(say: Say) -> None:
    result = say(interrupt, "--out", "a.wav", "--captions", "a.json")
    words = json.loads(Path("a.json").read_text())["words"]
    assert 0 < len(words) < 9
    place = int(result.stderr.partition("at character ")[2].partition(" of")[0])
    assert place <= words[-1]["text_stop"]
    assert words[-1]["end_s"] <= decoded_s(Path("a.wav").read_bytes(), "wav")


def test_sigterm_does_the_same(say: Say) -> None:
    result = say(lambda: os.kill(os.getpid(), signal.SIGTERM), "--out", "a.flac")
    assert result.exit_code == 143
    assert "Stopped by SIGTERM at character " in result.stderr
    assert decoded_s(Path("a.flac").read_bytes(), "flac") > 0.5


def test_before_the_first_sound_there_is_no_file(say: Say) -> None:
    result = say(interrupt, "--out", "a.wav", "--captions", "a.srt", has_arrived=None)
    assert result.exit_code == 130
    assert result.stderr == "Stopped before anything was spoken: no file was written.\n"
    assert files() == []


def test_an_older_file_stays_if_nothing_was_spoken(say: Say) -> None:
    Path("a.wav").write_text("precious")
    assert say(interrupt, "--out", "a.wav", "--force", has_arrived=None).exit_code == 130
    assert Path("a.wav").read_text() == "precious"


def test_a_second_ctrl_c_discards_it(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def impatient(*_: object, **__: object) -> None:
        interrupt()
        wait_for(lambda: False, limit_s=5)  # the signal ends it

    monkeypatch.setattr(WholeFile, "write", impatient)
    assert say(interrupt, "--out", "a.wav").exit_code == 130
    assert files() == []


def test_ctrl_c_while_the_complete_file_is_written_does_not_spoil_it(
    voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "load_engine", lambda settings: tiny_engine(voices))

    real = WholeFile.write

    def interrupted(*arguments: Any, **options: Any) -> None:
        interrupt()
        real(*arguments, **options)

    assert CliRunner().invoke(app, ["say", TEXT, "--out", "a.wav"]).exit_code == 0
    monkeypatch.setattr(WholeFile, "write", interrupted)
    result = CliRunner().invoke(app, ["say", TEXT, "--out", "b.wav"])
    assert result.exit_code == 130
    assert "Stopped" not in result.stderr
    assert Path("b.wav").read_bytes() == Path("a.wav").read_bytes()


def test_standard_output_ends_as_a_valid_stream(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []
    monkeypatch.setattr(speak, "_send", sent.append)
    result = say(interrupt, "--out", "-", "--format", "flac", has_arrived=lambda _: len(sent) > 3)
    assert result.exit_code == 130
    assert decoded_s(b"".join(sent), "flac") > 0.2


def test_a_failure_keeps_what_was_spoken_and_is_still_a_failure(say: Say) -> None:
    result = say(fail, "--out", "a.mp3")
    assert isinstance(result.exception, BadOutput)
    assert "It ends at character " in result.stderr
    assert decoded_s(Path("a.mp3").read_bytes(), "mp3") > 0.5


def test_a_failure_before_the_first_sound_leaves_nothing(say: Say) -> None:
    assert isinstance(say(fail, "--out", "a.mp3", has_arrived=None).exception, BadOutput)
    assert files() == []


def test_a_full_disk_keeps_what_was_spoken(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "load_engine", lambda settings: tiny_engine(voices))
    real = Spool.add

    def add(spool: Spool, samples: Samples) -> None:
        if spool.samples > 12_000:
            raise OSError(28, "No space left on device")
        real(spool, samples)

    monkeypatch.setattr(Spool, "add", add)
    result = CliRunner().invoke(app, ["say", TEXT, "--out", "a.mp3"])
    assert isinstance(result.exception, AudioFileError)
    assert "No space left on device" in str(result.exception)
    assert decoded_s(Path("a.mp3").read_bytes(), "mp3") > 0.5


def test_speech_whose_file_cannot_be_written_stays_in_the_spool(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(WholeFile, "write", full)
    result = say(interrupt, "--out", "a.mp3")
    (kept,) = files()
    assert str(result.exception) == (
        f"a.mp3 cannot be written (No space left on device). The speech is kept in {kept}, a WAV file."
    )
    assert decoded_s(Path(kept).read_bytes(), "wav") > 0.5


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Interruption() as interruption:
            interrupt()
        assert (interruption.signal, interruption.exit_code) == (None, 0)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_signal_that_comes_before_there_is_anything_to_stop_is_not_lost() -> None:
    stopped: list[str] = []
    with Interruption() as interruption:
        interrupt()
        wait_for(lambda: interruption.signal is not None)
        interruption.then(lambda: stopped.append("stopped"))
    assert set(stopped) == {"stopped"}


def test_a_main_thread_that_waits_for_a_lock_is_no_obstacle() -> None:
    """Python runs handlers when the main thread goes on, which may be never."""
    stopped = threading.Event()
    with Interruption() as interruption:
        interruption.then(stopped.set)
        sender = threading.Thread(target=lambda: signal.pthread_kill(threading.get_ident(), signal.SIGINT))
        sender.start()  # to another thread: the system call of the main thread is not interrupted
        assert stopped.wait(HANG_S)
        sender.join()


def test_words_end_where_the_sound_ends() -> None:
    """The first block of a sentence has the times of all its words."""
    cues = (Cue("Hello", 0, 5, 0.0, 0.05), Cue("there", 6, 11, 0.08, 0.2), Cue("friend", 12, 18, 0.3, 0.4))
    block = AudioBlock(np.full(2400, 0.5, dtype=np.float32), 24_000, cues=cues)
    stream = Stream(steps([block]))
    stream.step()
    with Interruption() as interruption:
        blocks = speak._Blocks(stream, interruption)
        reading = iter(blocks)
        next(reading)
        interrupt()
        assert list(reading) == []
    words = [(word.text, word.start_s, word.end_s) for word in blocks.words(OutputFormat("wav"))]
    assert words == [("Hello", 0.0, 0.05), ("there", 0.08, 0.1)]
    assert blocks.characters == 5
