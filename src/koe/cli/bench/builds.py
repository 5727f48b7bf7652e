"""koe bench builds: time to first sound, time for a whole text and memory of builds, compared with kokoro-onnx."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.builds import BuildSpeeds, Peer, ServedBuild, Speaks, measure_builds
from koe.bench.client import SpeechClient
from koe.bench.texts import text_of
from koe.build.recipes import BUILDS
from koe.cli.assemble import ensure_stages, offered_builds
from koe.cli.bench.keep import keep_result
from koe.cli.bench.latency import load_peer
from koe.cli.child_server import ChildServer, bench_settings, warmed_server
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson, completed, known_builds, require_extra
from koe.memory import resident_bytes
from koe.settings import Settings

_COLUMNS = ("", "characters", "first sound, s", "ratio", "whole, s", "ratio", "RTF", "memory")
_TEXTS = tuple(text_of(characters) for characters in (70, 460))


def builds(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names of builds. Default: KOKORO_BUILD.",
            callback=known_builds,
            autocompletion=completed(lambda: list(BUILDS)),
            show_default=False,
        ),
    ] = None,
    trials: Annotated[int, typer.Option(min=1, max=100, help="Rounds in which all take turns.")] = 8,
    as_json: AsJson = False,
) -> None:
    """Compare builds with each other and with kokoro-onnx. Each has a server of its own, and all take turns."""
    require_extra("bench", ["httpx", "kokoro_onnx"])
    settings = bench_settings()
    chosen = [settings.model_copy(update={"build": name, "builds": ()}) for name in names or [settings.build]]
    for one in chosen:
        ensure_stages(one, offered_builds(one))
    speeds = _measure(chosen, trials)
    keep_result("builds", speeds.to_json())
    if as_json:
        out.print_json(json.dumps(speeds.to_json()))
    else:
        print_table(speeds)


def _measure(chosen: Sequence[Settings], trials: int) -> BuildSpeeds:
    peer = f"kokoro-onnx {version('kokoro-onnx')}"
    with ExitStack() as stack:
        with working("Loading kokoro-onnx"), tempfile.TemporaryDirectory() as folder:
            speakers: dict[str, Speaks] = {peer: Peer(load_peer(chosen[0], Path(folder)), chosen[0].voice)}
        servers: dict[str, ChildServer] = {}
        with working("Starting the servers"):
            for one in chosen:
                servers[one.build] = server = stack.enter_context(warmed_server(one))
                client = stack.enter_context(SpeechClient(server.address, one.voice, server.settle))
                client.wait_until_ready()
                speakers[one.build] = ServedBuild(client)
        with counting("Measuring", total=len(_TEXTS) * (trials + 1) * len(speakers)) as progress:
            task = progress.task_ids[0]
            turns = measure_builds(speakers, _TEXTS, trials, lambda: progress.advance(task))
        memory = {name: resident_bytes(server.pid) for name, server in servers.items()}
        known = {name: round(resident / 2**20) for name, resident in memory.items() if resident is not None}
        return BuildSpeeds(peer, turns, known)


def print_table(speeds: BuildSpeeds) -> None:
    """Least and median of the trials; ratios of the medians."""
    table = Table(*_COLUMNS, box=None)
    for name, texts in speeds.turns.items():
        for characters, turn in texts.items():
            first, whole = speeds.ratio(name, characters)
            memory = speeds.memory_mb.get(name)
            cells = [
                name,
                str(characters),
                " / ".join(f"{value:.3f}" for value in turn.first_audible_s),
                f"{first:.3f}",
                " / ".join(f"{value:.3f}" for value in turn.complete_s),
                f"{whole:.3f}",
                f"{turn.rtf:.3f}",
                "" if memory is None else f"{memory} MiB",
            ]
            table.add_row(*cells)
    out.print(table)
