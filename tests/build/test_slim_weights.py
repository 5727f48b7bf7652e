"""The slim generator's weights are stored in eight bits, a scale for each output channel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from koe.build.recipes import SLIM_WEIGHTS, package_file
from koe.build.slim import BLOCKS, load_weights, save_weights, tensor_names


def test_stored_weights_differ_by_half_a_step_at_most(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    sizes = np.array([1e-4, 1.0, 300.0])[:, None, None]
    large = (chance.standard_normal((3, 200, 7)) * sizes).astype(np.float32)
    small = chance.standard_normal((1, 12, 1)).astype(np.float32)
    save_weights({"large": large, "small": small}, tmp_path / "weights.npz")
    found = load_weights(tmp_path / "weights.npz")
    assert set(found) == {"large", "small"}
    assert np.array_equal(found["small"], small)
    step = np.abs(large).max(axis=(1, 2), keepdims=True) / 127
    assert (np.abs(found["large"] - large) <= 0.51 * step).all()
    assert np.abs(found["large"] - large).max() > 0


def test_a_channel_of_zeros_stays_silent(tmp_path: Path) -> None:
    save_weights({"large": np.zeros((2, 3000), dtype=np.float32)}, tmp_path / "weights.npz")
    assert not load_weights(tmp_path / "weights.npz")["large"].any()


@pytest.mark.parametrize("block", BLOCKS)
def test_the_shipped_weights_are_those_of_a_whole_generator(block: str) -> None:
    weights = load_weights(package_file(SLIM_WEIGHTS))
    assert set(weights) == set(tensor_names())
    for layer in range(3):
        inner = len(weights[f"{block}.convs1.{layer}.bias"])
        assert weights[f"{block}.convs1.{layer}.weight"].shape[0] == inner
        assert weights[f"{block}.convs2.{layer}.weight"].shape[1] == inner
        assert weights[f"{block}.adain2.{layer}.fc.bias"].shape == (2 * inner,)
