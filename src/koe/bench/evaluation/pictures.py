"""The worst clips of an evaluation -> spectrograms: the reference above the build above their difference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from koe.bench.evaluation.clips import EvaluationClip
from koe.bench.evaluation.measures import MeasuredClip
from koe.bench.evaluation.report import Evaluation, similarities, worst_clips
from koe.bench.evaluation.run import Evaluator
from koe.bench.golden import mel_db
from koe.bench.similarity import place_in
from koe.model.phase import SAMPLE_RATE_HZ
from koe.types import Samples

_BANDS, _COLUMNS_PER_SECOND = 96, 100
_FLOOR_DB, _TOP_DB = -78.0, -10.0
_LARGEST_DIFFERENCE_DB = 20.0


def draw_worst(evaluator: Evaluator, evaluation: Evaluation, folder: Path) -> Iterator[Path]:
    """Speaks the clips again: the cache holds no speech of builds."""
    for one in worst_clips(evaluation):
        _, whole = evaluator.reference.speech(one.clip)
        streamed = evaluator.candidate.streamed(one.clip).samples
        start = place_in(whole, streamed)
        path = folder / f"{evaluation.build}-{one.clip.name.replace('/', '-')}.png"
        draw(path, title_of(one), whole[start : start + len(streamed)], streamed)
        yield path


def title_of(one: MeasuredClip) -> str:
    numbers = ", ".join(f"{measure.label} {value:.2f}" for measure, value in similarities(one))
    return f"{one.clip.name}, speed {one.clip.sentence.speed:g}: {numbers}\n{_shortened(one.clip)}"


def _shortened(clip: EvaluationClip) -> str:
    text = clip.sentence.text
    return text if len(text) <= 100 else f"{text[:99]}…"


def draw(path: Path, title: str, reference: Samples, build: Samples) -> None:
    before, after = (mel_db(samples, SAMPLE_RATE_HZ, _BANDS, _COLUMNS_PER_SECOND) for samples in (reference, build))
    # What lies below the floor is not heard: it is no difference either.
    difference = np.maximum(after, _FLOOR_DB) - np.maximum(before, _FLOOR_DB)
    figure = Figure(figsize=(12, 8), layout="constrained")
    figure.suptitle(title, parse_math=False)
    panels = (
        ("reference", before, (_FLOOR_DB, _TOP_DB), "viridis"),
        ("build", after, (_FLOOR_DB, _TOP_DB), "viridis"),
        ("build minus reference", difference, (-_LARGEST_DIFFERENCE_DB, _LARGEST_DIFFERENCE_DB), "RdBu_r"),
    )
    for axes, (name, spectrogram, limits, colours) in zip(figure.subplots(3, 1, sharex=True), panels, strict=True):
        extent = (0, len(spectrogram) / _COLUMNS_PER_SECOND, 0, 1)
        image = axes.imshow(spectrogram.T, origin="lower", aspect="auto", extent=extent, clim=limits, cmap=colours)
        axes.set(title=name, yticks=[])
        figure.colorbar(image, ax=axes, label="dB")
    axes.set_xlabel("seconds")
    figure.savefig(path, dpi=100)
