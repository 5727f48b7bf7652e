"""Golden clips: features of a clip, and that an audible change is found."""

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
    ClipFeatures,
    GoldenClip,
    GoldenFileError,
    TimedWord,
    changes,
    extract_features,
    golden_clips,
    mel_db,
    read_features,
    record,
    write_features,
)
from koe.cli.dev import golden
from koe.engine.engine import Engine
from koe.types import Samples

RATE_HZ = 24_000
VOWELS = {"a": (800, 1200), "i": (300, 2300), "u": (320, 800), "o": (500, 900)}
WORDS = (TimedWord("one", 0.0, 0.6), TimedWord("two", 0.6, 1.2), TimedWord("three", 1.2, 1.8))


def buzz(vowels: str = "aiuoai", pitch_hz: float = 120, throat: float = 1.0) -> Samples:
    """A voice of harmonics: 0.3 s of each vowel. A smaller throat raises the formants."""
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


def features(samples: Samples, words: Sequence[TimedWord] = WORDS) -> ClipFeatures:
    return extract_features(samples, RATE_HZ, words)


def changed(samples: Samples, words: Sequence[TimedWord] = WORDS) -> set[str]:
    return {change.measure for change in changes("clip", features(buzz()), features(samples, words))}


def test_every_fourth_of_80_clips_covers_all_texts_and_voices() -> None:
    clips = golden_clips()
    assert len(clips) == len({clip.name for clip in clips}) == len(TEXTS) * len(VOICES) == 80
    chosen = clips[::4]
    assert {clip.name.split("/")[0] for clip in chosen} == set(TEXTS)
    assert {clip.voice for clip in chosen} == set(VOICES)


def test_sine_is_loudest_in_its_own_band() -> None:
    sine = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(RATE_HZ) / RATE_HZ)
    picture = mel_db(sine.astype(np.float32), RATE_HZ)
    assert picture.shape == (COLUMNS_PER_SECOND + 1, BANDS)
    middle = picture[COLUMNS_PER_SECOND // 2]
    assert middle.max() == pytest.approx(-6, abs=2)
    assert (middle > -40).sum() <= 3


def test_equal_clips_have_no_changes() -> None:
    assert changed(buzz()) == set()


@pytest.mark.parametrize(
    ("samples", "words", "found"),
    [
        pytest.param(buzz() * np.float32(10 ** (1 / 20)), WORDS, {"loudness", "peak"}, id="a gain of 1 dB"),
        pytest.param(buzz() * np.float32(10 ** (-1 / 20)), WORDS, {"loudness", "peak"}, id="a loss of 1 dB"),
        pytest.param(buzz(pitch_hz=127.2), WORDS, {"pitch"}, id="pitch raised by 6 %"),
        pytest.param(buzz(throat=0.7), WORDS, {"sound"}, id="another throat"),
        pytest.param(buzz("aiuiai"), WORDS, {"sound"}, id="another vowel"),
        pytest.param(buzz("aiuoa"), WORDS, {"sound", "duration"}, id="the end is missing"),
        pytest.param(buzz("aiuoaia"), WORDS, {"sound", "duration"}, id="a vowel was added"),
        pytest.param(buzz(), (*WORDS[:2], replace(WORDS[2], text="tree")), {"words"}, id="a word is different"),
        pytest.param(buzz(), WORDS[:2], {"words"}, id="a word is missing"),
        pytest.param(buzz(), (WORDS[0], replace(WORDS[1], start_s=0.7), WORDS[2]), {"word times"}, id="a word is late"),
    ],
)
def test_change_is_found_by_its_measure(samples: Samples, words: Sequence[TimedWord], found: set[str]) -> None:
    assert changed(samples, words) >= found


def test_shift_by_one_model_frame_is_no_change_of_sound() -> None:
    later = features(np.pad(buzz(), (600, 0)))
    assert changes("clip", features(buzz()), later, other_cpu=True) == []


def test_change_has_amount_and_place() -> None:
    late = (WORDS[0], replace(WORDS[1], start_s=0.5, end_s=1.19), WORDS[2])
    (change,) = changes("clip", features(buzz()), features(buzz(), late))
    assert (change.clip, change.amount, change.place) == ("clip", -100, "two")


@pytest.mark.parametrize("samples", [np.zeros(0, np.float32), np.zeros(RATE_HZ, np.float32)])
def test_silence_has_features_too(samples: Samples) -> None:
    assert changes("clip", features(samples), features(samples)) == []
    assert changes("clip", features(samples), features(buzz()))


def test_written_features_are_read_back(tmp_path: Path) -> None:
    kept = {"one/a": features(buzz()), "two/b": features(buzz("uo"), [TimedWord("“é”", 0.1234, 0.5)])}
    write_features(tmp_path / "clips.json", kept)
    assert read_features(tmp_path / "clips.json") == kept


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"format":0,"clips":{}}', '{"format":1,"clips":{"a":{}}}', '{"format":1,"clips":{"a":[]}}'],
)
def test_other_file_is_refused_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "clips.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(GoldenFileError, match=r"clips\.json holds no golden clips"):
        read_features(path)


