"""koe tune: measure settings on this machine beside the default, show the Pareto front, and store what is better."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from koe.cli.console import counting, err, out
from koe.cli.interrupt import Interruption
from koe.cli.options import AsJson, require_extra
from koe.cli.safe_file import cannot_write, require_place, write_safely
from koe.cli.tuned_settings import stored_choice, tuning_rows
from koe.cli.tuning import COMMAND, Result, Session
from koe.cli.tuning import tune as run_tuning
from koe.observe.bench_results import BenchResults
from koe.settings import Settings, load_settings
from koe.tune.choice import Choice, ChoiceFile
from koe.tune.report import Row, changes_of, front_rows, full_report
from koe.tune.search import FULL, QUICK, Conduct
from koe.tune.store import TrialStore, TuningError

_COLUMNS = ("settings", "first sound", "", "RTF", "", "memory", "", "rounds")


def tune(
    quick: Annotated[bool, typer.Option("--quick", help="Two minutes instead of ten, with fewer candidates.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the trials into this PNG file. Needs koe[tune].", show_default=False)
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(help="Write machine, versions, front and quality into this JSON file.", show_default=False),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Show the last trials and the stored choice.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Remove the stored choice and all trials.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find better settings for this machine. Candidates are measured beside the default, each in a server of its own;
    let nothing else run meanwhile. Ctrl-C keeps what was measured, and the next run goes on from there. `koe serve` and
    `koe say` use the choice for settings that are not set: docs/tuning.md."""
    settings = load_settings()
    if forget:
        _forget(settings)
        return
    _check_files(plot, report)
    if show:
        session, result = _last(settings)
    else:
        require_extra("tune", ["httpx"])
        session, result = _search(settings, quick=quick)
    _write_files(session, result, plot, report)
    if as_json:
        out.print_json(json.dumps(full_report(result.trials, session.space, session.gate, result.choice)))
    else:
        _print(session, result)
        _print_state(settings)
    if result.choice is None and not show:
        err.print("koe: stopped. The next `koe tune` goes on with these trials.")
        raise typer.Exit(130)


def _search(settings: Settings, *, quick: bool) -> tuple[Session, Result]:
    stopped = threading.Event()
    budget_s = (QUICK if quick else FULL).budget_s
    with Interruption() as interruption, counting("Tuning", total=budget_s) as progress:
        interruption.then(stopped.set)
        return run_tuning(settings, Conduct(stopped.is_set, _shown_by(progress)), quick=quick)


def _shown_by(progress: Progress) -> Any:
    task = progress.task_ids[0]
    return lambda seconds, label: progress.update(task, completed=seconds, description=f"Tuning: {label}")


def _last(settings: Settings) -> tuple[Session, Result]:
    study = TrialStore(settings.data_dir).last_study()
    if study is None:
        raise TuningError("Nothing was tuned yet: run `koe tune`.")
    return Session.here(settings), Result(study, study.trials, ChoiceFile(settings.data_dir).read())


def _forget(settings: Settings) -> None:
    paths = {
        ChoiceFile(settings.data_dir).path: "KOKORO_DATA_DIR",
        TrialStore(settings.data_dir).path: "KOKORO_DATA_DIR",
        BenchResults(settings.cache_dir).path(COMMAND): "KOKORO_CACHE_DIR",
    }
    found = {path: setting for path, setting in paths.items() if path.exists()}
    for path, setting in found.items():
        with cannot_write(path, setting):
            path.unlink()
    out.print("Removed the stored choice and all trials." if found else "There was nothing to forget.")


def _check_files(plot: Path | None, report: Path | None) -> None:
    """Before minutes are spent. A file of an earlier run is replaced."""
    if plot is not None:
        require_extra("tune", ["matplotlib"])
        require_place(plot, "--plot", force=True)
    if report is not None:
        require_place(report, "--report", force=True)


def _write_files(session: Session, result: Result, plot: Path | None, report: Path | None) -> None:
    if plot is not None:
        from koe.tune.picture import draw_front

        with cannot_write(plot, "--plot"):
            draw_front(result.trials, session.space, plot)
    if report is not None:
        content = full_report(result.trials, session.space, session.gate, result.choice)
        content["identity"] = session.identity.to_json()
        content["written_at"] = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        with cannot_write(report, "--report"):
            write_safely(report, (json.dumps(content, indent=1) + "\n").encode(), force=True)


def _print(session: Session, result: Result) -> None:
    rows = front_rows(result.trials, session.space)
    table = Table(*_COLUMNS, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*_cells(row))
    out.print(table)
    counted = {state: sum(one.state == state for one in result.trials) for state in ("complete", "pruned", "failed")}
    out.print(", ".join(f"{count} {state}" for state, count in counted.items()))
    for name, reason in session.gate.refused.items():
        out.print(f"not measured: build={name} {reason}", markup=False, soft_wrap=True)
    if result.choice is not None:
        out.print(_sentence(result.choice, session), markup=False, soft_wrap=True)


def _cells(row: Row) -> list[str]:
    ratios = row.to_json()["ratios"]
    memory = "" if row.memory_mb is None else f"{row.memory_mb} MiB"
    times = f"{1000 * row.ttfa_s:.0f} ms", f"× {ratios['ttfa']:.2f}", f"{row.rtf:.3f}", f"× {ratios['rtf']:.2f}"
    return [row.changes, *times, memory, f"× {ratios['memory']:.2f}", str(len(row.trial.rounds))]


def _sentence(choice: Choice, session: Session) -> str:
    if not choice.values:
        return "The default stays: nothing was better beyond the noise."
    ratios = ", ".join(f"{name} × {ratio:.2f}" for name, ratio in choice.ratios.items())
    return f"Chosen: {changes_of({**session.space.default, **choice.values}, session.space)} ({ratios})"


def _print_state(settings: Settings) -> None:
    for name, value in tuning_rows(stored_choice(settings)).items():
        out.print(f"{name:<8} {value}", markup=False, soft_wrap=True)
