from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from koe.build.sines import coefficients, without_squared_sines

Floats = NDArray[np.float32]

PERIODS = 8
LAST_BIT = 2.0**-23  # of numbers from 1
# α / π and the product with x are rounded by half a last bit each, π by less than half of that.
ROUNDING = 1.25 * LAST_BIT
# Divided by itself, so that x counts turns, and nothing is rounded before the polynomial.
PI = np.array(np.pi, dtype=np.float32).reshape(1, 1, 1)
TWO = np.array(2, dtype=np.float32)


def stage(
    nodes: Sequence[onnx.NodeProto],
    weights: dict[str, Floats],
    *,
    inputs: Sequence[str] = ("x",),
    outputs: Sequence[str] = ("y",),
) -> onnx.ModelProto:
    def border(name: str) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, f"{name}_channels", f"{name}_length"])

    graph = helper.make_graph(
        list(nodes),
        "stage",
        [border(name) for name in inputs],
        [border(name) for name in outputs],
        [numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)])
    model.ir_version = 9
    return model


def squared_sine(alpha: str = "alpha", x: str = "x", y: str = "y") -> list[onnx.NodeProto]:
    return [
        helper.make_node("Mul", [alpha, x], [f"{y}_product"]),
        helper.make_node("Sin", [f"{y}_product"], [f"{y}_sine"]),
        helper.make_node("Pow", [f"{y}_sine", "two"], [y]),
    ]


def activation(alpha: str = "alpha", x: str = "x", y: str = "y") -> list[onnx.NodeProto]:
    """y = x + sin²(αx) / α."""
    return [
        *squared_sine(alpha, x, f"{y}_square"),
        helper.make_node("Div", [f"{y}_square", alpha], [f"{y}_divided"]),
        helper.make_node("Add", [x, f"{y}_divided"], [y]),
    ]


def column(*values: float) -> Floats:
    return np.array(values, dtype=np.float32).reshape(1, -1, 1)


def only_square(alpha: Floats) -> onnx.ModelProto:
    return stage(squared_sine(), {"alpha": alpha, "two": TWO})


def run(model: onnx.ModelProto, **inputs: Floats) -> list[Floats]:
    onnx.checker.check_model(model, full_check=True)
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    runner = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return list(runner.run(None, inputs))


def operations(model: onnx.ModelProto) -> set[str]:
    return {node.op_type for node in model.graph.node}


def names(model: onnx.ModelProto) -> list[str]:
    return [tensor.name for tensor in model.graph.initializer]


def test_polynomial_equals_squared_sine_over_several_periods() -> None:
    turns = np.linspace(-PERIODS, PERIODS, 100_003)
    squares = (turns - np.rint(turns)) ** 2
    for numbers, bound in ((coefficients(), 2e-8), (coefficients().astype(np.float32), 1e-7)):
        value = sum(number * squares**power for power, number in enumerate(numbers, start=1))
        assert np.abs(value - np.sin(np.pi * turns) ** 2).max() < bound


def test_multiples_of_pi_give_zero() -> None:
    turns = np.arange(-PERIODS, PERIODS + 1, dtype=np.float32).reshape(1, 1, -1)
    assert not run(without_squared_sines(only_square(PI)), x=turns)[0].any()


def test_single_precision_loses_at_most_two_bits() -> None:
    turns = (np.arange(-PERIODS * 1024, PERIODS * 1024 + 1) / 1024).astype(np.float32).reshape(1, 1, -1)
    (actual,) = run(without_squared_sines(only_square(PI)), x=turns)
    assert np.abs(actual - np.sin(np.pi * turns.astype(np.float64)) ** 2).max() < 2 * LAST_BIT


@pytest.mark.parametrize("largest", [np.pi / 2, PERIODS * np.pi, 1e3, 1e5], ids=["half", "several", "1e3", "1e5"])
def test_squared_sine_is_as_exact_as_its_argument(largest: float) -> None:
    alpha = column(0.37, 1, 2.9)
    x = np.linspace(-largest, largest, 30_011).astype(np.float32).reshape(1, 1, -1) / alpha
    argument = alpha.astype(np.float64) * x
    (actual,) = run(without_squared_sines(only_square(alpha)), x=x)
    # The slope of sin² is at most 1: an argument that is off moves it by no more than that.
    allowed = 2 * LAST_BIT + ROUNDING * np.abs(argument)
    assert (np.abs(actual - np.sin(argument) ** 2) <= allowed).all()


