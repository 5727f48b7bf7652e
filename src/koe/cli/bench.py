"""koe bench: measurements on this machine."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.overhead import BareModel, measure_overhead
from koe.cli.assemble import MODEL, asset_store, load_engine, voice_book
from koe.cli.console import counting, out, working
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.settings import load_settings
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
    table = Table("", "seconds", "RTF", box=None, pad_edge=False)
    table.add_row("bare ONNX Runtime", f"{result.bare_s:.2f}", f"{result.bare_rtf:.3f}")
    table.add_row("koe", f"{result.koe_s:.2f}", f"{result.koe_rtf:.3f}")
    out.print(table)
    low, high = result.ratio_spread
    out.print(f"koe / bare: {result.ratio:.3f} ({low:.3f} to {high:.3f} over {result.trials} trials)")
