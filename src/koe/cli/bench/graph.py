"""koe bench graph: the stages of a build: what computes them, their size, and their time until the first sound."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict, dataclass
from statistics import median
from typing import Annotated

import typer

from koe.bench.stage_times import G2P, REST, StageClock, TimedBackend, TimedReader, measure_stages
from koe.bench.texts import Preset
from koe.build.recipes import BUILDS, find_build
from koe.cli.assemble import ensure_stages, load_engine
from koe.cli.bench.keep import keep_result
from koe.cli.bench.run_tables import table_of
from koe.cli.child_server import bench_settings
from koe.cli.console import counting, out
from koe.cli.options import AsJson, completed, known_build
from koe.cli.providers import load_backend_of
from koe.model.backends.by_precision import NAMES
from koe.settings import Settings
from koe.text.g2p import Phonemizer

COMMAND = "graph"
_COLUMNS = ("variant", "provider", "nodes", "MB", "ms", "share")


@dataclass(frozen=True, slots=True)
class StageRow:
    """`provider`: for a stage that no text has needed yet, the one that would compute it. `first_sound_ms`: how much of
    the time until the first audible sample it takes; None: it has no part in it."""

    stage: str
    variant: str | None
    provider: str | None
    nodes: int | None
    size_bytes: int | None
    first_sound_ms: float | None


def graph(
    build: Annotated[
        str | None,
        typer.Argument(
            help="Name of a build. Default: KOKORO_BUILD.",
            callback=known_build,
            autocompletion=completed(lambda: list(BUILDS)),
            show_default=False,
        ),
    ] = None,
    trials: Annotated[int, typer.Option(min=1, max=100, help="Requests.")] = 7,
    as_json: AsJson = False,
) -> None:
    """Show for each stage of a build its variant, provider, nodes and size, and the time it takes of the first
    sound of a short text: medians."""
    settings = bench_settings()
    settings = settings.model_copy(update={"build": build or settings.build, "builds": ()})
    rows = _measure(settings, trials)
    result = {"build": settings.build, "trials": trials, "stages": [asdict(row) for row in rows]}
    keep_result(COMMAND, result)
    if as_json:
        out.print_json(json.dumps(result))
    else:
        print_rows(settings.build, rows)


def _measure(settings: Settings, trials: int) -> list[StageRow]:
    cache = ensure_stages(settings)
    clock = StageClock()
    backend = TimedBackend(load_backend_of(settings, cache), clock)
    with closing(load_engine(settings, backend, TimedReader(Phonemizer(), clock))) as engine:
        engine.warm_up(settings.voice)
        measured = []
        with counting("Timing the stages", total=trials) as progress:
            for turn in range(trials):
                measured.append(measure_stages(engine, clock, Preset("short").text(turn), settings.voice))
                progress.advance(progress.task_ids[0])
        providers = {one.stage: one.provider for build in engine.state.builds for one in build.stages}
    times_ms = {name: median(one.get(name, 0.0) for one in measured) for spent in measured for name in spent}
    rows = [_timed(G2P, times_ms)]
    for variant in find_build(settings.build).variants:
        record = cache.record(variant)
        rows.append(
            StageRow(
                variant.stage,
                variant.name,
                providers.get(variant.stage, NAMES[variant.precision]),
                record.nodes if record else None,
                record.bytes if record else None,
                next((time for name, time in times_ms.items() if name.split(".")[0] == variant.stage), None),
            )
        )
    return [*rows, _timed(REST, times_ms)]


def _timed(name: str, times_ms: dict[str, float]) -> StageRow:
    return StageRow(name, None, None, None, None, times_ms.get(name))


def print_rows(build: str, rows: list[StageRow]) -> None:
    table = table_of(build, *_COLUMNS)
    total_ms = sum(row.first_sound_ms or 0.0 for row in rows)
    for row in rows:
        known = row.first_sound_ms is not None
        table.add_row(
            *(row.stage, row.variant or "", row.provider or ""),
            "" if row.nodes is None else f"{row.nodes:,}",
            "" if row.size_bytes is None else f"{row.size_bytes / 1e6:.1f}",
            f"{row.first_sound_ms:.1f}" if known else "–",
            f"{row.first_sound_ms / total_ms:.0%}" if known and row.first_sound_ms is not None else "",
        )
    table.add_row("together", *[""] * 4, f"{total_ms:.1f}", "")
    out.print(table)
    out.print("ms: until the first sound of a text of 140 characters")
