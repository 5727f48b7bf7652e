"""The stored choice: what ends it, and that it gives nothing that is set explicitly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from koe.cli.tuned_settings import tuned_settings
from koe.settings import FILE_VARIABLE, Settings, effective_settings
from koe.tune.choice import FILE, Choice, ChoiceFile, Conditions, judge_choice
from koe.tune.identity import Identity
from koe.tune.space import Point
from koe.tune.store import TuningError

NOW = datetime(2026, 11, 19, 12, 0, tzinfo=UTC)
IDENTITY = Identity(
    cpu="Some CPU",
    cores=8,
    memory_gib=16,
    system="Linux x86_64",
    koe="0.1.0",
    packages={"onnxruntime": "1.31.1", "openvino": "not installed", "numpy": "2.4"},
    recipes={"int8": {"trunk": "int8.v1"}},
)
DEFAULT: Mapping[str, Any] = {"build": "fp32", "threads": 0, "lanes": 1}
CHOICE = Choice({"build": "int8", "threads": 3}, DEFAULT, NOW - timedelta(days=3), IDENTITY, ratios={"ttfa": 0.5})
CONDITIONS = Conditions(IDENTITY, DEFAULT, frozenset(), NOW, ttl_days=30)


def test_a_choice_is_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    ChoiceFile(tmp_path / "new").write(CHOICE)
    assert ChoiceFile(tmp_path / "new").read() == CHOICE
    assert ChoiceFile(tmp_path).read() is None


@pytest.mark.parametrize("content", ["", "{}", "[]", "null", '{"values": 3}', "\x00", "[" * 50_000, " " * 70_000])
def test_a_damaged_file_is_an_error_of_its_own(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    with pytest.raises(TuningError):
        ChoiceFile(tmp_path).read()


def test_a_valid_choice_gives_its_values() -> None:
    state = judge_choice(CHOICE, CONDITIONS)
    assert (state.state, state.values, state.reason) == ("used", {"build": "int8", "threads": 3}, "")


EXPIRED = [
    (replace(CONDITIONS, now=NOW + timedelta(days=28)), "it is older than 30 days"),
    (replace(CONDITIONS, ttl_days=2), "it is older than 2 days"),
    (replace(CONDITIONS, now=NOW - timedelta(days=9)), "it is from the future: the clock was changed"),
    (replace(CONDITIONS, identity=replace(IDENTITY, cpu="Other")), "the CPU was Some CPU and is Other"),
    (replace(CONDITIONS, identity=replace(IDENTITY, cores=4)), "the number of cores was 8 and is 4"),
    (replace(CONDITIONS, identity=replace(IDENTITY, memory_gib=8)), "the memory in GiB was 16 and is 8"),
    (
        replace(CONDITIONS, identity=replace(IDENTITY, system="Linux arm64")),
        "the system was Linux x86_64 and is Linux arm64",
    ),
    (replace(CONDITIONS, identity=replace(IDENTITY, koe="0.2.0")), "koe was 0.1.0 and is 0.2.0"),
    (
        replace(CONDITIONS, identity=replace(IDENTITY, packages={**IDENTITY.packages, "onnxruntime": "1.32"})),
        "onnxruntime was 1.31.1 and is 1.32",
    ),
    (
        replace(CONDITIONS, identity=replace(IDENTITY, recipes={"int8": {"trunk": "int8.v2"}})),
        "the files of the build int8 have another recipe",
    ),
    (replace(CONDITIONS, base={**DEFAULT, "build": "slim"}), "build is slim without it, and was fp32"),
]


@pytest.mark.parametrize(("conditions", "reason"), EXPIRED, ids=[reason for _, reason in EXPIRED])
def test_a_choice_ends_and_says_why(conditions: Conditions, reason: str) -> None:
    state = judge_choice(CHOICE, conditions)
    assert state.state == "unused"
    assert not state.values
    assert state.reason.startswith(reason)
    assert state.reason.endswith("Run `koe tune` again")


def test_explicit_settings_are_not_given() -> None:
    explicit = replace(CONDITIONS, explicit=frozenset({"build", "voice"}), base={**DEFAULT, "build": "exact"})
    state = judge_choice(CHOICE, explicit)
    assert (state.state, state.values) == ("used", {"threads": 3})
    assert "build" in state.reason


def test_threads_lanes_and_spinning_are_given_together_or_not_at_all() -> None:
    choice = replace(CHOICE, values={"build": "int8", "threads": 1, "lanes": 2})
    state = judge_choice(choice, replace(CONDITIONS, explicit=frozenset({"threads"}), base={**DEFAULT, "threads": 8}))
    assert state.values == {"build": "int8"}


def test_a_choice_of_the_default_gives_nothing_and_is_no_reason_to_tune_again() -> None:
    assert judge_choice(replace(CHOICE, values={}), CONDITIONS).state == "default"


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A valid choice for this machine: the build `slim`, one thread."""
    settings = Settings()
    default: Point = {"build": settings.build, "threads": 0, "lanes": 1}
    here = Identity.here((settings.build, "slim"))
    ChoiceFile(tmp_path).write(Choice({"build": "slim", "threads": 1}, default, datetime.now(UTC), here))
    monkeypatch.setenv("KOKORO_DATA_DIR", str(tmp_path))
    return tmp_path


def test_what_was_tuned_replaces_defaults_and_nothing_that_is_set(
    stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, state = tuned_settings()
    assert (settings.build, settings.threads, state.state) == ("slim", 1, "used")
    origins = {row.name: row.origin for row in effective_settings(state.values)}
    assert (origins["build"], origins["threads"], origins["lanes"]) == ("tuning", "tuning", "default")
    monkeypatch.setenv("KOKORO_BUILD", "exact")
    assert tuned_settings()[0].build == "exact"
    assert tuned_settings()[0].threads == 1
    assert tuned_settings(threads=2)[0].threads == 2


def test_the_settings_file_wins_over_what_was_tuned(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (stored / "koe.toml").write_text('build = "exact"\n')
    monkeypatch.setenv(FILE_VARIABLE, str(stored / "koe.toml"))
    settings, state = tuned_settings()
    assert (settings.build, settings.threads) == ("exact", 1)
    assert state.values == {"threads": 1}


def test_with_tuning_off_nothing_is_read(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_TUNING", "off")
    settings, state = tuned_settings()
    assert (settings.build, state.state) == (Settings().build, "off")


def test_a_choice_that_does_not_fit_costs_no_start(stored: Path) -> None:
    choice = ChoiceFile(stored).read()
    assert choice is not None
    ChoiceFile(stored).write(replace(choice, values={"threads": "many"}))
    settings, state = tuned_settings()
    assert (settings.threads, state.state) == (0, "unused")
    (stored / FILE).write_text("{")
    assert tuned_settings()[1].reason == "its file cannot be read. Run `koe tune` again"
