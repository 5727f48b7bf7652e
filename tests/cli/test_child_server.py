"""The child server of benchmarks: it speaks, stops afterwards, and binds to this machine only."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest

from fakes import tiny_pipeline, tiny_planner, write_voices
from koe.bench.client import SpeechClient
from koe.cli.child_server import ChildServer, bench_settings, cold_server, warmed_server
from koe.engine.engine import Engine
from koe.engine.prepare import Preparer
from koe.errors import EngineError
from koe.model.voices import VoiceBook
from koe.settings import Settings

Start = Callable[[Settings, Callable[[Settings], Engine]], AbstractContextManager[ChildServer]]


class RecordingEngine(Engine):
    """Creates a file for each call: it runs in another process."""

    def __init__(self, folder: Path) -> None:
        voices = VoiceBook(write_voices(folder))
        super().__init__(Preparer(tiny_planner(), voices), tiny_pipeline(voices))
        self._folder = folder

    def warm_up(self, voice: str) -> None:
        (self._folder / "warmed").touch()
        super().warm_up(voice)

    def close(self) -> None:
        super().close()
        (self._folder / "closed").touch()


def load_tiny(settings: Settings) -> Engine:
    """Runs in the child, which imports it by name. The voices are in the cache folder."""
    return RecordingEngine(settings.cache_dir)


def load_nothing(settings: Settings) -> Engine:
    raise SystemExit(1)


@pytest.mark.process
@pytest.mark.parametrize(("start", "warms"), [(warmed_server, True), (cold_server, False)])
def test_child_server_speaks_and_stops_afterwards(start: Start, warms: bool, tmp_path: Path) -> None:
    settings = Settings(cache_dir=tmp_path, log_level="warning")
    with start(settings, load_tiny) as server, SpeechClient(server.address, "af_heart", server.settle) as client:
        if warms:
            client.wait_until_ready()
        assert client.time_first_sound("abc def ghi. " * 50).first_audible_s > 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server.address}/health")
    assert (tmp_path / "warmed").exists() is warms
    assert (tmp_path / "closed").exists()


@pytest.mark.process
def test_child_server_that_does_not_start_is_an_error() -> None:
    with pytest.raises(EngineError, match="ended before it listened"), warmed_server(Settings(), load_nothing):
        pass


def test_bench_settings_bind_to_this_machine_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_HOST", "0.0.0.0")  # noqa: S104
    monkeypatch.setenv("KOKORO_VOICE", "af_bella")
    settings = bench_settings()
    assert (settings.host, settings.port, settings.voice) == ("127.0.0.1", 0, "af_bella")
