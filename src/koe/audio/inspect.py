"""A whole clip -> a report: loudness, peaks, clipping, clicks, silences and pitch."""

from __future__ import annotations

from dataclasses import dataclass

from koe.audio.limiter import true_peak
from koe.audio.loudness import loudness_lufs
from koe.audio.meters import count_clipped, find_clicks, find_silences, level_db, median_pitch_hz, rms_dbfs
from koe.types import Samples

SHORTEST_PAUSE_S = 0.1


@dataclass(frozen=True, slots=True)
class Pause:
    start_s: float
    duration_s: float


@dataclass(frozen=True, slots=True)
class Inspection:
    """Values are None where there is nothing to measure: silence has no loudness, noise has no pitch."""

    sample_rate_hz: int
    duration_s: float
    loudness_lufs: float | None
    true_peak_dbtp: float | None
    rms_dbfs: float | None
    clipped_samples: int
    dc_offset: float
    clicks_s: tuple[float, ...]
    leading_silence_s: float
    trailing_silence_s: float
    pauses: tuple[Pause, ...]  # inside the clip, longer than 100 ms
    median_pitch_hz: float | None


def inspect(samples: Samples, rate: int) -> Inspection:
    leading, *pauses, trailing = find_silences(samples, longer_than=round(SHORTEST_PAUSE_S * rate))
    return Inspection(
        sample_rate_hz=rate,
        duration_s=len(samples) / rate,
        loudness_lufs=loudness_lufs(samples, rate),
        true_peak_dbtp=level_db(true_peak(samples)),
        rms_dbfs=rms_dbfs(samples),
        clipped_samples=count_clipped(samples),
        dc_offset=float(samples.mean(dtype=float)) if samples.size else 0.0,
        clicks_s=tuple(place / rate for place in find_clicks(samples, rate)),
        leading_silence_s=(leading[1] - leading[0]) / rate,
        trailing_silence_s=(trailing[1] - trailing[0]) / rate,
        pauses=tuple(Pause(start / rate, (stop - start) / rate) for start, stop in pauses),
        median_pitch_hz=median_pitch_hz(samples, rate),
    )
