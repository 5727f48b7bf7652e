"""koe bench streams: how many listeners this machine carries at once."""

from __future__ import annotations

import json

from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.crowd import Crowd, measure_crowd
from koe.bench.texts import text_of
from koe.cli.assemble import ensure_stages
from koe.cli.bench_latency import bench_settings
from koe.cli.child_server import warmed_server
from koe.cli.console import counting, out

_SHORT_CHARACTERS = 70
_LONG_CHARACTERS = 1000
_PARTS = 3


def measure_and_print(trials: int, as_json: bool) -> None:
    settings = bench_settings()
    ensure_stages(settings)
    with counting("Measuring", total=_PARTS) as progress, warmed_server(settings) as server:
        task = progress.task_ids[0]

        def connect() -> SpeechClient:
            return SpeechClient(server.address, settings.voice)

        with connect() as client:
            client.wait_until_ready()
        result = measure_crowd(
            connect, text_of(_SHORT_CHARACTERS), text_of(_LONG_CHARACTERS), trials, lambda: progress.advance(task)
        )
    if as_json:
        out.print_json(json.dumps(result.to_json()))
        return
    print_table(result)


def print_table(crowd: Crowd) -> None:
    table = Table("", "", box=None, pad_edge=False, show_header=False)
    table.add_row("RTF of one stream", f"{crowd.rtf:.3f}")
    table.add_row("streams that fit", str(crowd.streams))
    table.add_row("underruns among them", f"{crowd.punctuality.underruns} ({crowd.punctuality.underrun_ms:.0f} ms)")
    refusal = f"refused, try again in {crowd.retry_after_s} s" if crowd.one_more_was_refused else "admitted"
    table.add_row("one more", refusal)
    table.add_row("first sound alone, s", f"{crowd.idle_first_s:.3f}")
    table.add_row("first sound among one fewer, s", f"{crowd.crowded_first_s:.3f}")
    table.add_row("ratio", f"{crowd.first_ratio:.2f}")
    out.print(table)
