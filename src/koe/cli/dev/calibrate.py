"""koe dev calibrate: fits the table that predicts the generator's norms (model/statistics.npz)."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from koe.build import calibrate as work
from koe.build.recipes import find_build, package_file
from koe.cli.assemble import ensure_stages, voice_book
from koe.cli.console import counting, out
from koe.cli.dev.levels import write_levels
from koe.cli.options import FittedBuild
from koe.model.backends.by_precision import load_backend
from koe.model.stages import open_stages
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner


def calibrate(
    per_voice: Annotated[int, typer.Option(min=2, max=200, help="Sentences for each of the 54 voices.")] = 18,
    out_file: Annotated[
        Path | None, typer.Option("--out", help="File for the table. Default: the one in the package.")
    ] = None,
    name: FittedBuild = "fp32",
) -> None:
    """Fit the table that predicts the generator's norms, and the levels of the voices. Takes half an hour; an
    interrupted run is resumed."""
    settings, build = load_settings(), find_build(name)
    cache = ensure_stages(settings, [name])
    stages = open_stages(load_backend(settings.threads), cache.files(build), cache.facts(build), name)
    voices, planner = voice_book(settings), Planner(Phonemizer(timeout_factor=50))
    # Utterances that were measured with other files are not mixed with these.
    measured_with = "-".join(path.stem for path in cache.files(build).values())
    key = hashlib.sha256(f"{measured_with} {stages.facts.weights_sha256}".encode()).hexdigest()[:16]
    calibration = work.Calibration(stages, voices, planner, settings.cache_dir / "calibration" / f"{name}-{key}")
    known = work.plan_sentences(voices.voices, "calibration", per_voice)
    held = work.plan_sentences(voices.voices[::5], "heldout", 4)
    with counting("Calibrating", total=len(known) + len(held)) as progress:
        task = progress.task_ids[0]
        fitted_on = calibration.measure(known, lambda: progress.advance(task))
        measured_on = calibration.measure(held, lambda: progress.advance(task))
    weights = work.importance(work.TRUNK_CHANNELS, work.PHONEME_CHANNELS)
    table = work.fit(fitted_on, weights, stages.facts.weights_sha256)
    errors = {"fitted": work.prediction_error(table, fitted_on), "held_out": work.prediction_error(table, measured_on)}
    target = out_file or package_file(build.table)
    work.save_table(table, target, {"utterances": len(fitted_on), "held_out": len(measured_on), "errors": errors})
    write_levels(settings, name)
    means, logarithms = errors["held_out"]["means"], errors["held_out"]["log_variances"]
    out.print(f"{target}: held-out error of means {means:.4f}, of log variances {logarithms:.4f}", soft_wrap=True)