@pytest.mark.parametrize("is_first", [True, False], ids=["alpha_first", "alpha_second"])
def test_rewritten_activation_gives_the_same_output(is_first: bool) -> None:
    alpha = column(0.1, 0.35, 0.8, 1, 1.3, 2.6, 7, 20)
    nodes = activation()
    if not is_first:
        nodes[0].input[:] = ["x", "alpha"]
    model = stage(nodes, {"alpha": alpha, "two": TWO})
    x = np.broadcast_to(np.linspace(-30, 30, 20_001, dtype=np.float32), (1, alpha.size, 20_001))
    fast = without_squared_sines(model)
    assert not operations(fast) & {"Sin", "Pow"}
    (expected,), (actual,) = run(model, x=x), run(fast, x=x)
    assert actual.dtype == np.float32
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize("exponent", [np.array([2.0]), np.array([[[2]]]), np.array(2)], ids=["list", "cube", "integer"])
def test_exponent_two_is_found_in_any_shape_and_type(exponent: NDArray[np.float64 | np.int64]) -> None:
    dtype = np.float32 if exponent.dtype == np.float64 else np.int64
    model = only_square(column(1, 2))
    model.graph.initializer[1].CopyFrom(numpy_helper.from_array(exponent.astype(dtype), "two"))
    x = np.linspace(-5, 5, 101, dtype=np.float32).reshape(1, 1, -1)
    fast = without_squared_sines(model)
    assert "Sin" not in operations(fast)
    np.testing.assert_allclose(run(fast, x=x)[0], run(model, x=x)[0], rtol=0, atol=2e-6)


def test_consecutive_activations_share_the_polynomial() -> None:
    nodes = [*activation("first", y="middle"), *activation("second", x="middle")]
    model = stage(nodes, {"first": column(0.5, 1), "second": column(1.5, 0.7), "two": TWO}, outputs=["middle", "y"])
    fast = without_squared_sines(model)
    assert not operations(fast) & {"Sin", "Pow"}
    assert len(set(names(fast))) == len(names(fast))
    one = without_squared_sines(stage(activation(), {"alpha": column(1), "two": TWO}))
    # An α to divide by and one to multiply by are each activation's own.
    assert len(names(fast)) == len(names(one)) + 2
    x = np.linspace(-10, 10, 2 * 501, dtype=np.float32).reshape(1, 2, -1)
    for expected, actual in zip(run(model, x=x), run(fast, x=x), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-5)


def test_activations_with_the_same_alpha_are_both_replaced() -> None:
    nodes = [*activation(y="middle"), *activation(x="middle")]
    model = stage(nodes, {"alpha": column(0.5, 1), "two": TWO})
    fast = without_squared_sines(model)
    assert not operations(fast) & {"Sin", "Pow"}
    x = np.linspace(-10, 10, 2 * 501, dtype=np.float32).reshape(1, 2, -1)
    np.testing.assert_allclose(run(fast, x=x)[0], run(model, x=x)[0], rtol=0, atol=1e-5)


def test_unused_constants_are_removed() -> None:
    assert not {"alpha", "two"} & set(names(without_squared_sines(only_square(column(1)))))
    divided = without_squared_sines(stage(activation(), {"alpha": column(1), "two": TWO}))
    assert "alpha" in names(divided)
    assert "two" not in names(divided)


