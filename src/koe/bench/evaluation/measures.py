"""A measured clip -> the numbers that are reported: similarity, ratings, loudness, durations and pitch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from koe.bench.evaluation.clips import EvaluationClip
from koe.bench.evaluation.store import Values
from koe.bench.metrics import LOG_SPECTRAL_DISTANCE, PESQ, Metric


@dataclass(frozen=True, slots=True)
class MeasuredClip:
    """Part -> values, of the build and of the reference. A part that was not measured is missing."""

    clip: EvaluationClip
    build: Mapping[str, Values]
    reference: Mapping[str, Values]


# None: not measured, or not measurable.
Value = Callable[[MeasuredClip], float | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of a clip."""

    key: str
    label: str
    value: Value
    more_is_better: bool = True


def _similarity(metric: Metric, way: str) -> Measure:
    def value(measured: MeasuredClip) -> float | None:
        found: float | None = measured.build.get("similarity", {}).get(way, {}).get(metric.key)
        return found

    return Measure(f"{way}_{metric.key}", f"{metric.label}, {way}", value, metric.more_is_better)


def _own(part: str, name: str, scale: float = 1.0) -> Value:
    def value(measured: MeasuredClip) -> float | None:
        found = measured.build.get(part, {}).get(name)
        return None if found is None else scale * found

    return value


def _of_reference(part: str, name: str) -> Value:
    def value(measured: MeasuredClip) -> float | None:
        found: float | None = measured.reference.get(part, {}).get(name)
        return found

    return value


def _change(part: str, name: str) -> Value:
    """From the reference to the build."""

    def value(measured: MeasuredClip) -> float | None:
        before, after = (values.get(part, {}).get(name) for values in (measured.reference, measured.build))
        return None if before is None or after is None else after - before

    return value


def _either_way(signed: Value) -> Value:
    def value(measured: MeasuredClip) -> float | None:
        found = signed(measured)
        return None if found is None else abs(found)

    return value


def _less_is_better(key: str, label: str, value: Value) -> Measure:
    return Measure(key, label, value, more_is_better=False)


STREAMED_PESQ, WHOLE_PESQ = (_similarity(PESQ, way) for way in ("streamed", "whole"))
STREAMED_DISTANCE, WHOLE_DISTANCE = (_similarity(LOG_SPECTRAL_DISTANCE, way) for way in ("streamed", "whole"))
MOS_CHANGE = Measure("mos_change", "DNSMOS, change", _change("mos", "overall"))
_LOUDNESS_CHANGE = _either_way(_change("sound", "lufs"))
_LENGTH_CHANGE = _either_way(_own("prosody", "length_change", 100))

MEASURES = (
    STREAMED_PESQ,
    WHOLE_PESQ,
    STREAMED_DISTANCE,
    WHOLE_DISTANCE,
    Measure("mos", "DNSMOS", _own("mos", "overall")),
    Measure("reference_mos", "DNSMOS of the reference", _of_reference("mos", "overall")),
    MOS_CHANGE,
    Measure("mos_signal_change", "DNSMOS signal, change", _change("mos", "signal")),
    Measure("mos_background_change", "DNSMOS background, change", _change("mos", "background")),
    _less_is_better("loudness_change_lu", "loudness, change ±, LU", _LOUDNESS_CHANGE),
    Measure("same_durations", "durations kept, %", _own("prosody", "same_durations", 100)),
    _less_is_better("durations_far_off", "durations off by 2 frames, %", _own("prosody", "durations_far_off", 100)),
    _less_is_better("length_change", "length, change ±, %", _LENGTH_CHANGE),
    _less_is_better("pitch_cents", "pitch, change ±, cents", _own("prosody", "pitch_cents")),
    _less_is_better("other_voicing", "voicing changed, %", _own("prosody", "other_voicing", 100)),
)