def test_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(GoldenFileError, match=r"none\.json cannot be read"):
        read_features(tmp_path / "none.json")


def test_recording_is_reproducible_and_has_the_words(engine: Engine) -> None:
    clip = GoldenClip("some/af_heart", "so many words in here, and a few more behind the comma.", "af_heart")
    first, second = record(engine, clip).features, record(engine, clip).features
    assert first == second
    assert " ".join(word.text for word in first.words) == clip.text.replace(",", "").replace(".", "")
    assert first.lufs == pytest.approx(-16, abs=0.3)


CLIPS = [
    GoldenClip("one/af_heart", "so many words in here, and a few more.", "af_heart"),
    GoldenClip("two/bf_emma", "and a few others for somebody else.", "bf_emma"),
]


class Golden:
    """The command line with a tiny engine."""

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


def louder(kept: ClipFeatures) -> ClipFeatures:
    return replace(kept, lufs=kept.lufs - 1)


def test_check_after_an_update_finds_no_change(command: Golden) -> None:
    assert command.run("update").exit_code == 0
    result = command.run("check")
    assert result.exit_code == 0
    assert "2 clips, 0 changed" in result.output


def test_failed_check_shows_the_change(command: Golden) -> None:
    command.run("update")
    kept = read_features(command.file)
    write_features(command.file, {**kept, "two/bf_emma": louder(kept["two/bf_emma"])})
    result = command.run("check")
    assert result.exit_code == 1
    assert "two/bf_emma" in result.output
    assert "+1 LU" in result.output
    assert "2 clips, 1 changed" in result.output
    as_json = command.run("check", "--json")
    assert as_json.exit_code == 1
    assert '"measure": "loudness"' in as_json.output


def test_clip_that_is_only_in_the_file_fails_the_check(command: Golden) -> None:
    command.run("update")
    kept = read_features(command.file)
    write_features(command.file, {**kept, "three/bf_emma": kept["two/bf_emma"]})
    result = command.run("check")
    assert result.exit_code == 1
    assert "three/bf_emma: not in both" in result.output


def test_check_without_a_file_fails(command: Golden) -> None:
    assert isinstance(command.run("check").exception, GoldenFileError)


def test_update_draws_changed_clips_only(command: Golden, tmp_path: Path) -> None:
    command.run("update")
    kept = read_features(command.file)
    write_features(command.file, {**kept, "two/bf_emma": louder(kept["two/bf_emma"])})
    result = command.run("update", "--pictures", str(tmp_path))
    assert "2 clips, 1 changed" in result.output
    assert [path.name for path in tmp_path.glob("*.png")] == ["two-bf_emma.png"]
    assert read_features(command.file) == kept


def test_folder_for_pictures_must_exist(command: Golden, tmp_path: Path) -> None:
    assert command.run("update", "--pictures", str(tmp_path / "none")).exit_code == 2
    assert not command.file.exists()
