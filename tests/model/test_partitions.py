"""Which nodes of a stage a provider takes, which ones the CPU computes instead, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from fakes import TINY_STAGES
from koe.errors import StageError
from koe.model.backends import partitions as module
from koe.model.backends.onnxruntime import AssignedNode, OnnxRuntimeBackend
from koe.model.backends.partitions import LeftNodes, Partitions, examine_partitions
from koe.model.backends.providers import PROVIDERS
from koe.model.backends.session_options import SessionOptions, VendorOptions

GENERATOR = TINY_STAGES / "generator.onnx"
CPU, CORE_ML, CUDA = "CPUExecutionProvider", "CoreMLExecutionProvider", "CUDAExecutionProvider"


def examined(name: str, path: Path = GENERATOR, stage: str = "generator") -> Partitions:
    return examine_partitions(stage, path, PROVIDERS[name], SessionOptions(1), VendorOptions())


@pytest.fixture
def assign(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What a stand-in for ONNX Runtime shares out, and the dimensions that it was given."""
    seen: dict[str, object] = {"nodes": []}

    def assigned(_: OnnxRuntimeBackend, path: Path, dimensions: Mapping[str, int]) -> object:
        seen["dimensions"] = dict(dimensions)
        return seen["nodes"]

    monkeypatch.setattr(OnnxRuntimeBackend, "assigned_nodes", assigned)
    return seen


def test_onnx_runtime_says_what_computes_each_node() -> None:
    nodes = OnnxRuntimeBackend(1).assigned_nodes(GENERATOR, {})
    expected = Counter(node.op_type for node in onnx.load(GENERATOR).graph.node)
    found = Counter(one.operation for one in nodes)
    assert {one.provider for one in nodes} == {CPU}
    assert found == expected


def test_nodes_that_core_ml_leaves_are_counted_with_a_reason(assign: dict[str, object]) -> None:
    assign["nodes"] = [
        AssignedNode("Conv", "", CORE_ML, 0),
        AssignedNode("Mul", "", CORE_ML, 0),
        AssignedNode("Conv", "", CORE_ML, 2),
        AssignedNode("ScatterND", "", CPU, 1),
        AssignedNode("ScatterND", "", CPU, 3),
        AssignedNode("Shape", "", CPU, 4),
        AssignedNode("Pow", "", CPU, 5),
    ]
    found = examined("coreml")
    assert (found.nodes, found.taken, found.parts, found.problem) == (7, 3, 2, None)
    reasons = {one.operation: (one.count, one.reason) for one in found.left}
    assert reasons["ScatterND"] == (2, "Core ML's provider has no such operation")
    assert reasons["Shape"] == (1, "it computes shapes, which ONNX Runtime keeps on the CPU")
    assert reasons["Pow"] == (1, "taken on a condition only: Only supports cases when both inputs are fp32.")
    assert assign["dimensions"] == {"trunk_halfframes": 88, "source_hops": 5281}


def test_without_the_table_of_core_ml_no_reason_is_made_up(
    assign: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_known_operations", lambda _: {})
    assign["nodes"] = [AssignedNode("Gather", "", CPU, 0)]
    assert examined("coreml").left == (LeftNodes("Gather", 1, "not taken with these types or shapes"),)


def test_an_operation_for_other_hardware_is_named_so(assign: dict[str, object]) -> None:
    assign["nodes"] = [AssignedNode("MatMulIntegerToFloat", "com.microsoft", CPU, 0), AssignedNode("Mul", "", CUDA, 1)]
    found = examined("cuda")
    assert found.left[0].reason == "an operation of com.microsoft, made for other hardware"
    assert assign["dimensions"] == {}  # CUDA takes shapes that vary


def test_a_provider_that_does_not_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise StageError("CUDAExecutionProvider did not start.")

    monkeypatch.setattr(OnnxRuntimeBackend, "assigned_nodes", refused)
    assert examined("cuda").problem == "CUDAExecutionProvider did not start."


def test_openvino_takes_a_plain_stage_whole() -> None:
    pytest.importorskip("openvino")
    found = examined("openvino")
    assert found.nodes == found.taken > 0
    assert (found.left, found.parts) == ((), 1)


def test_openvino_that_cannot_read_a_stage_says_so(tmp_path: Path) -> None:
    pytest.importorskip("openvino")
    graph = helper.make_graph(
        [helper.make_node("Imagined", ["x"], ["y"], domain="nowhere")],
        "stage",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])],
    )
    path = tmp_path / "generator.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("nowhere", 1)]), path)
    found = examined("openvino", path)
    assert "cannot be read by OpenVINO" in str(found.problem)
