"""The name of a build -> what an evaluation takes: stages that are opened at first use, norm table, hash, bars."""

from __future__ import annotations

import typer

from koe.bench.evaluation.bars import SAME_WAVEFORM
from koe.bench.evaluation.builds import EvaluatedBuild, hashes_of
from koe.bench.evaluation.comparison import Listeners, Texts
from koe.bench.evaluation.exact import exact_files, open_exact_stages, write_exact_files
from koe.bench.evaluation.run import Evaluator
from koe.bench.mos import ASSET, ASSET_GROUP, Dnsmos
from koe.bench.words import load_whisper
from koe.cli.assemble import MODEL, asset_store, ensure_stages, voice_book
from koe.cli.console import PullBar, working
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.stages import STAGES, open_stages
from koe.model.statistics import StatisticsTable
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

# A busy machine must not change how a text is read.
_PATIENCE = 50

FP32, EXACT = "fp32", "exact"
BUILDS = (FP32, EXACT)


def evaluated_build(settings: Settings, name: str) -> EvaluatedBuild:
    build, backend = ensure_stages(settings), OnnxRuntimeBackend(settings.threads)
    table = StatisticsTable.shipped()
    if name == EXACT:
        with working("Cutting the reference"):
            write_exact_files(build, asset_store(settings).path(MODEL))
        hashes = hashes_of(exact_files(build))
        return EvaluatedBuild(name, hashes, lambda: open_exact_stages(build, backend), table, SAME_WAVEFORM)
    hashes = hashes_of({stage: build.folder / f"{stage}.onnx" for stage in STAGES})
    return EvaluatedBuild(name, hashes, lambda: open_stages(backend, build.folder), table, SAME_WAVEFORM)


def load_evaluator(settings: Settings, build: str, reference: str) -> Evaluator:
    for name, parameter in ((build, "BUILD"), (reference, "--reference")):
        if name not in BUILDS:
            raise typer.BadParameter(f"must be one of {', '.join(BUILDS)} (got {name}).", param_hint=parameter)
    candidate, compared_with = evaluated_build(settings, build), evaluated_build(settings, reference)
    texts = Texts(Planner(Phonemizer(timeout_factor=_PATIENCE)), voice_book(settings))
    listeners = Listeners(load_whisper, lambda: load_dnsmos(settings))
    return Evaluator.of(candidate, compared_with, texts, listeners, settings.cache_dir / "evaluations")


def load_dnsmos(settings: Settings) -> Dnsmos:
    """Fetches the network when it is first needed."""
    store = asset_store(settings)
    if store.missing([ASSET_GROUP]):
        store.pull([ASSET_GROUP], progress=PullBar())
    return Dnsmos(OnnxRuntimeBackend(settings.threads).open(store.path(ASSET)))
