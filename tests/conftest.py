"""Fixtures for all tests, and defaults of libraries that a busy machine would trip over.

Fixtures with the real model are in tests/real_model/conftest.py.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from fakes import TinySpeech, live_server, tiny_engine, tiny_pipeline, tiny_planner, write_voices
from koe.cli.console import err, out
from koe.engine.engine import Engine
from koe.engine.pipeline import Pipeline
from koe.engine.prepare import Preparer
from koe.model.voices import VoiceBook
from koe.playback.places import VARIABLE as SOCKET_VARIABLE
from koe.settings import FILE_VARIABLE, PREFIX, Settings
from limits import HANG_S
from ray_here import keep_ray_here

# The same examples in every run, on every machine: a suite that was green stays green until the code changes, and a
# failure can be repeated. To look for new examples, run with another profile: `--hypothesis-profile=default`.
# - no deadline and no health check for slow data: both measure the wall clock (200 ms an example, 1 s for ten draws);
# - no database: examples of an earlier run would make this one different.
hypothesis_settings.register_profile(
    "koe",
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("koe")

keep_ray_here()

# pytest-xdist gives its workers 80 columns, and the consoles keep the width that they found when they were made: a test
# that sets COLUMNS would have no effect.
for name in ("COLUMNS", "LINES"):
    os.environ.pop(name, None)
for console in (out, err):
    console._width = console._height = None

# httpx gives up after 5 s where a test sets no timeout. Its functions share this one object as their default.
for phase in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, phase, HANG_S)

# A shell starts background jobs with SIGINT ignored, and child processes inherit that. Tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def empty_settings_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("settings") / "koe.toml"
    path.touch()
    return path


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch, empty_settings_file: Path) -> None:
    """Remove koe's settings from the environment, except where the real model is cached, and hide the user's file,
    what was tuned, and the daemon."""
    for variable in list(os.environ):
        if variable.startswith(PREFIX) and variable not in (f"{PREFIX}CACHE_DIR", f"{PREFIX}MODEL_DIR"):
            monkeypatch.delenv(variable)
    monkeypatch.setenv(FILE_VARIABLE, str(empty_settings_file))
    monkeypatch.setenv("XDG_DATA_HOME", str(empty_settings_file.parent))
    monkeypatch.setenv(SOCKET_VARIABLE, str(empty_settings_file.parent / "no-daemon.sock"))


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
