"""Measurements of speech samples: level, pitch, pauses, and the joining of clips for one Whisper pass."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from koe.audio import meters
from koe.constants import AUDIBLE
from koe.engine.engine import Engine
from koe.types import Samples, SpeechRequest

RATE_HZ = 24_000


def spoken(engine: Engine, text: str, voice: str = "af_heart", **more: object) -> Samples:
    request = SpeechRequest(text, voice, live=False, **more)  # type: ignore[arg-type]
    return np.concatenate([block.samples for block in engine.stream(engine.prepare(request))])


def joined(clips: Iterable[Samples], pause_s: float = 0.8) -> Samples:
    """Clips one after the other, for one Whisper pass: each pass takes as long as one over 30 s, however short."""
    parts = [part for clip in clips for part in (clip, np.zeros(round(pause_s * RATE_HZ), dtype=np.float32))]
    samples = np.concatenate(parts)
    assert len(samples) < 30 * RATE_HZ, "more than one pass hears at once"
    return samples


def pauses_ms(samples: Samples, longer_than_ms: float = 100) -> list[float]:
    """Lengths of the silences between the first and the last sound."""
    loud = np.flatnonzero(np.abs(samples) > AUDIBLE)
    gaps = np.diff(loud) / RATE_HZ * 1000
    return [float(gap) for gap in gaps if gap > longer_than_ms]


def audible_s(samples: Samples) -> float:
    """Seconds from the first sound to the last."""
    loud = np.flatnonzero(np.abs(samples) > AUDIBLE)
    return float(loud[-1] - loud[0]) / RATE_HZ


def level_db(samples: Samples) -> float:
    """Mean level of the audible frames."""
    frames = samples[: len(samples) // 480 * 480].reshape(-1, 480)
    power = (frames**2).mean(axis=1)
    return float(10 * np.log10(power[power > power.max() / 1000].mean()))


def median_pitch_hz(samples: Samples) -> float:
    pitch_hz = meters.median_pitch_hz(samples, RATE_HZ)
    assert pitch_hz is not None
    return pitch_hz
