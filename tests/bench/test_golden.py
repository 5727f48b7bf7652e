"""Golden clips: what is kept of a clip, and that a change a listener would notice is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from koe.bench.golden import (
    BANDS,
    COLUMNS_PER_SECOND,
    TEXTS,
    VOICES,
    GoldenClip,
    GoldenFileError,
    Portrait,
    SpokenWord,
    golden_clips,
    mel_db,
    moves,
    portray,
    read_portraits,
    record,
    write_portraits,
)
from koe.cli import golden
from koe.engine.engine import Engine
from koe.types import Samples

RATE_HZ = 24_000
VOWELS = {"a": (800, 1200), "i": (300, 2300), "u": (320, 800), "o": (500, 900)}
WORDS = (SpokenWord("one", 0.0, 0.6), SpokenWord("two", 0.6, 1.2), SpokenWord("three", 1.2, 1.8))


def buzz(vowels: str = "aiuoai", pitch_hz: float = 120, throat: float = 1.0) -> Samples:
    """A voice of harmonics: 0.3 s of each vowel. A smaller throat moves what resonates in it upwards."""
    time_s = np.arange(int(0.3 * RATE_HZ)) / RATE_HZ
    harmonics = np.arange(1, int(8000 / pitch_hz))
    parts = []
    for vowel in vowels:
        distances = np.subtract.outer(harmonics * pitch_hz, np.array(VOWELS[vowel]) / throat) / 120
        strengths = (1 / (1 + distances**2)).sum(axis=1) + 0.01
        part = (strengths[:, None] * np.sin(2 * np.pi * pitch_hz * harmonics[:, None] * time_s)).sum(axis=0)
        parts.append(part * np.hanning(len(time_s)) ** 0.3)
    whole = np.concatenate(parts)
    return np.asarray(0.2 * whole / np.sqrt(np.mean(whole**2)), dtype=np.float32)


def portrait(samples: Samples, words: Sequence[SpokenWord] = WORDS) -> Portrait:
    return portray(samples, RATE_HZ, words)


def moved(samples: Samples, words: Sequence[SpokenWord] = WORDS) -> set[str]:
    return {move.measure for move in moves("clip", portrait(buzz()), portrait(samples, words))}


def test_there_are_twenty_texts_in_four_voices_and_every_fourth_clip_has_all_of_both() -> None:
    clips = golden_clips()
    assert len(clips) == len({clip.name for clip in clips}) == len(TEXTS) * len(VOICES) == 80
    chosen = clips[::4]
    assert {clip.name.split("/")[0] for clip in chosen} == set(TEXTS)
    assert {clip.voice for clip in chosen} == set(VOICES)


def test_a_sine_is_brightest_in_its_own_band() -> None:
    sine = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(RATE_HZ) / RATE_HZ)
    picture = mel_db(sine.astype(np.float32), RATE_HZ)
    assert picture.shape == (COLUMNS_PER_SECOND + 1, BANDS)
    middle = picture[COLUMNS_PER_SECOND // 2]
    assert middle.max() == pytest.approx(-6, abs=2)
    assert (middle > -40).sum() <= 3


def test_what_did_not_change_has_not_moved() -> None:
    assert moved(buzz()) == set()


@pytest.mark.parametrize(
    ("samples", "words", "found"),
    [
        pytest.param(buzz() * np.float32(10 ** (1 / 20)), WORDS, {"loudness", "peak"}, id="a gain of 1 dB"),
        pytest.param(buzz() * np.float32(10 ** (-1 / 20)), WORDS, {"loudness", "peak"}, id="a loss of 1 dB"),
        pytest.param(buzz(pitch_hz=127.2), WORDS, {"pitch"}, id="a pitch moved by 6 %"),
        pytest.param(buzz(throat=0.7), WORDS, {"sound"}, id="another throat"),
        pytest.param(buzz("aiuiai"), WORDS, {"sound"}, id="another vowel"),
        pytest.param(buzz("aiuoa"), WORDS, {"sound", "duration"}, id="the end is missing"),
        pytest.param(buzz("aiuoaia"), WORDS, {"sound", "duration"}, id="a vowel was added"),
        pytest.param(
            buzz(), (*WORDS[:2], replace(WORDS[2], text="tree")), {"words"}, id="a word was taken for another"
        ),
        pytest.param(buzz(), WORDS[:2], {"words"}, id="a word is not told"),
        pytest.param(
            buzz(), (WORDS[0], replace(WORDS[1], start_s=0.7), WORDS[2]), {"word times"}, id="a word is told late"
        ),
    ],
)
def test_a_change_is_found_by_its_measure(samples: Samples, words: Sequence[SpokenWord], found: set[str]) -> None:
    assert moved(samples, words) >= found


def test_sounds_that_moved_by_one_frame_of_the_model_are_the_same_sounds() -> None:
    later = portrait(np.pad(buzz(), (600, 0)))
    assert moves("clip", portrait(buzz()), later, elsewhere=True) == []


def test_a_move_tells_how_far_and_where() -> None:
    late = (WORDS[0], replace(WORDS[1], start_s=0.5, end_s=1.19), WORDS[2])
    (move,) = moves("clip", portrait(buzz()), portrait(buzz(), late))
    assert (move.clip, move.amount, move.place) == ("clip", -100, "two")


@pytest.mark.parametrize("samples", [np.zeros(0, np.float32), np.zeros(RATE_HZ, np.float32)])
def test_silence_has_a_portrait_too(samples: Samples) -> None:
    assert moves("clip", portrait(samples), portrait(samples)) == []
    assert moves("clip", portrait(samples), portrait(buzz()))


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    kept = {"one/a": portrait(buzz()), "two/b": portrait(buzz("uo"), [SpokenWord("“é”", 0.1234, 0.5)])}
    write_portraits(tmp_path / "clips.json", kept)
    assert read_portraits(tmp_path / "clips.json") == kept


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"format":0,"clips":{}}', '{"format":1,"clips":{"a":{}}}', '{"format":1,"clips":{"a":[]}}'],
)
def test_a_file_of_something_else_is_refused_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "clips.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(GoldenFileError, match=r"clips\.json holds no golden clips"):
        read_portraits(path)


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(GoldenFileError, match=r"none\.json cannot be read"):
        read_portraits(tmp_path / "none.json")


def test_a_recording_is_the_same_each_time_and_holds_the_words(engine: Engine) -> None:
    clip = GoldenClip("some/af_heart", "so many words in here, and a few more behind the comma.", "af_heart")
    first, second = record(engine, clip).portrait, record(engine, clip).portrait
    assert first == second
    assert " ".join(word.text for word in first.words) == clip.text.replace(",", "").replace(".", "")
    assert first.lufs == pytest.approx(-16, abs=0.3)


CLIPS = [
    GoldenClip("one/af_heart", "so many words in here, and a few more.", "af_heart"),
    GoldenClip("two/bf_emma", "and a few others for somebody else.", "bf_emma"),
]


class Golden:
    """The command line on a tiny engine."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def run(self, *arguments: str) -> Result:
        return CliRunner().invoke(golden.app, [*arguments, "--file", str(self.file)])


