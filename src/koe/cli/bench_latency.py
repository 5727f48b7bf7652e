"""koe bench latency: a server of its own, the peer, and what was measured as tables, JSON or a picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import typer
from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.latency import FirstRequest, Latency, Report, flatness, measure_first_request, measure_latency
from koe.bench.stage_times import REST, StageClock, TimedBackend, TimedReader, measure_stages
from koe.bench.texts import TEXTS
from koe.cli.assemble import load_engine
from koe.cli.child_server import ChildServer, cold_server, warmed_server
from koe.cli.console import counting, out
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.settings import Settings, load_settings
from koe.text.g2p import Phonemizer

FORMATS = (".svg", ".png")

Start = Callable[[Settings], AbstractContextManager[SpeechClient]]


def bench_settings() -> Settings:
    """koe as it is set, on a port of its own. What would answer from memory or hide a gap is switched off here."""
    return load_settings(
        host="127.0.0.1", port=0, log_level="warning", primer_bytes=0, phoneme_cache_bytes=0, stall_silence=False
    )


def measure(settings: Settings, peer: Any, trials: int, readings: int, starts: int) -> Report:
    return Report(
        peer=f"kokoro-onnx {version('kokoro-onnx')}",
        voice=settings.voice,
        trials=trials,
        latencies=_latencies(settings, peer, trials, min(readings, trials)),
        cold=_first_request("Starting cold", _cold_client, settings, starts),
        warmed=_first_request("Starting and warming up", _warmed_client, settings, starts),
        stages_ms=_stages(settings),
    )


def _latencies(settings: Settings, peer: Any, trials: int, readings: int) -> tuple[Latency, ...]:
    with counting("Measuring", total=(trials + 1) * len(TEXTS)) as progress, _warmed_client(settings) as koe:
        task = progress.task_ids[0]
        return tuple(
            measure_latency(koe, peer, text, trials, readings, lambda: progress.advance(task)) for text in TEXTS
        )


def _first_request(label: str, start: Start, settings: Settings, starts: int) -> FirstRequest:
    with counting(label, total=starts) as progress:
        task = progress.task_ids[0]
        return measure_first_request(lambda: start(settings), TEXTS[0], starts, lambda: progress.advance(task))


def _stages(settings: Settings) -> dict[str, dict[str, float]]:
    clock = StageClock()
    backend = TimedBackend(OnnxRuntimeBackend(settings.threads), clock)
    engine = load_engine(settings, backend, TimedReader(Phonemizer(), clock))
    try:
        engine.warm_up(settings.voice)
        return {text.name: measure_stages(engine, clock, text.text, settings.voice) for text in TEXTS}
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
    """What can be known before a quarter of an hour is spent."""
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


def print_json(report: Report) -> None:
    out.print_json(json.dumps(report.to_json()))


def print_tables(report: Report) -> None:
    out.print(f"{report.voice}, {report.trials} trials; the peer is {report.peer}")
    out.print(_first_sound_table(report))
    shortest, sentence = report.latencies[0], report.latencies[-1]
    out.print(
        f"longest / shortest: {flatness(report.latencies):.2f}; "
        f"one sentence / shortest: {sentence.first_audible_s.median / shortest.first_audible_s.median:.2f}\n"
    )
    out.print(_listener_table(report))
    readings = report.latencies[0].punctuality.readings
    out.print(
        f"{readings} readings each. Late for a listener who starts at the first sound; below zero is early.\n",
        soft_wrap=True,
    )
    out.print(_stage_table(report))
    out.print(f"\nFirst request, {report.latencies[0].text.name} characters:")
    for name, asked in (("cold", report.cold), ("after warm-up", report.warmed)):
        out.print(f"{name}: {asked.first_s:.3f} s, later ones {asked.later_s:.3f} s, ratio {asked.ratio:.2f}")


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
    table = _table("characters", "RTF", "late ms, deviation", "p95", "worst", "underruns", "dry ms")
    for row in report.latencies:
        by_time = row.punctuality
        late = (f"{value:.0f}" for value in (by_time.deviation_ms, by_time.p95_ms, by_time.worst_ms))
        table.add_row(row.text.name, f"{row.rtf:.3f}", *late, str(by_time.underruns), f"{by_time.underrun_ms:.0f}")
    return table


def _stage_table(report: Report) -> Table:
    columns = report.stages_ms.values()
    stages = dict.fromkeys(stage for spent in columns for stage in spent if stage != REST)
    table = _table("ms to the first sound", *report.stages_ms)
    for stage in (*stages, REST):
        table.add_row(stage, *(f"{spent.get(stage, 0.0):.1f}" for spent in columns))
    table.add_row("together", *(f"{sum(spent.values()):.1f}" for spent in columns))
    return table
