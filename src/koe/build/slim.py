"""The generator's cut and a set of slim weights -> the same graph with fewer inner channels in its residual blocks.

A residual block convolves its 256 or 128 channels to as many inner ones and back. A slim block has fewer inner
channels, chosen and trained so that the block computes nearly the same (training/slim). Only shapes change: norms,
windows and the passes that rewrite the graph work on it as on the full one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from koe.build.graph import with_nodes
from koe.errors import StageError

Weights = Mapping[str, NDArray[np.float32]]

_PREFIX = "decoder.decoder.generator."
_NODES = "/decoder/decoder/generator/"
BLOCKS = ("noise_res.0", "noise_res.1", *(f"resblocks.{number}" for number in range(6)))
LAYERS = range(3)  # pairs of convolutions in a block
_SMALL = 4_000  # values
_STEPS = ".steps"


def tensor_names() -> dict[str, str]:
    """Names of the weights -> names of the tensors of the published graph. Its exporter folded the weight norm of the
    convolutions into products, and numbered them."""
    names = {f"ups.{number}.weight": f"{_NODES}Mul{suffix}_output_0" for number, suffix in enumerate(("", "_1"))}
    names["conv_post.weight"] = f"{_NODES}Mul_2_output_0"
    for name in ("ups.0.bias", "ups.1.bias", "conv_post.bias"):
        names[name] = _PREFIX + name
    for number in range(2):
        names |= {
            f"noise_convs.{number}.{part}": f"{_PREFIX}noise_convs.{number}.{part}" for part in ("weight", "bias")
        }
    for block in BLOCKS:
        for layer in LAYERS:
            names[f"{block}.convs1.{layer}.weight"] = f"{_NODES}{block}/Mul_{2 + 6 * layer}_output_0"
            names[f"{block}.convs2.{layer}.weight"] = f"{_NODES}{block}/Mul_{5 + 6 * layer}_output_0"
            for convolution in ("convs1", "convs2"):
                names[f"{block}.{convolution}.{layer}.bias"] = f"{_PREFIX}{block}.{convolution}.{layer}.bias"
            for half in (1, 2):
                names[f"{block}.alpha{half}.{layer}"] = f"{_PREFIX}{block}.alpha{half}.{layer}"
                for part in ("weight", "bias"):
                    linear = f"{block}.adain{half}.{layer}.fc.{part}"
                    names[linear] = _PREFIX + linear
    return names


def read_weights(model: onnx.ModelProto) -> dict[str, NDArray[np.float32]]:
    """The weights of a generator's cut, by the names of `tensor_names`."""
    tensors = {tensor.name: tensor for tensor in model.graph.initializer}
    return {name: numpy_helper.to_array(tensors[tensor]) for name, tensor in tensor_names().items()}


def load_weights(path: Path) -> dict[str, NDArray[np.float32]]:
    """Weights that `save_weights` has stored."""
    with np.load(path) as arrays:
        weights = {name: arrays[name].astype(np.float32) for name in arrays.files if not name.endswith(_STEPS)}
        for name, array in weights.items():
            if name + _STEPS in arrays.files:
                array *= _by_row(arrays[name + _STEPS], array)
    return weights


def save_weights(weights: Weights, path: Path) -> None:
    """Large arrays in 255 steps for each row, which is an output channel of a convolution; small ones as they are."""
    stored: dict[str, NDArray[Any]] = {}
    for name, array in weights.items():
        if array.size < _SMALL:
            stored[name] = array
            continue
        steps = np.abs(array).reshape(len(array), -1).max(axis=1) / 127 + np.float32(1e-12)
        stored[name] = np.rint(array / _by_row(steps, array)).astype(np.int8)
        stored[name + _STEPS] = steps
    np.savez_compressed(path, **stored)  # type: ignore[arg-type]  # the stub takes the names for its own options


def _by_row(values: NDArray[np.float32], array: NDArray[Any]) -> NDArray[np.float32]:
    return values.reshape(-1, *(1 for _ in array.shape[1:]))


def with_weights(model: onnx.ModelProto, weights: Weights) -> onnx.ModelProto:
    """A copy of the generator's cut with these weights; those that are not given stay as they are."""
    names = tensor_names()
    if unknown := sorted(set(weights) - set(names)):
        raise StageError(f"The slim generator has weights that the graph does not have: {', '.join(unknown[:3])}.")
    values: dict[str, NDArray[Any]] = {names[name]: array for name, array in weights.items()}
    renamed: dict[str, dict[int, str]] = {}  # by node: number of the input -> the constant it gets
    for block in BLOCKS:
        for layer in LAYERS:
            for half in (1, 2):
                alpha = weights.get(f"{block}.alpha{half}.{layer}")
                if alpha is not None:
                    suffix = f"_{2 * layer + half - 1}" if layer or half == 2 else ""
                    values[f"{_NODES}{block}/Reciprocal{suffix}_output_0"] = 1 / alpha
            inner = weights.get(f"{block}.convs1.{layer}.bias")
            if inner is None:
                continue
            # Gain and bias of the inner norm are the halves of one product: its slices end at K and 2 K.
            ends = {f"slim_{count}": np.array([count], dtype=np.int64) for count in (len(inner), 2 * len(inner))}
            values |= ends
            one, two = ends
            norm = f"{_NODES}{block}/adain2.{layer}/"
            renamed[f"{norm}Slice"] = {2: one}
            renamed[f"{norm}Slice_1"] = {1: one, 2: two}
    nodes = [_with_inputs(node, renamed.get(node.name, {})) for node in model.graph.node]
    kept = onnx.ModelProto()
    kept.CopyFrom(model)
    del kept.graph.value_info[:]  # the inner shapes are those of the full generator
    old = [tensor for tensor in model.graph.initializer if tensor.name not in values]
    del kept.graph.initializer[:]
    kept.graph.initializer.extend(old)
    return with_nodes(kept, nodes, values)


def _with_inputs(node: onnx.NodeProto, inputs: Mapping[int, str]) -> onnx.NodeProto:
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    for number, name in inputs.items():
        copy.input[number] = name
    return copy
