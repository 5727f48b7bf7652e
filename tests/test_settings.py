"""Settings: what is allowed, and that the environment wins over koe.toml and koe.toml over the defaults."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from koe.settings import (
    FILE_VARIABLE,
    Settings,
    SettingsError,
    checked_value,
    effective_settings,
    load_settings,
    settings_file,
)
from koe.settings import sources as module

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes the settings file of the test."""
    path = tmp_path / "koe.toml"
    monkeypatch.setenv(FILE_VARIABLE, str(path))

    def written(content: str) -> Path:
        path.write_text(content, encoding="utf-8")
        return path

    return written


@pytest.fixture(autouse=True)
def _as_a_new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_warned", set())


def test_the_file_gives_values_of_every_kind(write: Write) -> None:
    write(
        """
        # A comment.
        port = 9000
        stall_timeout_s = 2.5
        loudness = false
        voice = "bf_emma"
        cache_dir = "~/models"
        allowed_hosts = ["koe.lan", "tts.lan"]
        allowed_origins = "http://localhost:3000, app://obsidian.md"
        log_format = "json"
        [language_voices]
        es = "ef_dora"
        """
    )
    settings = load_settings()
    assert (settings.port, settings.stall_timeout_s, settings.loudness) == (9000, 2.5, False)
    assert (settings.voice, settings.log_format) == ("bf_emma", "json")
    assert settings.cache_dir == Path.home() / "models"
    assert settings.allowed_hosts == ("koe.lan", "tts.lan")
    assert settings.allowed_origins == ("http://localhost:3000", "app://obsidian.md")
    assert settings.language_voices == {"es": "ef_dora"}


def test_the_example_in_the_documentation_is_valid(write: Write) -> None:
    page = (Path(__file__).parents[1] / "docs" / "configuration.md").read_text(encoding="utf-8")
    write(page.partition("```toml\n")[2].partition("```")[0])
    assert load_settings().model_fields_set == {"voice", "port", "allowed_hosts", "language_voices"}


