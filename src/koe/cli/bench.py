"""koe bench: measurements on this machine."""

from __future__ import annotations

import json
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from koe.bench.overhead import BareModel, measure_overhead
from koe.cli import bench_loudness, bench_quality, bench_reading
from koe.cli.assemble import MODEL, VOICE_PREFIX, asset_store, ensure_stages, load_engine, voice_book, voice_ids
from koe.cli.console import counting, out, working
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.settings import Settings, load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

app = typer.Typer(help="Measurements on this machine.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def root() -> None:
    """Measurements on this machine."""


@app.command()
def overhead(
    trials: Annotated[int, typer.Option(min=1, max=100)] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Speak a paragraph with koe and with bare ONNX Runtime on the same tokens."""
    settings = load_settings()
    engine = load_engine(settings)
    try:
        with working("Loading the whole model"):
            session = OnnxRuntimeBackend(settings.threads).open(asset_store(settings).path(MODEL))
            bare = BareModel(session, voice_book(settings))
        with counting("Measuring", total=trials) as progress:
            task = progress.task_ids[0]
            result = measure_overhead(
                engine, bare, Planner(Phonemizer()), trials=trials, on_trial=lambda: progress.advance(task)
            )
    finally:
        engine.close()
    if as_json:
        out.print_json(json.dumps(result.to_json()))
        return
    table = Table("", "seconds", "RTF", "beside bare", box=None, pad_edge=False)
    rows = (("bare ONNX Runtime", result.bare_s, 1.0), ("koe, to a file", result.file_s, result.file_ratio))
    for name, seconds, ratio in (*rows, ("koe, live", result.live_s, result.live_ratio)):
        table.add_row(name, f"{seconds:.2f}", f"{seconds / result.audio_s:.3f}", f"{ratio:.3f}")
    out.print(table)


@app.command()
def latency(
    trials: Annotated[int, typer.Option(min=1, max=100)] = 10,
    readings: Annotated[int, typer.Option(min=1, max=100, help="How many of the trials listen to the end.")] = 3,
    starts: Annotated[int, typer.Option(min=1, max=20, help="Fresh servers of each kind, cold and warmed up.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Also draw the times into this file, .svg or .png.")] = None,
) -> None:
    """Time to the first byte and the first audible sample at the socket, beside kokoro-onnx on the same weights."""
    _require("httpx", "kokoro_onnx", *(["matplotlib"] if plot else []))
    from koe.cli import bench_latency

    if plot:
        bench_latency.check_plot(plot)
    settings = bench_latency.bench_settings()
    ensure_stages(settings)
    with working("Loading kokoro-onnx"), tempfile.TemporaryDirectory() as folder:
        peer = _load_peer(settings, Path(folder))
    report = bench_latency.measure(settings, peer, trials, readings, starts)
    (bench_latency.print_json if as_json else bench_latency.print_tables)(report)
    if plot:
        bench_latency.draw(report, plot)


def _require(*modules: str) -> None:
    for module in modules:
        if find_spec(module) is None:
            raise typer.BadParameter(f"{module} is not installed: it comes with pip install 'koe[bench]'.")


def _load_peer(settings: Settings, folder: Path) -> Any:
    try:
        from kokoro_onnx import Kokoro
    except ImportError:
        raise typer.BadParameter("the bench extra is not installed (pip install 'koe[bench]')") from None
    store = asset_store(settings)
    packs = {voice: np.fromfile(store.path(VOICE_PREFIX + voice), dtype="<f4") for voice in voice_ids()}
    shaped: dict[str, Any] = {voice: pack.reshape(510, 1, 256) for voice, pack in packs.items()}
    np.savez(folder / "voices.npz", **shaped)
    return Kokoro(str(store.path(MODEL)), str(folder / "voices.npz"))


@app.command()
def streams(
    trials: Annotated[int, typer.Option(min=1, max=100, help="Newcomers, alone and in the crowd.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Speak to as many listeners as fit in real time, to one more, and to newcomers among them."""
    _require("httpx")
    from koe.cli import bench_streams

    bench_streams.measure_and_print(trials, as_json)


app.command("quality")(bench_quality.quality)
app.command("reading")(bench_reading.reading)


@app.command()
def loudness(
    clips: Annotated[int, typer.Option(min=1, max=1000, help="Held-out sentences, spread over the voices.")] = 60,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Speak many texts in many voices and measure how loud they leave koe, streamed and whole."""
    bench_loudness.measure_and_print(clips, as_json)


@app.command()
def http(
    trials: Annotated[int, typer.Option(min=1, max=200)] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """What the way through the server adds to the first sound, and how /health answers while it speaks."""
    _require("httpx")
    from koe.cli import bench_http

    bench_http.measure_and_print(trials, as_json)
