"""koe models: pull, list, verify, build, path."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from koe.cli.assemble import asset_store, ensure_stages, voice_book
from koe.cli.console import PullBar, counting, err, out, working
from koe.engine.pipeline import Pipeline
from koe.errors import AssetError
from koe.model.assets import DEFAULT_GROUPS, GROUPS, AssetStore, load_manifest
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.levels import FILE as LEVELS_FILE
from koe.model.stages import open_stages
from koe.model.statistics import StatisticsTable
from koe.settings import Settings, load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

app = typer.Typer(help="The model and its voices on this machine.", no_args_is_help=True, rich_markup_mode=None)

AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
WithInt8 = Annotated[bool, typer.Option("--int8", help="Also the published int8 model, used for comparisons.")]


def _groups(with_int8: bool) -> tuple[str, ...]:
    return (*DEFAULT_GROUPS, "int8") if with_int8 else DEFAULT_GROUPS


@app.command()
def pull(
    with_int8: WithInt8 = False,
    repair: Annotated[bool, typer.Option("--repair", help="Check every file and fetch damaged ones again.")] = False,
) -> None:
    """Fetch what is missing and check it."""
    pulled = asset_store(load_settings()).pull(_groups(with_int8), progress=PullBar(), repair=repair)
    megabytes = sum(item.bytes for item in pulled) / 1e6
    sources = ", ".join(sorted({item.source for item in pulled}))
    err.print(f"{len(pulled)} files, {megabytes:.0f} MB, from {sources}" if pulled else "nothing to do", markup=False)


@app.command("list")
def list_assets(as_json: AsJson = False) -> None:
    """Show every file, its size and whether it is here."""
    store = asset_store(load_settings())
    missing = {asset.name for asset in store.missing(GROUPS)}
    rows = [(asset.name, asset.bytes, asset.name not in missing) for asset in load_manifest()]
    if as_json:
        out.print_json(json.dumps([{"name": name, "bytes": size, "present": here} for name, size, here in rows]))
        return
    table = Table("name", "MB", "present", box=None, pad_edge=False)
    for name, size, here in rows:
        table.add_row(name, f"{size / 1e6:.1f}", "yes" if here else "no")
    out.print(table)


@app.command()
def verify(as_json: AsJson = False) -> None:
    """Hash every file that koe needs. Exit code 1 when one is wrong."""
    store = asset_store(load_settings())
    with working("Hashing"):
        checks = store.verify()
    wrong = [check for check in checks if not check.ok]
    if as_json:
        rows = [{"name": c.name, "path": str(c.path), "ok": c.ok, "problem": c.problem} for c in checks]
        out.print_json(json.dumps(rows))
    elif not wrong:
        out.print(f"{len(checks)} files are as they should be")
    if wrong:
        problems = "\n".join(f"  {check.name}: {check.problem}" for check in wrong)
        raise AssetError(f"{len(wrong)} of {len(checks)} files are wrong:\n{problems}")


@app.command()
def build(
    force: Annotated[bool, typer.Option("--force", help="Build again what is there.")] = False,
) -> None:
    """Cut the model into its stages, as the first start does by itself."""
    out.print(str(ensure_stages(load_settings(), again=force).folder), soft_wrap=True, markup=False)


@app.command()
def calibrate(
    per_voice: Annotated[int, typer.Option(min=2, max=200, help="Utterances for each of the 54 voices.")] = 18,
    out_file: Annotated[
        Path | None, typer.Option("--out", help="Where the table goes. Default: into the package.")
    ] = None,
) -> None:
    """Fit the table that predicts the generator's norms. Takes half an hour; goes on where it was stopped."""
    from koe.build import calibrate as work

    settings = load_settings()
    build = ensure_stages(settings)
    stages = open_stages(OnnxRuntimeBackend(settings.threads), build.folder)
    voices, planner = voice_book(settings), Planner(Phonemizer(timeout_factor=50))
    calibration = work.Calibration(stages, voices, planner, settings.cache_dir / "calibration" / build.folder.name)
    known = work.plan_utterances(voices.voices, "calibration", per_voice)
    held = work.plan_utterances(voices.voices[::5], "heldout", 4)
    with counting("Calibrating", total=len(known) + len(held)) as progress:
        task = progress.task_ids[0]
        fitted_on = calibration.measure(known, lambda: progress.advance(task))
        measured_on = calibration.measure(held, lambda: progress.advance(task))
    weights = work.importance(work.TRUNK_CHANNELS, work.PHONEME_CHANNELS)
    table = work.fit(fitted_on, weights, stages.facts.source_sha256)
    errors = {"fitted": work.prediction_error(table, fitted_on), "held_out": work.prediction_error(table, measured_on)}
    target = out_file or Path(str(resources.files("koe.model").joinpath("statistics.npz")))
    work.save_table(table, target, {"utterances": len(fitted_on), "held_out": len(measured_on), "errors": errors})
    _calibrate_levels(settings)
    means, logarithms = errors["held_out"]["means"], errors["held_out"]["log_variances"]
    out.print(f"{target}: held-out error of means {means:.4f}, of log variances {logarithms:.4f}", soft_wrap=True)


@app.command()
def levels() -> None:
    """Measure how loud each voice is, for the common loudness. `calibrate` does it too."""
    _calibrate_levels(load_settings())


def _calibrate_levels(settings: Settings) -> None:
    from koe.build import levels as work

    build = ensure_stages(settings)
    stages = open_stages(OnnxRuntimeBackend(settings.threads), build.folder)
    voices = voice_book(settings)
    pipeline = Pipeline(Planner(Phonemizer(timeout_factor=50)), voices, stages, StatisticsTable.shipped())
    planned = work.plan_levels(voices.voices)
    with counting("Measuring how loud the voices are", total=len(planned)) as progress:
        task = progress.task_ids[0]
        measured = work.measure_levels(pipeline, planned, lambda: progress.advance(task))
    pipeline.close()
    target = Path(str(resources.files("koe.model").joinpath(LEVELS_FILE)))
    origin = {"sentences_per_voice": work.SENTENCES_PER_VOICE, "source_sha256": stages.facts.source_sha256}
    measured.save(target, origin)
    out.print(str(target), soft_wrap=True, markup=False)


@app.command()
def path() -> None:
    """Print the folder that holds the files."""
    store: AssetStore = asset_store(load_settings())
    out.print(str(store.folder), soft_wrap=True, markup=False)
