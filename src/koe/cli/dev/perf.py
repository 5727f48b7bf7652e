"""koe dev perf: the perf gate: koe and kokoro-onnx take turns, and their ratio is compared with a stored one."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.calibration import Calibration
from koe.bench.machine import Machine
from koe.bench.perf.baselines import key_of, read_baseline, write_baseline
from koe.bench.perf.gate import MOST_SLOWER, PerfFigures, Verdict, judge
from koe.bench.perf.slowed import SlowedBackend
from koe.bench.run.turns import take_turns
from koe.bench.texts import LINE, Preset
from koe.cli.assemble import ensure_stages, load_engine
from koe.cli.bench.keep import keep_result
from koe.cli.bench.run_tables import ranged, table_of
from koe.cli.bench.speakers import IN_PROCESS_PEER, PeerRequest, open_peer, own_server
from koe.cli.child_server import bench_settings
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra
from koe.cli.providers import load_backend_of
from koe.engine.engine import Engine
from koe.settings import Settings

COMMAND = "perf"
_FILE = Path("tests/perf/baselines.json")
_OWN = "koe"
_OUTCOMES = {True: "passed", False: "slower", None: "not decided: the machine was too noisy"}
_NOT_DECIDED = 3


def perf(
    update: Annotated[bool, typer.Option("--update", help="Store what is measured as the new baseline.")] = False,
    rounds: Annotated[int, typer.Option(min=3, max=200, help="Rounds in which both take turns.")] = 24,
    file: Annotated[Path, typer.Option("--file", help="The stored baselines.")] = _FILE,
    plant: Annotated[float, typer.Option(min=0, max=2, help="Do this share more work: a test of the gate.")] = 0.0,
    as_json: AsJson = False,
) -> None:
    """Compare time to first sound and real-time factor, as ratios to kokoro-onnx in the same run, with the baseline of
    this kind of machine and build. Exit code 1: one of them is 10 % slower, beyond the noise; 3: it was too noisy."""
    require_extra("bench", ["httpx", "kokoro_onnx"])
    settings = bench_settings()
    key = key_of(Machine.this().kind, settings.build)
    before = read_baseline(file, key)
    if before is None and not update:
        raise typer.BadParameter(
            f"{file} has no baseline of {key}. Measure one on a good commit.", param_hint="--update"
        )
    ensure_stages(settings)
    now = _measure(settings, rounds, plant)
    verdict = None if before is None else judge(before, now)
    if update:
        write_baseline(file, key, now)
    result = _to_json(key, now, verdict)
    if not plant:
        keep_result(COMMAND, result)
    if as_json:
        out.print_json(json.dumps(result))
    else:
        _print(key, now, verdict)
    if verdict is not None and not update and not verdict.is_passed:
        raise typer.Exit(_NOT_DECIDED if verdict.is_passed is None else 1)


def load_slowed(share: float, settings: Settings) -> Engine:
    """Runs in the child server."""
    return load_engine(settings, SlowedBackend(load_backend_of(settings, ensure_stages(settings)), share))


def _measure(settings: Settings, rounds: int, plant: float) -> PerfFigures:
    load = partial(load_slowed, plant) if plant else load_engine
    calibration = Calibration()
    with (
        open_peer(settings, PeerRequest(IN_PROCESS_PEER, settings.voice)) as (peer, speaker),
        own_server(settings, load=load) as server,
        counting("Measuring", total=2 * (rounds + 1)) as progress,
        calibration,
    ):
        speakers = {_OWN: server.speaker, peer: speaker}
        taken = take_turns(
            speakers, [Preset(LINE)], rounds, calibration, lambda *_: progress.advance(progress.task_ids[0])
        )
    return PerfFigures.of(taken, _OWN, peer, calibration.noise)


def _to_json(key: str, now: PerfFigures, verdict: Verdict | None) -> dict[str, object]:
    findings = [{**asdict(one), "is_slower": one.is_slower} for one in verdict.findings] if verdict else []
    return {"key": key, "now": now.to_json(), "findings": findings, "passed": verdict.is_passed if verdict else None}


def _print(key: str, now: PerfFigures, verdict: Verdict | None) -> None:
    out.print(f"{key}: koe / {now.peer}, {now.rounds} rounds", soft_wrap=True)
    out.print(_new(now) if verdict is None else _compared(verdict))
    out.print(f"noise: {now.noise.told()}", soft_wrap=True)
    if verdict is not None:
        out.print(f"verdict: {_OUTCOMES[verdict.is_passed]}")


def _new(now: PerfFigures) -> Table:
    table = table_of("", "now")
    for name, ratio in now.ratios.items():
        table.add_row(name, ranged(ratio))
    return table


def _compared(verdict: Verdict) -> Table:
    table = table_of("", "baseline", "now", "change", f"limit {MOST_SLOWER:.2f}")
    for one in verdict.findings:
        outcome = "slower" if one.is_slower else "ok"
        table.add_row(
            f"{one.measure} {one.witness}",
            *(ranged(value) for value in (one.before, one.now, one.change)),
            outcome if one.is_decisive else f"({outcome}, noisy)",
        )
    return table
