"""koe dev levels: measures the loudness of each voice and writes the table of gains (model/levels.json)."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from koe.build.levels import SENTENCES_PER_VOICE, measure_levels, plan_levels
from koe.cli.assemble import ensure_stages, voice_book
from koe.cli.console import counting, out
from koe.engine.pipeline import Pipeline
from koe.engine.prepare import Preparer
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.levels import FILE
from koe.model.stages import open_stages
from koe.model.statistics import StatisticsTable
from koe.settings import Settings, load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner


def levels() -> None:
    """Measure the loudness of each voice and write the table of gains. `calibrate` does it too."""
    write_levels(load_settings())


def write_levels(settings: Settings) -> None:
    build = ensure_stages(settings)
    stages = open_stages(OnnxRuntimeBackend(settings.threads), build.folder)
    voices = voice_book(settings)
    planner = Planner(Phonemizer(timeout_factor=50))
    preparer = Preparer(planner, voices)
    pipeline = Pipeline(planner, voices, stages, StatisticsTable.shipped())
    planned = plan_levels(voices.voices)
    with counting("Measuring the loudness of voices", total=len(planned)) as progress:
        task = progress.task_ids[0]
        measured = measure_levels(preparer, pipeline, planned, lambda: progress.advance(task))
    pipeline.close()
    target = Path(str(resources.files("koe.model").joinpath(FILE)))
    measured.save(target, {"sentences_per_voice": SENTENCES_PER_VOICE, "source_sha256": stages.facts.source_sha256})
    out.print(str(target), soft_wrap=True, markup=False)
