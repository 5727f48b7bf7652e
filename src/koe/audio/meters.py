"""A whole clip -> one measure of it: level, clipping, silences, pitch or clicks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from koe.constants import AUDIBLE
from koe.types import Samples

FULL_SCALE = 32_767 / 32_768 - 1e-6  # the largest sample of 16 bits, and everything above

_PITCH_WINDOW_S = 0.05
_PITCH_STEP_S = 0.02
_LOWEST_HZ, _HIGHEST_HZ = 65.0, 450.0
_VOICED = 0.5  # autocorrelation of a window at one period, relative to that at zero
_FAINT = 1e-3  # of the loudest window's power: a window below this is not a voice

_SLICES_PER_SECOND = 2000
_USUAL = 0.999
_USUAL_OVER_S = 0.5
# Sharpness is the eighth difference: it keeps the upper half of the spectrum, where speech has little energy and a
# click as much as anywhere. A sample that is off by 1 gives a sharpness of 0.27 and a step of a half. The floors are
# those of a click of -50 dBFS.
_DIFFERENCES = 8
_FLOOR_OF_SHARPNESS = 2e-4
_FLOOR_OF_STEPS = 5e-4
_FAR_MS = 15  # contains at least one glottal pulse of every voice, before and after


class _ClickRule(NamedTuple):
    """A click is `times_sharper` than everything from `near_ms` to 15 ms before and after it, and its step is
    `times_usual` the usual one."""

    near_ms: int
    times_sharper: float
    times_usual: float


# First rule: a single sample or a burst is over within 1 ms. Second: a plateau of 1 ms has two edges, which a hard
# onset resembles. In eleven minutes of 54 voices nothing is more than 4.0 (first rule) and 6.3 (second) times sharper.
_RULES = (_ClickRule(1, 4.6, 0.8), _ClickRule(2, 7.5, 1.25))

_Reals = NDArray[np.float64]


def level_db(amplitude: float) -> float | None:
    """None for an amplitude of 0."""
    return float(20 * np.log10(amplitude)) if amplitude > 0 else None


def rms_dbfs(samples: Samples) -> float | None:
    return level_db(float(np.sqrt(np.mean(samples.astype(np.float64) ** 2)))) if samples.size else None


def count_clipped(samples: Samples) -> int:
    return int(np.count_nonzero(np.abs(samples) >= FULL_SCALE))


def find_silences(samples: Samples, longer_than: int) -> list[tuple[int, int]]:
    """Start and stop of each stretch below -50 dBFS that is longer than `longer_than` samples. The first and the last
    one are the edges of the clip, however short."""
    audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
    if audible.size == 0:
        return [(0, len(samples)), (len(samples), len(samples))]
    inside = np.flatnonzero(np.diff(audible) - 1 > longer_than)
    pauses = [(int(audible[place]) + 1, int(audible[place + 1])) for place in inside]
    return [(0, int(audible[0])), *pauses, (int(audible[-1]) + 1, len(samples))]


def median_pitch_hz(samples: Samples, rate: int) -> float | None:
    """Median over the voiced windows, by autocorrelation; None if there are none."""
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
    correlation = np.fft.irfft(spectrum)
    shortest, longest = int(rate / _HIGHEST_HZ), int(rate / _LOWEST_HZ)
    lag = shortest + int(correlation[shortest:longest].argmax())
    # A maximum at the edge of the range is the slope of a peak outside of it.
    is_peak = correlation[lag - 1] < correlation[lag] > correlation[lag + 1]
    return rate / lag if is_peak and correlation[lag] > _VOICED * correlation[0] else None


def find_clicks(samples: Samples, rate: int) -> list[int]:
    """Positions at which the signal makes an unusually large step and is, for 1 ms at most, much sharper than before
    and after. A click inside an "s" is not found; the ear does not hear it either."""
    length = max(1, rate // _SLICES_PER_SECOND)
    sharpness = _difference(samples, _DIFFERENCES)
    steps = _difference(samples, 1)
    sharpest, largest = _per_slice(sharpness, length), _per_slice(steps, length)
    if sharpest.size == 0:
        return []
    # The step may lie in the slice beside the one with the sharpest sample.
    leaps = sliding_window_view(np.pad(largest / _usual(steps, length, largest.size), 1), 3).max(axis=1)
    matches = [
        (sharpest > rule.times_sharper * _around(sharpest, rule.near_ms)) & (leaps > rule.times_usual)
        for rule in _RULES
    ]
    found = np.flatnonzero(np.logical_or.reduce(matches))
    # Adjacent slices belong to one click; its position is the sharpest sample.
    groups = np.split(found, np.flatnonzero(np.diff(found) > _SLICES_PER_SECOND // 1000) + 1) if found.size else []
    return [int(g[0]) * length + int(sharpness[g[0] * length : (g[-1] + 1) * length].argmax()) for g in groups]


def _difference(samples: Samples, order: int) -> _Reals:
    """Pads with silence, so that a clip that begins or ends in the middle of a sound clicks there."""
    around = np.pad(samples.astype(np.float64), (order - order // 2, order // 2))
    return np.asarray(np.abs(np.diff(around, order)) / 2**order)


def _per_slice(values: _Reals, length: int) -> _Reals:
    """The largest value of each slice of half a millisecond; the last slice is padded with zeros."""
    count = -(-len(values) // length)
    return np.asarray(np.pad(values, (0, count * length - len(values))).reshape(count, length).max(axis=1))


def _around(sharpest: _Reals, near_ms: int) -> _Reals:
    """For each slice, the sharpest one from `near_ms` to 15 ms before or after it."""
    near, far = (ms * _SLICES_PER_SECOND // 1000 for ms in (near_ms, _FAR_MS))
    windows = sliding_window_view(np.pad(sharpest, far), far - near + 1).max(axis=1)
    before, after = windows[: len(sharpest)], windows[far + near : far + near + len(sharpest)]
    return np.asarray(np.maximum(np.maximum(before, after), _FLOOR_OF_SHARPNESS))


def _usual(steps: _Reals, length: int, count: int) -> _Reals:
    """For each slice, the 99.9 % quantile of the steps around it."""
    usual = np.empty(count)
    stride = round(_USUAL_OVER_S * _SLICES_PER_SECOND / 5)
    for start in range(0, count, stride):
        first, last = max(0, start - 2 * stride), start + 3 * stride
        usual[start : start + stride] = np.quantile(steps[first * length : last * length], _USUAL)
    return np.maximum(usual, _FLOOR_OF_STEPS)
