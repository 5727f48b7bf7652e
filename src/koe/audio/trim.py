"""The blocks of an utterance -> the same with short edges: Kokoro frames speech in 0.2-0.7 s of near-silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from koe.audio.pause import silence
from koe.types import AudioBlock, Samples, Step

AUDIBLE = 10 ** (-50 / 20)  # -50 dBFS
# What stays of the near-silence: enough for a plosive's onset and for the last breath.
LEAD_MS = 30
TAIL_MS = 50
_FADE_MS = 5


def trim(blocks: Iterable[Step], pause_ms: float = 0) -> Iterator[Step]:
    """Cut near-silence off both ends and add a pause. Silence inside stays: it is held back until more speech comes."""
    held: Samples = np.zeros(0, dtype=np.float32)
    begun = False
    rate = 0
    for block in blocks:
        if block is None:
            yield None
            continue
        rate = block.sample_rate_hz
        samples = np.concatenate([held, block.samples])
        audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
        if audible.size == 0:
            held = samples
            yield None
            continue
        start, stop = 0, int(audible[-1]) + 1
        if not begun:
            start = max(0, int(audible[0]) - _samples(LEAD_MS, rate))
        spoken = samples[start:stop]
        yield AudioBlock(spoken if begun else _faded_in(spoken, rate), rate)
        begun, held = True, samples[stop:]
    if begun:
        tail = _faded_out(held[: _samples(TAIL_MS, rate)], rate)
        yield AudioBlock(np.concatenate([tail, silence(pause_ms, rate).samples]), rate)


def _samples(duration_ms: float, sample_rate_hz: int) -> int:
    return round(duration_ms * sample_rate_hz / 1000)


def _faded_in(samples: Samples, sample_rate_hz: int) -> Samples:
    """A straight ramp: the cut may fall into faint noise, and a step there would click."""
    faded = samples.copy()
    length = min(_samples(_FADE_MS, sample_rate_hz), len(faded))
    faded[:length] *= np.linspace(0, 1, length, dtype=np.float32)
    return faded


def _faded_out(samples: Samples, sample_rate_hz: int) -> Samples:
    return _faded_in(samples[::-1], sample_rate_hz)[::-1]
