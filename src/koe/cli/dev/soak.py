"""koe dev soak: a server in mixed use for minutes: its refusals and its memory."""

from __future__ import annotations

import json
from statistics import median
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.soak import LimitedSoak, Soak, SoakBench
from koe.bench.texts import text_of
from koe.cli.assemble import ensure_stages
from koe.cli.child_server import ChildServer, warmed_server
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra
from koe.errors import EngineError
from koe.languages import LANGUAGES
from koe.memory import resident_bytes
from koe.settings import Settings, load_settings

_TEXTS = tuple(text_of(characters) for characters in (70, 70, 190, 190, 460, 1000, 2000))
_MIB = 2**20
_FIRST_SOUNDS = 9


def soak(
    minutes: Annotated[float, typer.Option(min=0.1, max=24 * 60, help="How long the clients go on.")] = 10.0,
    clients: Annotated[int, typer.Option(min=1, max=64, help="Clients at the same time.")] = 3,
    room_mib: Annotated[
        int | None,
        typer.Option(
            min=1, help="Limit the memory to this many MiB more than the idle server takes. Default: no limit."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let clients speak for minutes, in all languages and formats, and watch refusals and memory."""
    require_extra("bench", ["httpx"])
    settings = load_settings(host="127.0.0.1", port=0, log_level="warning")
    ensure_stages(settings)
    if room_mib is None:
        result = _measure(settings, minutes, clients)
        report, table = result.to_json(), _table(result)
    else:
        limited = _measure_limited(settings, minutes, clients, room_mib)
        report, table = limited.to_json(), _limited_table(limited)
    if as_json:
        out.print_json(json.dumps(report))
    else:
        out.print(table)


def _measure(settings: Settings, minutes: float, clients: int) -> Soak:
    with warmed_server(settings) as server:
        with SpeechClient(server.address, settings.voice) as client:
            client.wait_until_ready()
        return _soaked(server, minutes, clients)


def _measure_limited(settings: Settings, minutes: float, clients: int, room_mib: int) -> LimitedSoak:
    import httpx

    with warmed_server(settings) as server, SpeechClient(server.address, settings.voice, server.settle) as client:
        client.wait_until_ready()
        before_s = _first_audible_s(client)
        idle_bytes = _memory(server)
    limit_bytes = idle_bytes + room_mib * _MIB
    limited = settings.model_copy(update={"memory_limit_bytes": limit_bytes})
    with warmed_server(limited) as server, SpeechClient(server.address, settings.voice, server.settle) as client:
        client.wait_until_ready()
        soaked = _soaked(server, minutes, clients)
        client.wait_until_ready()  # the guard has recovered
        after_s = _first_audible_s(client)
        memory = httpx.get(f"{server.address}/status").raise_for_status().json()["memory"]
    return LimitedSoak(soaked, idle_bytes, limit_bytes, memory, before_s, after_s)


def _first_audible_s(client: SpeechClient) -> float:
    """Of texts that differ from each other and from those of the soak: no opening is in a cache."""
    texts = [f"Number {number}: {_TEXTS[0]}" for number in range(_FIRST_SOUNDS)]
    return median(client.time_first_sound(text).first_audible_s for text in texts)


def _soaked(server: ChildServer, minutes: float, clients: int) -> Soak:
    import httpx

    languages = [language for language in LANGUAGES.values() if language.is_readable]
    with (
        counting("Speaking", total=60 * minutes) as progress,
        httpx.Client(base_url=server.address, timeout=600.0, trust_env=False) as http,
    ):
        task = progress.task_ids[0]
        bench = SoakBench(http, _TEXTS, languages, lambda: _memory(server))
        return bench.measure(clients, 60 * minutes, lambda seconds: progress.advance(task, seconds))


def _memory(server: ChildServer) -> int:
    found = resident_bytes(server.pid)
    if found is None:
        raise EngineError("This system does not tell the memory of a process in /proc.")
    return found


def _table(result: Soak) -> Table:
    table = Table("", "", box=None, pad_edge=False, show_header=False)
    for status, count in sorted(result.answers.items()):
        table.add_row(f"answers {status}" if status else "broken answers", f"{count}")
    table.add_row("refused although there was room", f"{result.refused_with_room}")
    table.add_row("memory after the warm-up", f"{result.warm_bytes / _MIB:,.0f} MiB")
    table.add_row("when every language was spoken once", f"{result.spoken_once_bytes / _MIB:,.0f} MiB")
    table.add_row(
        "after that", f"{result.least_bytes / _MIB:,.0f} to {result.most_bytes / _MIB:,.0f} MiB (±{result.spread:.1%})"
    )
    return table


def _limited_table(result: LimitedSoak) -> Table:
    table = _table(result.soak)
    table.add_row("memory of the idle server", f"{result.idle_bytes / _MIB:,.0f} MiB")
    table.add_row("limit", f"{result.limit_bytes / _MIB:,.0f} MiB")
    table.add_row("lost answers", f"{result.lost}")
    table.add_row("times tight and short", f"{result.memory['times_tight']} and {result.memory['times_short']}")
    table.add_row("refused for memory", f"{result.memory['refused']}")
    table.add_row("shed from caches", f"{int(str(result.memory['shed_bytes'])) / _MIB:,.1f} MiB")
    before_s, after_s = result.first_audible_s, result.first_audible_after_s
    table.add_row("first sound before and after, s", f"{before_s:.3f} and {after_s:.3f}")
    return table
