"""Files, folders and locks of a build. The cut itself is tested in tests/real_model."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from koe.build import split
from koe.build.split import StageBuild, build_stages, file_sha256
from koe.errors import StageError
from koe.model.stages import STAGES, Facts

DIGEST = "d" * 64


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A graph in which every tensor of the cuts is the same number, passed on."""
    tensors = split._TENSORS
    # In the order in which the published graph makes them.
    chain = ["features", "phonemes", "durations", "aligned_features", "aligned_phonemes", "pitch_hz", "energy"]
    chain += ["trunk", "phase", "source"]
    nodes = [helper.make_node("Cast", ["input_ids"], ["ids"], to=TensorProto.FLOAT)]
    nodes.append(helper.make_node("Add", ["ids", "bias"], ["first"]))
    previous = "first"
    for name in chain:
        nodes.append(helper.make_node("Identity", [previous], [tensors[name]]))
        previous = tensors[name]
    nodes.append(helper.make_node("Identity", [previous], ["waveform"]))
    graph = helper.make_graph(
        nodes,
        "whole",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "n"])],
        [helper.make_tensor_value_info("waveform", TensorProto.FLOAT, [1, "w"])],
        [helper.make_tensor("bias", TensorProto.FLOAT, [1], [0.5])],
    )
    path = tmp_path / "whole.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)]), path)
    return path


def test_five_stages_are_written_with_their_facts(whole: Path, tmp_path: Path) -> None:
    build = StageBuild.under(tmp_path, file_sha256(whole), DIGEST)
    seen: list[str] = []
    build_stages(build, whole, seen.append)
    assert tuple(seen) == STAGES
    for stage in STAGES:
        model = onnx.load(build.folder / f"{stage}.onnx")
        metadata = {entry.key: entry.value for entry in model.metadata_props}
        assert Facts.from_metadata(metadata, "") == build.facts(stage)
    record = json.loads((build.folder / "build.json").read_text())
    assert record["source_sha256"] == file_sha256(whole)


def test_stage_has_only_its_own_nodes_and_weights(whole: Path) -> None:
    model = onnx.load(whole)
    text, pitch = split.cut(model, "text").graph, split.cut(model, "pitch").graph
    assert [node.op_type for node in text.node] == ["Cast", "Add", "Identity", "Identity", "Identity"]
    assert [weights.name for weights in text.initializer] == ["bias"]
    assert [list(node.output) for node in pitch.node][-1] == ["energy"]
    assert not pitch.initializer


def test_second_build_does_nothing(whole: Path, tmp_path: Path) -> None:
    build = StageBuild.under(tmp_path, file_sha256(whole), DIGEST)
    build_stages(build, whole)
    seen: list[str] = []
    build_stages(build, whole, seen.append)
    assert seen == []


def test_other_source_vocabulary_or_builder_uses_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = StageBuild.under(tmp_path, "a" * 64, DIGEST).folder
    assert StageBuild.under(tmp_path, "b" * 64, DIGEST).folder != first
    assert StageBuild.under(tmp_path, "a" * 64, "e" * 64).folder != first
    monkeypatch.setattr(split, "BUILDER_VERSION", "next")
    assert StageBuild.under(tmp_path, "a" * 64, DIGEST).folder != first


def test_model_with_wrong_hash_is_refused(whole: Path, tmp_path: Path) -> None:
    build = StageBuild.under(tmp_path, "a" * 64, DIGEST)
    with pytest.raises(StageError, match="koe models pull --repair"):
        build_stages(build, whole)
    assert not build.folder.exists()


def test_failed_build_leaves_nothing_behind(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = StageBuild.under(tmp_path, file_sha256(whole), DIGEST)
    save = onnx.save

    def full_disk(model: onnx.ModelProto, path: Path) -> None:
        if path.name == "trunk.onnx":
            raise OSError(28, "No space left on device")
        save(model, path)

    monkeypatch.setattr(onnx, "save", full_disk)
    with pytest.raises(StageError, match="No space left on device"):
        build_stages(build, whole)
    assert not build.is_complete
    assert [path.name for path in build.folder.parent.iterdir() if path.is_dir()] == []
    monkeypatch.undo()
    build_stages(build, whole)
    assert build.is_complete


def test_missing_or_truncated_stage_is_rebuilt(whole: Path, tmp_path: Path) -> None:
    build = StageBuild.under(tmp_path, file_sha256(whole), DIGEST)
    build_stages(build, whole)
    for damage in (Path.unlink, lambda path: path.write_bytes(b"short")):
        damage(build.folder / "trunk.onnx")
        assert build.is_complete is False
        build_stages(build, whole)
        assert onnx.load(build.folder / "trunk.onnx").graph.name == "koe-trunk"


def test_concurrent_builds_build_once(whole: Path, tmp_path: Path) -> None:
    build = StageBuild.under(tmp_path, file_sha256(whole), DIGEST)
    seen: list[str] = []
    threads = [threading.Thread(target=build_stages, args=(build, whole, seen.append)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tuple(seen) == STAGES


def test_rebuild_keeps_the_old_build_until_the_new_one_is_complete(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = StageBuild.under(tmp_path, file_sha256(whole), DIGEST)
    build_stages(build, whole)

    def broken(model: onnx.ModelProto, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(onnx, "save", broken)
    with pytest.raises(StageError):
        build_stages(build, whole, again=True)
    assert build.is_complete


def test_cache_that_is_not_a_folder_is_a_one_line_error(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "stages").write_text("in the way")
    with pytest.raises(StageError, match="cannot be written"):
        build_stages(StageBuild.under(tmp_path, file_sha256(whole), DIGEST), whole)
