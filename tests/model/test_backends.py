"""Each stage is opened by the runtime that computes in its precision; OpenVINO gives what ONNX Runtime gives."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from koe.errors import StageError
from koe.model.backends import Array, Precision, Session, openvino
from koe.model.backends.by_precision import BackendByPrecision, why_not
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.backends.openvino import OpenVinoBackend

CHANNELS, INNER, LENGTH = 8, 16, 50
computes_sixteen_bits = pytest.mark.skipif(why_not("bf16") is not None, reason=f"bfloat16: {why_not('bf16')}")


class NamedBackend:
    """Opens nothing; a session tells who opened it, and in which precision."""

    def __init__(self, name: str) -> None:
        self.name = name

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        return NamedSession(f"{self.name} {precision}")


class NamedSession:
    def __init__(self, name: str) -> None:
        self.metadata: Mapping[str, str] = {"name": name}

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        return {}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two convolutions with an activation between them: logarithms of magnitudes, as the generator ends."""
    chance = np.random.default_rng(3)
    kernels = [chance.standard_normal(shape).astype(np.float32) / 4 for shape in ((INNER, CHANNELS, 3), (4, INNER, 3))]
    nodes = [
        helper.make_node("Conv", ["x", "first"], ["inner"], pads=[1, 1]),
        helper.make_node("LeakyRelu", ["inner"], ["active"], alpha=0.1),
        helper.make_node("Conv", ["active", "second"], ["logarithms"], pads=[1, 1]),
        helper.make_node("Exp", ["logarithms"], ["waveform"]),
    ]
    graph = helper.make_graph(
        nodes,
        "stage",
        [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1, CHANNELS, "n"])],
        [helper.make_tensor_value_info("waveform", onnx.TensorProto.FLOAT, [1, 4, "m"])],
        [numpy_helper.from_array(kernel, name) for kernel, name in zip(kernels, ("first", "second"), strict=True)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    helper.set_model_props(model, {"koe.stage": "generator"})
    path = tmp_path_factory.mktemp("stage") / "generator.bf16.v1.onnx"
    onnx.save(model, path)
    return path


def values(seed: int, length: int = LENGTH) -> dict[str, Array]:
    return {"x": np.random.default_rng(seed).standard_normal((1, CHANNELS, length)).astype(np.float32)}


def far_apart(one: Array, other: Array) -> float:
    return float(np.abs(one - other).max() / np.abs(one).max())


def test_a_stage_is_opened_by_the_backend_of_its_precision() -> None:
    backend = BackendByPrecision({"f32": NamedBackend("one"), "bf16": NamedBackend("other")})
    assert backend.open(Path("text.onnx")).metadata["name"] == "one f32"
    assert backend.open(Path("generator.onnx"), precision="bf16").metadata["name"] == "other bf16"
    assert backend.name == "one"


def test_onnx_runtime_refuses_sixteen_bits(stage: Path) -> None:
    with pytest.raises(StageError, match="not in bf16"):
        OnnxRuntimeBackend(1).open(stage, precision="bf16")


def test_single_precision_needs_nothing() -> None:
    assert why_not("f32") is None


def test_without_openvino_the_error_says_how_to_install_it(stage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openvino, "find_spec", lambda name: None)
    with pytest.raises(StageError, match=r'OpenVINO is not installed. Run `pip install "koe\[openvino\]"`'):
        OpenVinoBackend(1).open(stage, precision="bf16")


def test_a_cpu_without_sixteen_bits_is_told(stage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openvino, "_capabilities", lambda device: ("FP32", "INT8"))
    with pytest.raises(StageError, match="does not multiply bfloat16"):
        OpenVinoBackend(1).open(stage, precision="bf16")


def test_openvino_in_single_precision_gives_what_onnx_runtime_gives(stage: Path) -> None:
    theirs, ours = OnnxRuntimeBackend(1).open(stage), OpenVinoBackend(1).open(stage, precision="f32")
    assert ours.metadata == theirs.metadata == {"koe.stage": "generator"}
    for length in (LENGTH, LENGTH + 7, LENGTH):
        one, other = (session.run(values(length, length))["waveform"] for session in (theirs, ours))
        assert one.shape == other.shape
        assert far_apart(one, other) < 1e-5


@computes_sixteen_bits
def test_sixteen_bits_are_near_and_the_same_every_time(stage: Path) -> None:
    exact, rounded = OnnxRuntimeBackend(1).open(stage), OpenVinoBackend(1).open(stage, precision="bf16")
    one, other = (session.run(values(1))["waveform"] for session in (exact, rounded))
    assert 1e-5 < far_apart(one, other) < 0.02
    assert np.array_equal(other, rounded.run(values(1))["waveform"])


def test_a_second_run_leaves_the_result_of_the_first(stage: Path) -> None:
    session = OpenVinoBackend(1).open(stage, precision="f32")
    first = session.run(values(1))["waveform"]
    kept = first.copy()
    session.run(values(2))
    assert np.array_equal(first, kept)


def test_lanes_can_run_one_session_at_the_same_time(stage: Path) -> None:
    session = OpenVinoBackend(1).open(stage, precision="f32")
    expected = [session.run(values(seed))["waveform"] for seed in range(8)]
    with ThreadPoolExecutor(4) as lanes:
        found = list(lanes.map(lambda seed: session.run(values(seed % 8))["waveform"], range(200)))
    assert all(np.array_equal(one, expected[number % 8]) for number, one in enumerate(found))


def test_a_damaged_file_is_a_stage_error(tmp_path: Path) -> None:
    path = tmp_path / "generator.onnx"
    path.write_bytes(b"not a model")
    with pytest.raises(StageError, match="koe models build --force"):
        OpenVinoBackend(1).open(path, precision="f32")


def test_a_stage_without_convolutions_is_refused_in_sixteen_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openvino, "missing", lambda *_: None)
    graph = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["y"])],
        "stage",
        [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1, "n"])],
        [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [1, "n"])],
    )
    path = tmp_path / "text.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), path)
    with pytest.raises(StageError, match="convolutions"):
        OpenVinoBackend(1).open(path, precision="bf16")


def test_the_library_keeps_no_record_of_its_use(tmp_path: Path) -> None:
    """It would be in the user's cache folder, to be sent to its makers."""
    code = "import sys; from pathlib import Path; from koe.model.backends.onnxruntime import OnnxRuntimeBackend\n"
    code += "OnnxRuntimeBackend(1).open(Path(sys.argv[1]))"
    model = Path(__file__).parents[1] / "assets" / "tiny" / "text.onnx"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    subprocess.run([sys.executable, "-c", code, str(model)], env=environment | {"HOME": str(tmp_path)}, check=True)
    assert list(tmp_path.rglob("*")) == []
