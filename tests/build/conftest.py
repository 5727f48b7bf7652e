"""Fixtures: a published graph in miniature, and the cache of its stage files."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from koe.build import split
from koe.build.recipes import file_sha256
from koe.build.stage_cache import StageCache


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


@pytest.fixture
def cache(whole: Path, tmp_path: Path) -> StageCache:
    return StageCache.under(tmp_path, file_sha256(whole), "d" * 64)
