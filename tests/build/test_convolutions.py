"""Rewritten convolutions give the output of plain ones in ONNX Runtime, at every awkward length."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper

from convolution_graphs import LENGTHS, Floats, convolution, noise, one_convolution, run, session, stage
from koe.build.convolutions import OUTPUTS, transform, with_fast_convolutions

LOUDEST_DIFFERENCE_DB = -100


def difference_db(expected: Floats, actual: Floats) -> float:
    assert actual.shape == expected.shape
    wrong = actual.astype(np.float64) - expected
    with np.errstate(divide="ignore"):
        return float(10 * np.log10(np.mean(wrong**2) / np.mean(expected.astype(np.float64) ** 2)))


def assert_same_sound(model: onnx.ModelProto, fast: onnx.ModelProto, lengths: Sequence[int], channels: int) -> None:
    onnx.checker.check_model(fast, full_check=True)
    plain, quick = session(model), session(fast)
    for length in lengths:
        x = noise(1, channels, length)
        for expected, actual in zip(run(plain, x), run(quick, x), strict=True):
            assert difference_db(expected, actual) < LOUDEST_DIFFERENCE_DB, f"{length=}"


def plain_convolutions(model: onnx.ModelProto) -> list[str]:
    """Output of convolutions without groups."""
    grouped = {node.output[0] for node in model.graph.node for attribute in node.attribute if attribute.name == "group"}
    return [node.output[0] for node in model.graph.node if node.op_type == "Conv" and node.output[0] not in grouped]


def names(model: onnx.ModelProto) -> list[str]:
    return [tensor.name for tensor in model.graph.initializer]


def fractions(matrix: NDArray[np.float64]) -> list[list[Fraction]]:
    """The small fractions that the floats stand for."""
    exact = [[Fraction(value).limit_denominator(1000) for value in row] for row in matrix.tolist()]
    assert [[float(value) for value in row] for row in exact] == matrix.tolist()
    return exact


@pytest.mark.parametrize("taps", [3, 4])
def test_tile_equals_direct_correlation_in_rational_arithmetic(taps: int) -> None:
    matrices = transform(taps)
    of_input, of_kernel, back = map(fractions, (matrices.of_input, matrices.of_kernel, matrices.back))
    points = range(len(of_input))
    assert len(points) == OUTPUTS + taps - 1
    # Linear in both, so that one sample and one tap at a time say everything.
    for output in range(OUTPUTS):
        for tap in range(taps):
            for sample in points:
                product = sum(back[output][row] * of_kernel[row][tap] * of_input[row][sample] for row in points)
                assert product == int(sample == output + tap)


@pytest.mark.parametrize("taps", [3, 4])
def test_tile_equals_direct_correlation_in_double_precision(taps: int) -> None:
    matrices = transform(taps)
    chance = np.random.default_rng(taps)
    for _ in range(20):
        x, kernel = chance.normal(size=OUTPUTS + taps - 1), chance.normal(size=taps)
        tile = matrices.back @ ((matrices.of_kernel @ kernel) * (matrices.of_input @ x))
        np.testing.assert_allclose(tile, np.correlate(x, kernel, "valid"), rtol=0, atol=1e-13)


@pytest.mark.parametrize("has_bias", [True, False], ids=["bias", "no_bias"])
@pytest.mark.parametrize("outputs", [128, 256])
@pytest.mark.parametrize("dilation", [1, 3, 5])
@pytest.mark.parametrize("taps", [3, 7, 11])
def test_rewritten_convolution_gives_the_same_output_at_every_length(
    taps: int, dilation: int, outputs: int, has_bias: bool
) -> None:
    model = one_convolution(taps, dilation, outputs=outputs, has_bias=has_bias)
    fast = with_fast_convolutions(model)
    assert plain_convolutions(fast) == []
    assert_same_sound(model, fast, LENGTHS, 128)


@pytest.mark.parametrize(("taps", "dilation"), [(5, 1), (9, 2), (13, 4)])
def test_other_kernels_and_dilations_give_the_same_output(taps: int, dilation: int) -> None:
    model = one_convolution(taps, dilation)
    fast = with_fast_convolutions(model)
    assert plain_convolutions(fast) == []
    assert_same_sound(model, fast, LENGTHS, 128)


def test_more_input_than_output_channels_give_the_same_output() -> None:
    model = one_convolution(7, 3, inputs=192, outputs=128)
    fast = with_fast_convolutions(model)
    assert plain_convolutions(fast) == []
    assert_same_sound(model, fast, [1, 12, 50], 192)


@pytest.mark.parametrize("dilation", [1, 3])
def test_one_session_accepts_lengths_in_any_order(dilation: int) -> None:
    quick = session(with_fast_convolutions(one_convolution(7, dilation)))
    long, short = noise(1, 128, 61), noise(1, 128, 2)
    first = run(quick, long)[0]
    assert run(quick, short)[0].shape == (1, 128, 2)
    assert np.array_equal(run(quick, long)[0], first)


@pytest.mark.parametrize("dilation", [1, 5])
def test_silence_gives_exactly_the_bias(dilation: int) -> None:
    quick = session(with_fast_convolutions(one_convolution(11, dilation)))
    silence = np.zeros((1, 128, 23), dtype=np.float32)
    expected = np.broadcast_to(noise(128, loudness=3)[:, None], (1, 128, 23))
    assert np.array_equal(run(quick, silence)[0], expected)


@pytest.mark.parametrize(("taps", "multiplications"), [(3, 1.5), (7, 3.5), (11, 5.25)])
def test_output_needs_half_the_multiplications(taps: int, multiplications: float) -> None:
    fast = with_fast_convolutions(one_convolution(taps))
    largest = max(fast.graph.initializer, key=lambda tensor: int(np.prod(tensor.dims)))
    assert np.prod(largest.dims) / (128 * 128 * OUTPUTS) == multiplications


# Each differs in one thing from a convolution that is rewritten.
LEFT_ALONE: dict[str, tuple[int, tuple[int, ...], dict[str, Any]]] = {
    "groups": (256, (256, 128, 3), {"pads": [1, 1], "group": 2}),
    "stride": (128, (128, 128, 3), {"pads": [1, 1], "strides": [2]}),
    "even kernel": (128, (128, 128, 4), {"pads": [2, 2]}),
    "one tap": (128, (128, 128, 1), {"pads": [0, 0]}),
    "causal padding": (128, (128, 128, 3), {"pads": [2, 0]}),
    "more padding before": (128, (128, 128, 3), {"pads": [2, 1]}),
    "more padding after": (128, (128, 128, 3), {"pads": [1, 2]}),
    "less padding": (128, (128, 128, 5), {"pads": [1, 1]}),
    "no padding": (128, (128, 128, 3), {}),
    "padding without dilation": (128, (128, 128, 3), {"pads": [1, 1], "dilations": [2]}),
    "fewer channels in": (127, (128, 127, 3), {"pads": [1, 1]}),
    "fewer channels out": (128, (127, 128, 3), {"pads": [1, 1]}),
}


@pytest.mark.parametrize("case", LEFT_ALONE)
def test_other_kind_of_convolution_is_not_rewritten(case: str) -> None:
    channels, shape, attributes = LEFT_ALONE[case]
    node = helper.make_node("Conv", ["x", "kernel"], ["y"], **attributes)
    model = stage([node], {"kernel": noise(*shape)}, x=(1, channels, "length"))
    assert run(session(model), noise(1, channels, 20))
    assert with_fast_convolutions(model) == model
    assert with_fast_convolutions(model, shortest=1) == model


def test_two_dimensional_convolution_is_not_rewritten() -> None:
    node = helper.make_node("Conv", ["x", "kernel"], ["y"], pads=[1, 1, 1, 1])
    model = stage([node], {"kernel": noise(128, 128, 3, 3)}, x=(1, 128, "height", "width"))
    assert with_fast_convolutions(model) == model


def test_transposed_convolution_is_not_rewritten() -> None:
    node = helper.make_node("ConvTranspose", ["x", "kernel"], ["y"], pads=[1, 1])
    model = stage([node], {"kernel": noise(128, 128, 3)})
    assert with_fast_convolutions(model) == model


def test_convolution_with_computed_kernel_is_not_rewritten() -> None:
    nodes = [helper.make_node("Mul", ["direction", "size"], ["kernel"]), convolution("kernel")]
    model = stage(nodes, {"direction": noise(128, 128, 3), "size": noise(128, 1, 1)})
    assert with_fast_convolutions(model) == model


def test_convolution_with_computed_bias_gives_the_same_output() -> None:
    nodes = [helper.make_node("Neg", ["negative"], ["bias"]), convolution("kernel", bias="bias")]
    model = stage(nodes, {"kernel": noise(128, 128, 3), "negative": noise(128)})
    assert_same_sound(model, with_fast_convolutions(model), [20], 128)


def test_empty_bias_name_means_no_bias() -> None:
    model = stage([convolution("kernel", bias="")], {"kernel": noise(128, 128, 3)})
    assert_same_sound(model, with_fast_convolutions(model), [20], 128)


def test_kernels_below_the_minimum_are_not_rewritten() -> None:
    nodes = [
        convolution("three", y="first", taps=3),
        convolution("seven", x="first", y="second", taps=7),
        convolution("eleven", x="second", taps=11),
    ]
    weights = {"three": noise(128, 128, 3), "seven": noise(128, 128, 7), "eleven": noise(128, 128, 11)}
    model = stage(nodes, weights)
    assert plain_convolutions(with_fast_convolutions(model)) == []
    assert plain_convolutions(with_fast_convolutions(model, 7)) == ["first"]
    assert plain_convolutions(with_fast_convolutions(model, shortest=8)) == ["first", "second"]
    assert with_fast_convolutions(model, shortest=12) == model


def test_consecutive_convolutions_give_the_same_output() -> None:
    nodes = [
        convolution("first_kernel", y="first", taps=7, dilation=3, bias="first_bias"),
        helper.make_node("LeakyRelu", ["first"], ["bent"], alpha=0.1),
        convolution("second_kernel", x="bent", y="second", taps=7, bias="second_bias"),
        convolution("third_kernel", x="second", y="third", taps=3, dilation=5),
        helper.make_node("Add", ["third", "x"], ["y"]),
    ]
    weights = {
        "first_kernel": noise(128, 128, 7, loudness=1 / 30),
        "first_bias": noise(128),
        "second_kernel": noise(128, 128, 7, seed=1, loudness=1 / 30),
        "second_bias": noise(128, seed=1),
        "third_kernel": noise(128, 128, 3, loudness=1 / 20),
    }
    model = stage(nodes, weights)
    fast = with_fast_convolutions(model)
    assert plain_convolutions(fast) == []
    assert_same_sound(model, fast, [1, 2, 7, 30, 97], 128)


def test_intermediate_tensors_keep_their_names() -> None:
    nodes = [convolution("kernel", y="middle"), convolution("kernel", x="middle", dilation=3)]
    model = stage(nodes, {"kernel": noise(128, 128, 3)}, outputs=["middle", "y"])
    assert_same_sound(model, with_fast_convolutions(model), [1, 10], 128)


def test_weights_of_a_rewritten_convolution_are_removed() -> None:
    left = set(names(with_fast_convolutions(one_convolution(7))))
    assert not left & {"kernel", "bias"}


def test_weights_used_by_another_node_stay() -> None:
    nodes = [
        convolution("kernel", y="kept", bias="bias"),
        helper.make_node("Conv", ["kept", "kernel", "bias"], ["y"], pads=[1, 1], strides=[2]),
    ]
    model = stage(nodes, {"kernel": noise(128, 128, 3), "bias": noise(128)})
    fast = with_fast_convolutions(model)
    assert plain_convolutions(fast) == ["y"]
    assert names(fast)[:2] == ["kernel", "bias"]
    assert_same_sound(model, fast, [1, 9, 30], 128)


def test_convolutions_share_their_constants() -> None:
    def constants(count: int) -> list[str]:
        nodes = [
            convolution("kernel", x="x" if at == 0 else f"y{at - 1}", y="y" if at == count - 1 else f"y{at}", taps=7)
            for at in range(count)
        ]
        return names(with_fast_convolutions(stage(nodes, {"kernel": noise(128, 128, 7)})))

    one, three = constants(1), constants(3)
    assert len(set(three)) == len(three)
    # Only the kernel and the bias are each convolution's own.
    assert len(three) == len(one) + 2 * 2


def test_convolutions_of_other_sizes_do_not_share_wrong_constants() -> None:
    nodes = [
        convolution("wider", y="wide", taps=7, bias="bias"),
        convolution("narrower", x="wide", y="narrow", taps=7, dilation=3),
        convolution("short", x="narrow", y="almost", taps=3, dilation=3),
        convolution("short", x="almost", taps=3),
    ]
    weights = {
        "wider": noise(192, 128, 7, loudness=1 / 30),
        "bias": noise(192),
        "narrower": noise(128, 192, 7, loudness=1 / 30),
        "short": noise(128, 128, 3, loudness=1 / 20),
    }
    model = stage(nodes, weights)
    fast = with_fast_convolutions(model)
    assert len(set(names(fast))) == len(names(fast))
    assert_same_sound(model, fast, [1, 8, 31], 128)


def test_metadata_opset_inputs_and_outputs_are_kept() -> None:
    model = one_convolution(7)
    helper.set_model_props(model, {"koe.stage": "trunk"})
    model.producer_name = "koe"
    model.graph.value_info.append(helper.make_tensor_value_info("elsewhere", TensorProto.FLOAT, [1]))
    fast = with_fast_convolutions(model)
    for part in (model, fast):
        del part.graph.node[:], part.graph.initializer[:]
    assert fast == model


def test_input_model_is_not_modified() -> None:
    model = one_convolution(7, 3)
    before = model.SerializeToString(deterministic=True)
    fast = with_fast_convolutions(model)
    fast.graph.node[0].output[0] = "changed"
    fast.graph.name = "changed"
    assert model.SerializeToString(deterministic=True) == before


def test_unchanged_model_is_a_copy() -> None:
    model = one_convolution(3)
    fast = with_fast_convolutions(model, shortest=7)
    fast.graph.node[0].output[0] = "changed"
    fast.graph.initializer[0].name = "changed"
    assert model == one_convolution(3)


def test_second_pass_changes_nothing() -> None:
    fast = with_fast_convolutions(one_convolution(11, 3))
    assert with_fast_convolutions(fast) == fast
