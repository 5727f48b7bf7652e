"""koe dev soak: a server in mixed use for minutes: its refusals and its memory."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.soak import Soak, SoakBench
from koe.bench.texts import text_of
from koe.cli.assemble import ensure_stages
from koe.cli.child_server import ChildServer, warmed_server
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra
from koe.errors import EngineError
from koe.languages import LANGUAGES
from koe.memory import resident_bytes
from koe.settings import load_settings

_TEXTS = tuple(text_of(characters) for characters in (70, 70, 190, 190, 460, 1000, 2000))
_MIB = 2**20


def soak(
    minutes: Annotated[float, typer.Option(min=0.1, max=24 * 60, help="How long the clients go on.")] = 10.0,
    clients: Annotated[int, typer.Option(min=1, max=64, help="Clients at the same time.")] = 3,
    as_json: AsJson = False,
) -> None:
    """Let clients speak for minutes, in all languages and formats, and watch refusals and memory."""
    require_extra("bench", ["httpx"])
    result = _measure(minutes, clients)
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_table(result)


def _measure(minutes: float, clients: int) -> Soak:
    import httpx

    settings = load_settings(host="127.0.0.1", port=0, log_level="warning")
    ensure_stages(settings)
    languages = [language for language in LANGUAGES.values() if language.is_readable]
    with counting("Speaking", total=60 * minutes) as progress, warmed_server(settings) as server:
        task = progress.task_ids[0]
        with SpeechClient(server.address, settings.voice) as client:
            client.wait_until_ready()
        with httpx.Client(base_url=server.address, timeout=600.0, trust_env=False) as http:
            bench = SoakBench(http, _TEXTS, languages, lambda: _memory(server))
            return bench.measure(clients, 60 * minutes, lambda seconds: progress.advance(task, seconds))


def _memory(server: ChildServer) -> int:
    found = resident_bytes(server.pid)
    if found is None:
        raise EngineError("This system does not tell the memory of a process in /proc.")
    return found


def print_table(result: Soak) -> None:
    table = Table("", "", box=None, pad_edge=False, show_header=False)
    for status, count in sorted(result.answers.items()):
        table.add_row(f"answers {status}" if status else "broken answers", f"{count}")
    table.add_row("refused although there was room", f"{result.refused_with_room}")
    table.add_row("memory after the warm-up", f"{result.warm_bytes / _MIB:,.0f} MiB")
    table.add_row("when every language was spoken once", f"{result.spoken_once_bytes / _MIB:,.0f} MiB")
    table.add_row(
        "after that", f"{result.least_bytes / _MIB:,.0f} to {result.most_bytes / _MIB:,.0f} MiB (±{result.spread:.1%})"
    )
    out.print(table)
