"""koe bench: options that are refused before anything is measured, tables, and what is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from fakes import tiny_engine, tiny_pipeline, write_voices
from koe.bench.calibration import Noise
from koe.bench.estimates import Estimate
from koe.bench.machine import Machine
from koe.bench.run.comparison import Change, Comparison
from koe.bench.run.load import ConcurrencyPoint
from koe.bench.run.profile import Sample
from koe.bench.run.report import Conditions, Figures, Ratios, RunReport, texts_of
from koe.bench.run.turns import Round
from koe.bench.soak.report import Counts, Marker, Soak
from koe.bench.speakers import Spoken
from koe.bench.texts import Preset
from koe.cli import options
from koe.cli.bench import app, graph, precision, run
from koe.cli.bench.precision import PrecisionRow
from koe.cli.bench.run import Plan, measure
from koe.cli.bench.run_tables import print_comparisons, print_run
from koe.cli.bench.speakers import PeerRequest, own_server
from koe.engine.engine import Engine
from koe.model.voices import VoiceBook
from koe.observe.bench_results import BenchResults
from koe.settings import Settings

CONDITIONS = Conditions(Machine("cpu", 2, 16, "Linux"), "0.2", "fp32", "af_heart", True, "peer")


def report_of(first_s: float = 0.2) -> RunReport:
    spoken = {"koe": Spoken(0.004, first_s, 1.0, 4.0, cpu_s=1.6), "peer": Spoken(1.0, 1.0, 2.0, 4.0, cpu_s=3.2)}
    rounds = tuple(Round("short", float(at), spoken) for at in range(3))
    points = (ConcurrencyPoint(1, 0.2, 0.3, 0, 0, 3.0), ConcurrencyPoint(8, None, None, 8, 0, 0.0))
    texts = texts_of(rounds, {"short": 139}, "koe", "peer")
    return RunReport(CONDITIONS, "koe", 3, Noise(5, 0.01, 0.011, 1.1), texts, rounds, (), points)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """`koe bench run` with figures that are there already; returns the cache folder."""
    monkeypatch.setattr(run, "ensure_stages", lambda _: None)
    monkeypatch.setattr(run, "measure", lambda *_: report_of())
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(app, [*arguments], catch_exceptions=False)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--preset", "tiny"], "must be one of short, medium"),
        (["--peer", "127.0.0.1:80"], "must be kokoro-onnx or an address"),
        (["--save-audio"], "needs --out"),
        (["--baseline", "nothing"], "there is no baseline nothing"),
        (["--save-baseline", "../x"], "small letters"),
        (["--trials", "1"], "greater than or equal to 2"),
    ],
)
def test_bad_options_are_refused_before_measuring(
    arguments: list[str], part: str, measured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "measure", lambda *_: pytest.fail("too late"))
    result = CliRunner().invoke(app, ["run", *arguments])
    assert result.exit_code == 2
    assert part in " ".join(result.output.replace("│", " ").split())


def test_charts_without_matplotlib_are_refused(measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "find_spec", lambda name: None if name == "matplotlib" else object())
    with pytest.raises(typer.BadParameter, match=r"matplotlib is not installed: run pip install 'koe\[bench\]'"):
        run.run(folder=tmp_path / "out")


def test_a_run_is_kept_and_compared_with_the_last_and_a_baseline(measured: Path, capsys: Any) -> None:
    first = json.loads(invoke("run", "--json", "--save-baseline", "release").output)
    assert first["comparisons"] == []
    assert first["texts"]["short"]["ratios"]["ttfa"]["value"] == pytest.approx(0.2)
    again = json.loads(invoke("run", "--json", "--baseline", "release").output)
    assert [one["name"] for one in again["comparisons"]] == ["the last run", "release"]
    assert {change["verdict"] for change in again["comparisons"][1]["changes"]} == {"no difference"}
    results = BenchResults(measured)
    assert results.baselines == ["release"]
    kept = results.last("run")
    assert kept is not None
    assert kept.result["texts"] == first["texts"]
    assert [one.command for one in results.load()] == ["run"]


def test_nothing_is_kept_with_ephemeral(measured: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_EPHEMERAL", "1")
    invoke("run", "--save-baseline", "release")
    assert not measured.exists()


def test_an_earlier_result_of_another_form_is_left_out(measured: Path) -> None:
    BenchResults(measured).save("run", {"texts": []})
    assert invoke("run").exit_code == 0


def test_the_artifacts_are_written(measured: Path, tmp_path: Path) -> None:
    invoke("run", "--out", str(tmp_path / "out"))
    content = json.loads((tmp_path / "out" / "run.json").read_text())
    assert len(content["rounds"]) == 3
    assert (tmp_path / "out" / "latency.png").read_bytes().startswith(b"\x89PNG")


def test_an_out_folder_that_cannot_be_written_is_refused(measured: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(typer.BadParameter, match="cannot be written"):
        run.run(folder=tmp_path / "file")


def test_tables_have_intervals_ratios_and_the_noise(capsys: pytest.CaptureFixture[str]) -> None:
    print_run(report_of())
    change = Change("short", "ttfa", Estimate(1.2, 1.1, 1.3), True, "slower")
    print_comparisons([Comparison("the last run", ("another build",), (change,))])
    shown = " ".join(capsys.readouterr().out.split())
    assert "first sound (TTFA), s 0.200 (0.200–0.200)" in shown
    assert "koe / peer, round by round: TTFA 0.200 (0.200–0.200), RTF 0.500 (0.500–0.500), CPU 0.500" in shown
    assert "8 – – 8 0 0.0" in shown
    assert "compared with the last run (another build)" in shown
    assert "TTFA / peer 1.200 (1.100–1.300) slower" in shown


def load_tiny(settings: Settings) -> Engine:
    """Runs in the child, which imports it by name. The voices are in the cache folder."""
    voices = VoiceBook(write_voices(settings.cache_dir))
    return tiny_engine(voices, tiny_pipeline(voices))


@pytest.mark.process
def test_a_run_against_a_second_koe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers of the tiny model, each a process: the whole way of `--peer URL`."""
    settings = Settings(cache_dir=tmp_path, log_level="warning")
    owned: Callable[..., Any] = own_server
    monkeypatch.setattr(run, "own_server", lambda *args, **options: owned(*args, **options, load=load_tiny))
    with own_server(settings, load=load_tiny) as second:
        peer = PeerRequest(second.server.address, "af_heart")
        plan = Plan((Preset("short"),), 3, True, peer, 2, 0.05, tmp_path, True)
        report = measure(settings, plan)
    (text,) = report.texts
    koe, other = text.speakers.values()
    assert koe.speech_s == other.speech_s
    assert text.ratios is not None
    assert 0.1 < text.ratios.ttfa.value < 10
    assert [point.clients for point in report.concurrency] == [1, 2]
    assert report.samples[-1].resident_bytes
    assert len(list(tmp_path.glob("*-short.wav"))) == 2


