"""koe bench http: what the way through the server adds."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.http import HttpCost, measure_http
from koe.bench.texts import TEXTS
from koe.cli.assemble import load_engine
from koe.cli.bench_latency import bench_settings
from koe.cli.child_server import warmed_server
from koe.cli.console import counting, out
from koe.types import AudioBlock, SpeechRequest


def measure_and_print(trials: int, as_json: bool) -> None:
    settings = bench_settings()
    engine = load_engine(settings)

    def speak(text: str) -> Iterator[AudioBlock]:
        stream = engine.stream(engine.prepare(SpeechRequest(text, settings.voice, language="en-us")))
        try:
            yield from stream
        finally:
            stream.cancel()
            while engine.running_streams:  # the server is to be alone when it is asked
                time.sleep(0.005)

    try:
        engine.warm_up(settings.voice)
        with (
            warmed_server(settings) as server,
            SpeechClient(server.address, settings.voice, server.settle) as koe,
            counting("Measuring", total=trials + 1) as progress,
        ):
            koe.wait_until_ready()
            task = progress.task_ids[0]
            short, long = TEXTS[0].text, TEXTS[-1].text
            cost = measure_http(speak, koe, server.address, short, long, trials, lambda: progress.advance(task))
    finally:
        engine.close()
    if as_json:
        out.print_json(json.dumps(cost.to_json()))
        return
    print_table(cost)


def print_table(cost: HttpCost) -> None:
    table = Table("", "least, ms", "median, ms", "p95, ms", box=None, pad_edge=False)
    rows = (
        ("first audible sample, bare engine", cost.bare_least_s, cost.bare_s),
        ("first audible sample, at the socket", cost.first_audible_least_s, cost.first_audible_s),
        ("first byte, at the socket", None, cost.first_byte_s),
    )
    for name, least_s, spread in rows:
        least = "" if least_s is None else f"{1000 * least_s:.1f}"
        table.add_row(name, least, f"{1000 * spread.median:.1f}", f"{1000 * spread.p95:.1f}")
    out.print(table)
    out.print(f"HTTP, loudness and encoding add {1000 * cost.overhead_s:.1f} ms")
    health = f"{1000 * cost.health_p50_s:.1f} ms in the middle, {1000 * cost.health_p99_s:.1f} ms at p99"
    out.print(f"/health while every lane is busy: {health}, of {cost.health_answers} answers")
