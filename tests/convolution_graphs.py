"""Graphs with convolutions, and what ONNX Runtime makes of them: for tests of the passes that rewrite them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx
import onnxruntime as ort
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Floats = NDArray[np.float32]

# Shorter than a kernel, than a tile, than a dilation; divisible by none of them, by some, by all.
LENGTHS = [*range(1, 31), 97, 200]
OPSET = 20


def noise(*shape: int, loudness: float = 1, seed: int = 0) -> Floats:
    return np.random.default_rng([seed, *shape]).normal(0, loudness, shape).astype(np.float32)


def convolution(
    kernel: str, x: str = "x", y: str = "y", *, taps: int = 3, dilation: int = 1, bias: str | None = None
) -> onnx.NodeProto:
    """A convolution that keeps the length of its input."""
    reach = dilation * (taps // 2)
    inputs = [x, kernel] if bias is None else [x, kernel, bias]
    return helper.make_node("Conv", inputs, [y], kernel_shape=[taps], dilations=[dilation], pads=[reach, reach])


def stage(
    nodes: Sequence[onnx.NodeProto],
    weights: dict[str, Floats],
    *,
    x: Sequence[int | str] = (1, 128, "length"),
    outputs: Sequence[str] = ("y",),
) -> onnx.ModelProto:
    graph = helper.make_graph(
        list(nodes),
        "stage",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, list(x))],
        [
            helper.make_tensor_value_info(y, TensorProto.FLOAT, [f"{y}_{axis}" for axis in range(len(x))])
            for y in outputs
        ],
        [numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = 9
    return model


def one_convolution(
    taps: int, dilation: int = 1, *, inputs: int = 128, outputs: int = 128, has_bias: bool = True
) -> onnx.ModelProto:
    weights = {"kernel": noise(outputs, inputs, taps)}
    if has_bias:
        weights["bias"] = noise(outputs, loudness=3)
    node = convolution("kernel", taps=taps, dilation=dilation, bias="bias" if has_bias else None)
    return stage([node], weights, x=(1, inputs, "length"))


def session(model: onnx.ModelProto) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def run(runner: ort.InferenceSession, x: Floats) -> list[Floats]:
    return list(runner.run(None, {"x": x}))
