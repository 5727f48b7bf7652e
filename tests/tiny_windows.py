"""Inputs of the tiny model's generator, for windows of any length."""

from __future__ import annotations

import numpy as np

from koe.model.backends import Array

HOPS_PER_FRAME = 120


def window(frames: int, seed: int = 0) -> dict[str, Array]:
    chance = np.random.default_rng(seed)
    return {
        "trunk": chance.standard_normal((1, 6, 2 * frames)).astype(np.float32),
        "source": chance.standard_normal((1, 1, HOPS_PER_FRAME * frames + 1)).astype(np.float32),
        "scale": np.ones((1, 6, 1), dtype=np.float32),
        "shift": np.zeros((1, 6, 1), dtype=np.float32),
    }
