"""A stage with AdaIN layers -> the same stage with scale and shift of each norm as inputs.

AdaIN normalises by mean and variance over the whole span, which are unknown while the first window is decoded. With
open norms a layer is `x * scale + shift`: two packed inputs for all layers of a stage, one slice per layer. One stage
gives three models:

- open: windows in, windows out; takes `scale` and `shift`, no style
- measuring: the whole span; also outputs the `means` and `variances` of its layers
- modulation: style in, `gain` and `bias` of every layer out: scale = gain / sqrt(variance + epsilon),
  shift = bias - mean * scale

All packed tensors are [1, C, 1] with the layers in the order of the graph. A mean shared by two layers is stored twice:
9 % more numbers, but no index is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from koe.build.graph import nodes_before
from koe.errors import StageError
from koe.model.statistics import EPSILON


@dataclass(frozen=True, slots=True)
class Layer:
    """One AdaIN layer: tensor names in the graph."""

    x: str
    output: str
    mean: str
    variance: str
    gain: str
    bias: str
    channels: int


def find_layers(graph: onnx.GraphProto) -> list[Layer]:
    """Every `gain * (x - mean) / sqrt(variance + epsilon) + bias` in the graph, in graph order."""
    producer = {name: node for node in graph.node for name in node.output}
    readers: dict[str, list[onnx.NodeProto]] = defaultdict(list)
    for node in graph.node:
        for name in node.input:
            readers[name].append(node)
    weights = {tensor.name: tensor for tensor in graph.initializer}
    layers = []
    for divide in graph.node:
        if divide.op_type != "Div" or not all(name in producer for name in divide.input):
            continue
        centred, deviation = (producer[name] for name in divide.input)
        if (centred.op_type, deviation.op_type) != ("Sub", "Sqrt"):
            continue
        x, mean = centred.input
        variance, epsilon = producer[deviation.input[0]].input
        if float(numpy_helper.to_array(weights[epsilon])) != np.float32(EPSILON):
            raise StageError(f"A norm of the graph has an epsilon other than {EPSILON:g}.")
        for scaled in readers[divide.output[0]]:
            (shifted,) = readers[scaled.output[0]]
            gain = _other(scaled.input, divide.output[0])
            bias = _other(shifted.input, scaled.output[0])
            channels = _projection(bias, producer, weights) // 2
            layers.append(Layer(x, shifted.output[0], mean, variance, gain, bias, channels))
    return layers


def _other(names: Iterable[str], known: str) -> str:
    (other,) = (name for name in names if name != known)
    return other


def _projection(name: str, producer: dict[str, onnx.NodeProto], weights: dict[str, onnx.TensorProto]) -> int:
    """Number of rows of the matrix that computes gain and bias from the style."""
    node = producer[name]
    while node.op_type != "Gemm":
        node = producer[node.input[0]]
    return int(weights[node.input[1]].dims[0])


def channel_count(layers: Sequence[Layer]) -> int:
    return sum(layer.channels for layer in layers)


def open_stage(model: onnx.ModelProto) -> onnx.ModelProto:
    layers = find_layers(model.graph)
    sizes = numpy_helper.from_array(np.array([layer.channels for layer in layers], dtype=np.int64), "layer_channels")
    scales = [f"scale_{number}" for number in range(len(layers))]
    shifts = [f"shift_{number}" for number in range(len(layers))]
    nodes = [
        helper.make_node("Split", ["scale", sizes.name], scales, axis=1),
        helper.make_node("Split", ["shift", sizes.name], shifts, axis=1),
    ]
    position = {layer.output: number for number, layer in enumerate(layers)}
    for node in model.graph.node:
        number = position.get(node.output[0])
        if number is None:
            nodes.append(node)
            continue
        layer, scaled = layers[number], f"scaled_{number}"
        nodes.append(helper.make_node("Mul", [layer.x, scales[number]], [scaled]))
        nodes.append(helper.make_node("Add", [scaled, shifts[number]], [layer.output]))
    inputs = [*model.graph.input, *_packed(("scale", "shift"), layers)]
    return _pruned(model, nodes, inputs, list(model.graph.output), [sizes])


def measuring_stage(model: onnx.ModelProto) -> onnx.ModelProto:
    layers = find_layers(model.graph)
    nodes = [
        *model.graph.node,
        helper.make_node("Concat", [layer.mean for layer in layers], ["means"], axis=1),
        helper.make_node("Concat", [layer.variance for layer in layers], ["variances"], axis=1),
    ]
    outputs = [*model.graph.output, *_packed(("means", "variances"), layers)]
    return _pruned(model, nodes, list(model.graph.input), outputs)


def modulation_stage(model: onnx.ModelProto) -> onnx.ModelProto:
    layers = find_layers(model.graph)
    nodes = [
        *model.graph.node,
        helper.make_node("Concat", [layer.gain for layer in layers], ["gain"], axis=1),
        helper.make_node("Concat", [layer.bias for layer in layers], ["bias"], axis=1),
    ]
    return _pruned(model, nodes, list(model.graph.input), _packed(("gain", "bias"), layers))


def _packed(names: Iterable[str], layers: Sequence[Layer]) -> list[onnx.ValueInfoProto]:
    shape = [1, channel_count(layers), 1]
    return [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in names]


def _pruned(
    model: onnx.ModelProto,
    nodes: Sequence[onnx.NodeProto],
    inputs: Sequence[onnx.ValueInfoProto],
    outputs: Sequence[onnx.ValueInfoProto],
    more_weights: Sequence[onnx.TensorProto] = (),
) -> onnx.ModelProto:
    """Keeps only what the outputs need."""
    wanted = nodes_before(nodes, [output.name for output in outputs])
    used = {name for node in wanted for name in node.input}
    graph = helper.make_graph(
        wanted,
        model.graph.name,
        [value for value in inputs if value.name in used],
        list(outputs),
        [tensor for tensor in (*model.graph.initializer, *more_weights) if tensor.name in used],
        value_info=[info for info in model.graph.value_info if info.name in used],
    )
    pruned = helper.make_model(graph, opset_imports=list(model.opset_import), producer_name="koe")
    pruned.ir_version = model.ir_version
    return pruned
