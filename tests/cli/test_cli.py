"""The command line without model files; tests that need them are in tests/process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import koe
from koe.model.stages import STAGES


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from koe.cli.main import run; run()", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, env=os.environ | environment, timeout=60, check=False
    )


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["sing"], "No such command 'sing'"),
        (["say"], "Missing argument 'text'"),
        (["say", "Hi.", "--speed", "fast"], "Invalid value for '--speed'"),
        (["serve", "--port", "99999"], "Invalid value for '--port'"),
        (["voices", "--lang", "klingon"], "language is unknown. Allowed: en-us"),
        (["serve", "--host", "256.0.0.1"], "cannot bind 256.0.0.1"),
        (["say", "Hi.", "--captions", "a.txt"], "--captions takes a file that ends in .vtt, .srt or .json"),
        (["text", "Hi.", "--lang", "klingon"], "language is unknown. Allowed: en-us"),
        (["text", " "], "input is empty"),
    ],
)
def test_bad_arguments_get_one_line_and_exit_code_2(arguments: list[str], part: str) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("koe: ")
    assert part in line


@pytest.mark.parametrize(
    ("variable", "value", "part"),
    [
        ("KOKORO_THREADS", "many", "KOKORO_THREADS: Input should be a valid integer"),
        ("KOKORO_LOG_LEVEL", "loud", "KOKORO_LOG_LEVEL"),
        ("KOKORO_EMOJI", "shout", "KOKORO_EMOJI: Input should be 'drop' or 'name'"),
        (
            "KOKORO_LANGUAGE_VOICES",
            "es:ef_dora",
            "KOKORO_LANGUAGE_VOICES: must be pairs such as es=ef_dora",
        ),
        ("KOKORO_LANGUAGE_VOICES", "es=ef_dora,fr=", "KOKORO_LANGUAGE_VOICES: must be pairs"),
        ("KOKORO_ONE_VOICE", "perhaps", "KOKORO_ONE_VOICE: Input should be a valid boolean"),
    ],
)
def test_bad_settings_get_one_line_and_exit_code_2(variable: str, value: str, part: str) -> None:
    result = run("models", "path", **{variable: value})
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert part in line


def test_variables_of_other_programs_get_one_line_and_stop_nothing(tmp_path: Path) -> None:
    result = run("models", "path", KOKORO_PROT="secret", KOKORO_CACHE_DIR=str(tmp_path))
    assert (result.returncode, result.stdout.strip()) == (0, str(tmp_path / "assets"))
    assert result.stderr == "koe: KOKORO_PROT is not a setting of koe and is ignored. Did you mean KOKORO_PORT?\n"


def test_the_server_logs_them_in_its_own_format() -> None:
    result = run("serve", "--host", "256.0.0.1", KOKORO_PROT="secret", KOKORO_LOG_FORMAT="json")
    record, refusal = result.stderr.splitlines()
    assert json.loads(record)["message"].startswith("KOKORO_PROT is not a setting of koe and is ignored.")
    assert refusal.startswith("koe: ")


def test_version() -> None:
    assert run("--version").stdout == f"koe {koe.__version__}\n"


def test_voices_as_json() -> None:
    voices = json.loads(run("voices", "--json").stdout)
    assert len(voices) == 54
    assert voices[0] == {"id": "af_alloy", "name": "Alloy", "language": "en-us", "gender": "female"}
    british = json.loads(run("voices", "--json", "--lang", "en-gb").stdout)
    assert {voice["id"][0] for voice in british} == {"b"}


def test_doctor_reports_missing_files(tmp_path: Path) -> None:
    result = run("doctor", "--json", KOKORO_CACHE_DIR=str(tmp_path), KOKORO_THREADS="3")
    assert result.returncode == 1
    report = json.loads(result.stdout)
    assert report["koe"]["version"] == koe.__version__
    assert report["inference"]["threads"] == 3
    assert report["inference"]["providers"].split(", ")[0] == "cpu"
    assert report["stages"] == dict.fromkeys(STAGES, "onnxruntime-cpu")
    assert report["files"]["cache"] == str(tmp_path)
    assert "55 files are missing" in report["problems"]["model"]


def test_models_list_and_path_need_no_files(tmp_path: Path) -> None:
    assert run("models", "path", KOKORO_CACHE_DIR=str(tmp_path)).stdout.strip() == str(tmp_path / "assets")
    listing = json.loads(run("models", "list", "--json", KOKORO_CACHE_DIR=str(tmp_path)).stdout)
    assert len(listing) == 57
    assert not any(row["present"] for row in listing)


def test_command_starts_without_heavy_imports() -> None:
    code = "import sys; import koe.cli.main; print([m for m in ('spacy', 'misaki', 'fastapi') if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.strip() == "[]"
