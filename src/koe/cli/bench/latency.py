"""koe bench latency: time to first sound of a child server and of kokoro-onnx, as tables, JSON or a chart."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.latency import FirstRequest, Latency, Report, flatness, measure_first_request, measure_latency
from koe.bench.stage_times import REST, StageClock, TimedBackend, TimedReader, measure_stages
from koe.bench.texts import TEXTS
from koe.cli.assemble import MODEL, VOICE_PREFIX, asset_store, ensure_stages, load_engine, voice_ids
from koe.cli.bench.keep import keep_result
from koe.cli.child_server import ChildServer, bench_settings, cold_server, warmed_server
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson, require_extra
from koe.model.backends.by_precision import load_backend
from koe.settings import Settings
from koe.text.g2p import Phonemizer

FORMATS = (".svg", ".png")

Start = Callable[[Settings], AbstractContextManager[SpeechClient]]


def latency(
    trials: Annotated[int, typer.Option(min=1, max=100, help="Requests for each text.")] = 10,
    playthroughs: Annotated[int, typer.Option(min=1, max=100, help="How many of the trials listen to the end.")] = 3,
    starts: Annotated[int, typer.Option(min=1, max=20, help="Fresh servers of each kind, cold and warmed up.")] = 3,
    as_json: AsJson = False,
    plot: Annotated[Path | None, typer.Option(help="Also draw the times into this file, .svg or .png.")] = None,
) -> None:
    """Time to the first byte and the first audible sample at the socket, compared with kokoro-onnx."""
    require_extra("bench", ["httpx", "kokoro_onnx", *(["matplotlib"] if plot else [])])
    if plot:
        check_plot(plot)
    settings = bench_settings()
    ensure_stages(settings)
    with working("Loading kokoro-onnx"), tempfile.TemporaryDirectory() as folder:
        peer = load_peer(settings, Path(folder))
    report = measure(settings, peer, trials, playthroughs, starts)
    keep_result("latency", report.to_json())
    if as_json:
        out.print_json(json.dumps(report.to_json()))
    else:
        print_tables(report)
    if plot:
        draw(report, plot)


def load_peer(settings: Settings, folder: Path) -> Any:
    """kokoro-onnx on koe's weights and voices."""
    from kokoro_onnx import Kokoro

    store = asset_store(settings)
    packs = {voice: np.fromfile(store.path(VOICE_PREFIX + voice), dtype="<f4") for voice in voice_ids()}
    shaped: dict[str, Any] = {voice: pack.reshape(510, 1, 256) for voice, pack in packs.items()}
    np.savez(folder / "voices.npz", **shaped)
    return Kokoro(str(store.path(MODEL)), str(folder / "voices.npz"))


def measure(settings: Settings, peer: Any, trials: int, playthroughs: int, starts: int) -> Report:
    return Report(
        peer=f"kokoro-onnx {version('kokoro-onnx')}",
        voice=settings.voice,
        trials=trials,
        latencies=_latencies(settings, peer, trials, min(playthroughs, trials)),
        cold=_first_request("Starting cold", _cold_client, settings, starts),
        warmed=_first_request("Starting and warming up", _warmed_client, settings, starts),
        stages_ms=_stages(settings),
    )


def _latencies(settings: Settings, peer: Any, trials: int, playthroughs: int) -> tuple[Latency, ...]:
    with counting("Measuring", total=(trials + 1) * len(TEXTS)) as progress, _warmed_client(settings) as koe:
        task = progress.task_ids[0]
        return tuple(
            measure_latency(koe, peer, text, trials, playthroughs, lambda: progress.advance(task)) for text in TEXTS
        )


def _first_request(label: str, start: Start, settings: Settings, starts: int) -> FirstRequest:
    with counting(label, total=starts) as progress:
        task = progress.task_ids[0]
        return measure_first_request(lambda: start(settings), TEXTS[0], starts, lambda: progress.advance(task))


