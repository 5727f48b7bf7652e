"""koe dev abx: two builds or settings, spoken and written once; the result of the listeners."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fakes import tiny_engine, write_voices
from koe.bench.blind_test import PAGE
from koe.cli.child_server import warmed_server
from koe.cli.dev import abx
from koe.cli.dev.abx import parsed
from koe.cli.main import app
from koe.engine.engine import Engine
from koe.model.voices import VoiceBook
from koe.settings import Settings, SettingsError


def load_tiny(settings: Settings) -> Engine:
    """Runs in the child, which imports it by name. The voices are in the cache folder."""
    return tiny_engine(VoiceBook(write_voices(settings.cache_dir)))


def test_a_side_is_a_build_or_settings_or_both() -> None:
    assert parsed("slim", "A").build == "slim"
    assert parsed("noise_shaping=true", "A").noise_shaping
    both = parsed("exact, loudness_lufs=-20", "B")
    assert (both.build, both.loudness_lufs, both.primer_bytes) == ("exact", -20.0, 0)
    with pytest.raises(Exception, match="setting=value") as caught:
        parsed("fast", "B")
    assert getattr(caught.value, "param_hint", None) == "B"
    with pytest.raises(SettingsError, match="not a setting"):
        parsed("nois_shaping=true", "A")


@pytest.mark.process
def test_a_test_is_spoken_and_written_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, voice_files: dict[str, Path]
) -> None:
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(abx, "ensure_stages", lambda *_: None)
    monkeypatch.setattr(abx, "voice_book", lambda _: VoiceBook(voice_files))
    started = warmed_server
    monkeypatch.setattr(abx, "warmed_server", lambda settings: started(settings, load_tiny))
    arguments = ["dev", "abx", "exact", "noise_shaping=true", "--out", str(tmp_path / "test"), "--pairs", "1"]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.stdout.strip() == str(tmp_path / "test" / PAGE)
    assert len(list((tmp_path / "test").glob("*.wav"))) == 2
    again = CliRunner().invoke(app, arguments)
    assert again.exit_code == 2
    assert "holds a test already" in again.stderr


def test_the_result_of_the_listeners(tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    content = {"build": "slim", "reference": "exact", "sides": ["a"] * 10, "choices": ["a"] * 9 + ["b"]}
    file.write_text(json.dumps(content))
    shown = CliRunner().invoke(app, ["dev", "abx-result", str(file)]).stdout.split()
    assert shown[-4:] == ["binomial", "test,", "p", "0.021"]
    read = json.loads(CliRunner().invoke(app, ["dev", "abx-result", str(file), "--json"]).stdout)
    assert (read["build_preferred"], read["reference_preferred"]) == (9, 1)
