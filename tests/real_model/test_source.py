"""The source stage with a convolution gives what the published one gives, its rounding errors included."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from numpy.typing import NDArray

from koe.build.source import FREQUENCIES, with_convolved_source
from koe.build.split import cut
from koe.cli.assemble import MODEL, asset_store
from koe.errors import StageError
from koe.model.phase import HarmonicPhase
from koe.settings import Settings

Floats = NDArray[np.float32]
HOPS = 60  # of a half-frame
VOICED, VOICELESS = range(10, 50), range(60, 70)


@pytest.fixture(scope="module")
def published() -> onnx.ModelProto:
    return cut(onnx.load(asset_store(Settings()).path(MODEL)), "source")


@pytest.fixture(scope="module")
def sources(published: onnx.ModelProto) -> tuple[Floats, Floats]:
    pitch_hz = np.zeros((1, 80), np.float32)
    pitch_hz[:, VOICED] = 180 + 60 * np.sin(np.linspace(0, 5, len(VOICED), dtype=np.float32))
    inputs = {"phase": HarmonicPhase(pitch_hz).between(0, 80), "pitch_hz": pitch_hz}
    first, second = (
        ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, inputs)[0]
        for model in (published, with_convolved_source(published))
    )
    return first, second


def test_magnitudes_are_the_same(sources: tuple[Floats, Floats]) -> None:
    expected, found = (source[:, :FREQUENCIES] for source in sources)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() < 1e-6


def test_angles_are_the_same_even_where_they_are_rounding_errors(sources: tuple[Floats, Floats]) -> None:
    expected, found = (source[0, FREQUENCIES:, HOPS * VOICED.start : HOPS * VOICED.stop] for source in sources)
    same = (np.abs(found - expected) < 0.01).mean(axis=1)
    assert (np.abs(expected[[0, -1]]) > 3).mean() > 0.3  # π or -π, as the error has it
    assert same.min() > 0.98


def test_nothing_differs_where_no_voice_sounds(sources: tuple[Floats, Floats]) -> None:
    expected, found = (source[:, :, HOPS * VOICELESS.start : HOPS * VOICELESS.stop] for source in sources)
    assert np.array_equal(found, expected)


def test_another_graph_is_refused(published: onnx.ModelProto) -> None:
    other = onnx.ModelProto()
    other.CopyFrom(published)
    tanh = next(node for node in other.graph.node if node.op_type == "Tanh")
    tanh.op_type = "Sigmoid"
    with pytest.raises(StageError):
        with_convolved_source(other)
