"""koe bench latency: the child server, refused options, tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
import typer

from fakes import tiny_pipeline, tiny_planner, write_voices
from koe.bench.client import SpeechClient
from koe.bench.latency import FirstRequest, Latency, Report
from koe.bench.listening import Playthrough, Punctuality
from koe.bench.texts import TEXTS
from koe.bench.timing import Timing
from koe.cli import options
from koe.cli.bench import latency
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


@pytest.fixture
def report() -> Report:
    late = Punctuality.of([Playthrough(1.0, 2.0, (-0.1, 0.2))])
    timing = Timing(0.25, 0.5)
    latencies = tuple(Latency(text, Timing(0.004, 0.005), timing, Timing(2, 3), 0.4, late) for text in TEXTS)
    stages_ms = {text.name: {"text": 50.0, "rest": 2.0} for text in TEXTS}
    return Report(
        "peer 1.0", "af_heart", 10, latencies, FirstRequest(1.5, 0.25, 6), FirstRequest(0.3, 0.25, 1.2), stages_ms
    )


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


@pytest.mark.parametrize(
    ("plot", "part"), [("times.gif", "must end in .svg or .png"), ("nowhere/times.svg", "there is no folder")]
)
def test_bad_plot_file_is_refused_before_measuring(
    plot: str, part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latency, "ensure_stages", lambda settings: pytest.fail("too late"))
    with pytest.raises(typer.BadParameter, match=part):
        latency.latency(plot=tmp_path / plot)


def test_plot_without_matplotlib_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "find_spec", lambda name: None if name == "matplotlib" else object())
    with pytest.raises(typer.BadParameter) as refusal:
        latency.latency(plot=Path("times.svg"))
    assert str(refusal.value) == "matplotlib is not installed: run pip install 'koe[bench]'."


def test_plot_that_cannot_be_written_is_refused_in_one_line(report: Report, tmp_path: Path) -> None:
    (tmp_path / "times.svg").mkdir()
    with pytest.raises(typer.BadParameter, match="cannot be written"):
        latency.draw(report, tmp_path / "times.svg")


def test_tables_fit_a_narrow_terminal(report: Report, capsys: pytest.CaptureFixture[str]) -> None:
    latency.print_tables(report)
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines if line.startswith("466, one sentence")]
    assert rows[0][3:] == ["4.0", "0.250", "0.500", "2.000", "3.000", "0.125"]
    assert rows[1][3:] == ["0.400", "150", "185", "200", "1", "200"]
    assert any(line.split() == ["total", *["52.0"] * len(TEXTS)] for line in lines)
    assert lines[-2] == "cold: 1.500 s, later ones 0.250 s, ratio 6.00"
    assert lines[-1] == "after warm-up: 0.300 s, later ones 0.250 s, ratio 1.20"
