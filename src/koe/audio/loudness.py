"""Audio -> how loud it is, after ITU-R BS.1770-4, and the same audio as loud as it should be."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from koe.audio.limiter import CEILING_DBTP, limited
from koe.types import AudioBlock, Samples

TARGET_LUFS = -16.0
# Neither silence nor a single "oh" is blown up, and noise is not carried along.
LARGEST_GAIN_DB = 20.0
# The limiter takes loudness away, 0.2 LU of most voices and 2 of one with high peaks: more gain then, so many times.
_ROUNDS = 6
_CLOSE_LU = 0.05

_HOPS_PER_SECOND = 10
_HOPS_PER_BLOCK = 4  # 400 ms, three quarters of them shared with the next block
_ABSOLUTE_GATE_LUFS = -70.0
_RELATIVE_GATE_LU = -10.0
_OFFSET_LU = -0.691  # a full-scale sine of 997 Hz in one channel reads -3.01
# The high-pass of the K-weighting has fallen to a hundred-thousandth after so long.
_MEMORY_S = 0.06

_Reals = NDArray[np.float64]


class LoudnessMeter:
    """Listens to one channel. Works on hops of 100 ms from the beginning of the stream: how the audio is cut makes no
    difference, and an unfinished hop at the end is not counted."""

    def __init__(self, rate: int) -> None:
        self._hop = _hop(rate)
        self._memory = round(_MEMORY_S * rate)
        self._weighting = _k_weighting(rate, self._memory + self._hop)
        self._heard: Samples = np.zeros(self._memory, dtype=np.float32)
        self._hops: list[float] = []
        self._blocks = array("d")

    def add(self, samples: Samples) -> None:
        self._heard = np.concatenate([self._heard, samples])
        size = self._memory + self._hop
        start = 0
        while start + size <= len(self._heard):
            self._add_hop(self._heard[start : start + size])
            start += self._hop
        self._heard = self._heard[start:]

    def _add_hop(self, heard: Samples) -> None:
        """Weighted by a product of spectra; the beginning, where the end would run into it, is what came before."""
        spectrum = np.fft.rfft(heard.astype(np.float64)) * self._weighting
        weighted = np.fft.irfft(spectrum, len(heard))[self._memory :]
        self._hops = [*self._hops[1 - _HOPS_PER_BLOCK :], float(np.dot(weighted, weighted)) / self._hop]
        if len(self._hops) == _HOPS_PER_BLOCK:
            self._blocks.append(sum(self._hops) / _HOPS_PER_BLOCK)

    @property
    def integrated_lufs(self) -> float | None:
        """None when nothing passed the gates."""
        passed = self._passed()
        return _lufs(float(passed.mean())) if passed.size else None

    @property
    def gated_s(self) -> float:
        """How much the integrated loudness rests on."""
        return self._passed().size / _HOPS_PER_SECOND

    def _passed(self) -> _Reals:
        powers: _Reals = np.array(self._blocks)
        powers = powers[powers > _power(_ABSOLUTE_GATE_LUFS)]
        if powers.size == 0:
            return powers
        gate = float(powers.mean()) * 10 ** (_RELATIVE_GATE_LU / 10)
        return np.asarray(powers[powers > gate])


def loudness_lufs(samples: Samples, rate: int) -> float | None:
    """Of a whole clip. One shorter than a block of 400 ms is measured as if silence followed: it reads lower than it
    would if it went on, as the ear has it."""
    meter = LoudnessMeter(rate)
    shortest = _HOPS_PER_BLOCK * _hop(rate)
    meter.add(np.pad(samples, (0, max(0, shortest - len(samples)))))
    return meter.integrated_lufs


@dataclass(frozen=True, slots=True)
class Calibration:
    """The gain that brings a clip to the target, and how much of it the limiter takes away again."""

    gain_db: float
    loss_lu: float = 0.0


def calibrate(
    samples: Samples, rate: int, target_lufs: float = TARGET_LUFS, ceiling_dbtp: float = CEILING_DBTP
) -> Calibration:
    """What cannot be measured needs no gain."""
    measured = loudness_lufs(samples, rate)
    if measured is None:
        return Calibration(0.0)
    gain_db = _bounded(target_lufs - measured, LARGEST_GAIN_DB)
    for _ in range(_ROUNDS):
        reached = loudness_lufs(_amplified(samples, rate, gain_db, ceiling_dbtp), rate)
        missing = 0.0 if reached is None else target_lufs - reached
        if abs(missing) < _CLOSE_LU:
            break
        gain_db = _bounded(gain_db + missing, LARGEST_GAIN_DB)
    return Calibration(gain_db, max(0.0, measured + gain_db - target_lufs))


def normalized(
    samples: Samples, rate: int, target_lufs: float = TARGET_LUFS, ceiling_dbtp: float = CEILING_DBTP
) -> Samples:
    """A whole clip at the target, as long as it was."""
    return _amplified(samples, rate, calibrate(samples, rate, target_lufs, ceiling_dbtp).gain_db, ceiling_dbtp)


def _amplified(samples: Samples, rate: int, gain_db: float, ceiling_dbtp: float) -> Samples:
    return limited(samples * np.float32(_amplitude(gain_db)), rate, ceiling_dbtp)


class StreamLeveller:
    """Brings a stream to the target while it is spoken: begins with the gain that the voice needs as a rule, and leans
    slowly towards what this stream needs. The gain moves along straight lines, from one hop of 100 ms to the next."""

    LARGEST_CORRECTION_DB = 3.0
    FASTEST_DB_PER_S = 0.5  # below what is heard as a change
    SHORTEST_S = 3.0  # of speech; the loudness of less is that of a word or two

    def __init__(
        self, rate: int, voice_gain_db: float, target_lufs: float = TARGET_LUFS, voice_loss_lu: float = 0.0
    ) -> None:
        """`voice_loss_lu` is what the limiter behind will take of this voice, so that it is not counted twice."""
        self._meter = LoudnessMeter(rate)
        self._target_lufs = target_lufs + voice_loss_lu
        self._hop = _hop(rate)
        self._start_db = _bounded(voice_gain_db, LARGEST_GAIN_DB)
        self._correction_db = 0.0  # at the end of the hop
        self._from, self._to = (_amplitude(self._start_db),) * 2
        self._place = 0  # in the hop

    @property
    def gain_db(self) -> float:
        """Where the gain will be at the end of this hop."""
        return self._start_db + self._correction_db

    def process(self, block: AudioBlock) -> AudioBlock:
        """Blocks that follow one another, without an overlap."""
        parts = []
        start = 0
        while start < len(block.samples):
            part = block.samples[start : start + self._hop - self._place]
            parts.append(part * self._gain(len(part)))
            self._listen(part)
            start += len(part)
        return replace(block, samples=np.concatenate(parts) if parts else block.samples)

    def _gain(self, length: int) -> Samples:
        places = np.arange(self._place, self._place + length, dtype=np.float64) / self._hop
        return (self._from + (self._to - self._from) * places).astype(np.float32)

    def _listen(self, samples: Samples) -> None:
        self._meter.add(samples)
        self._place += len(samples)
        if self._place == self._hop:
            self._place = 0
            self._correction_db = self._next_correction_db()
            self._from, self._to = self._to, _amplitude(self.gain_db)

    def _next_correction_db(self) -> float:
        loudness = self._meter.integrated_lufs
        if loudness is None or self._meter.gated_s < self.SHORTEST_S:
            return self._correction_db
        wanted = _bounded(self._target_lufs - loudness - self._start_db, self.LARGEST_CORRECTION_DB)
        return self._correction_db + _bounded(wanted - self._correction_db, self.FASTEST_DB_PER_S / _HOPS_PER_SECOND)


def _k_weighting(rate: int, size: int) -> NDArray[np.complex128]:
    """The response at the frequencies of an FFT: a shelf for the head, then a high-pass. The standard gives both for
    48 kHz; these are the analogue filters that they come from, so that they hold at every rate."""
    z = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
    shelf = 10 ** (3.999843853973347 / 20)
    head = _second_order(z, rate, 1681.974450955533, 0.7071752369554196, (shelf, shelf**0.4996667741545416, 1.0))
    # The high-pass of the standard has the numerator 1, -2, 1 at every rate, and so no gain of exactly one above.
    warped = math.tan(math.pi * 38.13547087602444 / rate)
    plain = 1 + warped / 0.5003270373238773 + warped**2
    high_pass = _second_order(z, rate, 38.13547087602444, 0.5003270373238773, (1.0, 0.0, 0.0)) * plain
    return head * high_pass


def _second_order(
    z: NDArray[np.complex128], rate: int, frequency_hz: float, quality: float, gains: tuple[float, float, float]
) -> NDArray[np.complex128]:
    """An analogue filter by the bilinear transform: its gains above, at and below the frequency. `z` is a delay."""
    warped = math.tan(math.pi * frequency_hz / rate)
    above, at, below = gains
    terms = ((1 - z) ** 2, warped / quality * (1 - z**2), warped**2 * (1 + z) ** 2)
    return (above * terms[0] + at * terms[1] + below * terms[2]) / (terms[0] + terms[1] + terms[2])


def _hop(rate: int) -> int:
    return int(rate / _HOPS_PER_SECOND + 0.5)


def _bounded(value: float, largest: float) -> float:
    return max(-largest, min(largest, value))


def _amplitude(gain_db: float) -> float:
    return float(10 ** (gain_db / 20))


def _lufs(power: float) -> float:
    return _OFFSET_LU + 10 * math.log10(power)


def _power(lufs: float) -> float:
    return float(10 ** ((lufs - _OFFSET_LU) / 10))