def _stages(settings: Settings) -> dict[str, dict[str, float]]:
    clock = StageClock()
    backend = TimedBackend(load_backend(settings.threads), clock)
    engine = load_engine(settings, backend, TimedReader(Phonemizer(), clock))
    try:
        engine.warm_up(settings.voice)
        stages_ms = {}
        with counting("Timing the stages", total=len(TEXTS)) as progress:
            for text in TEXTS:
                stages_ms[text.name] = measure_stages(engine, clock, text.text, settings.voice)
                progress.advance(progress.task_ids[0])
        return stages_ms
    finally:
        engine.close()


@contextmanager
def _warmed_client(settings: Settings) -> Iterator[SpeechClient]:
    with warmed_server(settings) as server, _client(server, settings) as client:
        client.wait_until_ready()
        yield client


@contextmanager
def _cold_client(settings: Settings) -> Iterator[SpeechClient]:
    with cold_server(settings) as server, _client(server, settings) as client:
        yield client


def _client(server: ChildServer, settings: Settings) -> SpeechClient:
    return SpeechClient(server.address, settings.voice, server.settle)


def check_plot(path: Path) -> None:
    """Refuses a file that cannot be written, before a quarter of an hour of measurements."""
    if path.suffix not in FORMATS:
        raise typer.BadParameter(f"--plot: {path} must end in {' or '.join(FORMATS)}.")
    if not path.parent.is_dir():
        raise typer.BadParameter(f"--plot: there is no folder {path.parent}.")


def draw(report: Report, path: Path) -> None:
    from koe.bench.plot import plot_latency

    try:
        plot_latency(report, path)
    except OSError as problem:
        raise typer.BadParameter(f"--plot: {path} cannot be written ({problem.strerror}).") from None


def print_tables(report: Report) -> None:
    out.print(f"{report.voice}, {report.trials} trials; the peer is {report.peer}")
    out.print(_first_sound_table(report))
    shortest, sentence = report.latencies[0], report.latencies[-1]
    out.print(
        f"longest / shortest: {flatness(report.latencies):.2f}; "
        f"one sentence / shortest: {sentence.first_audible_s.median / shortest.first_audible_s.median:.2f}\n"
    )
    out.print(_listener_table(report))
    playthroughs = report.latencies[0].punctuality.playthroughs
    out.print(
        f"{playthroughs} playthroughs each. Late: for a listener that starts at the first sound; negative is early.\n",
        soft_wrap=True,
    )
    out.print(_stage_table(report))
    out.print(f"\nFirst request, {report.latencies[0].text.name} characters:")
    for name, first in (("cold", report.cold), ("after warm-up", report.warmed)):
        out.print(f"{name}: {first.first_s:.3f} s, later ones {first.later_s:.3f} s, ratio {first.ratio:.2f}")


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=not number)
    return table


def _first_sound_table(report: Report) -> Table:
    table = _table("characters", "first byte ms", "first sound s", "p95", "peer s", "p95", "ratio")
    for row in report.latencies:
        koe, peer = row.first_audible_s, row.peer_first_audible_s
        seconds = (f"{value:.3f}" for value in (koe.median, koe.p95, peer.median, peer.p95, row.ratio))
        table.add_row(row.text.name, f"{1000 * row.first_byte_s.median:.1f}", *seconds)
    return table


def _listener_table(report: Report) -> Table:
    table = _table("characters", "RTF", "late ms, deviation", "p95", "worst", "underruns", "in ms")
    for row in report.latencies:
        lateness = row.punctuality
        late = (f"{value:.0f}" for value in (lateness.deviation_ms, lateness.p95_ms, lateness.worst_ms))
        table.add_row(row.text.name, f"{row.rtf:.3f}", *late, str(lateness.underruns), f"{lateness.underrun_ms:.0f}")
    return table


def _stage_table(report: Report) -> Table:
    columns = report.stages_ms.values()
    stages = dict.fromkeys(stage for spent in columns for stage in spent if stage != REST)
    table = _table("ms to the first sound", *report.stages_ms)
    for stage in (*stages, REST):
        table.add_row(stage, *(f"{spent.get(stage, 0.0):.1f}" for spent in columns))
    table.add_row("total", *(f"{sum(spent.values()):.1f}" for spent in columns))
    return table