@pytest.mark.parametrize(("broken", "code"), [(0, 0), (1, 1)])
def test_a_run_may_end_with_a_soak(
    measured: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: int, code: int
) -> None:
    markers = tuple(Marker(float(at), 0.2, 0.3, 0.01) for at in range(6))
    samples = (Sample(0.0, 1 << 29, 1.0, 20, 30),)
    soaked = Soak(20.0, 2, Counts(done=9, broken=broken), markers, samples, 0, 1 << 29, Noise(9, 0.01, 0.01, 1.1))
    asked: list[float] = []

    def measure_soak(minutes: float) -> Soak:
        asked.append(minutes)
        return soaked

    monkeypatch.setattr(run, "measure_soak", measure_soak)
    answer = invoke("run", "--soak", "20", "--out", str(tmp_path / "out"), "--json")
    assert answer.exit_code == code
    assert asked == [20.0]
    assert json.loads(answer.stdout)["soak"]["counts"]["broken"] == broken
    assert json.loads((tmp_path / "out" / "soak.json").read_text())["passed"] is not bool(broken)
    assert (tmp_path / "out" / "soak.png").stat().st_size > 10_000
    assert BenchResults(measured).last("soak") is not None


def test_tables_of_builds_and_stages_fit_into_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    spoken = [Spoken(0.004, 0.2, 1.0, 4.0, cpu_s=1.6)] * 3
    ratios = Ratios.of(spoken, spoken)
    rows = [
        PrecisionRow("int8", ("onnxruntime-cpu",), 166_000_000, 1 << 29, Figures.of(spoken), ratios, True),
        PrecisionRow("exact", ("onnxruntime-cpu",), 404_000_000, None, Figures.of(spoken), None, None),
    ]
    precision.print_rows(rows, Noise(5, 0.01, 0.011, 1.1))
    stages = [
        graph.StageRow("generator_modulation", "slim-int8", "onnxruntime-cpu", 1314, 22_400_000, 179.3),
        graph.StageRow("rest", None, None, None, None, 57.6),
    ]
    graph.print_rows("int8", stages)
    shown = capsys.readouterr().out
    assert "…" not in shown
    assert "onnxruntime-cpu" in shown
    for part in ("1.000 (1.000–1.000)", "166 MB", "512 MiB", "passed", "not measured", "179.3", "76%"):
        assert part in shown
