"""koe audio: the command line."""

from __future__ import annotations

import builtins
import importlib.util
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from typer.testing import CliRunner, Result

from koe.cli.audio import app
from koe.types import Samples
from koe.wire.wav import wav_header

RATE = 24_000


def run(*arguments: str, typed: bytes = b"") -> Result:
    return CliRunner().invoke(app, ["inspect", *arguments], input=typed, env={"COLUMNS": "200"})


def measured(*arguments: str, typed: bytes = b"") -> dict[str, Any]:
    result = run(*arguments, "--json", typed=typed)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def tone(duration_s: float = 1.0) -> Samples:
    """200 Hz, between silences of 0.1 and 0.2 s, with a pause of 0.3 s in the middle. Faded against clicks."""
    time_s = np.arange(round(duration_s * RATE)) / RATE
    fade = np.clip(np.minimum(time_s, duration_s - time_s) / 0.005, 0, 1)
    loud = 0.5 * np.sin(2 * np.pi * 200 * time_s) * np.sin(fade * np.pi / 2) ** 2
    parts = [np.zeros(2400), loud, np.zeros(7200), loud, np.zeros(4800)]
    return np.concatenate(parts).astype(np.float32)


def pcm_of(samples: Samples) -> bytes:
    return np.rint(samples * 32_767).astype("<i2").tobytes()


def pcm() -> bytes:
    return pcm_of(tone())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.wav"
    path.write_bytes(wav_header(RATE, len(pcm())) + pcm())
    return path


def test_table_output(file: Path) -> None:
    result = run(str(file))
    assert result.exit_code == 0
    lines = dict(line.split("  ", 1) for line in result.stdout.splitlines())
    rows = {name.strip(): value.strip() for name, value in lines.items()}
    assert rows["duration"] == "2.60 s at 24000 Hz"
    assert rows["true peak"] == "-6.02 dBTP"
    assert rows["clicks"] == "0"
    assert rows["pauses"] == "1 (at 1.100 s)"
    assert rows["median pitch"] == "200 Hz"


def test_json_output_has_every_value(file: Path) -> None:
    found = measured(str(file))
    assert found["sample_rate_hz"] == RATE
    assert found["duration_s"] == pytest.approx(2.6)
    assert found["true_peak_dbtp"] == pytest.approx(-6.02, abs=0.01)
    assert found["leading_silence_s"] == pytest.approx(0.1, abs=0.002)
    assert found["trailing_silence_s"] == pytest.approx(0.2, abs=0.002)
    assert found["pauses"] == [{"start_s": pytest.approx(1.1, abs=0.002), "duration_s": pytest.approx(0.3, abs=0.003)}]
    assert found["clicks_s"] == []


@pytest.mark.parametrize("data_bytes", [None, len(pcm())])
def test_audio_is_read_from_standard_input(data_bytes: int | None) -> None:
    """Also a stream whose header was written before its length was known."""
    found = measured("-", typed=wav_header(RATE, data_bytes) + pcm())
    assert found["duration_s"] == pytest.approx(2.6)


@pytest.mark.parametrize(
    ("name", "subtype"),
    [
        ("a.wav", "PCM_16"),
        ("a.wav", "PCM_24"),
        ("a.wav", "PCM_32"),
        ("a.wav", "FLOAT"),
        ("a.wav", "DOUBLE"),
        ("a.flac", "PCM_16"),
        ("a.ogg", "VORBIS"),
    ],
)
def test_every_format_gives_the_same_measurements(tmp_path: Path, name: str, subtype: str) -> None:
    path = tmp_path / name
    soundfile.write(path, tone(), RATE, subtype=subtype)
    found = measured(str(path))
    assert found["duration_s"] == pytest.approx(2.6, abs=0.02)
    assert found["true_peak_dbtp"] == pytest.approx(-6.02, abs=0.4)
    assert found["median_pitch_hz"] == pytest.approx(200, abs=1)


@pytest.mark.parametrize(("name", "subtype"), [("a.wav", "FLOAT"), ("a.flac", "PCM_16")])
def test_channels_are_averaged(tmp_path: Path, name: str, subtype: str) -> None:
    path = tmp_path / name
    soundfile.write(path, np.stack([tone(), np.zeros_like(tone())], axis=1), RATE, subtype=subtype)
    assert measured(str(path))["true_peak_dbtp"] == pytest.approx(-12.04, abs=0.02)


def test_other_chunks_are_skipped(tmp_path: Path) -> None:
    header = wav_header(RATE, len(pcm()))
    note = struct.pack("<4sI", b"LIST", 3) + b"abc\0"  # an odd length, and a byte to make it even
    path = tmp_path / "a.wav"
    path.write_bytes(header[:36] + note + header[36:] + pcm())
    assert measured(str(path))["duration_s"] == pytest.approx(2.6)


def test_empty_audio_has_no_loudness() -> None:
    found = measured("-", typed=wav_header(RATE, 0))
    assert found["duration_s"] == 0
    assert [found[name] for name in ("loudness_lufs", "true_peak_dbtp", "rms_dbfs", "median_pitch_hz")] == [None] * 4


BAD = {
    "empty": b"",
    "text": b"spoken words" * 50,
    "half a header": wav_header(RATE, 100)[:30],
    "no channels": struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", 36, b"WAVE", b"fmt ", 16, 1, 0, RATE, 0, 0, 16, b"data", 0
    ),
    "no numbers": struct.pack(
        "<4sI4s4sIHHIIHH4sI4f",
        *(b"RIFF", 52, b"WAVE", b"fmt ", 16, 3, 1, RATE, 4 * RATE, 4, 32, b"data", 16),
        *(0, float("nan"), 0, 0),
    ),
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_file_without_audio_is_refused(content: bytes) -> None:
    result = run("-", typed=content)
    assert result.exit_code == 2
    assert "FILE" in result.output
    assert "spoken words" not in result.output


def test_missing_file_is_refused(tmp_path: Path) -> None:
    result = run(str(tmp_path / "none.wav"))
    assert result.exit_code == 2
    assert "could not be read" in result.output


def test_only_wav_is_read_without_a_decoder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_av(name: str, *rest: Any, **more: Any) -> Any:
        if name == "av":
            raise ImportError
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_av)
    assert run(str(file)).exit_code == 0
    result = run("-", typed=b"OggS" * 20)
    assert result.exit_code == 2
    assert "pip install av" in result.output


@pytest.mark.parametrize("samples", [tone(), np.zeros(100, dtype=np.float32), np.zeros(0, dtype=np.float32)])
def test_plot_is_drawn(tmp_path: Path, samples: Samples) -> None:
    content = pcm_of(samples)
    path = tmp_path / "a.png"
    result = run("-", "--plot", str(path), typed=wav_header(RATE, len(content)) + content)
    assert result.exit_code == 0, result.output
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["a.jpeg", "none/a.png"])
def test_bad_plot_file_is_refused_first(tmp_path: Path, name: str) -> None:
    result = run("nothing.wav", "--plot", str(tmp_path / name))
    assert result.exit_code == 2
    assert "--plot" in result.output


def test_plot_needs_the_bench_extra(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr("koe.cli.options.find_spec", lambda name: None if name == "matplotlib" else find_spec(name))
    result = run(str(file), "--plot", str(tmp_path / "a.png"))
    assert result.exit_code == 2
    assert "koe[bench]" in result.output
