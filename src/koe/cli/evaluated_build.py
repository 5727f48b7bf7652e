"""The names of two builds -> an evaluator: stages that are opened at first use, norm tables, hashes, bars."""

from __future__ import annotations

import typer

from koe.bench.evaluation.bars import OTHER_WAVEFORM, SAME_WAVEFORM
from koe.bench.evaluation.builds import EvaluatedBuild
from koe.bench.evaluation.comparison import Listeners, Texts
from koe.bench.evaluation.run import Evaluator
from koe.bench.mos import ASSET, ASSET_GROUP, Dnsmos
from koe.bench.words import load_whisper
from koe.build.open_build import BuildOpener
from koe.build.recipes import BUILDS
from koe.build.stage_cache import StageCache
from koe.cli.assemble import asset_store, ensure_stages, voice_book
from koe.cli.console import PullBar
from koe.model.backends.by_precision import load_backend
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

# A busy machine must not change how a text is read.
_PATIENCE = 50


def load_evaluator(settings: Settings, build: str, reference: str) -> Evaluator:
    for name, parameter in ((build, "BUILD"), (reference, "--reference")):
        if name not in BUILDS:
            raise typer.BadParameter(f"must be one of {', '.join(BUILDS)} (got {name}).", param_hint=parameter)
    cache = ensure_stages(settings, [build, reference])
    opener = BuildOpener(cache, load_backend(settings.threads))
    candidate, compared_with = (evaluated_build(cache, opener, name) for name in (build, reference))
    texts = Texts(Planner(Phonemizer(timeout_factor=_PATIENCE)), voice_book(settings))
    listeners = Listeners(load_whisper, lambda: load_dnsmos(settings))
    return Evaluator.of(candidate, compared_with, texts, listeners, settings.cache_dir / "evaluations")


def evaluated_build(cache: StageCache, opener: BuildOpener, name: str) -> EvaluatedBuild:
    opened = opener.open_later(name)
    records = {variant.stage: cache.record(variant) for variant in opened.recipe.variants}
    hashes = {stage: record.sha256 for stage, record in records.items() if record is not None}
    bars = SAME_WAVEFORM if opened.recipe.keeps_waveform else OTHER_WAVEFORM
    return EvaluatedBuild(name, hashes, lambda: opened.stages, opened.table, bars)


def load_dnsmos(settings: Settings) -> Dnsmos:
    """Fetches the network when it is first needed."""
    store = asset_store(settings)
    if store.missing([ASSET_GROUP]):
        store.pull([ASSET_GROUP], progress=PullBar())
    return Dnsmos(OnnxRuntimeBackend(settings.threads).open(store.path(ASSET)))
