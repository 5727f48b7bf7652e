"""The blocks of an utterance -> the same with short edges: Kokoro frames speech in 0.2-0.7 s of near-silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from koe.types import AudioBlock, Cue, Samples, Step

AUDIBLE = 10 ** (-50 / 20)  # -50 dBFS
# What stays of the near-silence: enough for a plosive's onset and for the last breath.
LEAD_MS = 30
TAIL_MS = 50
_FADE_MS = 5


def trim(blocks: Iterable[Step], gap_ms: float | None = None) -> Iterator[Step]:
    """Cut near-silence off both ends. Silence inside stays: it is held back until more speech comes. With a gap, the
    next utterance, trimmed as well, will be heard so long after this one."""
    held: Samples = np.zeros(0, dtype=np.float32)
    cues: tuple[Cue, ...] = ()
    begun = False
    rate = 0
    for block in blocks:
        if block is None:
            yield None
            continue
        rate = block.sample_rate_hz
        cues += tuple(cue.later(len(held) / rate) for cue in block.cues)
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
        cues = tuple(cue.later(max(-start / rate, -cue.start_s)) for cue in cues)
        yield AudioBlock(spoken if begun else _faded_in(spoken, rate), rate, cues=cues)
        begun, held, cues = True, samples[stop:], ()
    if begun:
        yield AudioBlock(_tail(held, gap_ms, rate), rate, cues=cues)


def _tail(held: Samples, gap_ms: float | None, rate: int) -> Samples:
    """What stays of the silence at the end, and as much more as the gap needs besides the next one's lead."""
    tail = held[: _samples(TAIL_MS, rate)]
    if gap_ms is None:
        return _faded_out(tail, rate)
    length = max(0, _samples(gap_ms - LEAD_MS, rate))
    tail = _faded_out(tail[:length], rate)
    return np.pad(tail, (0, length - len(tail)))


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
