"""koe dev levels: measures the loudness of each voice and writes the table of gains (model/levels.json)."""

from __future__ import annotations

from koe.build.levels import SENTENCES_PER_VOICE, measure_levels, plan_levels
from koe.build.recipes import find_build, package_file
from koe.cli.assemble import ensure_stages, voice_book
from koe.cli.console import counting, out
from koe.cli.options import FittedBuild
from koe.engine.pipeline import Pipeline
from koe.engine.prepare import Preparer
from koe.model.backends.by_precision import load_backend
from koe.model.stages import open_stages
from koe.model.statistics import StatisticsTable
from koe.settings import Settings, load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner


def levels(name: FittedBuild = "fp32") -> None:
    """Measure the loudness of each voice and write the table of gains. `calibrate` does it too."""
    write_levels(load_settings(), name)


def write_levels(settings: Settings, name: str) -> None:
    build = find_build(name)
    cache = ensure_stages(settings, [name])
    stages = open_stages(load_backend(settings.threads), cache.files(build), cache.facts(build), name)
    with package_file(build.table).open("rb") as file:
        table = StatisticsTable.load(file)
    voices = voice_book(settings)
    planner = Planner(Phonemizer(timeout_factor=50))
    preparer = Preparer(planner, voices)
    pipeline = Pipeline(planner, voices, stages, table)
    planned = plan_levels(voices.voices)
    with counting("Measuring the loudness of voices", total=len(planned)) as progress:
        task = progress.task_ids[0]
        measured = measure_levels(preparer, pipeline, planned, lambda: progress.advance(task))
    pipeline.close()
    target = package_file(build.levels)
    measured.save(target, {"sentences_per_voice": SENTENCES_PER_VOICE, "source_sha256": stages.facts.weights_sha256})
    out.print(str(target), soft_wrap=True, markup=False)
