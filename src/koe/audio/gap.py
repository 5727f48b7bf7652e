"""Filler in 16-bit audio: silence where speech is late, with edges that do not click.

Both edges belong to the filler. The speech around it stays as it is, so that a recorder that drops the filler has the
samples of a stream without a gap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from koe.audio.join import rise

Pcm = NDArray[np.int16]

EDGE_S = 0.005


class GapFiller:
    """Of one stream. Sees all its speech, in order."""

    def __init__(self, sample_rate_hz: int) -> None:
        self._edge = round(EDGE_S * sample_rate_hz)
        self._last = 0
        self._is_open = False

    def filler(self, count: int) -> Pcm:
        """Silence that begins at the level of the last sample of the speech before it."""
        quiet = np.zeros(count, dtype=np.int16)
        fall = min(self._edge, count)
        quiet[:fall] = np.rint(self._last * rise(fall)[::-1])
        self._last, self._is_open = 0, True
        return quiet

    def edge_before(self, speech: Pcm) -> Pcm:
        """What leads from the filler to the speech; empty if no filler came before it."""
        if not len(speech):
            return speech
        edge = np.zeros(0, dtype=np.int16)
        if self._is_open:
            edge = np.rint(int(speech[0]) * rise(self._edge)).astype(np.int16)
        self._last, self._is_open = int(speech[-1]), False
        return edge
