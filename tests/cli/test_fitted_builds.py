"""koe dev calibrate and koe dev levels: a norm table and levels for the build that is named."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import onnx
import pytest
from onnx import helper
from typer.testing import CliRunner

from fakes import TINY_STAGES, LetterPhonemizer
from koe.build import calibrate as work
from koe.build import levels as level_work
from koe.build import recipes
from koe.build.open_build import BuildOpener
from koe.build.recipes import BUILDS, VARIANTS, file_sha256
from koe.build.stage_cache import StageCache, variants_of
from koe.cli.dev import calibrate as calibrate_module
from koe.cli.dev import levels as levels_module
from koe.cli.main import app
from koe.engine.decode import SpanDecoder
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.stages import GENERATOR_STAGES
from koe.model.voices import VoiceBook
from koe.text import vocab

SENTENCES = ["A calm sea.", "Is it late?", "Nobody knew the way home."]


@pytest.fixture
def cache(voices: VoiceBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StageCache:
    """The build `slim` on tiny stages: weights, table and levels of its generator are files of its own."""
    weights = tmp_path / "slim.npz"
    weights.write_bytes(b"other weights")
    real = recipes.package_file
    own = {"slim.npz": weights, "table.npz": tmp_path / "table.npz", "levels.json": tmp_path / "levels.json"}
    users = ("koe.build.recipes", "koe.build.open_build", "koe.cli.dev.calibrate", "koe.cli.dev.levels")
    for user in users:
        monkeypatch.setattr(import_module(user), "package_file", lambda name: own.get(name) or real(name))
    variants = dict(VARIANTS)
    for stage in GENERATOR_STAGES:
        variants[stage, "slim"] = replace(VARIANTS[stage, "plain"], name="slim", weights="slim.npz")
    stages = {**BUILDS["fp32"].stages, **dict.fromkeys(GENERATOR_STAGES, "slim")}
    slim = replace(BUILDS["fp32"], name="slim", stages=stages, table="table.npz", levels="levels.json")
    monkeypatch.setattr(recipes, "VARIANTS", variants)
    monkeypatch.setitem(BUILDS, "slim", slim)
    found = StageCache.under(tmp_path, "a" * 64, vocab.digest())
    found.folder.mkdir(parents=True)
    for variant in variants_of([slim]):
        model = onnx.load(TINY_STAGES / f"{variant.stage}.onnx")
        helper.set_model_props(model, found.facts_of(variant).to_metadata())
        onnx.save(model, found.path(variant))
    for module in (calibrate_module, levels_module):
        monkeypatch.setattr(module, "ensure_stages", lambda settings, names: found)
        monkeypatch.setattr(module, "voice_book", lambda settings: voices)
        monkeypatch.setattr(module, "Phonemizer", lambda timeout_factor: LetterPhonemizer())
    monkeypatch.setattr(work, "read_corpus", lambda part, language: SENTENCES * 20)
    monkeypatch.setattr(work, "TRUNK_CHANNELS", 6)
    monkeypatch.setattr(work, "PHONEME_CHANNELS", 6)
    monkeypatch.setattr(level_work, "SENTENCES_PER_VOICE", 2)
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path))
    return found


def test_table_and_levels_are_fitted_on_the_build_and_open_with_it(cache: StageCache, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["dev", "calibrate", "--build", "slim", "--per-voice", "4"])
    assert result.exit_code == 0, result.output
    weights = recipes.generator_sha256(BUILDS["slim"], cache.source_sha256)
    assert weights != cache.source_sha256
    record = json.loads((tmp_path / "table.json").read_text())
    assert (record["source_sha256"], record["sha256"]) == (weights, file_sha256(tmp_path / "table.npz"))
    assert json.loads((tmp_path / "levels.json").read_text())["source_sha256"] == weights
    build = BuildOpener(cache, OnnxRuntimeBackend(threads=1)).open("slim")
    SpanDecoder(build.stages, build.table)  # raises if they do not belong together
    (folder,) = (tmp_path / "calibration").iterdir()
    assert folder.name.startswith("slim-")


def test_a_build_that_does_not_exist_is_refused_with_those_that_do() -> None:
    for command in ("calibrate", "levels"):
        result = CliRunner().invoke(app, ["dev", command, "--build", "fp33"])
        assert result.exit_code == 2
        assert f"must be one of {', '.join(BUILDS)}" in " ".join(result.output.split())
