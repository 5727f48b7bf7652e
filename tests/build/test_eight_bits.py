"""Convolutions in eight bits are near plain ones at every length, lose no loud sound, and leave the others alone."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray

from convolution_graphs import LENGTHS, convolution, noise, one_convolution, run, session, stage
from koe.build import eight_bits
from koe.build.eight_bits import convolutions, cpu_multiplies_exactly, with_eight_bit_convolutions

Floats = NDArray[np.float32]

LEAST_DB = 34  # noise has 37 to 39

pytestmark = pytest.mark.skipif(not cpu_multiplies_exactly(), reason="this CPU overflows in eight-bit products")


def decibels(expected: Floats, found: Floats) -> float:
    return float(10 * np.log10(np.sum(expected**2) / np.sum((expected - found) ** 2)))


def operations(model: onnx.ModelProto) -> list[str]:
    return [node.op_type for node in model.graph.node]


def two_convolutions(*, size: Floats | float = 1.0) -> onnx.ModelProto:
    weights = {"first_kernel": noise(128, 128, 3), "second_kernel": noise(128, 128, 1) / size}
    nodes = [convolution("first_kernel", y="middle"), convolution("second_kernel", "middle", taps=1)]
    for node, name in zip(nodes, ("first", "second"), strict=True):
        node.name = name
    return stage(nodes, weights)


@pytest.mark.parametrize(("taps", "dilation"), [(1, 1), (3, 1), (3, 5), (5, 1), (7, 3), (11, 5)])
def test_the_output_is_near_that_of_the_plain_convolution(taps: int, dilation: int) -> None:
    model = one_convolution(taps, dilation)
    plain, quick = session(model), session(with_eight_bit_convolutions(model))
    for length in LENGTHS:
        x = noise(1, 128, length)
        (expected,), (found,) = run(plain, x), run(quick, x)
        assert found.shape == expected.shape
        assert decibels(expected, found) > LEAST_DB


def test_a_convolution_without_bias_and_with_other_channels() -> None:
    model = one_convolution(7, inputs=22, outputs=130, has_bias=False)
    x = noise(1, 22, 60)
    (expected,), (found,) = run(session(model), x), run(session(with_eight_bit_convolutions(model)), x)
    assert decibels(expected, found) > LEAST_DB


@pytest.mark.parametrize("loudness", [1e-4, 1, 1e4])
def test_nothing_is_clipped_however_loud(loudness: float) -> None:
    model = one_convolution(3, has_bias=False)
    x = noise(1, 128, 80) * np.float32(loudness)
    (expected,), (found,) = run(session(model), x), run(session(with_eight_bit_convolutions(model)), x)
    assert decibels(expected, found) > LEAST_DB


def test_an_input_far_from_zero_is_padded_with_zeros() -> None:
    model = one_convolution(3, has_bias=False)
    x = noise(1, 128, 40, loudness=0.1) + 5
    (expected,), (found,) = run(session(model), x), run(session(with_eight_bit_convolutions(model)), x)
    edges = [0, -1]
    assert decibels(expected[..., edges], found[..., edges]) > LEAST_DB


def test_silence_gives_the_bias() -> None:
    model = one_convolution(3)
    x = np.zeros((1, 128, 20), np.float32)
    (expected,), (found,) = run(session(model), x), run(session(with_eight_bit_convolutions(model)), x)
    assert np.array_equal(expected, found)


def test_the_same_input_gives_the_same_bytes() -> None:
    quick = session(with_eight_bit_convolutions(one_convolution(3)))
    x = noise(1, 128, 200)
    assert np.array_equal(run(quick, x)[0], run(quick, x)[0])


def test_ranges_balance_channels_of_different_size() -> None:
    model = one_convolution(3, has_bias=False)
    ranges = np.logspace(-1, 1, 128).astype(np.float32)
    (kernel,) = (tensor for tensor in model.graph.initializer if tensor.name == "kernel")
    kernel.CopyFrom(onnx.numpy_helper.from_array(noise(128, 128, 3) / ranges[:, None], "kernel"))
    model.graph.node[0].name = "conv"
    x = noise(1, 128, 100) * ranges[:, None]
    (expected,) = run(session(model), x)
    alone, balanced = (
        decibels(expected, run(session(with_eight_bit_convolutions(model, some)), x)[0])
        for some in ({}, {"conv": ranges})
    )
    assert balanced > alone + 5
    assert balanced > 25


def test_convolutions_that_are_named_stay_in_single_precision() -> None:
    model = two_convolutions()
    quick = with_eight_bit_convolutions(model, in_floats=["second"])
    assert [node.name for node in quick.graph.node if node.op_type == "Conv"] == ["second"]
    assert operations(quick).count("MatMulIntegerToFloat") == 1
    assert "first_kernel" not in {tensor.name for tensor in quick.graph.initializer}


def test_an_input_in_two_parts_leaves_the_error_of_the_weights_only() -> None:
    model = one_convolution(5, 3)
    model.graph.node[0].name = "conv"
    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    kernel = np.rint(noise(128, 128, 5) * 20).clip(-127, 127)
    kernel[:, 0, 0] = 127  # so that each output's step is 1
    weights["kernel"].CopyFrom(onnx.numpy_helper.from_array(kernel.astype(np.float32), "kernel"))
    x = noise(1, 128, 90)
    (expected,) = run(session(model), x)
    one, two = (
        decibels(expected, run(session(with_eight_bit_convolutions(model, in_two_parts=fine)), x)[0])
        for fine in ([], ["conv"])
    )
    assert one > LEAST_DB
    assert two > one + 40


def test_all_are_found_in_the_order_of_the_graph() -> None:
    assert [conv.name for conv in convolutions(two_convolutions())] == ["first", "second"]


@pytest.mark.parametrize("option", [{"strides": [2]}, {"group": 2}])
def test_strides_and_groups_are_left_alone(option: dict[str, object]) -> None:
    model = one_convolution(3, inputs=64 if "group" in option else 128, has_bias=False)
    for name, value in option.items():
        model.graph.node[0].attribute.append(onnx.helper.make_attribute(name, value))
    assert operations(with_eight_bit_convolutions(model)) == ["Conv"]


def test_the_weights_take_a_quarter_of_the_memory() -> None:
    model = one_convolution(11)
    assert len(with_eight_bit_convolutions(model).SerializeToString()) < 0.27 * len(model.SerializeToString())


def test_the_model_is_returned_unchanged_where_the_cpu_overflows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eight_bits, "cpu_multiplies_exactly", lambda: False)
    model = one_convolution(3)
    assert with_eight_bit_convolutions(model) is model


def test_the_input_model_is_not_modified() -> None:
    model = two_convolutions()
    with_eight_bit_convolutions(model)
    assert model == two_convolutions()
