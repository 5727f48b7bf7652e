"""Values of rate, pitch and volume in SSML's <prosody> -> numbers, and the ranges that are allowed."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

NUMBER = r"(?P<number>[0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})"
_MULTIPLIER = re.compile(NUMBER)
_PERCENT = re.compile(rf"(?P<sign>[+-]?){NUMBER}%")
_SEMITONES = re.compile(rf"(?P<sign>[+-]?){NUMBER}st")
_HERTZ = re.compile(rf"(?P<sign>[+-]?){NUMBER}hz")
_MARGIN = 1e-5
_LONGEST_VALUE = 100
_DECIBELS = re.compile(rf"(?P<sign>[+-]?){NUMBER}dB")


@dataclass(frozen=True, slots=True)
class Scale:
    """The values of one attribute of <prosody>. `read` gives None for text that is not a value."""

    labels: Mapping[str, float]
    read: Callable[[str], float | None]
    lowest: float
    highest: float
    combined: Callable[[float, float], float]
    apart: Callable[[float, float], float]  # the inverse of `combined`
    written: str  # how `read` takes a number
    allowed: str

    def value(self, written: str) -> float | None:
        number = self.labels[written] if written in self.labels else self.read(written)
        return number if number is not None and self.holds(number) else None

    def holds(self, number: float) -> bool:
        return self.lowest - 1e-9 <= number <= self.highest + 1e-9

    def nearest(self, around: float, number: float) -> str:
        """The allowed value nearest to `number` inside an element with the value `around`, as text."""
        inside = self._clamped(self.combined(around, self._clamped(number)))
        return self.written.format(self.apart(inside, around))

    def _clamped(self, number: float) -> float:
        """A little inside the range, because it is rounded when it is written."""
        return min(max(number, self.lowest + _MARGIN), self.highest - _MARGIN)


def _signed(match: re.Match[str]) -> float:
    return float(match["number"]) * (-1 if match["sign"] == "-" else 1)


def _ratio(written: str) -> float | None:
    """ "80%" is 0.8; "+20%" is 1.2."""
    percent = _PERCENT.fullmatch(written)
    if percent is None:
        return None
    return (1.0 if percent["sign"] else 0.0) + _signed(percent) / 100


def _rate(written: str) -> float | None:
    return float(written) if _MULTIPLIER.fullmatch(written) else _ratio(written)


def _pitch(written: str) -> float | None:
    semitones = _SEMITONES.fullmatch(written)
    return 2 ** (_signed(semitones) / 12) if semitones else _ratio(written)


def _volume_db(written: str) -> float | None:
    decibels = _DECIBELS.fullmatch(written)
    if decibels:
        return _signed(decibels)
    amplitude = _ratio(written)
    return 20 * math.log10(amplitude) if amplitude is not None and amplitude > 0 else None


SCALES: Mapping[str, Scale] = {
    "rate": Scale(
        {"x-slow": 0.5, "slow": 0.75, "medium": 1, "default": 1, "fast": 1.25, "x-fast": 1.75},
        _rate, 0.5, 2.0, operator.mul, operator.truediv, "{:.6f}",
        allowed="x-slow, slow, medium, fast, x-fast, default, or 50% to 200%, -50% to +100%, 0.5 to 2; "
        "nested values multiply",
    ),
    "pitch": Scale(
        {"x-low": 0.75, "low": 0.9, "medium": 1, "default": 1, "high": 1.12, "x-high": 1.3},
        _pitch, 0.5, 1.5, operator.mul, operator.truediv, "{:.6%}",
        allowed="x-low, low, medium, high, x-high, default, or 50% to 150%, -50% to +50%, -12st to +7st; "
        "nested values multiply",
    ),
    "volume": Scale(
        {"silent": -60, "x-soft": -12, "soft": -6, "medium": 0, "default": 0, "loud": 3, "x-loud": 6},
        _volume_db, -60.0, 12.0, operator.add, operator.sub, "{:+.6f}dB",
        allowed="silent, x-soft, soft, medium, loud, x-loud, default, or -60dB to +12dB, 1% to 398%, -99% to +298%; "
        "nested values add up in dB",
    ),
}  # fmt: skip


class ProsodyValues(NamedTuple):
    """One value for each of `SCALES`: rate and pitch as factors, volume in dB."""

    rate: float = 1.0
    pitch: float = 1.0
    volume: float = 0.0

    def combined(self, inner: ProsodyValues) -> ProsodyValues:
        """These values with those of an element inside."""
        return ProsodyValues(*(SCALES[name].combined(*pair) for name, *pair in zip(SCALES, self, inner, strict=True)))


def tolerant_value(name: str, written: str, pitch_hz: float) -> float | None:
    """A value of one of `SCALES` as other services write it, in the range or not: `90` for a volume, hertz for a pitch
    (`pitch_hz` is what the voice has without it), spaces and capitals. None: it means nothing."""
    plain = "".join(written[:_LONGEST_VALUE].split()).lower()
    if plain in SCALES[name].labels:
        return SCALES[name].labels[plain]
    if name == "pitch":
        return _tolerant_pitch(plain, pitch_hz)
    return _tolerant_volume_db(plain) if name == "volume" else _rate(plain)


def _tolerant_pitch(written: str, pitch_hz: float) -> float | None:
    hertz = _HERTZ.fullmatch(written)
    if hertz:
        return ((pitch_hz if hertz["sign"] else 0.0) + _signed(hertz)) / pitch_hz
    factor = _pitch(written)
    # "10%" is more likely meant as "+10%" than as three octaves down.
    return None if factor is not None and factor < 0.25 else factor


def _tolerant_volume_db(written: str) -> float | None:
    """A number is a percentage of the usual amplitude, or with a sign a change of it."""
    decibels = _DECIBELS.fullmatch(written.replace("db", "dB"))
    if decibels:
        return _signed(decibels)
    amplitude = _ratio(written if written.endswith("%") else f"{written}%")
    if amplitude is None:
        return None
    return 20 * math.log10(amplitude) if amplitude > 0 else SCALES["volume"].lowest
