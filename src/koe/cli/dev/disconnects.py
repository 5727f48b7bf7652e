"""koe dev disconnects: how soon the stream of a client that disconnects is free again."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.disconnects import KINDS, WEBSOCKET, DisconnectBench, Disconnects
from koe.bench.texts import text_of
from koe.cli.assemble import ensure_stages
from koe.cli.child_server import bench_settings, warmed_server
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra

_TEXT = text_of(2000)


def disconnects(
    trials: Annotated[int, typer.Option(min=1, max=100, help="Disconnects of each kind.")] = 8, as_json: AsJson = False
) -> None:
    """Let clients disconnect in the middle of streams, files and captions, and time until their streams are free."""
    require_extra("bench", ["httpx"])
    result = _measure(trials)
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_table(result)


def _measure(trials: int) -> Disconnects:
    import httpx

    settings = bench_settings()
    ensure_stages(settings)
    with (
        counting("Measuring", total=trials * (len(KINDS) + 1)) as progress,
        warmed_server(settings) as server,
        SpeechClient(server.address, settings.voice) as client,
        httpx.Client(base_url=server.address, timeout=600.0, trust_env=False) as http,
    ):
        client.wait_until_ready()
        task = progress.task_ids[0]
        return DisconnectBench(http, _TEXT, trials).measure(lambda: progress.advance(task))


def print_table(result: Disconnects) -> None:
    table = Table("", "free after s, median", "worst", box=None, pad_edge=False)
    for kind in (*KINDS, WEBSOCKET):
        table.add_row(kind, f"{result.timing(kind).median:.3f}", f"{result.worst_s(kind):.3f}")
    out.print(table)