@pytest.mark.parametrize("variable", ["KOKORO_PORT", "kokoro_port"])
def test_the_environment_wins_over_the_file_and_an_option_over_both(
    write: Write, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    write("port = 9000\nmax_streams = 3")
    monkeypatch.setenv(variable, "9001")
    assert (load_settings().port, load_settings().max_streams) == (9001, 3)
    assert load_settings(port=9002).port == 9002


def test_an_empty_variable_is_as_good_as_none(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("port = 9000")
    monkeypatch.setenv("KOKORO_PORT", "")
    assert load_settings().port == 9000


def test_a_value_of_the_file_that_the_environment_replaces_is_not_checked(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("port = 99999")
    monkeypatch.setenv("KOKORO_PORT", "9001")
    assert load_settings().port == 9001


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("prot = 1", "prot is not a setting of koe. Did you mean port?"),
        ("PORT = 1", "PORT is not a setting of koe. Did you mean port?"),
        ("KOKORO_PORT = 1", "KOKORO_PORT is not a setting of koe. Did you mean port?"),
        ("max-streams = 1", "max-streams is not a setting of koe. Did you mean max_streams?"),
        ("[server]\nport = 1", "server is not a setting of koe."),
        ("zzz = 1", "zzz is not a setting of koe. `koe config` lists all settings."),
        ("port = 99999", "port: Input should be less than or equal to 65535."),
        ("port = true", "port: Input should be a number, not true or false."),
        ('threads = "many"', "threads: Input should be a valid integer, unable to parse string as an integer."),
        ('emoji = "shout"', "emoji: Input should be 'drop' or 'name'."),
        ('language_voices = "es:ef_dora"', "language_voices: must be pairs such as es=ef_dora"),
        ("allowed_hosts = [1]", "allowed_hosts: Input should be a valid string."),
        ("port = ", "is not valid TOML: Invalid value (at end of document)."),
    ],
)
def test_a_mistake_in_the_file_names_the_file_the_key_and_what_is_allowed(
    write: Write, content: str, problem: str
) -> None:
    path = write(content)
    with pytest.raises(SettingsError) as refused:
        load_settings()
    assert str(refused.value).startswith(f"{path}")
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_mistake_in_the_environment_names_the_variable_not_the_file(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("port = 9000")
    monkeypatch.setenv("KOKORO_PORT", "99999")
    with pytest.raises(SettingsError, match=r"\AKOKORO_PORT: Input should be less than or equal to 65535\.\Z"):
        load_settings()


def test_no_error_repeats_a_key(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write('api_key = "secret word"')
    with pytest.raises(SettingsError, match="api_key: must have 8 to 256 letters") as refused:
        load_settings()
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("content", [b'voice = "\xff"', None])
def test_a_file_that_cannot_be_read_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    path = tmp_path / "koe.toml"
    monkeypatch.setenv(FILE_VARIABLE, str(path))
    if content is not None:
        path.write_bytes(content)
    reason = "is not a text file in UTF-8" if content else r"cannot be read \(No such file or directory\)"
    with pytest.raises(SettingsError, match=reason):
        load_settings()


def test_without_a_variable_the_file_is_in_the_configuration_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FILE_VARIABLE)
    monkeypatch.setattr(module, "user_config_path", lambda name: Path("/etc/nowhere") / name)
    assert settings_file() == Path("/etc/nowhere/koe/koe.toml")
    assert load_settings() == Settings()  # and it need not exist


def test_unknown_variables_are_warned_of_once_without_their_value(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("KOKORO_PROT", "secret")
    monkeypatch.setenv("KOKORO_FASTAPI_ZZZ", "secret")
    with caplog.at_level(logging.WARNING, logger="koe.settings"):
        assert load_settings() == load_settings() == Settings()
    assert [record.getMessage() for record in caplog.records] == [
        "KOKORO_FASTAPI_ZZZ is not a setting of koe and is ignored. `koe config` lists all settings.",
        "KOKORO_PROT is not a setting of koe and is ignored. Did you mean KOKORO_PORT?",
    ]


def test_a_warning_is_one_line_whatever_the_name_of_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_A\nB\x1b[31m", "1")
    lines: list[str] = []
    load_settings(warn=lines.append)
    assert lines[0].startswith("KOKORO_A\\nB\\x1b[31m is not a setting of koe")


def test_each_effective_value_has_its_origin(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write('port = 9000\nvoice = "bf_emma"\napi_key = "correct-horse"')
    monkeypatch.setenv("KOKORO_VOICE", "am_adam")
    rows = {row.name: row for row in effective_settings()}
    assert list(rows) == list(Settings.model_fields)
    assert (rows["port"].value, rows["port"].origin, rows["port"].place) == (9000, "file", str(path))
    assert (rows["voice"].value, rows["voice"].origin, rows["voice"].place) == (
        "am_adam",
        "environment",
        "KOKORO_VOICE",
    )
    assert (rows["host"].value, rows["host"].origin, rows["host"].place) == ("127.0.0.1", "default", None)
    assert "correct" not in str(rows["api_key"].value)


def test_one_value_can_be_checked_without_the_rest(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("prot = broken")
    monkeypatch.setenv("KOKORO_PORT", "1")
    assert checked_value("port", "9000") == 9000
    assert checked_value("allowed_hosts", "a.lan, b.lan") == ("a.lan", "b.lan")
    with pytest.raises(SettingsError, match=r"\Aport: Input should be less than"):
        checked_value("port", "99999")
    with pytest.raises(SettingsError, match=r"\Aprot is not a setting of koe\. Did you mean port\?"):
        checked_value("prot", "1")


@pytest.mark.parametrize("written", ["1", "true", "True", "yes"])
def test_ephemeral_turns_the_caches_of_requests_off_whatever_else_is_set(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("KOKORO_EPHEMERAL", written)
    monkeypatch.setenv("KOKORO_PRIMER_BYTES", "1000000")
    settings = load_settings()
    assert settings.ephemeral
    assert (settings.primer_bytes, settings.phoneme_cache_bytes, settings.link_cache_bytes) == (0, 0, 0)


def test_without_ephemeral_the_caches_are_as_they_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_EPHEMERAL", "0")
    monkeypatch.setenv("KOKORO_PRIMER_BYTES", "1000000")
    assert load_settings().primer_bytes == 1_000_000
    monkeypatch.setenv("KOKORO_EPHEMERAL", "perhaps")
    with pytest.raises(SettingsError, match="KOKORO_EPHEMERAL"):
        load_settings()


def test_the_default_budget_is_no_less_than_all_caches_and_frames_together() -> None:
    settings = Settings()
    caches = settings.primer_bytes + settings.phoneme_cache_bytes + settings.link_cache_bytes
    previews, mixes, voices = 8_388_608, 16 * 522_240, 54 * 522_240
    frames = settings.max_open_streams * (settings.replay_bytes + settings.unsent_bytes)
    assert caches + previews + mixes + voices + frames <= settings.memory_budget_bytes
