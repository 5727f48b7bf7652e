"""koe dev load: saved answers, whole answers and refusals beside listeners and busy processes."""

from __future__ import annotations

import json
import os
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.load import LISTENERS, Load, LoadBench, LoadTexts
from koe.bench.texts import text_of
from koe.cli.assemble import ensure_stages
from koe.cli.child_server import bench_settings, warmed_server
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra

_PARTS = 4
_TEXTS = LoadTexts(saved=text_of(70), files={8: "Welcome.", 70: text_of(70), 190: text_of(190)}, long=text_of(8000))


def load(
    trials: Annotated[int, typer.Option(min=1, max=100, help="Whole answers of each length, alone and loaded.")] = 10,
    hogs: Annotated[int, typer.Option(min=1, max=64, help="Busy processes of the slow phase.")] = 2
    * (os.cpu_count() or 1),
    as_json: AsJson = False,
) -> None:
    """Compare an idle server with the same server beside two listeners and beside busy processes."""
    require_extra("bench", ["httpx"])
    result = _measure(trials, hogs)
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_table(result)


def _measure(trials: int, hogs: int) -> Load:
    import httpx

    settings = bench_settings()
    ensure_stages(settings)
    with counting("Measuring", total=_PARTS) as progress, warmed_server(settings) as server:
        task = progress.task_ids[0]
        with SpeechClient(server.address, settings.voice) as client:
            client.wait_until_ready()
        with httpx.Client(base_url=server.address, timeout=600.0, trust_env=False) as http:
            return LoadBench(http, _TEXTS, trials, hogs).measure(lambda: progress.advance(task))


def print_table(result: Load) -> None:
    table = Table("", "", box=None, pad_edge=False, show_header=False)
    table.add_row("saved answers that changed", ", ".join(result.changed) or "none")
    for characters, ratio in result.file_ratio.items():
        name = f"whole answer of {characters} characters beside {LISTENERS} listeners, p95"
        table.add_row(name, f"{ratio:.1f} x alone")
    table.add_row("lane time for a second of audio, idle", f"{result.idle_share:.2f}")
    table.add_row("the same beside busy processes", f"{result.loaded_share:.2f}")
    table.add_row("two at once refused after the load", f"{result.refused_for_s:.1f} s")
    out.print(table)
