"""An utterance -> the same with short edges: Kokoro frames speech in 0.2-0.7 s of near-silence."""

from __future__ import annotations

import numpy as np

from koe.types import AudioBlock, Samples

AUDIBLE = 10 ** (-50 / 20)  # -50 dBFS
# What stays of the near-silence: enough for a plosive's onset and for the last breath.
LEAD_MS = 30
TAIL_MS = 50
_FADE_MS = 5


def trim(block: AudioBlock) -> AudioBlock:
    """Cut near-silence off both ends. A block in which nothing is audible comes back as it is."""
    audible = np.flatnonzero(np.abs(block.samples) > AUDIBLE)
    if audible.size == 0:
        return block
    per_ms = block.sample_rate_hz / 1000
    start = max(0, int(audible[0] - LEAD_MS * per_ms))
    stop = min(len(block.samples), int(audible[-1] + 1 + TAIL_MS * per_ms))
    return AudioBlock(_faded(block.samples[start:stop], int(_FADE_MS * per_ms)), block.sample_rate_hz)


def _faded(samples: Samples, length: int) -> Samples:
    """Straight ramps at both edges: the cut may fall into faint noise, and a step there would click."""
    faded = samples.copy()
    length = min(length, len(faded) // 2)
    ramp = np.linspace(0, 1, length, dtype=np.float32)
    faded[:length] *= ramp
    faded[len(faded) - length :] *= ramp[::-1]
    return faded
