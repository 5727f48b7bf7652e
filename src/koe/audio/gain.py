"""Gain in decibels, and a block at another gain."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from koe.types import AudioBlock


def amplitude(gain_db: float) -> np.float32:
    return np.float32(10 ** (gain_db / 20))


def amplified(block: AudioBlock, gain_db: float) -> AudioBlock:
    """The result may exceed full scale: limit it before it becomes integers."""
    factor = amplitude(gain_db)
    return block if factor == 1 else replace(block, samples=block.samples * factor)
