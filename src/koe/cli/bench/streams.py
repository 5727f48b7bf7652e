"""koe bench streams: how many streams this machine carries at once."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.streams import StreamCapacity, measure_streams
from koe.bench.texts import text_of
from koe.cli.assemble import ensure_stages
from koe.cli.bench.keep import keep_result
from koe.cli.child_server import bench_settings, warmed_server
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra

_SHORT_CHARACTERS = 70
_LONG_CHARACTERS = 1000
_PARTS = 3


def streams(
    trials: Annotated[int, typer.Option(min=1, max=100, help="New streams, alone and beside others.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Run as many streams as fit in real time, one more, and new ones beside them."""
    require_extra("bench", ["httpx"])
    result = _measure(trials)
    keep_result("streams", result.to_json())
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_table(result)


def _measure(trials: int) -> StreamCapacity:
    settings = bench_settings()
    ensure_stages(settings)
    with counting("Measuring", total=_PARTS) as progress, warmed_server(settings) as server:
        task = progress.task_ids[0]

        def connect() -> SpeechClient:
            return SpeechClient(server.address, settings.voice)

        with connect() as client:
            client.wait_until_ready()
        return measure_streams(
            connect, text_of(_SHORT_CHARACTERS), text_of(_LONG_CHARACTERS), trials, lambda: progress.advance(task)
        )


def print_table(result: StreamCapacity) -> None:
    table = Table("", "", box=None, pad_edge=False, show_header=False)
    table.add_row("RTF of one stream", f"{result.rtf:.3f}")
    table.add_row("streams that fit", str(result.streams))
    table.add_row("underruns", f"{result.punctuality.underruns} ({result.punctuality.underrun_ms:.0f} ms)")
    refusal = f"refused, Retry-After {result.retry_after_s} s" if result.one_more_was_refused else "admitted"
    table.add_row("one more", refusal)
    table.add_row("first sound alone, s", f"{result.idle_first_s:.3f}")
    table.add_row("first sound beside one fewer, s", f"{result.loaded_first_s:.3f}")
    table.add_row("ratio", f"{result.first_ratio:.2f}")
    out.print(table)
