"""koe say --captions: beside the sound, when each word is spoken."""

from __future__ import annotations

import json
import wave
from pathlib import Path
from typing import Self

import pytest
from typer.testing import CliRunner, Result

from koe.cli import say as module
from koe.cli.main import app
from koe.engine.engine import Engine
from koe.errors import AudioFileError

TEXT = "Hello there. Be well!"


@pytest.fixture(autouse=True)
def _tiny(engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "load_engine", lambda settings: engine)
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, text: str = TEXT) -> Result:
    return CliRunner().invoke(app, ["say", text, *arguments])


def length_s(path: Path) -> float:
    with wave.open(str(path)) as audio:
        return float(audio.getnframes() / audio.getframerate())


def test_words_have_their_places_and_times(tmp_path: Path) -> None:
    assert run("--out", "a.wav", "--captions", "a.json").exit_code == 0
    words = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["words"]
    assert [TEXT[word["text_start"] : word["text_stop"]] for word in words] == ["Hello", "there", "Be", "well"]
    assert [word["word"] for word in words] == ["Hello", "there", "Be", "well"]
    times = [time for word in words for time in (word["start_s"], word["end_s"])]
    assert times == sorted(times)
    assert times[0] == 0
    assert times[-1] < length_s(tmp_path / "a.wav") < times[-1] + 0.3


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("a.vtt", ["WEBVTT", "", None, "Hello there.", "", None, "Be well!"]),
        ("a.srt", ["1", None, "Hello there.", "", "2", None, "Be well!"]),
        ("A.SRT", ["1", None, "Hello there.", "", "2", None, "Be well!"]),
    ],
)
def test_the_name_of_the_file_chooses_the_format(tmp_path: Path, name: str, lines: list[str | None]) -> None:
    assert run("--out", "a.wav", "--captions", name).exit_code == 0
    found = (tmp_path / name).read_text(encoding="utf-8").splitlines()
    assert [None if " --> " in line else line for line in found] == lines


@pytest.mark.parametrize("name", ["a.txt", "a", "vtt", ".vtt"])
def test_another_ending_is_refused_before_anything_is_spoken(tmp_path: Path, name: str) -> None:
    result = run("--out", "a.wav", "--captions", name)
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_without_the_option_there_is_only_sound(tmp_path: Path) -> None:
    assert run("--out", "a.wav").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.wav"]


def test_markup_is_in_the_times_and_not_in_the_lines(tmp_path: Path) -> None:
    text = "<speak>Hello<break time='2s'/>there<mark name='end'/></speak>"
    assert run("--out", "a.wav", "--captions", "a.srt", text=text).exit_code == 0
    captions = (tmp_path / "a.srt").read_text(encoding="utf-8")
    assert [line for line in captions.splitlines() if line.isalpha()] == ["Hello", "there"]
    assert "\n00:00:02," in captions
    assert "<" not in captions


@pytest.mark.parametrize("text", ["🙂", "[pause:1s]"])
def test_where_no_word_is_spoken_there_are_no_lines(tmp_path: Path, text: str) -> None:
    assert run("--out", "a.wav", "--captions", "a.vtt", text=text).exit_code == 0
    assert (tmp_path / "a.vtt").read_text(encoding="utf-8").strip() == "WEBVTT"


def test_captions_that_cannot_be_written_say_so() -> None:
    result = run("--out", "a.wav", "--captions", "nowhere/a.vtt")
    assert isinstance(result.exception, AudioFileError)
    assert str(result.exception).endswith("Choose another --captions.")


class SilentSpeaker:
    """A speaker that plays nothing."""

    def __init__(self) -> None:
        self.played_s = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def play(self, pcm: bytes) -> None:
        self.played_s += len(pcm) / 2 / 24_000


def test_what_is_played_has_captions_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = SilentSpeaker()
    monkeypatch.setattr(module, "open_speaker", lambda rate: speaker)
    assert run("--captions", "a.json").exit_code == 0
    words = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["words"]
    assert [word["word"] for word in words] == ["Hello", "there", "Be", "well"]
    assert 0 < words[-1]["end_s"] <= speaker.played_s
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
