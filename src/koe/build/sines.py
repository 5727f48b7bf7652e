"""A stage with squared sines -> the same with polynomials instead.

The generator's activation is x + sin²(αx) / α. ONNX Runtime computes sines on one thread and everything else on all: a
seventh of the generator's time. sin² has the period π, so only the distance r of αx / π to the nearest integer matters,
and sin²(πr) is a polynomial in r² to within 2e-8. Single precision in, single precision out.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from koe.build.graph import with_nodes

DEGREE = 6


def coefficients(degree: int = DEGREE) -> NDArray[np.float64]:
    """Coefficients of q, q², … in sin²(πr) with q = r², fitted over half a period."""
    r = np.linspace(0, 0.5, 20_001)
    powers = np.stack([r ** (2 * power) for power in range(1, degree + 1)], axis=1)
    fitted: NDArray[np.float64] = np.linalg.lstsq(powers, np.sin(np.pi * r) ** 2, rcond=None)[0]
    return fitted


def without_squared_sines(model: onnx.ModelProto) -> onnx.ModelProto:
    """Replaces every Pow(Sin(α * x), 2) whose α is a constant."""
    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    makers = {node.output[0]: node for node in model.graph.node}
    uses = Counter(name for node in model.graph.node for name in node.input)
    uses.update(output.name for output in model.graph.output)
    polynomial = coefficients().astype(np.float32)
    constants: dict[str, NDArray[np.float32]] = {}
    replaced: dict[str, list[onnx.NodeProto]] = {}  # by output of the replaced node
    for square in model.graph.node:
        chain = _squared_sine(square, makers, weights, uses)
        if chain is None:
            continue
        alpha, x, product, sine = chain
        name = f"{square.output[0]}_turns"
        constants[name] = (numpy_helper.to_array(weights[alpha]).astype(np.float64) / np.pi).astype(np.float32)
        replaced[product] = []
        replaced[sine] = []
        replaced[square.output[0]] = _polynomial_nodes(x, name, square.output[0])
    if replaced:
        constants |= {f"sine_{power}": value.reshape(()) for power, value in enumerate(polynomial, start=1)}
    nodes = [new for node in model.graph.node for new in replaced.get(node.output[0], [node])]
    return with_nodes(model, nodes, constants)


def _squared_sine(
    square: onnx.NodeProto,
    makers: dict[str, onnx.NodeProto],
    weights: dict[str, onnx.TensorProto],
    uses: Counter[str],
) -> tuple[str, str, str, str] | None:
    """Names of α, x, their product and its sine, if no other node uses the last two."""
    if square.op_type != "Pow" or square.input[1] not in weights:
        return None
    exponent = numpy_helper.to_array(weights[square.input[1]])
    sine = makers.get(square.input[0])
    if exponent.size != 1 or float(exponent.ravel()[0]) != 2 or sine is None or sine.op_type != "Sin":
        return None
    product = makers.get(sine.input[0])
    if product is None or product.op_type != "Mul" or uses[sine.output[0]] != 1 or uses[product.output[0]] != 1:
        return None
    for alpha, x in (product.input, reversed(product.input)):
        if alpha in weights and x not in weights:
            return alpha, x, product.output[0], sine.output[0]
    return None


def _polynomial_nodes(x: str, alpha: str, output: str) -> list[onnx.NodeProto]:
    turns, whole, rest, square = (f"{output}_{part}" for part in ("turn", "whole", "rest", "square"))
    nodes = [
        helper.make_node("Mul", [alpha, x], [turns]),
        helper.make_node("Round", [turns], [whole]),
        helper.make_node("Sub", [turns, whole], [rest]),
        helper.make_node("Mul", [rest, rest], [square]),
    ]
    value = f"sine_{DEGREE}"
    for power in range(DEGREE - 1, 0, -1):
        raised, summed = f"{output}_raised_{power}", f"{output}_summed_{power}"
        nodes.append(helper.make_node("Mul", [value, square], [raised]))
        nodes.append(helper.make_node("Add", [raised, f"sine_{power}"], [summed]))
        value = summed
    nodes.append(helper.make_node("Mul", [value, square], [output]))
    return nodes
