"""Fixtures for every folder. What needs the real model lives in tests/real_model."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes import TinySpeech, live_server, tiny_engine, tiny_pipeline, tiny_planner, write_voices
from koe.engine.engine import Engine
from koe.engine.pipeline import Pipeline
from koe.engine.prepare import Preparer
from koe.model.voices import VoiceBook
from koe.settings import PREFIX, Settings


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller's environment must not decide a test; only the real model's cache may be where it is."""
    for variable in list(os.environ):
        if variable.startswith(PREFIX) and variable not in (f"{PREFIX}CACHE_DIR", f"{PREFIX}MODEL_DIR"):
            monkeypatch.delenv(variable)


@pytest.fixture(scope="session")
def voice_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_voices(tmp_path_factory.mktemp("voices"))


@pytest.fixture
def voices(voice_files: dict[str, Path]) -> VoiceBook:
    return VoiceBook(voice_files)


@pytest.fixture
def pipeline(voices: VoiceBook) -> Pipeline:
    return tiny_pipeline(voices)


@pytest.fixture
def preparer(voices: VoiceBook) -> Preparer:
    return Preparer(tiny_planner(), voices)


@pytest.fixture
def speech(voices: VoiceBook) -> TinySpeech:
    return TinySpeech.of(voices)


@pytest.fixture
def engine(voices: VoiceBook, pipeline: Pipeline) -> Iterator[Engine]:
    engine = tiny_engine(voices, pipeline)
    yield engine
    engine.close()


@pytest.fixture
def settings() -> Settings:
    return Settings()


@pytest.fixture
def server(engine: Engine, settings: Settings) -> Iterator[str]:
    with live_server(engine, settings) as address:
        yield address
