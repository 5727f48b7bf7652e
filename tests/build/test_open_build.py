"""A build opens with a norm table and levels that were made for its generator."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import onnx
import pytest
from onnx import helper

from fakes import TINY_STAGES
from koe.build import open_build, recipes
from koe.build.open_build import BuildOpener
from koe.build.recipes import BUILDS, EXACT, file_sha256, package_file
from koe.build.records import StageRecord
from koe.build.stage_cache import StageCache, variants_of
from koe.engine.decode import SpanDecoder
from koe.errors import StageError
from koe.faults.faults import Faults
from koe.faults.places import FaultyBackend
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.levels import VoiceLevels
from koe.model.stages import STAGES
from koe.text import vocab

SHIPPED_FOR = VoiceLevels.shipped().source_sha256


def opener(folder: Path, source_sha256: str = SHIPPED_FOR) -> BuildOpener:
    """Opens the tiny models under the names of the real ones."""
    cache = StageCache.under(folder, source_sha256, vocab.digest())
    cache.folder.mkdir(parents=True)
    for variant in variants_of(BUILDS.values()):
        model = onnx.load(TINY_STAGES / f"{variant.stage}.onnx")
        helper.set_model_props(model, cache.facts_of(variant).to_metadata())
        onnx.save(model, cache.path(variant))
    return BuildOpener(cache, OnnxRuntimeBackend(threads=1))


def test_builds_share_sessions_and_tables(tmp_path: Path) -> None:
    builds = opener(tmp_path)
    fast, exact = builds.open("fp32"), builds.open(EXACT)
    shared = {stage for stage in STAGES if fast.stages[stage] is exact.stages[stage]}
    assert shared == {"source", "generator_modulation", "generator_whole"}
    assert fast.table is exact.table
    assert (fast.stages.name, exact.stages.name) == ("fp32", EXACT)


def test_a_fallback_is_opened_stage_by_stage(tmp_path: Path) -> None:
    build = opener(tmp_path).open_later(EXACT)
    SpanDecoder(build.stages, build.table)
    assert not build.stages.open_stages
    build.stages["trunk"]
    assert build.stages.open_stages == ("trunk",)


def test_a_stage_under_the_name_of_another_variant_is_refused(tmp_path: Path) -> None:
    builds = opener(tmp_path)
    files = builds._cache.files(BUILDS[EXACT])
    files["trunk"].write_bytes(builds._cache.files(BUILDS["fp32"])["trunk"].read_bytes())
    with pytest.raises(StageError, match="is not the file that its name says"):
        builds.open(EXACT)


def test_levels_of_another_generator_are_refused_with_the_command_that_measures_them(tmp_path: Path) -> None:
    builds = opener(tmp_path, "f" * 64)
    for opened in (builds.open, builds.levels):
        with pytest.raises(StageError, match=r"levels\.json .* build fp32\. Run `koe dev levels --build fp32`"):
            opened("fp32")


def test_table_of_another_generator_is_refused_with_the_command_that_fits_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = json.loads(package_file("model/levels.json").read_text())
    (tmp_path / "levels.json").write_text(json.dumps({**levels, "source_sha256": "f" * 64}))
    with_own_levels(monkeypatch, tmp_path / "levels.json")
    build = opener(tmp_path, "f" * 64).open("fp32")
    with pytest.raises(StageError, match=r"another generator than this build's\. Run `koe dev calibrate --build fp32`"):
        SpanDecoder(build.stages, build.table)


def with_own_levels(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    real: Callable[[str], Path] = recipes.package_file
    monkeypatch.setattr(open_build, "package_file", lambda name: path if name.endswith("levels.json") else real(name))


def test_a_table_that_was_not_fitted_yet_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = replace(BUILDS["fp32"], table="model/statistics-new.npz")
    monkeypatch.setattr(recipes, "BUILDS", {**BUILDS, "fp32": new})
    with pytest.raises(StageError, match=r"statistics-new\.npz is missing\. Run `koe dev calibrate --build fp32`"):
        opener(tmp_path).open("fp32")


def test_a_build_without_a_recipe_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StageError, match=f"must be one of {', '.join(BUILDS)}"):
        opener(tmp_path).open("fp33")


@pytest.mark.parametrize("build", BUILDS.values(), ids=list(BUILDS))
def test_tables_and_levels_of_the_package_belong_to_their_builds(build: recipes.Build) -> None:
    weights = recipes.generator_sha256(build, SHIPPED_FOR)
    assert VoiceLevels.load(package_file(build.levels)).source_sha256 == weights
    record = json.loads(package_file(build.table).with_suffix(".json").read_text())
    assert (record["source_sha256"], record["sha256"]) == (weights, file_sha256(package_file(build.table)))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", b"\x93NUMPY", b"{}", b"no JSON", b"\xff\xfe"])
@pytest.mark.parametrize("kind", ["table", "levels"])
def test_a_damaged_file_of_the_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, content: bytes
) -> None:
    builds = opener(tmp_path)
    damaged = tmp_path / "damaged"
    damaged.write_bytes(content)
    name = getattr(BUILDS[EXACT], kind)
    monkeypatch.setattr(open_build, "package_file", lambda file: damaged if file == name else package_file(file))
    with pytest.raises(StageError, match=r"damaged cannot be read \(\w+\): install koe again\.$"):
        builds.open(EXACT)
    monkeypatch.undo()
    assert builds.open(EXACT).stages.name == EXACT


@pytest.mark.parametrize("place", [100, 1_000, 20_000])
def test_a_table_with_a_changed_byte_or_without_its_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    name, damaged = BUILDS[EXACT].table, tmp_path / "damaged"
    whole = package_file(name).read_bytes()
    builds = opener(tmp_path)
    monkeypatch.setattr(open_build, "package_file", lambda file: damaged if file == name else package_file(file))
    for content in (whole[:-place], whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]):
        damaged.write_bytes(content)
        with pytest.raises(StageError, match="install koe again"):
            builds.open(EXACT)


def damage(path: Path) -> None:
    """One bit in the middle, where weights are: a runtime opens the file, and speaks."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_a_stage_file_with_a_changed_bit_is_refused(tmp_path: Path) -> None:
    cache = opener(tmp_path)._cache
    fp32 = BUILDS["fp32"]
    for variant in fp32.variants:
        path = cache.path(variant)
        record = StageRecord.of(variant, path, 1, source_sha256="0" * 64, vocabulary_sha256="0" * 64)
        record.write(path.with_suffix(".json"))
    builds = BuildOpener(cache, OnnxRuntimeBackend(threads=1))
    later = builds.open_later("fp32")
    later.stages["text"]
    trunk = cache.files(fp32)["trunk"]
    damage(trunk)
    with pytest.raises(StageError, match=rf"{trunk} is damaged. Run `koe models build --force`."):
        BuildOpener(cache, OnnxRuntimeBackend(threads=1)).open("fp32")
    with pytest.raises(StageError, match="is damaged"):
        later.stages["trunk"]
    damage(trunk)
    assert later.stages["trunk"] is builds.open("fp32").stages["trunk"]


def test_a_runtime_that_is_missing_is_a_stage_error_and_what_is_open_goes_on(tmp_path: Path) -> None:
    faults = Faults(())
    builds = BuildOpener(opener(tmp_path)._cache, FaultyBackend(OnnxRuntimeBackend(threads=1), faults))
    build = builds.open_later(EXACT)
    build.stages["trunk"]
    faults.set("backend:missing")
    with pytest.raises(StageError, match=r"cannot be opened \(backend:missing, KOKORO_FAULTS\)"):
        build.stages["text"]
    with pytest.raises(StageError):
        builds.open("fp32")
    assert build.stages.open_stages == ("trunk",)
    faults.mend()
    assert "text" not in build.stages.open_stages
    build.stages["text"]
    assert builds.open("fp32").stages.name == "fp32"
