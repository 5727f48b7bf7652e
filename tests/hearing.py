"""What is measured in speech: how loud, how high, where it is silent."""

from __future__ import annotations

import numpy as np

from koe.audio import meters
from koe.engine.engine import Engine
from koe.types import Samples, SpeechRequest

RATE_HZ = 24_000
SILENT = 10 ** (-50 / 20)


def spoken(engine: Engine, text: str, voice: str = "af_heart", **more: object) -> Samples:
    request = SpeechRequest(text, voice, live=False, **more)  # type: ignore[arg-type]
    return np.concatenate([block.samples for block in engine.stream(engine.prepare(request))])


def pauses_ms(samples: Samples, longer_than_ms: float = 100) -> list[float]:
    """Lengths of the stretches inside in which nothing can be heard."""
    loud = np.flatnonzero(np.abs(samples) > SILENT)
    gaps = np.diff(loud) / RATE_HZ * 1000
    return [float(gap) for gap in gaps if gap > longer_than_ms]


def audible_s(samples: Samples) -> float:
    """From the first sound to the last."""
    loud = np.flatnonzero(np.abs(samples) > SILENT)
    return float(loud[-1] - loud[0]) / RATE_HZ


def level_db(samples: Samples) -> float:
    """Of what can be heard."""
    frames = samples[: len(samples) // 480 * 480].reshape(-1, 480)
    power = (frames**2).mean(axis=1)
    return float(10 * np.log10(power[power > power.max() / 1000].mean()))


def median_pitch_hz(samples: Samples) -> float:
    pitch_hz = meters.median_pitch_hz(samples, RATE_HZ)
    assert pitch_hz is not None
    return pitch_hz
