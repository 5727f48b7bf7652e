"""A stage with plain convolutions -> the same stage with fewer multiplications (Toom-Cook, 1-D Winograd).

A convolution of k taps costs k multiplications per output. The Toom-Cook method (in two dimensions known as Winograd's)
computes four outputs from seven products, by evaluating input and kernel, read as polynomials, at seven points: three
taps cost 1.5 multiplications per output instead of 3, seven 3.5, eleven 5.25. In the graph that is

    x ──tiles at n points (depthwise, stride 4)──▶ n groups of a short convolution ──back (4 × n matrix)──▶ y

and a dilated convolution is the same on each of its interleaved phases, for a batch of one. The arithmetic stays single
precision: the output of a layer changes by -115 dB. docs/performance.md has the time saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from koe.build.graph import with_nodes

OUTPUTS = 4  # per tile
# Taps of a section of the kernel -> the evaluation points, besides infinity. Points near 1 lose the fewest bits. The
# second is 1, where a constant is the same for all outputs: the bias is added there.
POINTS = {
    3: (Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(-2)),
    4: (Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(-1, 2), Fraction(2)),
}
BIAS_POINT = 1
# With fewer channels the transforms cost more than they save.
FEWEST_CHANNELS = 128

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Transform:
    """outputs = back @ (kernel_points * input_points), with kernel_points = of_kernel @ taps, likewise the input."""

    of_input: Matrix  # [n, n]
    of_kernel: Matrix  # [n, taps]
    back: Matrix  # [OUTPUTS, n]


def transform(taps: int) -> Transform:
    points = POINTS[taps]
    count = len(points) + 1
    of_input, of_kernel, back = np.zeros((count, count)), np.zeros((count, taps)), np.zeros((OUTPUTS, count))
    for row, point in enumerate(points):
        others = [other for other in points if other != point]
        norm = Fraction(1)
        for other in others:
            norm *= point - other
        back[:, row] = [float(point**power) for power in range(OUTPUTS)]
        of_kernel[row] = [float(point**power / norm) for power in range(taps)]
        of_input[row, :-1] = _polynomial_with_roots(others)
    back[-1, -1] = of_kernel[-1, -1] = 1
    of_input[-1] = _polynomial_with_roots(points)
    # Rows of similar magnitude lose fewer bits; scaling by powers of two loses none.
    size = 2.0 ** np.round(np.log2(np.abs(of_input).max(axis=1, keepdims=True)))
    return Transform(of_input / size, of_kernel * size, back)


def _polynomial_with_roots(roots: Sequence[Fraction]) -> list[float]:
    """Coefficients, lowest power first."""
    coefficients = [Fraction(1)]
    for root in roots:
        raised, scaled = [Fraction(0), *coefficients], [*(root * value for value in coefficients), Fraction(0)]
        coefficients = [high - low for high, low in zip(raised, scaled, strict=True)]
    return [float(value) for value in coefficients]


def with_fast_convolutions(
    model: onnx.ModelProto, shortest: int = 3, fewest_channels: int = FEWEST_CHANNELS
) -> onnx.ModelProto:
    """Rewrites every convolution that has at least so many channels and `shortest` taps."""
    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    rewriter = _Rewriter()
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        found = _Convolution.read(node, weights)
        if found is None or found.taps < shortest or found.channels < fewest_channels:
            nodes.append(node)
        else:
            nodes.extend(rewriter.nodes(found))
    return with_nodes(model, nodes, rewriter.constants)


@dataclass(frozen=True, slots=True)
class _Convolution:
    """A convolution that keeps the length of its input: stride 1, `same` padding."""

    x: str
    y: str
    kernel: NDArray[np.float32]  # [outputs, inputs, taps]
    bias: NDArray[np.float32]
    dilation: int

    @property
    def taps(self) -> int:
        return int(self.kernel.shape[2])

    @property
    def channels(self) -> int:
        """The fewer of inputs and outputs."""
        return int(min(self.kernel.shape[:2]))

    @classmethod
    def read(cls, node: onnx.NodeProto, weights: dict[str, onnx.TensorProto]) -> _Convolution | None:
        if node.op_type != "Conv" or node.input[1] not in weights or len(weights[node.input[1]].dims) != 3:
            return None
        kernel = numpy_helper.to_array(weights[node.input[1]])
        outputs, _, taps = kernel.shape
        attributes = {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}
        dilation = attributes.get("dilations", [1])[0]
        reach = dilation * (taps // 2)
        if (
            attributes.get("group", 1) != 1
            or attributes.get("strides", [1])[0] != 1
            or list(attributes.get("pads", [0, 0])) != [reach, reach]
            or taps % 2 == 0
            or taps < 3
        ):
            return None
        bias = np.zeros(outputs, dtype=np.float32)
        if len(node.input) > 2 and node.input[2]:
            if node.input[2] not in weights:
                return None
            bias = numpy_helper.to_array(weights[node.input[2]])
        return cls(node.input[0], node.output[0], kernel, bias, dilation)


class _Rewriter:
    def __init__(self) -> None:
        self.constants: dict[str, NDArray[np.generic]] = {}
        self._count = 0

    def nodes(self, conv: _Convolution) -> list[onnx.NodeProto]:
        self._count += 1
        taps = 3 if conv.taps == 3 else OUTPUTS  # sections as long as a tile share their points with the next tile
        sections = -(-conv.taps // taps)
        matrices = transform(taps)
        count = len(matrices.of_input)
        outputs, inputs, _ = conv.kernel.shape
        graph = _Nodes(f"fast_{self._count}", self.constants)

        length = graph.add("Shape", [conv.x], start=2, end=3)
        x = conv.x if conv.dilation == 1 else self._phases(graph, conv.x, length, inputs, conv.dilation)
        tile = np.tile(matrices.of_input.astype(np.float32), (inputs, 1))[:, None, :]
        points = graph.add(
            "Conv",
            [x, graph.constant(tile, f"tiles_{taps}_{inputs}")],
            group=inputs,
            strides=[OUTPUTS],
            pads=[conv.taps // 2, OUTPUTS * (sections + 1) - 1],
            kernel_shape=[count],
        )
        points = graph.reshaped(points, [conv.dilation, inputs, count, -1])
        points = graph.add("Transpose", [points], perm=[0, 2, 1, 3])
        points = graph.reshaped(points, [conv.dilation, count * inputs, -1])
        products = graph.add(
            "Conv",
            [
                points,
                graph.constant(_kernel_points(conv.kernel, matrices, sections), f"{graph.name}_kernel"),
                graph.constant(_bias_points(conv.bias, count), f"{graph.name}_bias"),
            ],
            group=count,
            kernel_shape=[sections],
        )
        if conv.dilation == 1:
            products = graph.add("Transpose", [graph.reshaped(products, [count, -1])], perm=[1, 0])
            back = graph.constant(np.ascontiguousarray(matrices.back.T).astype(np.float32), f"back_{taps}")
            y = graph.add("MatMul", [products, back])
        else:
            products = graph.reshaped(products, [conv.dilation, count, -1])
            back = graph.constant(matrices.back.astype(np.float32), f"back_{taps}_left")
            y = graph.add("Transpose", [graph.add("MatMul", [back, products])], perm=[1, 0, 2])
            # One axis at a time: ONNX Runtime has a fast path for that; the general one took a tenth of all time.
            y = graph.add("Transpose", [graph.reshaped(y, [OUTPUTS * conv.dilation, -1])], perm=[1, 0])
        y = graph.reshaped(y, [1, outputs, -1])
        graph.add("Slice", [y, graph.integers([0]), length, graph.integers([2])], output=conv.y)
        return graph.nodes

    @staticmethod
    def _phases(graph: _Nodes, x: str, length: str, channels: int, dilation: int) -> str:
        """[1, C, N] -> [dilation, C, N / dilation], zero-padded at the end to a multiple of `dilation`."""
        step = graph.integers([dilation])
        rounded = graph.add("Add", [length, graph.integers([dilation - 1])])
        rounded = graph.add("Mul", [graph.add("Div", [rounded, step]), step])
        missing = graph.add("Sub", [rounded, length])
        pads = graph.add("Concat", [graph.integers([0, 0, 0, 0, 0]), missing], axis=0)
        phases = graph.reshaped(graph.add("Pad", [x, pads]), [channels, -1, dilation])
        return graph.add("Transpose", [phases], perm=[2, 0, 1])


def _kernel_points(kernel: NDArray[np.float32], matrices: Transform, sections: int) -> NDArray[np.float32]:
    outputs, inputs, length = kernel.shape
    taps = matrices.of_kernel.shape[1]
    padded = np.zeros((outputs, inputs, sections * taps))
    padded[:, :, :length] = kernel
    flat = matrices.of_kernel @ padded.reshape(-1, taps).T  # [n, outputs * inputs * sections]
    return flat.astype(np.float32).reshape(-1, inputs, sections)


def _bias_points(bias: NDArray[np.float32], count: int) -> NDArray[np.float32]:
    points = np.zeros((count, len(bias)), dtype=np.float32)
    points[BIAS_POINT] = bias
    return points.ravel()


class _Nodes:
    """The nodes that replace one convolution; constants are shared by name."""

    def __init__(self, name: str, constants: dict[str, NDArray[np.generic]]) -> None:
        self.name = name
        self.nodes: list[onnx.NodeProto] = []
        self._constants = constants

    def add(self, operation: str, inputs: Sequence[str], output: str | None = None, **attributes: Any) -> str:
        output = output or f"{self.name}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operation, inputs, [output], **attributes))
        return output

    def constant(self, values: NDArray[np.generic], name: str) -> str:
        self._constants.setdefault(name, values)
        return name

    def integers(self, values: Sequence[int]) -> str:
        return self.constant(np.array(values, dtype=np.int64), "_".join(["integers", *map(str, values)]))

    def reshaped(self, x: str, shape: Sequence[int]) -> str:
        return self.add("Reshape", [x, self.integers(shape)])
