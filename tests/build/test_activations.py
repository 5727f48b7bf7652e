"""Folded activations give the speech of the plain ones, with fewer operations."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from koe.build.activations import with_folded_activations

Floats = NDArray[np.float32]

CHANNELS, LENGTH = 3, 50
DEGREE = 4
ERROR = 7e-5  # of the polynomial, at most


def layer(number: int, x: str, y: str) -> list[onnx.NodeProto]:
    """x * scale + shift, then the activation, then a convolution."""

    def name(part: str) -> str:
        return f"{part}_{number}"

    return [
        helper.make_node("Mul", [x, name("scale")], [name("scaled")]),
        helper.make_node("Add", [name("scaled"), name("shift")], [name("norm")]),
        helper.make_node("Mul", [name("alpha"), name("norm")], [name("product")]),
        helper.make_node("Sin", [name("product")], [name("sine")]),
        helper.make_node("Pow", [name("sine"), "two"], [name("square")]),
        helper.make_node("Mul", [name("reciprocal"), name("square")], [name("divided")]),
        helper.make_node("Add", [name("norm"), name("divided")], [name("activated")]),
        helper.make_node("Conv", [name("activated"), name("kernel"), name("bias")], [y], pads=[1, 1]),
    ]


def generator(alpha: Floats | None = None) -> onnx.ModelProto:
    chance = np.random.default_rng(3)
    weights: dict[str, NDArray[np.generic]] = {
        "two": np.array(2, dtype=np.float32),
        "sizes": np.array([CHANNELS, CHANNELS], dtype=np.int64),
    }
    for number in range(2):
        factor = alpha if alpha is not None else chance.uniform(0.3, 4, (1, CHANNELS, 1)).astype(np.float32)
        weights |= {
            f"alpha_{number}": factor,
            f"reciprocal_{number}": (1 / np.where(factor == 0, 1, factor)).astype(np.float32),
            f"kernel_{number}": chance.standard_normal((CHANNELS, CHANNELS, 3)).astype(np.float32),
            f"bias_{number}": chance.standard_normal(CHANNELS).astype(np.float32),
        }
    splits = [helper.make_node("Split", [part, "sizes"], [f"{part}_0", f"{part}_1"], axis=1) for part in PACKED]
    graph = helper.make_graph(
        [*splits, *layer(0, "x", "middle"), *layer(1, "middle", "y")],
        "generator",
        [border("x", CHANNELS, "length"), *(border(part, 2 * CHANNELS, 1) for part in PACKED)],
        [border("y", CHANNELS, "length")],
        [numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)])
    model.ir_version = 9
    return model


PACKED = ("scale", "shift")


def border(name: str, channels: int, length: str | int) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, channels, length])


def run(model: onnx.ModelProto) -> Floats:
    onnx.checker.check_model(model, full_check=True)
    chance = np.random.default_rng(4)
    feeds = {"x": chance.standard_normal((1, CHANNELS, LENGTH)).astype(np.float32)}
    feeds |= {part: chance.standard_normal((1, 2 * CHANNELS, 1)).astype(np.float32) for part in PACKED}
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    samples: Floats = session.run(None, feeds)[0]
    return samples


def operations(model: onnx.ModelProto) -> list[str]:
    return [node.op_type for node in model.graph.node]


def test_folded_activations_give_the_same_output() -> None:
    plain = generator()
    folded = with_folded_activations(plain, DEGREE)
    assert not {"Sin", "Pow"} & set(operations(folded))
    expected, found = run(plain), run(folded)
    assert np.abs(found - expected).max() < 100 * ERROR  # through two convolutions
    assert np.abs(found - expected).max() < 1e-3 * np.abs(expected).max()


def test_a_higher_degree_is_more_exact() -> None:
    plain = generator()
    expected = run(plain)
    errors = [float(np.abs(run(with_folded_activations(plain, degree)) - expected).max()) for degree in (3, 4, 6)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-4


def test_neither_alpha_nor_its_reciprocal_is_left() -> None:
    folded = with_folded_activations(generator(), DEGREE)
    names = {tensor.name for tensor in folded.graph.initializer}
    assert not any(name.startswith(("alpha", "reciprocal")) for name in names)
    # Round, Sub and Mul, two for each power above the first, Mul and Add: 11 for an activation at degree 4.
    per_layer = 2 + 11 + 1
    assert len(folded.graph.node) == 2 * per_layer + 4


def without_last_convolution(model: onnx.ModelProto) -> None:
    model.graph.node[-1].op_type = "Identity"
    del model.graph.node[-1].input[1:], model.graph.node[-1].attribute[:]


def with_other_exponent(model: onnx.ModelProto) -> None:
    model.graph.initializer[0].CopyFrom(numpy_helper.from_array(np.array(4, dtype=np.float32), "two"))


@pytest.mark.parametrize(("change", "left"), [(without_last_convolution, 1), (with_other_exponent, 2)])
def test_other_patterns_are_not_rewritten(change: object, left: int) -> None:
    assert callable(change)
    plain = generator()
    change(plain)
    folded = with_folded_activations(plain, DEGREE)
    assert operations(folded).count("Sin") == left
    assert np.abs(run(folded) - run(plain)).max() < 1e-2


def test_an_alpha_of_zero_is_left_alone() -> None:
    alpha = np.array([0, 1, 2], dtype=np.float32).reshape(1, CHANNELS, 1)
    plain = generator(alpha)
    assert operations(with_folded_activations(plain, DEGREE)).count("Sin") == 2


def test_kernels_can_stay_as_they_are() -> None:
    model = generator()
    folded = with_folded_activations(model, DEGREE, into_kernels=False)
    kernels = {tensor.name for tensor in folded.graph.initializer if tensor.name.startswith("kernel")}
    assert kernels == {"kernel_0", "kernel_1"}
    np.testing.assert_allclose(run(folded), run(with_folded_activations(model, DEGREE)), rtol=0, atol=2e-5)
