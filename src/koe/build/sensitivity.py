"""Inputs of a stage -> how large the channels of its convolutions are, and what eight bits in each one alone cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from koe.build.eight_bits import Floats, Ranges, convolutions, with_eight_bit_convolutions
from koe.build.graph import open_model

Inputs = Mapping[str, NDArray[np.generic]]


def channel_ranges(model: onnx.ModelProto, runs: Sequence[Inputs], on_run: Callable[[], None]) -> Ranges:
    """By convolution: the largest magnitude of each input channel in any of the runs."""
    found = convolutions(model)
    tensors = sorted({conv.x for conv in found} - {known.name for known in model.graph.input})
    watched = onnx.ModelProto()
    watched.CopyFrom(model)
    watched.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in tensors)
    session = open_model(watched)
    largest: dict[str, Floats] = {}
    for inputs in runs:
        values = {**inputs, **session.run(inputs)}
        for conv in found:
            size = np.abs(np.asarray(values[conv.x], dtype=np.float32)[0]).max(axis=1)
            largest[conv.name] = np.maximum(largest.get(conv.name, size), size)
        on_run()
    return largest


def decibels_alone(
    model: onnx.ModelProto, runs: Sequence[Inputs], ranges: Ranges, edge: int = 0
) -> Iterator[tuple[str, float]]:
    """Convolution by convolution: the power of the outputs over that of the error which eight bits there cause, in all
    runs together, so that a quiet run does not decide. If there are several outputs, the worst counts. The first and
    last `edge` values of an output are context that is thrown away."""
    session = open_model(model)
    expected = [session.run(inputs) for inputs in runs]
    names = [conv.name for conv in convolutions(model)]
    for name in names:
        one = open_model(with_eight_bit_convolutions(model, ranges, in_floats=set(names) - {name}))
        found = [one.run(inputs) for inputs in runs]
        yield name, min(_decibels(_inner(expected, key, edge), _inner(found, key, edge)) for key in expected[0])


def _inner(runs: Sequence[Inputs], key: str, edge: int) -> NDArray[np.float64]:
    values = [run[key][..., edge : run[key].shape[-1] - edge] for run in runs]
    return np.concatenate([np.ravel(one) for one in values]).astype(np.float64)


def _decibels(exact: NDArray[np.float64], rounded: NDArray[np.float64]) -> float:
    """Infinite if they are equal: an output that the convolution has no part in."""
    error = float(np.sum(np.square(exact - rounded)))
    return 10 * math.log10(float(np.sum(np.square(exact))) / error) if error else math.inf
