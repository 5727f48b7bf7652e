"""koe dev verify: each feature of koe with what shows it: its tests, and its figures with their bars."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import koe
from koe.bench.calibration import Calibration, Noise
from koe.bench.verify.bars import BARS
from koe.bench.verify.checklist import AREAS, STATES, Checklist, Figure, Row, check, features_of
from koe.bench.verify.feature import Feature
from koe.bench.verify.kept import kept_figures
from koe.bench.verify.live import LiveFigures, LiveServer
from koe.bench.verify.outcomes import run_tests
from koe.build.recipes import find_build
from koe.cli.assemble import ensure_stages, stage_cache
from koe.cli.bench.keep import bench_results, keep_result
from koe.cli.bench.speakers import IN_PROCESS_PEER, PeerRequest, open_peer
from koe.cli.child_server import warmed_server
from koe.cli.console import counting, err, out
from koe.cli.options import AsJson, completed, require_extra
from koe.settings import Settings, load_settings

COMMAND = "verify"
ROOT = Path(koe.__file__).parents[2]
_NOT_DECIDED = 3


def _known_areas(names: list[str] | None) -> list[str] | None:
    for name in names or ():
        if name not in AREAS:
            raise typer.BadParameter(f"must be one of {', '.join(AREAS)} (got {name}).")
    return names


def verify(
    area: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Only this area: {', '.join(AREAS)}. May be given several times.",
            callback=_known_areas,
            autocompletion=completed(lambda: list(AREAS)),
            show_default=False,
        ),
    ] = None,
    tests: Annotated[bool, typer.Option("--tests/--no-tests", help="Run the tests of the features.")] = True,
    figures: Annotated[
        bool, typer.Option("--figures/--no-figures", help="Measure the figures of the features.")
    ] = True,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that run tests.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Verify every feature of koe: run its tests, measure its figures and compare them with their bars. Figures that
    take longer are those of the last `koe bench soak`, `streaming`, `memory`, `make perf` and `koe models evaluate`.
    Exit code 1: a feature failed; 3: on this noisy machine a figure missed its bar."""
    features = [one for one in features_of(area or ()) if (tests and one.tests) or (figures and one.figures)]
    if tests and not (ROOT / "tests").is_dir():
        raise typer.BadParameter("needs a checkout of koe, where the tests are.", param_hint="--tests")
    require_extra("bench", ["httpx", "kokoro_onnx"] if figures else [])
    counts = _run_tests(features, workers) if tests else None
    found, noise = _measure(features) if figures else (None, None)
    checklist = check(features, counts, found, noise)
    keep_result(COMMAND, checklist.to_json())
    if as_json:
        out.print_json(json.dumps(checklist.to_json()))
    else:
        print_checklist(checklist)
    if checklist.count("failed"):
        raise typer.Exit(1)
    if checklist.count("noisy"):
        raise typer.Exit(_NOT_DECIDED)


def _run_tests(features: Sequence[Feature], workers: int) -> Mapping[str, Counter[str]]:
    files = sorted({file for feature in features for file in feature.tests})
    err.print(f"Running the tests of {len(files)} files and folders")
    return run_tests(ROOT, files, workers)


def _measure(features: Sequence[Feature]) -> tuple[dict[str, float], Noise | None]:
    """Those of these features."""
    settings = load_settings(host="127.0.0.1", port=0, log_level="error", stall_silence=False)
    wanted = {name for feature in features for name in feature.figures}
    found = kept_figures(bench_results(), _quality(settings))
    noise = None
    if any(not BARS[name].command for name in wanted):
        live, noise = _measure_live(settings)
        found |= live
    return {name: value for name, value in found.items() if name in wanted}, noise


def _quality(settings: Settings) -> Mapping[str, Any] | None:
    record = stage_cache(settings).build_record(find_build(settings.build))
    return record.measured["quality"] if record is not None else None


def _measure_live(settings: Settings) -> tuple[dict[str, float], Noise]:
    import httpx

    ensure_stages(settings)
    with (
        open_peer(settings, PeerRequest(IN_PROCESS_PEER, settings.voice)) as (_, peer),
        warmed_server(settings) as server,
        httpx.Client(base_url=server.address, timeout=600.0, trust_env=False) as http,
        Calibration() as calibration,
    ):
        live = LiveServer(server.address, settings.voice, server.settle)
        with live.client() as client:
            client.wait_until_ready()
        with counting("Measuring", total=LiveFigures.PARTS) as progress:
            bench = LiveFigures(live, peer, http, calibration)
            found = bench.measure(lambda: progress.advance(progress.task_ids[0]))
    return found, calibration.noise


def print_checklist(checklist: Checklist) -> None:
    area = ""
    for row in checklist.rows:
        if row.feature.area != area:
            area = row.feature.area
            out.print(f"\n{area}", markup=False)
        out.print(f"  {row.state:<12} {row.feature.name}{_told(row)}", soft_wrap=True, markup=False, highlight=False)
        for figure in row.figures:
            told = f"{figure.bar.label}: {_value(figure)} (bar: {figure.bar.limit:g}){_outcome(figure)}"
            out.print(f"{'':15}{told}", soft_wrap=True, markup=False, highlight=False)
    out.print("\n" + ", ".join(f"{checklist.count(state)} {state}" for state in STATES))
    if checklist.noise is not None:
        out.print(f"noise: {checklist.noise.told()}", soft_wrap=True)


def _told(row: Row) -> str:
    outcomes = row.outcomes
    if outcomes is None:
        return ""
    parts = [f"{outcomes.passed} tests passed"]
    parts += [f"{outcomes.failed} FAILED"] if outcomes.failed else []
    parts += [f"{outcomes.skipped} skipped"] if outcomes.skipped else []
    return f": {', '.join(parts)}"


def _value(figure: Figure) -> str:
    return "–" if figure.value is None else f"{figure.value:.4g}"


def _outcome(figure: Figure) -> str:
    if figure.state == "not measured":
        return f": run `{figure.bar.command}`" if figure.bar.command else ""
    return {"shown": "", "noisy": ": missed, on a noisy machine", "failed": ": MISSED"}[figure.state]
