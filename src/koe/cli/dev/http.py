"""koe dev http: latency that HTTP, loudness and encoding add, and latency of /health under load."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.http import HttpCost, measure_http
from koe.bench.texts import long_sentence, text_of
from koe.cli.assemble import load_engine
from koe.cli.child_server import bench_settings, warmed_server
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra
from koe.types import AudioBlock, SpeechRequest


def http(
    trials: Annotated[int, typer.Option(min=1, max=200, help="Requests to the engine and to the server.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Measure the latency that the server adds to the first sound, and that of /health while it speaks."""
    require_extra("bench", ["httpx"])
    cost = _measure(trials)
    if as_json:
        out.print_json(json.dumps(cost.to_json()))
    else:
        print_table(cost)


def _measure(trials: int) -> HttpCost:
    settings = bench_settings()
    with closing(load_engine(settings)) as engine:

        def speak(text: str) -> Iterator[AudioBlock]:
            stream = engine.stream(engine.prepare(SpeechRequest(text, settings.voice, language="en-us")))
            try:
                yield from stream
            finally:
                stream.cancel()
                while engine.running_streams:  # the server gets the machine to itself
                    time.sleep(0.005)

        engine.warm_up(settings.voice)
        with (
            warmed_server(settings) as server,
            SpeechClient(server.address, settings.voice, server.settle) as koe,
            counting("Measuring", total=trials + 1) as progress,
        ):
            koe.wait_until_ready()
            task = progress.task_ids[0]
            short, long = text_of(70), long_sentence()
            return measure_http(speak, koe, server.address, short, long, trials, lambda: progress.advance(task))


def print_table(cost: HttpCost) -> None:
    table = Table("", "min, ms", "median, ms", "p95, ms", box=None, pad_edge=False)
    rows = (
        ("first audible sample, bare engine", cost.bare_least_s, cost.bare_s),
        ("first audible sample, at the socket", cost.first_audible_least_s, cost.first_audible_s),
        ("first byte, at the socket", None, cost.first_byte_s),
    )
    for name, least_s, timing in rows:
        least = "" if least_s is None else f"{1000 * least_s:.1f}"
        table.add_row(name, least, f"{1000 * timing.median:.1f}", f"{1000 * timing.p95:.1f}")
    out.print(table)
    out.print(f"HTTP, loudness and encoding add {1000 * cost.overhead_s:.1f} ms")
    health = f"{1000 * cost.health_p50_s:.1f} ms median, {1000 * cost.health_p99_s:.1f} ms at p99"
    out.print(f"/health while every lane is busy: {health}, of {cost.health_answers} answers")
