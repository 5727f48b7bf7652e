"""Records beside stage files, and checks against them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import onnx
import pytest

import koe
from koe.build import recipes, records, verify
from koe.build.recipes import BUILDS, EXACT, VARIANTS, Ingredients, Variant, file_sha256
from koe.build.stage_cache import StageCache, make_builds
from koe.build.verify import verify_rebuilt, verify_stages, verify_tables
from koe.errors import StageError
from koe.model.assets import Check

FP32, PLAIN = BUILDS["fp32"], BUILDS[EXACT]
TRUNK = VARIANTS["trunk", "fast"]


def problems(checks: list[Check]) -> dict[str, str]:
    return {check.name: check.problem for check in checks if check.problem is not None}


def changed(monkeypatch: pytest.MonkeyPatch, variant: Variant) -> None:
    monkeypatch.setattr(recipes, "VARIANTS", {**VARIANTS, (variant.stage, variant.name): variant})


def test_a_file_has_its_origin_beside_it(whole: Path, cache: StageCache) -> None:
    make_builds(cache, [FP32], whole)
    path = cache.path(TRUNK)
    assert json.loads(path.with_suffix(".json").read_text()) == {
        "stage": "trunk",
        "variant": "fast",
        "version": "1",
        "options": {"outputs_per_tile": 4},
        "source_sha256": file_sha256(whole),
        "weights_sha256": file_sha256(whole),
        "vocabulary_sha256": cache.vocabulary_sha256,
        "inputs": {},
        "calibration_sha256": None,
        "koe": koe.__version__,
        "builder_version": records.BUILDER_VERSION,
        "tools": {tool: version(tool) for tool in ("onnx", "onnxruntime", "numpy")},
        "sha256": file_sha256(path),
        "bytes": path.stat().st_size,
        "nodes": len(onnx.load(path).graph.node),
        "precision": "f32",
    }


def test_files_of_the_package_that_a_recipe_reads_are_in_its_record(
    whole: Path, cache: StageCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = "model/levels.json"  # any file of the package
    slim = replace(TRUNK, inputs=(weights,), weights=weights, calibration_sha256="c" * 64)
    changed(monkeypatch, slim)
    make_builds(cache, [FP32], whole)
    record = cache.record(slim)
    assert record is not None
    assert record.inputs == {weights: file_sha256(recipes.package_file(weights))}
    assert record.calibration_sha256 == "c" * 64
    assert record.weights_sha256 == slim.weights_sha256(cache.source_sha256) != cache.source_sha256
    assert cache.facts(FP32)["trunk"].weights_sha256 == record.weights_sha256


def test_generator_stages_with_different_weights_are_no_build(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, replace(VARIANTS["generator", "fast"], weights="model/levels.json"))
    with pytest.raises(StageError, match="build fp32 have different weights"):
        recipes.generator_sha256(FP32, "a" * 64)
    assert recipes.generator_sha256(PLAIN, "a" * 64) == "a" * 64


def test_new_weights_of_a_variant_make_its_file_anew(
    whole: Path, cache: StageCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_builds(cache, [FP32], whole)
    changed(monkeypatch, replace(TRUNK, weights="model/levels.json"))
    assert [variant.stage for variant in cache.missing([FP32])] == ["trunk"]


def test_quality_and_speed_stay_until_a_file_of_the_build_changes(
    whole: Path, cache: StageCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_builds(cache, [FP32, PLAIN], whole)
    record = cache.build_record(FP32)
    assert record is not None
    assert record.measured == {"quality": None, "speed": None}
    record.write_measured({"dnsmos": 3.3}, None)
    record.write_measured(None, {"rtf": 0.3})
    make_builds(cache, [FP32, PLAIN], whole, again=True)
    written = json.loads((cache.folder / "fp32.build.json").read_text())
    assert (written["quality"], written["speed"]) == ({"dnsmos": 3.3}, {"rtf": 0.3})
    assert written["stages"]["trunk"]["sha256"] == file_sha256(cache.path(TRUNK))
    assert json.loads((cache.folder / "exact.build.json").read_text())["quality"] is None
    changed(monkeypatch, replace(TRUNK, version="2"))
    make_builds(cache, [FP32], whole)
    assert json.loads((cache.folder / "fp32.build.json").read_text())["quality"] is None


def test_files_that_were_made_are_checked_and_others_are_no_fault(whole: Path, cache: StageCache) -> None:
    assert verify_stages(cache, [FP32, PLAIN]) == []
    make_builds(cache, [FP32], whole)
    checks = verify_stages(cache, [FP32, PLAIN])
    assert (len(checks), problems(checks)) == (7, {})


def test_damage_is_found_and_named(whole: Path, cache: StageCache) -> None:
    make_builds(cache, [FP32], whole)
    path = cache.path(TRUNK)
    path.write_bytes(path.read_bytes()[:-1] + b"?")  # same size: only the hash tells
    cache.path(VARIANTS["pitch", "fast"]).with_suffix(".json").unlink()
    found = problems(verify_stages(cache, [FP32]))
    assert set(found) == {"stage/trunk.fast", "stage/pitch.fast"}
    assert "is corrupted. Run `koe models build --force`" in found["stage/trunk.fast"]
    assert "pitch.fast.v1.json is missing or damaged" in found["stage/pitch.fast"]


def test_rebuilding_gives_the_same_hashes_and_leaves_nothing_behind(whole: Path, cache: StageCache) -> None:
    make_builds(cache, [FP32, PLAIN], whole)
    before = sorted(cache.folder.parent.rglob("*"))
    checks = verify_rebuilt(cache, [FP32, PLAIN], whole)
    assert (len(checks), problems(checks)) == (11, {})
    assert sorted(cache.folder.parent.rglob("*")) == before


def other_model(ingredients: Ingredients) -> onnx.ModelProto:
    model = TRUNK.make(ingredients)
    model.graph.name = "other"
    return model


@pytest.mark.parametrize(
    ("tools", "reason"),
    [
        (records.tool_versions, "its recipe or its inputs have changed"),
        (lambda: {**records.tool_versions(), "onnx": "99"}, r"it was made with other versions \(onnx \S+ -> 99\)"),
    ],
)
def test_another_hash_is_reported_with_the_likely_reason(
    whole: Path,
    cache: StageCache,
    monkeypatch: pytest.MonkeyPatch,
    tools: Callable[[], dict[str, str]],
    reason: str,
) -> None:
    make_builds(cache, [FP32], whole)
    changed(monkeypatch, replace(TRUNK, make=other_model))
    now = tools()
    monkeypatch.setattr(records, "tool_versions", lambda: now)
    found = problems(verify_rebuilt(cache, [FP32], whole))
    assert list(found) == ["rebuilt/trunk.fast"]
    assert re.search(reason, found["rebuilt/trunk.fast"])


def test_a_file_that_was_not_made_cannot_be_compared(whole: Path, cache: StageCache) -> None:
    make_builds(cache, [FP32], whole)
    found = problems(verify_rebuilt(cache, [PLAIN], whole))
    assert set(found) == {"rebuilt/text.plain", "rebuilt/pitch.plain", "rebuilt/trunk.plain", "rebuilt/generator.plain"}


def test_norm_tables_are_those_that_their_records_describe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (check,) = verify_tables([FP32, PLAIN])
    assert (check.name, check.ok) == ("model/statistics.npz", True)
    (tmp_path / "other.npz").write_bytes(b"another table")
    (tmp_path / "other.json").write_text(json.dumps({"sha256": "0" * 64}))
    monkeypatch.setattr(verify, "package_file", lambda name: tmp_path / name)
    found = problems(verify_tables([replace(FP32, table="other.npz"), replace(FP32, table="none.npz")]))
    assert "is not the table that the record beside it describes" in found["other.npz"]
    assert "cannot be read (FileNotFoundError)" in found["none.npz"]
