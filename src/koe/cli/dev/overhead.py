"""koe dev overhead: koe compared with bare ONNX Runtime on the same tokens."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.overhead import BareModel, Overhead, measure_overhead
from koe.cli.assemble import MODEL, asset_store, load_engine, voice_book
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner


def overhead(
    trials: Annotated[int, typer.Option(min=1, max=100, help="Repetitions.")] = 5, as_json: AsJson = False
) -> None:
    """Speak a paragraph with koe and with bare ONNX Runtime on the same tokens."""
    result = _measure(trials)
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_table(result)


def _measure(trials: int) -> Overhead:
    settings = load_settings()
    with closing(load_engine(settings)) as engine:
        with working("Loading the whole model"):
            session = OnnxRuntimeBackend(settings.threads).open(asset_store(settings).path(MODEL))
            bare = BareModel(session, voice_book(settings))
        with counting("Measuring", total=trials) as progress:
            task = progress.task_ids[0]
            return measure_overhead(
                engine, bare, Planner(Phonemizer()), trials=trials, on_trial=lambda: progress.advance(task)
            )


def print_table(result: Overhead) -> None:
    table = Table("", "seconds", "RTF", "koe / bare", box=None, pad_edge=False)
    rows = (("bare ONNX Runtime", result.bare_s, 1.0), ("koe, to a file", result.file_s, result.file_ratio))
    for name, seconds, ratio in (*rows, ("koe, live", result.live_s, result.live_ratio)):
        table.add_row(name, f"{seconds:.2f}", f"{seconds / result.audio_s:.3f}", f"{ratio:.3f}")
    out.print(table)
