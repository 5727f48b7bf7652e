"""koe bench: measurements on this machine."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from koe.bench.latency import LENGTHS, flatness, measure_latency
from koe.bench.overhead import BareModel, measure_overhead
from koe.cli import bench_quality
from koe.cli.assemble import MODEL, VOICE_PREFIX, asset_store, load_engine, voice_book, voice_ids
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
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Time to the first audible sample for 70 to 2,000 characters, beside kokoro-onnx on the same weights."""
    settings = load_settings()
    engine = load_engine(settings)
    try:
        with working("Loading kokoro-onnx"), tempfile.TemporaryDirectory() as folder:
            peer = _load_peer(settings, Path(folder))
        with counting("Measuring", total=(trials + 1) * len(LENGTHS)) as progress:
            task = progress.task_ids[0]
            results = measure_latency(engine, peer, settings.voice, trials, lambda: progress.advance(task))
    finally:
        engine.close()
    if as_json:
        out.print_json(json.dumps([result.to_json() for result in results]))
        return
    table = Table("characters", "koe s", "p95 s", "kokoro-onnx s", "ratio", "RTF", box=None, pad_edge=False)
    for row in results:
        seconds = (f"{value:.3f}" for value in (row.koe_s, row.p95_s, row.peer_s, row.ratio, row.koe_rtf))
        table.add_row(str(row.characters), *seconds)
    out.print(table)
    out.print(f"longest / shortest: {flatness(results):.2f}")


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


app.command("quality")(bench_quality.quality)
