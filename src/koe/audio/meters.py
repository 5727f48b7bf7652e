"""A whole clip -> one measure of it: level, silence, pitch, clicks. Loudness and peaks have files of their own."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from koe.audio.trim import AUDIBLE
from koe.types import Samples

FULL_SCALE = 32_767 / 32_768 - 1e-6  # the largest sample of 16 bits, and everything above

_PITCH_WINDOW_S = 0.05
_PITCH_STEP_S = 0.02
_LOWEST_HZ, _HIGHEST_HZ = 65.0, 450.0
_VOICED = 0.5  # likeness of a window to itself, one period later
_FAINT = 1e-3  # of the loudest window's power: too little to be a voice

_FRAMES_PER_SECOND = 2000
_USUAL = 0.999
_USUAL_OVER_S = 0.5
# What an eighth difference leaves is all in the upper half, where speech has little and a click as much as anywhere. A
# sample that is off by 1 leaves 0.27 of it, and half a step. The floors are what a click of -50 dBFS leaves.
_DIFFERENCES = 8
_FLOOR_OF_SHARPNESS = 2e-4
_FLOOR_OF_STEPS = 5e-4
_FAR_MS = 15  # before and after it there is at least one pulse of every voice


class _Rule(NamedTuple):
    """What lies `near_ms` around a click is left out. It is so much sharper than the rest of the 15 ms before and after
    it, and steps so far beyond what is usual."""

    near_ms: int
    times_sharper: float
    times_usual: float


# A sample and a burst are over within 1 ms; a plateau of 1 ms has two edges, which a hard onset can look like. In
# eleven minutes of 54 voices nothing is more than 4.0 and 6.3 times sharper.
_RULES = (_Rule(1, 4.6, 0.8), _Rule(2, 7.5, 1.25))

_Reals = NDArray[np.float64]


def level_db(amplitude: float) -> float | None:
    """None for nothing at all."""
    return float(20 * np.log10(amplitude)) if amplitude > 0 else None


def rms_dbfs(samples: Samples) -> float | None:
    return level_db(float(np.sqrt(np.mean(samples.astype(np.float64) ** 2)))) if samples.size else None


def count_clipped(samples: Samples) -> int:
    return int(np.count_nonzero(np.abs(samples) >= FULL_SCALE))


def find_silences(samples: Samples, longer_than: int) -> list[tuple[int, int]]:
    """Start and stop of the stretches in which nothing reaches -50 dBFS; those at the two edges however short."""
    audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
    if audible.size == 0:
        return [(0, len(samples)), (len(samples), len(samples))]
    inside = np.flatnonzero(np.diff(audible) - 1 > longer_than)
    pauses = [(int(audible[place]) + 1, int(audible[place + 1])) for place in inside]
    return [(0, int(audible[0])), *pauses, (int(audible[-1]) + 1, len(samples))]


def median_pitch_hz(samples: Samples, rate: int) -> float | None:
    """By autocorrelation, where a voice sounds; None where none does."""
    length = round(_PITCH_WINDOW_S * rate)
    if len(samples) < length:
        return None
    windows = sliding_window_view(samples, length)[:: round(_PITCH_STEP_S * rate)]
    powers = np.array([float(np.mean(window**2)) for window in windows])
    loud = np.flatnonzero((powers > powers.max() * _FAINT) & (powers > AUDIBLE**2))
    pitches = [_pitch_hz(windows[place], rate) for place in loud]
    found = [pitch for pitch in pitches if pitch is not None]
    return float(np.median(found)) if found else None


def _pitch_hz(window: Samples, rate: int) -> float | None:
    size = 2 ** (2 * len(window) - 1).bit_length()
    spectrum = np.abs(np.fft.rfft((window - window.mean()) * np.hanning(len(window)), size)) ** 2
    likeness = np.fft.irfft(spectrum)
    shortest, longest = int(rate / _HIGHEST_HZ), int(rate / _LOWEST_HZ)
    lag = shortest + int(likeness[shortest:longest].argmax())
    # At the edge of the range it is no peak, but the slope of one outside.
    is_peak = likeness[lag - 1] < likeness[lag] > likeness[lag + 1]
    return rate / lag if is_peak and likeness[lag] > _VOICED * likeness[0] else None


def find_clicks(samples: Samples, rate: int) -> list[int]:
    """Where the signal makes a step as large as it hardly ever does here, and for 1 ms at most is much sharper than
    before and after. A click in the middle of an s is hidden from this as it is from the ear."""
    frame = max(1, rate // _FRAMES_PER_SECOND)
    sharpness = _difference(samples, _DIFFERENCES)
    steps = _difference(samples, 1)
    sharpest, largest = _per_frame(sharpness, frame), _per_frame(steps, frame)
    if sharpest.size == 0:
        return []
    # The step may fall into the frame beside the sharpest sample.
    leaps = sliding_window_view(np.pad(largest / _usual(steps, frame, largest.size), 1), 3).max(axis=1)
    followed = [
        (sharpest > rule.times_sharper * _around(sharpest, rule.near_ms)) & (leaps > rule.times_usual)
        for rule in _RULES
    ]
    found = np.flatnonzero(np.logical_or.reduce(followed))
    # Frames side by side are of one click: its place is the sharpest sample.
    groups = np.split(found, np.flatnonzero(np.diff(found) > _FRAMES_PER_SECOND // 1000) + 1) if found.size else []
    return [int(g[0]) * frame + int(sharpness[g[0] * frame : (g[-1] + 1) * frame].argmax()) for g in groups]


def _difference(samples: Samples, order: int) -> _Reals:
    """Before and after the clip is silence: one that begins or ends in the middle of a sound clicks."""
    around = np.pad(samples.astype(np.float64), (order - order // 2, order // 2))
    return np.asarray(np.abs(np.diff(around, order)) / 2**order)


def _per_frame(values: _Reals, frame: int) -> _Reals:
    """The largest of each frame of half a millisecond, the last one filled up."""
    count = -(-len(values) // frame)
    return np.asarray(np.pad(values, (0, count * frame - len(values))).reshape(count, frame).max(axis=1))


def _around(sharpest: _Reals, near_ms: int) -> _Reals:
    """The sharpest frame before and after each, from `near_ms` to 15 ms away."""
    near, far = (ms * _FRAMES_PER_SECOND // 1000 for ms in (near_ms, _FAR_MS))
    windows = sliding_window_view(np.pad(sharpest, far), far - near + 1).max(axis=1)
    before, after = windows[: len(sharpest)], windows[far + near : far + near + len(sharpest)]
    return np.asarray(np.maximum(np.maximum(before, after), _FLOOR_OF_SHARPNESS))


def _usual(steps: _Reals, frame: int, count: int) -> _Reals:
    """For each frame, what 99.9 % of the steps around it stay below."""
    usual = np.empty(count)
    stride = round(_USUAL_OVER_S * _FRAMES_PER_SECOND / 5)
    for start in range(0, count, stride):
        first, last = max(0, start - 2 * stride), start + 3 * stride
        usual[start : start + stride] = np.quantile(steps[first * frame : last * frame], _USUAL)
    return np.maximum(usual, _FLOOR_OF_STEPS)
