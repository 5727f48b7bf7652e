"""koe bench precision: builds of the model beside each other: precision, speed, memory and measured quality."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

import typer

from koe.bench.calibration import Calibration, Noise
from koe.bench.run.report import Figures, Ratios
from koe.bench.run.turns import Round, take_turns
from koe.bench.speakers import Speaks
from koe.bench.texts import Preset
from koe.build.recipes import BUILDS, EXACT, find_build
from koe.cli.assemble import ensure_stages, offered_builds, stage_cache
from koe.cli.bench.keep import keep_result
from koe.cli.bench.run_tables import ranged, table_of
from koe.cli.bench.speakers import IN_PROCESS_PEER, PeerRequest, open_peer, own_server
from koe.cli.child_server import bench_settings
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson, completed, known_builds, require_extra
from koe.memory import resident_bytes
from koe.model.backends.by_precision import NAMES
from koe.settings import Settings

COMMAND = "precision"
_PRESET = Preset("medium")


@dataclass(frozen=True, slots=True)
class PrecisionRow:
    """`ratios`: compared with the reference. `is_passed`: the last verdict of `koe models evaluate` on these files;
    None: there is none. The peer has no precision and no files of koe's."""

    name: str
    precisions: tuple[str, ...]
    files_bytes: int | None
    resident_bytes: int | None
    figures: Figures
    ratios: Ratios | None
    is_passed: bool | None


def precision(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names of builds. Default: KOKORO_BUILD. The exact build is always there, as the reference.",
            callback=known_builds,
            autocompletion=completed(lambda: list(BUILDS)),
            show_default=False,
        ),
    ] = None,
    trials: Annotated[int, typer.Option(min=2, max=60, help="Rounds in which all take turns.")] = 6,
    peer: Annotated[bool, typer.Option("--peer", help="Compare with kokoro-onnx instead of the exact build.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare builds in precision, speed, memory and the quality that was measured. Each has a server of its own, and
    all take turns."""
    require_extra("bench", ["httpx", *(["kokoro_onnx"] if peer else [])])
    settings = bench_settings()
    chosen = list(dict.fromkeys([*(names or [settings.build]), *([] if peer else [EXACT])]))
    each = [settings.model_copy(update={"build": name, "builds": ()}) for name in chosen]
    for one in each:
        ensure_stages(one, offered_builds(one))
    rows, noise = _measure(each, trials, has_peer=peer)
    result = {"trials": trials, "noise": asdict(noise), "builds": {row.name: asdict(row) for row in rows}}
    keep_result(COMMAND, result)
    if as_json:
        out.print_json(json.dumps(result))
    else:
        print_rows(rows, noise)


def _measure(each: Sequence[Settings], trials: int, *, has_peer: bool) -> tuple[list[PrecisionRow], Noise]:
    calibration = Calibration()
    with ExitStack() as stack:
        speakers: dict[str, Speaks] = {}
        pids: dict[str, int] = {}
        if has_peer:
            peer = PeerRequest(IN_PROCESS_PEER, each[0].voice)
            reference, speakers[reference] = stack.enter_context(open_peer(each[0], peer))
        else:
            reference = EXACT
        with working("Starting the servers"):
            for one in each:
                server = stack.enter_context(own_server(one))
                speakers[one.build], pids[one.build] = server.speaker, server.server.pid
        total = (trials + 1) * len(speakers)
        with calibration, counting("Measuring", total=total) as progress:
            rounds = take_turns(
                speakers, [_PRESET], trials, calibration, lambda *_: progress.advance(progress.task_ids[0])
            )
        memory = {name: resident_bytes(pid) for name, pid in pids.items()}
    return [_row(name, rounds, reference, memory, each[0]) for name in speakers], calibration.noise


def _row(
    name: str, rounds: Sequence[Round], reference: str, memory: Mapping[str, int | None], settings: Settings
) -> PrecisionRow:
    spoken = [one.spoken[name] for one in rounds]
    ratios = None if name == reference else Ratios.of(spoken, [one.spoken[reference] for one in rounds])
    if name not in BUILDS:
        return PrecisionRow(name, (), None, None, Figures.of(spoken), ratios, None)
    build, cache = find_build(name), stage_cache(settings)
    record = cache.build_record(build)
    quality: dict[str, Any] = (record.measured["quality"] if record else None) or {}
    files = {path: path.stat().st_size for path in cache.files(build).values()}
    return PrecisionRow(
        name,
        tuple(dict.fromkeys(NAMES[variant.precision] for variant in build.variants)),
        files_bytes=sum(files.values()),
        resident_bytes=memory[name],
        figures=Figures.of(spoken),
        ratios=ratios,
        is_passed=quality.get("verdict", {}).get("passed"),
    )


_VERDICTS = {True: "passed", False: "failed", None: "not measured"}


def print_rows(rows: Sequence[PrecisionRow], noise: Noise) -> None:
    """A column for each build: ten columns would not fit into a terminal."""
    table = table_of("", *(row.name for row in rows))
    for label, cell in _CELLS.items():
        table.add_row(label, *(cell(row) for row in rows))
    out.print(table)
    for row in rows:
        if row.name in BUILDS:
            out.print(f"{row.name}: {find_build(row.name).summary}", soft_wrap=True)
    out.print(f"noise: {noise.told()}", soft_wrap=True)


def _ratio(row: PrecisionRow, measure: Literal["ttfa", "rtf", "cpu"]) -> str:
    return "1" if row.ratios is None else ranged(getattr(row.ratios, measure))


def _megabytes(size_bytes: int | None, unit: float, name: str) -> str:
    return "" if size_bytes is None else f"{size_bytes / unit:,.0f} {name}"


_CELLS: Mapping[str, Callable[[PrecisionRow], str]] = {
    "computed by": lambda row: ", ".join(row.precisions) or "–",
    "TTFA, s": lambda row: f"{row.figures.ttfa_s.p50.value:.3f}",
    "  ratio": lambda row: _ratio(row, "ttfa"),
    "RTF": lambda row: f"{row.figures.rtf.p50.value:.3f}",
    "  ratio ": lambda row: _ratio(row, "rtf"),
    "CPU time, ratio": lambda row: _ratio(row, "cpu"),
    "files": lambda row: _megabytes(row.files_bytes, 1e6, "MB"),
    "memory": lambda row: _megabytes(row.resident_bytes, 2**20, "MiB"),
    "quality gate": lambda row: _VERDICTS[row.is_passed] if row.precisions else "",
}
