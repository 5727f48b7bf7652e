"""Blocks of a span -> the same with short edges: Kokoro frames speech in 0.2-0.7 s of near-silence."""

from __future__ import annotations

import numpy as np

from koe.constants import AUDIBLE
from koe.types import AudioBlock, Cue, Samples

# How much of the near-silence is kept: enough for a plosive's onset and for the last breath.
LEAD_MS = 30
TAIL_MS = 50
_FADE_MS = 5


class Trimmer:
    """Cuts near-silence off both ends of a span. Silence inside it is held back until more speech comes.

    With `gap_ms`, silence is added at the end so that the next span, trimmed as well, is heard that long after this.
    """

    def __init__(self, gap_ms: float | None = None) -> None:
        self._gap_ms = gap_ms
        self._held: Samples = np.zeros(0, dtype=np.float32)
        self._cues: tuple[Cue, ...] = ()
        self._has_begun = False
        self._rate_hz = 0

    def process(self, block: AudioBlock) -> AudioBlock | None:
        """The audible part, with the silence held back before it; None where the block only adds to that silence."""
        rate = self._rate_hz = block.sample_rate_hz
        self._cues += tuple(cue.later(len(self._held) / rate) for cue in block.cues)
        samples = np.concatenate([self._held, block.samples])
        audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
        if audible.size == 0:
            self._held = samples
            return None
        start, stop = 0, int(audible[-1]) + 1
        if not self._has_begun:
            start = max(0, int(audible[0]) - _samples(LEAD_MS, rate))
        speech = samples[start:stop]
        cues = tuple(cue.later(max(-start / rate, -cue.start_s)) for cue in self._cues)
        trimmed = AudioBlock(speech if self._has_begun else _faded_in(speech, rate), rate, cues=cues)
        self._has_begun, self._held, self._cues = True, samples[stop:], ()
        return trimmed

    def flush(self) -> AudioBlock | None:
        """The end of the span; None if nothing in it was audible."""
        if not self._has_begun:
            return None
        return AudioBlock(_tail(self._held, self._gap_ms, self._rate_hz), self._rate_hz, cues=self._cues)


def _tail(held: Samples, gap_ms: float | None, rate: int) -> Samples:
    """The silence at the end: the first TAIL_MS of it, cut or padded to `gap_ms` minus the lead of the next span."""
    tail = held[: _samples(TAIL_MS, rate)]
    if gap_ms is None:
        return _faded_out(tail, rate)
    length = max(0, _samples(gap_ms - LEAD_MS, rate))
    tail = _faded_out(tail[:length], rate)
    return np.pad(tail, (0, length - len(tail)))


def _samples(duration_ms: float, sample_rate_hz: int) -> int:
    return round(duration_ms * sample_rate_hz / 1000)


def _faded_in(samples: Samples, sample_rate_hz: int) -> Samples:
    """A linear ramp: the cut may fall into faint noise, and a step there would click."""
    faded = samples.copy()
    length = min(_samples(_FADE_MS, sample_rate_hz), len(faded))
    faded[:length] *= np.linspace(0, 1, length, dtype=np.float32)
    return faded


def _faded_out(samples: Samples, sample_rate_hz: int) -> Samples:
    return _faded_in(samples[::-1], sample_rate_hz)[::-1]
