"""koe config: values and their origins; changes to koe.toml that leave the rest of it alone."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from koe.cli.main import app
from koe.cli.toml_edit import CannotEdit, edited, toml_value
from koe.settings import FILE_VARIABLE, Settings, SettingsError, load_settings

WRITTEN = """\
# The server of the house.
port = 9000  # not 8880
allowed_hosts = [
  "koe.lan",
  "tts.lan",  # the old name
]

[language_voices]
es = "ef_dora"
"""


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config" / "koe" / "koe.toml"
    monkeypatch.delenv(FILE_VARIABLE)
    monkeypatch.setattr("koe.settings.sources.user_config_path", lambda name: tmp_path / "config" / name)
    monkeypatch.setenv("COLUMNS", "200")
    return path


def config(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["config", *arguments])


def write(file: Path, content: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")


def shown(*arguments: str) -> dict[str, list[str]]:
    result = config(*arguments)
    assert result.exit_code == 0, result.output
    return {line.split()[0]: line.split()[1:] for line in result.stdout.splitlines()}


def test_every_setting_is_shown_with_its_value_and_origin(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(file, WRITTEN)
    monkeypatch.setenv("KOKORO_VOICE", "af_heart(2)+bf_emma(1)")
    rows = shown()
    assert set(Settings.model_fields) < set(rows)
    assert rows["port"] == ["9000", "koe.toml"]
    assert rows["voice"] == ["af_heart(2)+bf_emma(1)", "environment"]
    assert rows["loudness"] == ["true", "default"]
    assert rows["allowed_hosts"] == ["koe.lan,", "tts.lan", "koe.toml"]
    assert rows["language_voices"] == ["es=ef_dora", "koe.toml"]
    assert rows["model_dir"] == ["–", "default"]
    assert str(file) in " ".join(rows["koe.toml"])
    assert set(shown("--changed")) == {"setting", "port", "voice", "allowed_hosts", "language_voices", "koe.toml"}


def test_json_has_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_PORT", "9001")
    report = json.loads(config("--json").stdout)
    assert (report["file"], report["file_exists"]) == (str(file), False)
    assert list(report["settings"]) == list(Settings.model_fields)
    assert report["settings"]["port"] == {
        "value": 9001,
        "origin": "environment",
        "place": "KOKORO_PORT",
        "variable": "KOKORO_PORT",
    }
    assert report["settings"]["cache_dir"]["origin"] == "default"


def test_the_api_key_is_shown_nowhere(file: Path) -> None:
    assert config("set", "api_key", "correct-horse").exit_code == 0
    assert load_settings().api_key is not None
    for result in (config(), config("--json"), config("set", "api_key", "battery-staple")):
        assert "horse" not in result.output
        assert "battery" not in result.output
    assert file.stat().st_mode & 0o777 == 0o600


def test_path_needs_no_file_and_no_valid_one(file: Path) -> None:
    assert config("path").stdout == f"{file}\n"
    write(file, "port = ")
    assert config("path").stdout == f"{file}\n"
    result = config()
    assert isinstance(result.exception, SettingsError)
    assert str(result.exception).startswith(f"{file} is not valid TOML")


def test_set_and_unset_leave_the_rest_of_the_file_alone(file: Path) -> None:
    write(file, WRITTEN)
    for name, value in [("max_streams", "3"), ("KOKORO_VOICE", "bf_emma"), ("allowed_hosts", "a.lan, b.lan")]:
        assert config("set", name, value).exit_code == 0
    assert file.read_text() == (
        "# The server of the house.\n"
        "port = 9000  # not 8880\n"
        'allowed_hosts = ["a.lan", "b.lan"]\n'
        "\n"
        "max_streams = 3\n"
        'voice = "bf_emma"\n'
        "[language_voices]\n"
        'es = "ef_dora"\n'
    )
    settings = load_settings()
    assert (settings.max_streams, settings.voice, settings.allowed_hosts) == (3, "bf_emma", ("a.lan", "b.lan"))
    for name in ("allowed_hosts", "language_voices", "max_streams", "voice"):
        assert config("unset", name).exit_code == 0
    assert file.read_text() == "# The server of the house.\nport = 9000  # not 8880\n\n"


def test_set_creates_folder_and_file(file: Path) -> None:
    result = config("set", "language_voices", "es=ef_dora,ja=jm_kumo")
    assert result.stderr == f"{file}: language_voices set\n"
    assert load_settings().language_voices == {"es": "ef_dora", "ja": "jm_kumo"}
    assert [path.name for path in file.parent.iterdir()] == ["koe.toml"]


def test_a_path_is_kept_as_it_was_typed(file: Path) -> None:
    assert config("set", "model_dir", "~/models").exit_code == 0
    assert file.read_text() == 'model_dir = "~/models"\n'
    assert load_settings().model_dir == Path.home() / "models"


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("prot", "1", "prot is not a setting of koe. Did you mean port?"),
        ("port", "99999", "port: Input should be less than or equal to 65535."),
        ("emoji", "shout", "emoji: Input should be 'drop' or 'name'."),
    ],
)
def test_a_value_that_is_not_allowed_is_not_written(file: Path, name: str, value: str, problem: str) -> None:
    assert str(config("set", name, value).exception) == problem
    assert not file.exists()


def test_a_name_that_koe_does_not_know_can_be_removed(file: Path) -> None:
    write(file, "prot = 1\nport = 2\n")
    assert config("unset", "prot").exit_code == 0
    assert file.read_text() == "port = 2\n"
    result = config("unset", "voice")
    assert result.exit_code == 2
    assert "does not set voice." in " ".join(result.stderr.split())


def test_set_says_if_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_PORT", "1")
    assert "KOKORO_PORT is set in the environment and wins." in config("set", "port", "2").stderr


def test_a_broken_file_is_not_touched(file: Path) -> None:
    write(file, "port = \n")
    assert isinstance(config("set", "voice", "bf_emma").exception, SettingsError)
    assert file.read_text() == "port = \n"


def test_what_lines_cannot_express_is_refused() -> None:
    with pytest.raises(CannotEdit):
        edited("language_voices.es = 'a'\nlanguage_voices.fr = 'b'\n", "language_voices", '{"es" = "c"}')


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "port = 1\n"),
        ("voice = 'a'", "voice = 'a'\nport = 1\n"),
        ("port = 7", "port = 1\n"),
        ('"port" = 7\nvoice = "b"\n', 'port = 1\nvoice = "b"\n'),
        ("[t]\nport = 7\n", "port = 1\n[t]\nport = 7\n"),
        ('voice = """\nport = 7\n"""\n', 'voice = """\nport = 7\n"""\nport = 1\n'),
        ("# port = 7\r\nport = 7\r\n", "# port = 7\r\nport = 1\n"),
    ],
)
def test_a_value_goes_where_it_belongs(content: str, expected: str) -> None:
    assert edited(content, "port", "1") == expected


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.integers(-(2**63), 2**63 - 1) | st.booleans())
def test_every_value_survives_the_file(value: object) -> None:
    assert tomllib.loads(f"a = {toml_value(value)}")["a"] == value
    assert tomllib.loads(f"a = {toml_value((value, value))}")["a"] == [value, value]
