"""Blocks -> the same blocks, louder or softer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from koe.types import Step


def amplified(blocks: Iterable[Step], gain_db: float) -> Iterator[Step]:
    """May go above full scale: whoever turns it into integers limits it first."""
    factor = np.float32(10 ** (gain_db / 20))
    for block in blocks:
        yield block if block is None or factor == 1 else replace(block, samples=block.samples * factor)
