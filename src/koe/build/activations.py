"""The open generator -> the same with cheaper activations: the norm before and the product after each are folded away.

An activation of the generator is y + sin²(αy) / α with y = x * scale + shift, and a convolution follows. Counted in
turns, t = y * α / π, it is

    t = x * (scale * α / π) + (shift * α / π),   t + sin²(πt) / π,   then a convolution whose weights have taken π / α

so that α costs nothing for each sample. sin² has the period π, so only the distance r of t to the nearest integer
matters, and sin²(πr) is a polynomial in r². ONNX Runtime computes sines on one thread, and every operation is a pass
through memory: 13 of them at degree 4 instead of 19.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from koe.build.graph import with_nodes
from koe.build.sines import coefficients

_SPLITS = ("scale", "shift")


@dataclass(frozen=True, slots=True)
class _Activation:
    """Names of tensors: x * scale + shift -> activation -> convolution."""

    norm: str  # what the norm gives: the activation's input
    output: str
    alpha: str
    scale: str
    shift: str
    convolution: onnx.NodeProto
    inner: frozenset[str]  # outputs of the nodes that are replaced


def with_folded_activations(model: onnx.ModelProto, degree: int, *, into_kernels: bool = True) -> onnx.ModelProto:
    """Rewrites every activation of an open generator (build/norms.py). Without `into_kernels` each activation is
    multiplied by π / α: for kernels that are stored in steps of their own."""
    weights = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    found = _find(model.graph, weights)
    constants: dict[str, NDArray[np.generic]] = {}
    renamed: dict[str, onnx.NodeProto] = {}  # convolutions by output
    replaced: dict[str, list[onnx.NodeProto]] = {}
    turns: dict[str, NDArray[np.float64]] = {}  # by name of the norm's scale: α / π
    for activation in found:
        alpha = weights[activation.alpha].astype(np.float64)
        turns[activation.scale] = turns[activation.shift] = alpha / np.pi
        replaced |= {name: [] for name in activation.inner}
        if not into_kernels:
            in_turns, factor = f"{activation.output}_in_turns", f"{activation.output}_unit"
            product = helper.make_node("Mul", [in_turns, factor], [activation.output])
            replaced[activation.output] = [*_nodes(activation.norm, in_turns, degree), product]
            constants[factor] = (np.pi / alpha).astype(np.float32)
            continue
        replaced[activation.output] = _nodes(activation.norm, activation.output, degree)
        kernel = f"{activation.convolution.input[1]}_for_turns"
        scaled = weights[activation.convolution.input[1]].astype(np.float64) * (np.pi / alpha)
        constants[kernel] = scaled.astype(np.float32)
        copy = onnx.NodeProto()
        copy.CopyFrom(activation.convolution)
        copy.input[1] = kernel
        renamed[copy.output[0]] = copy
    if found:
        sizes = coefficients(degree) / np.pi
        constants |= {f"turns_{power}": np.array(value, dtype=np.float32) for power, value in enumerate(sizes, start=1)}
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        if node.op_type == "Split" and node.input[0] in _SPLITS:
            nodes.extend(_in_turns(node, turns, weights, constants))
        else:
            nodes.extend(replaced.get(node.output[0], [renamed.get(node.output[0], node)]))
    return with_nodes(model, nodes, constants)


def _in_turns(
    split: onnx.NodeProto,
    turns: dict[str, NDArray[np.float64]],
    weights: dict[str, NDArray[np.generic]],
    constants: dict[str, NDArray[np.generic]],
) -> list[onnx.NodeProto]:
    """Multiplies the packed norms by α / π before they are split."""
    sizes = weights[split.input[1]]
    factors = [turns.get(name, np.ones((1, int(size), 1))) for name, size in zip(split.output, sizes, strict=True)]
    name = f"{split.input[0]}_in_turns"
    constants[f"{name}_factor"] = np.concatenate(factors, axis=1).astype(np.float32)
    copy = onnx.NodeProto()
    copy.CopyFrom(split)
    copy.input[0] = name
    return [helper.make_node("Mul", [split.input[0], f"{name}_factor"], [name]), copy]


def _nodes(turns: str, output: str, degree: int) -> list[onnx.NodeProto]:
    whole, rest, square, wave = (f"{output}_{part}" for part in ("whole", "rest", "square", "wave"))
    nodes = [
        helper.make_node("Round", [turns], [whole]),
        helper.make_node("Sub", [turns, whole], [rest]),
        helper.make_node("Mul", [rest, rest], [square]),
    ]
    value = f"turns_{degree}"
    for power in range(degree - 1, 0, -1):
        raised, summed = f"{output}_raised_{power}", f"{output}_summed_{power}"
        nodes.append(helper.make_node("Mul", [value, square], [raised]))
        nodes.append(helper.make_node("Add", [raised, f"turns_{power}"], [summed]))
        value = summed
    nodes.append(helper.make_node("Mul", [value, square], [wave]))
    nodes.append(helper.make_node("Add", [turns, wave], [output]))
    return nodes


def _find(graph: onnx.GraphProto, weights: dict[str, NDArray[np.generic]]) -> list[_Activation]:
    makers = {name: node for node in graph.node for name in node.output}
    readers: dict[str, list[onnx.NodeProto]] = {}
    for node in graph.node:
        for name in node.input:
            readers.setdefault(name, []).append(node)
    uses = Counter(name for node in graph.node for name in node.input)
    uses.update(output.name for output in graph.output)
    found = []
    for node in graph.node:
        activation = _read(node, makers, readers, weights, uses) if node.op_type == "Pow" else None
        if activation is not None:
            found.append(activation)
    return found


def _read(
    square: onnx.NodeProto,
    makers: dict[str, onnx.NodeProto],
    readers: dict[str, list[onnx.NodeProto]],
    weights: dict[str, NDArray[np.generic]],
    uses: Counter[str],
) -> _Activation | None:
    """The activation around a Pow(Sin(α * y), 2), if it is one: y + it / α, y from a norm, then one convolution."""
    exponent = weights.get(square.input[1])
    if exponent is None or exponent.size != 1 or float(exponent.ravel()[0]) != 2:
        return None
    sine = makers.get(square.input[0])
    product = makers.get(sine.input[0]) if sine is not None and sine.op_type == "Sin" else None
    if sine is None or product is None or product.op_type != "Mul":
        return None
    alpha, norm = _constant_first(product.input, weights)
    divided = _only_reader(square.output[0], readers, "Mul")
    added = _only_reader(divided.output[0], readers, "Add") if divided is not None else None
    convolution = _only_reader(added.output[0], readers, "Conv") if added is not None else None
    shifted = makers.get(norm)
    scaled = makers.get(shifted.input[0]) if shifted is not None and shifted.op_type == "Add" else None
    if divided is None or added is None or convolution is None or shifted is None or scaled is None:
        return None
    inner = [product.output[0], sine.output[0], square.output[0], divided.output[0]]
    if (
        alpha not in weights
        or norm not in added.input
        or uses[norm] != 2
        or any(uses[name] != 1 for name in (*inner, added.output[0]))
        or convolution.input[0] != added.output[0]
        or convolution.input[1] not in weights
        or makers.get(scaled.input[1]) is None
        or makers[scaled.input[1]].input[0] != "scale"
        or makers[shifted.input[1]].input[0] != "shift"
        or not np.all(weights[alpha])
    ):
        return None
    return _Activation(
        norm=norm,
        output=added.output[0],
        alpha=alpha,
        scale=scaled.input[1],
        shift=shifted.input[1],
        convolution=convolution,
        inner=frozenset(inner),
    )


def _constant_first(names: Sequence[str], weights: dict[str, NDArray[np.generic]]) -> tuple[str, str]:
    one, two = names
    return (one, two) if one in weights else (two, one)


def _only_reader(name: str, readers: dict[str, list[onnx.NodeProto]], operation: str) -> onnx.NodeProto | None:
    found = readers.get(name, [])
    return found[0] if len(found) == 1 and found[0].op_type == operation else None
