"""koe say --build and KOKORO_BUILD: which build of the model speaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fakes import tiny_engine
from koe.build.recipes import BUILDS
from koe.cli import say as module
from koe.cli.main import app
from koe.constants import DEFAULT_BUILD
from koe.engine.engine import Engine
from koe.model.voices import VoiceBook
from koe.settings import Settings


@pytest.fixture
def loaded(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Settings]:
    """The settings that the engine was loaded with."""
    seen: list[Settings] = []

    def load(settings: Settings) -> Engine:
        seen.append(settings)
        return tiny_engine(voices)

    monkeypatch.setattr(module, "load_engine", load)
    monkeypatch.chdir(tmp_path)
    return seen


def say(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["say", "Hello there.", "--out", "a.wav", *arguments])


def test_the_option_wins_over_the_setting(loaded: list[Settings], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_BUILD", "exact")
    assert say().exit_code == say("--build", "fp32", "--force").exit_code == 0
    assert [settings.build for settings in loaded] == ["exact", "fp32"]


def test_no_other_build_is_made_for_one_text(loaded: list[Settings], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_BUILDS", "exact")
    assert say().exit_code == 0
    assert [(settings.build, settings.builds) for settings in loaded] == [(DEFAULT_BUILD, ())]


def test_a_build_that_does_not_exist_is_refused_with_those_that_do(loaded: list[Settings]) -> None:
    result = say("--build", "fp33")
    assert (result.exit_code, loaded) == (2, [])
    assert f"must be one of {', '.join(BUILDS)}" in " ".join(result.output.split())
