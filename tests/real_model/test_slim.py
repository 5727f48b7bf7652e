"""A generator without some of its inner channels speaks like the full one in which those channels are silent."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime as ort
import pytest

from koe.build.norms import find_layers
from koe.build.slim import read_weights, with_weights
from koe.build.split import cut
from koe.cli.assemble import MODEL, asset_store
from koe.errors import StageError
from koe.settings import Settings

FRAMES = 5
KEPT = 32
BLOCK = "resblocks.4"
LAYER = 1


@pytest.fixture(scope="module")
def generator() -> onnx.ModelProto:
    return cut(onnx.load(asset_store(Settings()).path(MODEL)), "generator")


def speak(model: onnx.ModelProto) -> np.ndarray:
    chance = np.random.default_rng(1)
    feeds = {
        "trunk": chance.standard_normal((1, 512, 2 * FRAMES), dtype=np.float32),
        "source": chance.standard_normal((1, 22, 120 * FRAMES + 1), dtype=np.float32),
        "style": chance.standard_normal((1, 256), dtype=np.float32) * np.float32(0.1),
    }
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    samples: np.ndarray = session.run(["waveform"], feeds)[0]
    return samples


def test_channels_that_are_left_out_are_silent_ones(generator: onnx.ModelProto) -> None:
    weights = read_weights(generator)
    kept = np.sort(np.random.default_rng(2).permutation(128)[:KEPT])
    second = f"{BLOCK}.convs2.{LAYER}.weight"
    silenced = np.zeros_like(weights[second])
    silenced[:, kept] = weights[second][:, kept]
    slim = {second: weights[second][:, kept], f"{BLOCK}.alpha2.{LAYER}": weights[f"{BLOCK}.alpha2.{LAYER}"][:, kept]}
    for part in ("weight", "bias"):
        slim[f"{BLOCK}.convs1.{LAYER}.{part}"] = weights[f"{BLOCK}.convs1.{LAYER}.{part}"][kept]
        linear = weights[f"{BLOCK}.adain2.{LAYER}.fc.{part}"]
        slim[f"{BLOCK}.adain2.{LAYER}.fc.{part}"] = np.concatenate([linear[kept], linear[128 + kept]])
    narrow = with_weights(generator, slim)
    full, expected, found = speak(generator), speak(with_weights(generator, {second: silenced})), speak(narrow)
    assert np.abs(full - expected).max() > 0.01
    assert np.abs(found - expected).max() < 1e-3 * np.abs(expected).max()
    assert sorted(layer.channels for layer in find_layers(narrow.graph))[0] == KEPT


def test_its_own_weights_change_nothing(generator: onnx.ModelProto) -> None:
    assert np.array_equal(speak(with_weights(generator, read_weights(generator))), speak(generator))


def test_weights_of_another_graph_are_refused(generator: onnx.ModelProto) -> None:
    with pytest.raises(StageError, match=r"resblocks\.9"):
        with_weights(generator, {"resblocks.9.convs1.0.bias": np.zeros(1, dtype=np.float32)})
