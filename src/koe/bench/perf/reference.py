"""Fixed work of the kind that the model does, as a speaker of the perf gate: it never changes with koe.

A machine that is shared slows products of eight bits and convolutions in single precision down by different factors: on
two virtual cores koe, with eight bits, took 0.38 of the CPU time of kokoro-onnx in one hour and 0.55 in another.
"""

from __future__ import annotations

import os
import time
from typing import Any, cast

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from koe.bench.speakers import CpuClock, Spoken
from koe.build.graph import open_model

# As in the generator: convolutions of eleven taps over some thousand steps, each written as one product.
_STEPS, _CHANNELS, _TAPS, _LAYERS = 1280, 256, 11, 6
_RUNS = 3
_SEED = 20_261_119
_CONTRIBUTED = "com.microsoft"
_LARGEST = 127


class Reference:
    """Does its work, whatever the text; what it returns counts as one second of speech."""

    def __init__(self) -> None:
        self._session = open_model(reference_model())
        self._x = np.random.default_rng(_SEED).standard_normal((1, _STEPS, _CHANNELS)).astype(np.float32)

    def speak(self, _text: str) -> Spoken:
        clock, began_s = CpuClock(os.getpid()), time.perf_counter()
        for _ in range(_RUNS):
            self.run()
        took_s, used_s = time.perf_counter() - began_s, clock.used_s
        return Spoken(took_s, took_s, took_s, 1.0, cpu_s=used_s, first_cpu_s=used_s)

    def run(self) -> NDArray[np.float32]:
        return cast(NDArray[np.float32], self._session.run({"x": self._x})[f"y_{_LAYERS - 1}"])


def reference_model() -> onnx.ModelProto:
    """Layers of a quantised input, a product in eight bits, and an activation in single precision."""
    draws = np.random.default_rng(_SEED)
    nodes: list[onnx.NodeProto] = []
    weights: dict[str, NDArray[Any]] = {
        "zeros": np.zeros(_CHANNELS, np.int8),
        "steps": np.full(_CHANNELS, 1 / (_LARGEST * np.sqrt(_TAPS * _CHANNELS)), np.float32),
        "pads": np.array([0, _TAPS // 2, 0, 0, _TAPS // 2, 0], np.int64),
        "axis": np.array([1], np.int64),
        **{f"at_{tap}": np.array([tap], np.int64) for tap in range(_TAPS)},
        **{f"to_{tap}": np.array([tap + _STEPS], np.int64) for tap in range(_TAPS)},
    }
    x = "x"
    for layer in range(_LAYERS):
        kernel = draws.integers(-_LARGEST, _LARGEST, (_TAPS * _CHANNELS, _CHANNELS))
        weights[f"kernel_{layer}"] = kernel.astype(np.int8)
        nodes += _layer(x, layer)
        x = f"y_{layer}"
    graph = helper.make_graph(
        nodes,
        "reference",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, _STEPS, _CHANNELS])],
        [helper.make_tensor_value_info(x, TensorProto.FLOAT, [1, _STEPS, _CHANNELS])],
        [numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    operations = [helper.make_opsetid("", 17), helper.make_opsetid(_CONTRIBUTED, 1)]
    return helper.make_model(graph, opset_imports=operations, ir_version=9)


def _layer(x: str, layer: int) -> list[onnx.NodeProto]:
    def of(part: str) -> str:
        return f"{part}_{layer}"

    taps = [of(f"tap_{tap}") for tap in range(_TAPS)]
    return [
        helper.make_node("DynamicQuantizeLinear", [x], [of("bytes"), of("step"), of("zero")]),
        helper.make_node("Pad", [of("bytes"), "pads", of("zero")], [of("padded")]),
        *(
            helper.make_node("Slice", [of("padded"), f"at_{tap}", f"to_{tap}", "axis"], [name])
            for tap, name in enumerate(taps)
        ),
        helper.make_node("Concat", taps, [of("unfolded")], axis=2),
        helper.make_node(
            "MatMulIntegerToFloat",
            [of("unfolded"), of("kernel"), of("step"), "steps", of("zero"), "zeros"],
            [of("product")],
            domain=_CONTRIBUTED,
        ),
        helper.make_node("Sin", [of("product")], [of("wave")]),
        helper.make_node("Add", [of("product"), of("wave")], [of("y")]),
    ]