WEIGHTS = {"alpha": column(0.5, 2), "two": TWO}
PRODUCT, SINE, SQUARE = squared_sine()
LEFT_ALONE: dict[str, tuple[list[onnx.NodeProto], dict[str, Floats]]] = {
    "cube": (squared_sine(), WEIGHTS | {"two": np.array(3, dtype=np.float32)}),
    "root": (squared_sine(), WEIGHTS | {"two": np.array(0.5, dtype=np.float32)}),
    "an exponent for each channel": (squared_sine(), WEIGHTS | {"two": column(2, 3)}),
    "computed exponent": (
        [helper.make_node("Neg", ["minus_two"], ["two"]), *squared_sine()],
        {
            "alpha": column(0.5, 2),
            "minus_two": np.array(-2, dtype=np.float32),
        },
    ),
    "cosine": ([PRODUCT, helper.make_node("Cos", ["y_product"], ["y_sine"]), SQUARE], WEIGHTS),
    "no sine": ([helper.make_node("Pow", ["x", "two"], ["y"])], WEIGHTS),
    "no product": ([helper.make_node("Sin", ["x"], ["y_sine"]), SQUARE], {"two": TWO}),
    "sum for product": ([helper.make_node("Add", ["alpha", "x"], ["y_product"]), SINE, SQUARE], WEIGHTS),
    "computed alpha": ([helper.make_node("Exp", ["x"], ["alpha"]), *squared_sine()], {"two": TWO}),
    "square of x": (squared_sine(alpha="x"), {"two": TWO}),
    "square by product": ([PRODUCT, SINE, helper.make_node("Mul", ["y_sine", "y_sine"], ["y"])], WEIGHTS),
    "sine used twice": (
        [*squared_sine(y="square"), helper.make_node("Add", ["square", "square_sine"], ["y"])],
        WEIGHTS,
    ),
    "product used twice": (
        [*squared_sine(y="square"), helper.make_node("Add", ["square", "square_product"], ["y"])],
        WEIGHTS,
    ),
}


@pytest.mark.parametrize("case", LEFT_ALONE)
def test_other_patterns_are_not_rewritten(case: str) -> None:
    nodes, weights = LEFT_ALONE[case]
    needed = {name for node in nodes for name in node.input}
    model = stage(nodes, {name: values for name, values in weights.items() if name in needed})
    assert run(model, x=column(1, 2))
    assert without_squared_sines(model) == model


def test_alpha_that_is_an_input_is_not_rewritten() -> None:
    model = stage(squared_sine(), {"two": TWO}, inputs=["x", "alpha"])
    assert without_squared_sines(model) == model


@pytest.mark.parametrize("tensor", ["square_sine", "square_product"])
def test_outputs_of_the_graph_are_kept(tensor: str) -> None:
    nodes = [*squared_sine(y="square"), helper.make_node("Identity", ["square"], ["y"])]
    model = stage(nodes, WEIGHTS, outputs=["y", tensor])
    x = np.linspace(-5, 5, 2 * 51, dtype=np.float32).reshape(1, 2, -1)
    for expected, actual in zip(run(model, x=x), run(without_squared_sines(model), x=x), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-5)


def test_square_of_a_constant_gives_the_same_output() -> None:
    model = stage([*squared_sine(x="alpha", y="square"), helper.make_node("Add", ["x", "square"], ["y"])], WEIGHTS)
    x = column(1, 2)
    np.testing.assert_allclose(run(without_squared_sines(model), x=x)[0], run(model, x=x)[0], rtol=0, atol=1e-5)


def test_metadata_opset_inputs_and_outputs_are_kept() -> None:
    model = stage(activation(), WEIGHTS)
    helper.set_model_props(model, {"koe.stage": "generator"})
    model.producer_name = "koe"
    fast = without_squared_sines(model)
    for part in (model, fast):
        del part.graph.node[:], part.graph.initializer[:]
    assert fast == model


def test_shapes_of_removed_tensors_do_no_harm() -> None:
    model = onnx.shape_inference.infer_shapes(stage(activation(), WEIGHTS))
    assert "y_square_sine" in {info.name for info in model.graph.value_info}
    x = np.linspace(-5, 5, 2 * 51, dtype=np.float32).reshape(1, 2, -1)
    np.testing.assert_allclose(run(without_squared_sines(model), x=x)[0], run(model, x=x)[0], rtol=0, atol=1e-5)


def test_input_model_is_not_modified() -> None:
    model = stage(activation(), WEIGHTS)
    before = model.SerializeToString(deterministic=True)
    fast = without_squared_sines(model)
    fast.graph.node[-1].output[0] = "changed"
    fast.graph.name = "changed"
    assert model.SerializeToString(deterministic=True) == before


def test_second_pass_changes_nothing() -> None:
    fast = without_squared_sines(stage(activation(), WEIGHTS))
    assert without_squared_sines(fast) == fast
