"""Settings -> a store of assets, a build of stages, an engine: where everything is put together."""

from __future__ import annotations

from koe.build.split import StageBuild, build_stages
from koe.cli.console import PullBar, counting, working
from koe.engine.engine import Engine
from koe.engine.pipeline import Pipeline
from koe.model.assets import AssetStore, load_manifest
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.stages import STAGES, open_stages
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.text import vocab
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

MODEL = "kokoro-fp32"
VOICE_PREFIX = "voice/"


def asset_store(settings: Settings) -> AssetStore:
    return AssetStore(
        settings.cache_dir / "assets",
        load_manifest(),
        local_folder=settings.model_dir,
        hub_timeout_s=settings.hub_timeout_s,
    )


def stage_build(settings: Settings) -> StageBuild:
    source = next(asset for asset in load_manifest() if asset.name == MODEL)
    return StageBuild.under(settings.cache_dir, source.sha256, vocab.digest())


def ensure_stages(settings: Settings) -> StageBuild:
    """Pull what is missing and cut the model, unless both were done before."""
    store = asset_store(settings)
    if store.missing():
        store.pull(progress=PullBar())
    build = stage_build(settings)
    if not build.is_complete:
        with counting("Cutting the model into stages", total=len(STAGES)) as progress:
            task = progress.task_ids[0]
            build_stages(build, store.path(MODEL), on_stage=lambda _: progress.advance(task))
    return build


def voice_book(settings: Settings) -> VoiceBook:
    store = asset_store(settings)
    names = [asset.name for asset in load_manifest() if asset.name.startswith(VOICE_PREFIX)]
    return VoiceBook({name.removeprefix(VOICE_PREFIX): store.path(name) for name in names})


def load_engine(settings: Settings) -> Engine:
    build = ensure_stages(settings)
    with working("Loading the model"):
        stages = open_stages(OnnxRuntimeBackend(settings.threads), build.folder)
        pipeline = Pipeline(Planner(Phonemizer()), voice_book(settings), stages, settings.max_characters)
        return Engine(pipeline, settings.max_streams, settings.queue_blocks)
