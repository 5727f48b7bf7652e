"""koe bench memory: memory, threads and descriptors of a server after each kind of work, and when it is repeated."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import asdict
from typing import Annotated

import typer

from koe.bench.client import Dialect, SpeechClient
from koe.bench.memory_steps import MemoryReport, measure_memory
from koe.bench.run.profile import Sample, sample_of
from koe.bench.texts import PRESETS, Preset
from koe.cli.assemble import ensure_stages
from koe.cli.bench.keep import keep_result
from koe.cli.bench.run_tables import table_of
from koe.cli.child_server import ChildServer, warmed_server
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra
from koe.errors import EngineError
from koe.settings import Settings, load_settings

COMMAND = "memory"
_MIB = 1 << 20
_WAYS = {
    "streamed": Dialect({"response_format": "wav", "language": "en-us"}),
    "whole": Dialect({"response_format": "wav", "language": "en-us", "stream": False}),
}


def memory(
    repetitions: Annotated[int, typer.Option(min=2, max=100, help="How often all of it is repeated.")] = 4,
    article: Annotated[
        bool, typer.Option("--article/--no-article", help="With the longest text, 6,000 characters.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Speak texts of each length, streamed and whole, then all of them again: what the server holds after each."""
    require_extra("bench", ["httpx"])
    settings = load_settings(host="127.0.0.1", port=0, log_level="warning")
    ensure_stages(settings)
    presets = [Preset(name) for name in PRESETS if article or name != "article"]
    report = _measure(settings, presets, repetitions)
    keep_result(COMMAND, asdict(report))
    if as_json:
        out.print_json(json.dumps(asdict(report)))
    else:
        print_report(report)


def _measure(settings: Settings, presets: list[Preset], repetitions: int) -> MemoryReport:
    total = len(_WAYS) * len(presets) + repetitions
    with counting("Measuring", total=total) as progress, warmed_server(settings) as server, ExitStack() as stack:
        clients = [
            (way, stack.enter_context(SpeechClient(server.address, settings.voice, server.settle, asked)))
            for way, asked in _WAYS.items()
        ]
        clients[0][1].wait_until_ready()
        return measure_memory(
            clients, presets, repetitions, lambda: _sample(server), lambda: progress.advance(progress.task_ids[0])
        )


def _sample(server: ChildServer) -> Sample:
    sample = sample_of(server.pid)
    if sample.resident_bytes is None:
        raise EngineError("This system does not tell the memory of a process in /proc.")
    return sample


def print_report(report: MemoryReport) -> None:
    table = table_of("after", "MiB in RAM", "more", "threads", "descriptors")
    for step in report.steps:
        table.add_row(
            step.name,
            f"{step.resident_bytes / _MIB:,.0f}",
            f"{step.more_bytes / _MIB:+,.1f}",
            str(step.threads),
            str(step.descriptors),
        )
    out.print(table)
    out.print(f"last repetition compared with the first: {report.growth:+.1%}")