@pytest.fixture
def command(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Golden:
    monkeypatch.setattr(golden, "load_engine", lambda settings: engine)
    monkeypatch.setattr(engine, "close", lambda: None)
    monkeypatch.setattr(golden, "golden_clips", lambda: CLIPS)
    return Golden(tmp_path / "clips.json")


def louder(kept: Portrait) -> Portrait:
    return replace(kept, lufs=kept.lufs - 1)


def test_an_update_is_followed_by_a_check_that_finds_nothing(command: Golden) -> None:
    assert command.run("update").exit_code == 0
    result = command.run("check")
    assert result.exit_code == 0
    assert "2 clips, 0 moved" in result.output


def test_a_check_that_finds_something_shows_it_and_fails(command: Golden) -> None:
    command.run("update")
    kept = read_portraits(command.file)
    write_portraits(command.file, {**kept, "two/bf_emma": louder(kept["two/bf_emma"])})
    result = command.run("check")
    assert result.exit_code == 1
    assert "two/bf_emma" in result.output
    assert "+1 LU" in result.output
    assert "2 clips, 1 moved" in result.output
    as_json = command.run("check", "--json")
    assert as_json.exit_code == 1
    assert '"measure": "loudness"' in as_json.output


def test_a_clip_that_is_only_kept_fails_the_check(command: Golden) -> None:
    command.run("update")
    kept = read_portraits(command.file)
    write_portraits(command.file, {**kept, "three/bf_emma": kept["two/bf_emma"]})
    result = command.run("check")
    assert result.exit_code == 1
    assert "three/bf_emma: not in both" in result.output


def test_a_check_without_a_file_fails(command: Golden) -> None:
    assert isinstance(command.run("check").exception, GoldenFileError)


def test_an_update_draws_what_moved_and_nothing_else(command: Golden, tmp_path: Path) -> None:
    command.run("update")
    kept = read_portraits(command.file)
    write_portraits(command.file, {**kept, "two/bf_emma": louder(kept["two/bf_emma"])})
    result = command.run("update", "--pictures", str(tmp_path))
    assert "2 clips, 1 moved" in result.output
    assert [path.name for path in tmp_path.glob("*.png")] == ["two-bf_emma.png"]
    assert read_portraits(command.file) == kept


def test_a_folder_for_pictures_must_exist(command: Golden, tmp_path: Path) -> None:
    assert command.run("update", "--pictures", str(tmp_path / "none")).exit_code == 2
    assert not command.file.exists()
