"""A stage -> the same with convolutions as products of eight-bit numbers: a third of the time, a quarter of the memory.

ONNX Runtime's own eight-bit convolutions are slower than those in single precision; its matrix products are three to
four times as fast. So a convolution becomes one product:

    x ──quantised to 0 … 255──▶ [T, C] ──k shifted copies beside each other──▶ [T, k C] @ [k C, N] ──▶ y

Weights have a scale for each output. The input has one for each run, from its own least and largest value: nothing is
clipped, whatever the voice. An input can be divided in two parts, its bytes and those of what they leave, for twice the
work and sixteen bits. Where channels differ in size, `ranges` (the largest magnitude of each) balances them: the
input is divided by the square root and the weights take it. docs/model-build.md#eight-bits has what this costs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from koe.build.graph import open_model, with_nodes

Floats = NDArray[np.float32]
Ranges = Mapping[str, Floats]

CONTRIBUTED = "com.microsoft"
_LARGEST = 127
_TINY = 1e-6
_NO_RANGES: Ranges = {}


@dataclass(frozen=True, slots=True)
class Convolution:
    """A convolution with constant weights, stride 1 and one group."""

    name: str
    x: str
    y: str
    kernel: Floats  # [outputs, inputs, taps]
    bias: Floats | None
    dilation: int
    pads: tuple[int, int]


def convolutions(model: onnx.ModelProto) -> list[Convolution]:
    """Those that can be computed in eight bits, in the order of the graph."""
    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    return [found for node in model.graph.node if (found := _read(node, weights)) is not None]


def _read(node: onnx.NodeProto, weights: Mapping[str, onnx.TensorProto]) -> Convolution | None:
    if node.op_type != "Conv" or node.input[1] not in weights or len(weights[node.input[1]].dims) != 3:
        return None
    options = {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}
    if options.get("group", 1) != 1 or list(options.get("strides", [1])) != [1]:
        return None
    bias = node.input[2] if len(node.input) > 2 else ""
    if bias and bias not in weights:
        return None
    before, after = options.get("pads", (0, 0))
    return Convolution(
        name=node.name,
        x=node.input[0],
        y=node.output[0],
        kernel=numpy_helper.to_array(weights[node.input[1]]),
        bias=numpy_helper.to_array(weights[bias]) if bias else None,
        dilation=int(options.get("dilations", [1])[0]),
        pads=(int(before), int(after)),
    )


def with_eight_bit_convolutions(
    model: onnx.ModelProto,
    ranges: Ranges = _NO_RANGES,
    *,
    in_floats: Collection[str] = (),
    in_two_parts: Collection[str] = (),
) -> onnx.ModelProto:
    """`ranges` by the name of a convolution, for each of its input channels. Convolutions named in `in_floats` stay as
    they are; the input of those in `in_two_parts` has sixteen bits. Returns the model unchanged where this CPU gets
    eight-bit products wrong."""
    if not cpu_multiplies_exactly():
        return model
    chosen = {found.y: found for found in convolutions(model) if found.name not in in_floats}
    rewriter = _Rewriter()
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        found = chosen.get(node.output[0])
        if found is None:
            nodes.append(node)
        else:
            fine = found.name in in_two_parts
            nodes.extend(rewriter.nodes(found, ranges.get(found.name), in_two_parts=fine))
    rewritten = with_nodes(model, nodes, rewriter.constants)
    if all(opset.domain != CONTRIBUTED for opset in rewritten.opset_import):
        rewritten.opset_import.append(helper.make_opsetid(CONTRIBUTED, 1))
    return rewritten


@cache
def cpu_multiplies_exactly() -> bool:
    """CPUs without dot products of eight-bit numbers add pairs in sixteen bits, which overflow at large values."""
    width = 64
    x, weights = np.full((1, width), 255, np.uint8), np.full((width, width), _LARGEST, np.int8)
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["x", "weights"], ["y"])],
        "product",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, [1, width])],
        [helper.make_tensor_value_info("y", TensorProto.INT32, [1, width])],
        [numpy_helper.from_array(weights, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    product = open_model(model).run({"x": x})["y"]
    return bool((product == 255 * _LARGEST * width).all())


class _Rewriter:
    def __init__(self) -> None:
        self.constants: dict[str, NDArray[Any]] = {}

    def nodes(self, conv: Convolution, ranges: Floats | None, *, in_two_parts: bool) -> list[onnx.NodeProto]:
        graph = _Nodes(conv, self.constants)
        outputs, inputs, taps = conv.kernel.shape
        balance = np.ones(inputs) if ranges is None else np.sqrt(np.maximum(ranges, _TINY))
        kernel = conv.kernel.astype(np.float64) * balance[:, None]
        steps = np.maximum(np.abs(kernel).max(axis=(1, 2)) / _LARGEST, np.finfo(np.float32).tiny)
        rounded = np.rint(kernel / steps[:, None, None]).transpose(2, 1, 0).reshape(taps * inputs, outputs)
        graph.constant("weights", rounded.astype(np.int8))
        graph.constant("steps", steps.astype(np.float32))
        x = conv.x
        if ranges is not None:
            divisors = graph.constant("balance", (1 / balance).astype(np.float32)[None, :, None])
            x = graph.add("Mul", [x, divisors], ["balanced"])
        graph.add("DynamicQuantizeLinear", [x], ["bytes", "step", "zero"])
        bytes_, step, zero = (graph.name(part) for part in ("bytes", "step", "zero"))
        product = graph.product(bytes_, step, zero, conv.bias)
        if in_two_parts:
            known = graph.add("DequantizeLinear", [bytes_, step, zero], ["known"])
            rest = graph.add("Sub", [x, known], ["rest"])
            finer = graph.add("Mul", [step, graph.shared("finer", np.array(1 / (2 * _LARGEST), np.float32))], ["finer"])
            middle = graph.shared("middle", np.array(_LARGEST + 1, np.uint8))
            rest = graph.add("QuantizeLinear", [rest, finer, middle], ["rest_bytes"])
            product = graph.add("Add", [product, graph.product(rest, finer, middle, None, "rest_")], ["sum"])
        graph.add("Transpose", [product], [""], perm=[0, 2, 1])
        return graph.nodes


class _Nodes:
    """The nodes that replace one convolution; what they share with others is named after its value."""

    def __init__(self, conv: Convolution, constants: dict[str, NDArray[Any]]) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self._conv = conv
        self._constants = constants

    def name(self, part: str) -> str:
        return f"{self._conv.y}_{part}" if part else self._conv.y

    def add(self, operation: str, inputs: Sequence[str], parts: Sequence[str], **options: Any) -> str:
        outputs = [self.name(part) for part in parts]
        self.nodes.append(helper.make_node(operation, inputs, outputs, **options))
        return outputs[0]

    def product(self, x: str, step: str, zero: str, bias: Floats | None, prefix: str = "") -> str:
        """[1, T, N]: the kernel with `x` in bytes, [1, C, T]."""
        conv = self._conv
        outputs, _, taps = conv.kernel.shape
        rows = self.add("Transpose", [x], [f"{prefix}rows"], perm=[0, 2, 1])
        if any(conv.pads):
            pads = self._integers([0, conv.pads[0], 0, 0, conv.pads[1], 0])
            rows = self.add("Pad", [rows, pads, zero], [f"{prefix}padded"])
        if taps > 1:
            shifted = [self._shifted(rows, tap, prefix) for tap in range(taps)]
            rows = self.add("Concat", shifted, [f"{prefix}unfolded"], axis=2)
        zeros = self.shared(f"zeros_{outputs}", np.zeros(outputs, np.int8))
        operands = [rows, self.name("weights"), step, self.name("steps"), zero, zeros]
        if bias is not None:
            operands.append(self.constant("bias", bias))
        return self.add("MatMulIntegerToFloat", operands, [f"{prefix}product"], domain=CONTRIBUTED)

    def _shifted(self, rows: str, tap: int, prefix: str) -> str:
        first = tap * self._conv.dilation
        last = (self._conv.kernel.shape[2] - 1) * self._conv.dilation
        stop = first - last if first < last else int(np.iinfo(np.int64).max)
        return self.add("Slice", [rows, *(self._integers([at]) for at in (first, stop, 1))], [f"{prefix}tap_{tap}"])

    def constant(self, part: str, values: NDArray[Any]) -> str:
        return self.shared(self.name(part), values)

    def shared(self, name: str, values: NDArray[Any]) -> str:
        self._constants.setdefault(name, np.ascontiguousarray(values))
        return name

    def _integers(self, values: Sequence[int]) -> str:
        return self.shared("_".join(["integers", *map(str, values)]), np.array(values, dtype=np.int64))
