"""Stage files: made once, shared by builds, replaced only by whole ones. The cut itself: tests/real_model."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import onnx
import pytest

from koe.build import recipes, split
from koe.build.recipes import BUILDS, EXACT, VARIANTS, Build, Variant
from koe.build.stage_cache import StageCache, make_builds, variants_of
from koe.errors import StageError
from koe.model.stages import STAGES, Facts

DIGEST = "d" * 64
FP32, PLAIN = BUILDS["fp32"], BUILDS[EXACT]
NAMES = ["text.albert8", "pitch.fast", "trunk.fast", "source.plain", "generator_modulation.plain", "generator.fast"]


def made(cache: StageCache, whole: Path, *builds: Build, again: bool = False) -> list[str]:
    """The variants that are made for the builds."""
    seen: list[Variant] = []
    make_builds(cache, builds, whole, seen.append, again=again)
    return [f"{variant.stage}.{variant.name}" for variant in seen]


def changed(monkeypatch: pytest.MonkeyPatch, variant: Variant) -> None:
    key = (variant.stage, variant.name)
    monkeypatch.setattr(recipes, "VARIANTS", {**VARIANTS, key: variant})


def test_a_file_is_made_for_each_stage_with_its_facts(whole: Path, cache: StageCache) -> None:
    assert made(cache, whole, FP32) == [*NAMES, "generator_whole.plain"]
    for stage, path in cache.files(FP32).items():
        metadata = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
        assert Facts.from_metadata(metadata, "") == cache.facts(FP32)[stage]
    assert list(cache.files(FP32)) == list(STAGES)
    assert cache.files(FP32)["trunk"].name == "trunk.fast.v1.onnx"


def test_stage_has_only_its_own_nodes_and_weights(whole: Path) -> None:
    model = onnx.load(whole)
    text, pitch = split.cut(model, "text").graph, split.cut(model, "pitch").graph
    assert [node.op_type for node in text.node] == ["Cast", "Add", "Identity", "Identity", "Identity"]
    assert [weights.name for weights in text.initializer] == ["bias"]
    assert [list(node.output) for node in pitch.node][-1] == ["energy"]
    assert not pitch.initializer


def test_files_that_builds_have_in_common_are_made_once(whole: Path, cache: StageCache) -> None:
    made(cache, whole, FP32)
    assert made(cache, whole, FP32) == []
    assert made(cache, whole, PLAIN) == ["text.plain", "pitch.plain", "trunk.plain", "generator.plain"]
    assert len(variants_of([FP32, PLAIN])) == 7 + 4


def test_other_source_or_vocabulary_uses_another_folder(tmp_path: Path) -> None:
    first = StageCache.under(tmp_path, "a" * 64, DIGEST).folder
    assert StageCache.under(tmp_path, "b" * 64, DIGEST).folder != first
    assert StageCache.under(tmp_path, "a" * 64, "e" * 64).folder != first


def test_new_version_of_a_recipe_makes_one_file_and_keeps_the_old_one(
    whole: Path, cache: StageCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(cache, whole, FP32)
    old = cache.files(FP32)["trunk"]
    changed(monkeypatch, replace(VARIANTS["trunk", "fast"], version="2"))
    assert made(cache, whole, FP32) == ["trunk.fast"]
    assert old.is_file()
    assert cache.files(FP32)["trunk"].name == "trunk.fast.v2.onnx"


def test_model_with_wrong_hash_is_refused(whole: Path, tmp_path: Path) -> None:
    cache = StageCache.under(tmp_path, "a" * 64, DIGEST)
    with pytest.raises(StageError, match="koe models pull --repair"):
        made(cache, whole, FP32)
    assert list(cache.folder.iterdir()) == []


def fill_disk_at(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def full_disk(path: Path, data: bytes) -> int:
        if path.name.startswith(name):
            write(path, data[:10])
            raise OSError(28, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full_disk)


def test_interrupted_making_goes_on_where_it_stopped(
    whole: Path, cache: StageCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        fill_disk_at("trunk", patch)
        with pytest.raises(StageError, match="No space left on device"):
            made(cache, whole, FP32)
    assert not cache.is_complete(FP32)
    assert sorted(path.name for path in cache.folder.glob("*.onnx*")) == ["pitch.fast.v1.onnx", "text.albert8.v1.onnx"]
    assert made(cache, whole, FP32) == [*NAMES[2:], "generator_whole.plain"]
    assert cache.is_complete(FP32)


@pytest.mark.parametrize("ending", [".onnx", ".json"])
def test_missing_or_truncated_file_is_made_again(whole: Path, cache: StageCache, ending: str) -> None:
    made(cache, whole, FP32)
    for damage in (Path.unlink, lambda path: path.write_bytes(b"short")):
        damage(cache.files(FP32)["trunk"].with_suffix(ending))
        assert cache.is_complete(FP32) is False
        assert made(cache, whole, FP32) == ["trunk.fast"]
        assert onnx.load(cache.files(FP32)["trunk"]).graph.name == "koe-trunk"


def test_concurrent_processes_make_each_file_once(whole: Path, cache: StageCache) -> None:
    seen: list[Variant] = []
    threads = [threading.Thread(target=make_builds, args=(cache, [FP32], whole, seen.append)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [f"{variant.stage}.{variant.name}" for variant in seen] == [*NAMES, "generator_whole.plain"]


def test_old_file_stays_until_the_new_one_is_complete(
    whole: Path, cache: StageCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(cache, whole, FP32)
    with monkeypatch.context() as patch:
        fill_disk_at("text", patch)
        with pytest.raises(StageError):
            made(cache, whole, FP32, again=True)
    assert cache.is_complete(FP32)


def test_cache_that_is_not_a_folder_is_a_one_line_error(whole: Path, cache: StageCache, tmp_path: Path) -> None:
    (tmp_path / "stages").write_text("in the way")
    with pytest.raises(StageError, match="cannot be written"):
        made(cache, whole, FP32)
