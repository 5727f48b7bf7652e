"""koe say --out: formats, standard output, files that exist, and lengths."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from decoding import decoded, decoded_s
from fakes import tiny_engine
from koe.cli import say as module
from koe.cli.main import app
from koe.engine.engine import Engine
from koe.engine.output import Mastering, OutputFormat
from koe.engine.speech import Sound, SpeechService
from koe.errors import DeviceError, TextTooLong
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.types import SpeechRequest
from koe.wire.codecs import FORMATS

TEXT = "Hello there. Be well!"
LOADED: list[Settings] = []


@pytest.fixture(autouse=True)
def _tiny(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    LOADED.clear()

    def load(settings: Settings) -> Engine:
        LOADED.append(settings)
        return tiny_engine(voices, max_characters=settings.max_characters)

    monkeypatch.setattr(module, "load_engine", load)
    monkeypatch.chdir(tmp_path)


def say(*arguments: str, text: str = TEXT) -> Result:
    return CliRunner().invoke(app, ["say", text, *arguments])


def refusal(*arguments: str) -> str:
    result = say(*arguments)
    assert result.exit_code == 2
    assert LOADED == []  # before the model is loaded
    return " ".join(result.stderr.split())


def whole_answer(engine: Engine, name: str) -> bytes:
    """The file that the server sends."""
    service, sound = SpeechService(engine, "af_heart", Mastering()), Sound(OutputFormat(name))
    job = engine.prepare(SpeechRequest(TEXT, live=False))
    return service.file(service.speak(job, sound).clip_in_thread(), job, sound)


@pytest.mark.parametrize("name", FORMATS)
def test_the_ending_chooses_the_format(engine: Engine, name: str) -> None:
    path = Path(f"a{FORMATS[name].suffix}")
    expected = next(one for one in FORMATS if FORMATS[one].suffix == path.suffix)
    assert say("--out", str(path).upper()).exit_code == 0
    found, server = Path(str(path).upper()).read_bytes(), whole_answer(engine, expected)
    assert len(found) == len(server)
    assert np.array_equal(decoded(found, expected, 24_000), decoded(server, expected, 24_000))


@pytest.mark.parametrize("name", FORMATS)
def test_the_option_chooses_the_format_of_other_names(name: str) -> None:
    assert say("--out", "a", "--format", name).exit_code == 0
    assert say("--out", "a.v2", "--format", name).exit_code == 0
    assert decoded_s(Path("a").read_bytes(), name) == decoded_s(Path("a.v2").read_bytes(), name) > 0.2


def test_endings_that_say_nothing_or_something_else_are_refused() -> None:
    formats = ", ".join(dict.fromkeys(one.suffix for one in FORMATS.values()))
    assert f"--out: .xyz is no format of koe. Use one of {formats}, or --format." in refusal("--out", "a.xyz")
    assert "--out: a has no ending. Use one of .mp3," in refusal("--out", "a")
    disagreement = "--format: mp3 does not belong in a .wav file. Leave --format out, or name a .mp3 file."
    assert disagreement in refusal("--out", "a.wav", "--format", "mp3")
    assert "--format: must be one of mp3, opus," in refusal("--out", "a.wav", "--format", "midi")
    assert "--format: is for --out" in refusal("--format", "mp3")


def test_nothing_is_replaced_without_force() -> None:
    for name in ("a.wav", "a.srt"):
        Path(name).write_text("precious")
    assert "--out: a.wav exists. --force replaces it." in refusal("--out", "a.wav")
    assert "--captions: a.srt exists. --force replaces it." in refusal("--out", "b.wav", "--captions", "a.srt")
    assert {Path(name).read_text() for name in ("a.wav", "a.srt")} == {"precious"}
    result = say("--out", "a.wav", "--captions", "a.srt", "--force")
    assert (result.exit_code, len(result.stderr.splitlines())) == (0, 1)
    assert result.stderr.startswith("a.wav: ")
    assert decoded_s(Path("a.wav").read_bytes(), "wav") > 0.2
    assert " --> " in Path("a.srt").read_text()
    assert sorted(path.name for path in Path().iterdir()) == ["a.srt", "a.wav"]


def test_the_file_that_replaces_a_speaker_is_not_replaced_either(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_speaker(_rate_hz: int) -> None:
        raise DeviceError("No speaker.")

    monkeypatch.setattr(module, "open_speaker", no_speaker)
    assert say().exit_code == 0
    before = Path("speech.wav").read_bytes()
    result = say(text="Something else.")
    assert (result.exit_code, Path("speech.wav").read_bytes()) == (2, before)
    assert "speech.wav exists. --force replaces it." in " ".join(result.stderr.split())
    assert say("--force", text="Something else.").exit_code == 0
    assert Path("speech.wav").read_bytes() != before


@pytest.mark.parametrize("name", FORMATS)
def test_standard_output_has_the_audio_and_nothing_else(name: str) -> None:
    result = say("--out", "-", "--format", name)
    assert result.exit_code == 0
    assert say("--out", "a", "--format", name).exit_code == 0
    length_s = decoded_s(Path("a").read_bytes(), name)
    assert decoded_s(result.stdout_bytes, name) == pytest.approx(length_s, abs=0.15)  # padding of a stream
    assert "standard output: " in result.stderr


def test_standard_output_is_wav_unless_another_format_is_asked_for() -> None:
    assert say("--out", "-").stdout_bytes.startswith(b"RIFF\xff\xff\xff\xffWAVE")


def test_a_redirected_file_gets_a_header_with_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    assert say("--out", "a.wav").exit_code == 0
    with Path("b.wav").open("wb") as file, io.TextIOWrapper(file) as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        module.say(TEXT, out="-")
        stdout.flush()
        assert Path("b.wav").read_bytes() == Path("a.wav").read_bytes()


def test_ephemeral_spools_no_speech_for_a_redirected_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KOKORO_EPHEMERAL", "1")
    monkeypatch.setattr("koe.cli.destination._is_regular_standard_output", lambda: True)
    monkeypatch.setattr("koe.cli.speak.Spool", lambda *_: pytest.fail("spooled"))
    result = say("--out", "-")
    assert result.exit_code == 0, result.output
    assert decoded_s(result.stdout_bytes, "wav") > 0.5
    assert list(tmp_path.iterdir()) == []


def test_ephemeral_writes_no_file_that_was_not_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_speaker(_rate_hz: int) -> None:
        raise DeviceError("There is no speaker.")

    monkeypatch.setenv("KOKORO_EPHEMERAL", "1")
    monkeypatch.setattr(module, "open_speaker", no_speaker)
    result = say()
    assert isinstance(result.exception, DeviceError)
    assert "There is no speaker. With KOKORO_EPHEMERAL no file takes its place: name one with --out." in str(
        result.exception
    )
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_gets_no_audio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koe.cli.destination.sys.stdout", type("Terminal", (), {"isatty": lambda self: True})())
    with pytest.raises(Exception, match="audio is not written to a terminal"):
        module.say(TEXT, out="-")


@pytest.mark.parametrize("name", ["a.wav", "a.mp3"])
def test_a_text_that_cannot_be_spoken_is_a_short_silence(name: str) -> None:
    result = say("--out", name, text="🙂")
    assert result.exit_code == 0
    assert "nothing could be spoken" in result.stderr
    assert decoded_s(Path(name).read_bytes(), name[2:]) > 0.04
    assert decoded_s(say("--out", "-", text="🙂").stdout_bytes, "wav") > 0.04


def test_captions_follow_what_a_decoder_puts_before_the_sound() -> None:
    def starts(name: str) -> list[float]:
        assert say("--out", name, "--captions", f"{name}.json").exit_code == 0
        return [word["start_s"] for word in json.loads(Path(f"{name}.json").read_text())["words"]]

    assert starts("a.aac") == pytest.approx([start + 1024 / 24_000 for start in starts("a.wav")], abs=0.001)


# The limits of a server.


def test_a_text_longer_than_the_servers_default_is_spoken() -> None:
    assert say("--out", "a.wav", text="Hello." + " " * 20_000 + "Goodbye.").exit_code == 0
    assert LOADED[0].max_request_s > 1e6


def test_a_limit_that_the_user_has_set_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_MAX_CHARACTERS", "20")
    monkeypatch.setenv("KOKORO_MAX_REQUEST_S", "5")
    result = say("--out", "a.wav")
    assert isinstance(result.exception, TextTooLong)
    assert str(result.exception) == "input has 21 characters; at most 20 are allowed (KOKORO_MAX_CHARACTERS)."
    assert LOADED[0].max_request_s == 5
    assert list(Path().iterdir()) == []
