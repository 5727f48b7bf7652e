"""koe dev background: whether work in the background delays the first sound of requests."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.background import Background, BackgroundBench
from koe.cli.assemble import load_engine
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson
from koe.settings import load_settings


def background(
    rounds: Annotated[int, typer.Option(min=1, max=100, help="Rounds, each without and with background work.")] = 5,
    requests: Annotated[int, typer.Option(min=1, max=1000, help="Requests in each half of a round.")] = 40,
    as_json: AsJson = False,
) -> None:
    """Time the first sound of requests alone and beside background work without end, taking turns."""
    result = _measure(rounds, requests)
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_table(result)


def _measure(rounds: int, requests: int) -> Background:
    settings = load_settings()
    with closing(load_engine(settings)) as engine:
        with working("Warming up"):
            engine.warm_up(settings.voice)
        with counting("Measuring", total=2 * rounds * requests) as progress:
            task = progress.task_ids[0]
            return BackgroundBench(engine, settings.voice).measure(rounds, requests, lambda: progress.advance(task))


def print_table(result: Background) -> None:
    table = Table("first sound after s", "median", "p95", box=None, pad_edge=False)
    for name, timing in (("alone", result.alone), ("beside background work", result.beside)):
        table.add_row(name, f"{timing.median:.3f}", f"{timing.p95:.3f}")
    out.print(table)
    out.print(f"p95 × {result.p95_ratio:.3f}, with {result.steps} steps in the background", soft_wrap=True)
