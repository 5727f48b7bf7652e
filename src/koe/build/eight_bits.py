"""A stage -> the same with convolutions as products of eight-bit numbers: a third of the time, a quarter of the memory.

ONNX Runtime's own eight-bit convolutions are slower than those in single precision; its matrix products are three to
four times as fast. So a convolution becomes one product:

    x ──quantised to 0 … 255──▶ [T, C] ──k shifted copies beside each other──▶ [T, k C] @ [k C, N] ──▶ y

Weights have a scale for each output. The input has one for each run, from its own least and largest value: nothing is
clipped, whatever the voice. Where channels differ in size, `ranges` (the largest magnitude of each) balances them: the
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
    model: onnx.ModelProto, ranges: Ranges = _NO_RANGES, in_floats: Collection[str] = ()
) -> onnx.ModelProto:
    """`ranges` by the name of a convolution, for each of its input channels; those named in `in_floats` stay as they
    are. Returns the model unchanged where this CPU gets eight-bit products wrong."""
    if not cpu_multiplies_exactly():
        return model
    chosen = {found.y: found for found in convolutions(model) if found.name not in in_floats}
    rewriter = _Rewriter()
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        found = chosen.get(node.output[0])
        nodes.extend([node] if found is None else rewriter.nodes(found, ranges.get(found.name)))
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

    def nodes(self, conv: Convolution, ranges: Floats | None) -> list[onnx.NodeProto]:
        outputs, inputs, taps = conv.kernel.shape
        balance = np.ones(inputs) if ranges is None else np.sqrt(np.maximum(ranges, _TINY))
        kernel = conv.kernel.astype(np.float64) * balance[:, None]
        steps = np.maximum(np.abs(kernel).max(axis=(1, 2)) / _LARGEST, np.finfo(np.float32).tiny)
        rounded = np.rint(kernel / steps[:, None, None]).transpose(2, 1, 0).reshape(taps * inputs, outputs)
        nodes: list[onnx.NodeProto] = []

        def add(operation: str, names: Sequence[str], results: Sequence[str], **options: Any) -> str:
            full = [f"{conv.y}_{result}" if result else conv.y for result in results]
            nodes.append(helper.make_node(operation, names, full, **options))
            return full[0]

        x = conv.x
        if ranges is not None:
            x = add(
                "Mul", [x, self._own(conv, "balance", (1 / balance).astype(np.float32)[None, :, None])], ["balanced"]
            )
        quantised = add("DynamicQuantizeLinear", [x], ["bytes", "step", "zero"])
        step, zero = f"{conv.y}_step", f"{conv.y}_zero"
        rows = add("Transpose", [quantised], ["rows"], perm=[0, 2, 1])
        if any(conv.pads):
            rows = add("Pad", [rows, self._integers([0, conv.pads[0], 0, 0, conv.pads[1], 0]), zero], ["padded"])
        if taps > 1:
            rows = add("Concat", [self._shifted(add, rows, conv, tap) for tap in range(taps)], ["unfolded"], axis=2)
        operands = [
            rows,
            self._own(conv, "weights", rounded.astype(np.int8)),
            step,
            self._own(conv, "steps", steps.astype(np.float32)),
            zero,
            self._shared(f"zeros_{outputs}", np.zeros(outputs, np.int8)),
        ]
        if conv.bias is not None:
            operands.append(self._own(conv, "bias", conv.bias))
        product = add("MatMulIntegerToFloat", operands, ["product"], domain=CONTRIBUTED)
        add("Transpose", [product], [""], perm=[0, 2, 1])
        return nodes

    def _shifted(self, add: Any, rows: str, conv: Convolution, tap: int) -> str:
        last = (conv.kernel.shape[2] - 1) * conv.dilation
        first = tap * conv.dilation
        stop = first - last if first < last else np.iinfo(np.int64).max
        bounds = [self._integers([value]) for value in (first, int(stop), 1)]
        return str(add("Slice", [rows, *bounds], [f"tap_{tap}"]))

    def _own(self, conv: Convolution, name: str, values: NDArray[Any]) -> str:
        return self._shared(f"{conv.y}_{name}", values)

    def _integers(self, values: Sequence[int]) -> str:
        return self._shared("_".join(["integers", *map(str, values)]), np.array(values, dtype=np.int64))

    def _shared(self, name: str, values: NDArray[Any]) -> str:
        self.constants.setdefault(name, np.ascontiguousarray(values))
        return name
