"""AudioBlock -> 16-bit little-endian PCM."""

from __future__ import annotations

import numpy as np

from koe.types import AudioBlock

BYTES_PER_SAMPLE = 2
_FULL_SCALE = 32767


def encode_pcm(block: AudioBlock) -> bytes:
    scaled = np.rint(np.clip(block.samples, -1.0, 1.0) * _FULL_SCALE)
    return scaled.astype("<i2").tobytes()
