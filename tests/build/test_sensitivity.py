"""What eight bits cost is measured convolution by convolution."""

from __future__ import annotations

import math

import numpy as np
import onnx
import pytest

from convolution_graphs import convolution, noise, stage
from koe.build.eight_bits import cpu_multiplies_exactly
from koe.build.sensitivity import channel_ranges, decibels_alone

pytestmark = pytest.mark.skipif(not cpu_multiplies_exactly(), reason="this CPU overflows in eight-bit products")


def model() -> onnx.ModelProto:
    """The output of `quiet` counts a thousandth of that of `loud`."""
    nodes = [
        convolution("loud_kernel", y="loudly"),
        convolution("quiet_kernel", y="quietly"),
        onnx.helper.make_node("Mul", ["quietly", "thousandth"], ["less"]),
        onnx.helper.make_node("Add", ["loudly", "less"], ["y"]),
    ]
    nodes[0].name, nodes[1].name = "loud", "quiet"
    weights = {
        "loud_kernel": noise(8, 8, 3),
        "quiet_kernel": noise(8, 8, 3, seed=1),
        "thousandth": np.array(0.001, np.float32),
    }
    return stage(nodes, weights, x=(1, 8, "length"))


def runs(count: int = 3) -> list[dict[str, np.ndarray]]:
    return [{"x": noise(1, 8, 50, loudness=0.5 + number, seed=number)} for number in range(count)]


def test_ranges_are_the_largest_magnitudes_of_all_runs() -> None:
    counted: list[int] = []
    ranges = channel_ranges(model(), runs(), lambda: counted.append(1))
    expected = np.max([np.abs(run["x"][0]).max(axis=1) for run in runs()], axis=0)
    assert set(ranges) == {"loud", "quiet"}
    np.testing.assert_array_equal(ranges["loud"], expected)
    assert len(counted) == len(runs())


def test_a_convolution_that_counts_less_leaves_more_decibels() -> None:
    found = dict(decibels_alone(model(), runs(), {}))
    assert 30 < found["loud"] < 50
    assert found["quiet"] == pytest.approx(found["loud"] + 60, abs=3)


def test_a_quiet_run_does_not_decide() -> None:
    quiet = {"x": runs()[0]["x"] * np.float32(1e-6)}
    assert dict(decibels_alone(model(), [*runs(), quiet], {}))["loud"] == pytest.approx(
        dict(decibels_alone(model(), runs(), {}))["loud"], abs=0.01
    )


def test_edges_are_not_compared() -> None:
    spoilt = runs(1)
    spoilt[0]["x"][..., 0] = 1000  # takes all of the 255 steps
    alone, inner = (dict(decibels_alone(model(), spoilt, {}, edge))["loud"] for edge in (0, 2))
    assert inner < alone - 20


def test_an_output_without_part_in_it_is_infinitely_good() -> None:
    graph = model()
    graph.graph.node.append(onnx.helper.make_node("Identity", ["x"], ["same"]))
    del graph.graph.output[:]
    graph.graph.output.append(onnx.helper.make_tensor_value_info("same", onnx.TensorProto.FLOAT, [1, 8, "same_length"]))
    assert dict(decibels_alone(graph, runs(1), {}))["loud"] == math.inf
