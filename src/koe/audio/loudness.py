"""Audio -> its loudness in LUFS (ITU-R BS.1770-4), and the same audio brought to a target loudness."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from koe.audio.limiter import CEILING_DBTP, Limiter
from koe.types import AudioBlock, Samples

TARGET_LUFS = -16.0
# Bounds the gain, so that near-silence, a single "oh" or background noise is not amplified to full loudness.
LARGEST_GAIN_DB = 20.0
# The limiter lowers the loudness: by 0.2 LU for most voices, by 2 for one with high peaks. So the gain is corrected and
# measured again, at most this many times.
_ROUNDS = 6
_CLOSE_LU = 0.05

_HOPS_PER_SECOND = 10
_HOPS_PER_BLOCK = 4  # 400 ms; neighbouring blocks overlap by three quarters
_ABSOLUTE_GATE_LUFS = -70.0
_RELATIVE_GATE_LU = -10.0
_OFFSET_LU = -0.691  # a full-scale sine of 997 Hz in one channel reads -3.01
# After this time the impulse response of the K-weighting high-pass has fallen to 1e-5.
_MEMORY_S = 0.06

_Reals = NDArray[np.float64]
# A clip in parts, from its beginning each time it is called: it is read several times.
Parts = Callable[[], Iterable[Samples]]


class LoudnessMeter:
    """Measures one channel while it is added. Works on hops of 100 ms from the beginning of the stream, so the result
    does not depend on how the audio is cut into blocks; an unfinished hop at the end is not counted."""

    def __init__(self, rate: int) -> None:
        self._hop = _hop(rate)
        self._memory = round(_MEMORY_S * rate)
        self._weighting = _k_weighting(rate, self._memory + self._hop)
        self._pending: Samples = np.zeros(self._memory, dtype=np.float32)
        self._hops: list[float] = []
        self._blocks = array("d")

    def add(self, samples: Samples) -> None:
        self._pending = np.concatenate([self._pending, samples])
        size = self._memory + self._hop
        start = 0
        while start + size <= len(self._pending):
            self._add_hop(self._pending[start : start + size])
            start += self._hop
        self._pending = self._pending[start:]

    def _add_hop(self, samples: Samples) -> None:
        """Filter by multiplying spectra. This is a circular convolution: only the first `_memory` samples, which come
        before the hop, are wrong, and they are dropped."""
        spectrum = np.fft.rfft(samples.astype(np.float64)) * self._weighting
        weighted = np.fft.irfft(spectrum, len(samples))[self._memory :]
        self._hops = [*self._hops[1 - _HOPS_PER_BLOCK :], float(np.dot(weighted, weighted)) / self._hop]
        if len(self._hops) == _HOPS_PER_BLOCK:
            self._blocks.append(sum(self._hops) / _HOPS_PER_BLOCK)

    @property
    def integrated_lufs(self) -> float | None:
        """None if no block passed the gates."""
        passed = self._passed()
        return _lufs(float(passed.mean())) if passed.size else None

    @property
    def gated_s(self) -> float:
        """Seconds of audio that passed the gates."""
        return self._passed().size / _HOPS_PER_SECOND

    def _passed(self) -> _Reals:
        powers: _Reals = np.array(self._blocks)
        powers = powers[powers > _power(_ABSOLUTE_GATE_LUFS)]
        if powers.size == 0:
            return powers
        gate = float(powers.mean()) * 10 ** (_RELATIVE_GATE_LU / 10)
        return np.asarray(powers[powers > gate])


def loudness_lufs(samples: Samples, rate: int) -> float | None:
    """Measure a whole clip. A clip shorter than a block of 400 ms is padded with silence: it reads lower than if it
    went on, as the ear hears it."""
    return _loudness_of([samples], rate)


def _loudness_of(parts: Iterable[Samples], rate: int) -> float | None:
    meter = LoudnessMeter(rate)
    missing = _HOPS_PER_BLOCK * _hop(rate)
    for part in parts:
        meter.add(part)
        missing -= len(part)
    meter.add(np.zeros(max(0, missing), dtype=np.float32))
    return meter.integrated_lufs


@dataclass(frozen=True, slots=True)
class LoudnessGain:
    """The gain that brings a clip to the target loudness, and how much of that loudness the limiter removes again."""

    gain_db: float
    loss_lu: float = 0.0


def gain_to_target(
    samples: Samples, rate: int, target_lufs: float = TARGET_LUFS, ceiling_dbtp: float = CEILING_DBTP
) -> LoudnessGain:
    """Find the gain for a clip. A clip whose loudness cannot be measured gets 0 dB."""
    return gain_of_parts(lambda: [samples], rate, target_lufs, ceiling_dbtp)


def gain_of_parts(
    clip: Parts, rate: int, target_lufs: float = TARGET_LUFS, ceiling_dbtp: float = CEILING_DBTP
) -> LoudnessGain:
    """As `gain_to_target`, for a clip that is too long to be held in memory."""
    measured = _loudness_of(clip(), rate)
    if measured is None:
        return LoudnessGain(0.0)
    gain_db = _bounded(target_lufs - measured, LARGEST_GAIN_DB)
    for _ in range(_ROUNDS):
        reached = _loudness_of(amplified_parts(clip(), rate, gain_db, ceiling_dbtp), rate)
        missing = 0.0 if reached is None else target_lufs - reached
        if abs(missing) < _CLOSE_LU:
            break
        gain_db = _bounded(gain_db + missing, LARGEST_GAIN_DB)
    return LoudnessGain(gain_db, max(0.0, measured + gain_db - target_lufs))


def normalized(
    samples: Samples, rate: int, target_lufs: float = TARGET_LUFS, ceiling_dbtp: float = CEILING_DBTP
) -> Samples:
    """Bring a whole clip to the target loudness. Its length does not change."""
    gain_db = gain_to_target(samples, rate, target_lufs, ceiling_dbtp).gain_db
    return np.concatenate(list(amplified_parts([samples], rate, gain_db, ceiling_dbtp)))


def amplified_parts(
    parts: Iterable[Samples], rate: int, gain_db: float, ceiling_dbtp: float = CEILING_DBTP
) -> Iterator[Samples]:
    """The parts of a clip at another gain, with limited peaks. How the clip is cut makes no difference."""
    limiter = Limiter(rate, ceiling_dbtp)
    factor = np.float32(_amplitude(gain_db))
    for part in parts:
        yield limiter.process(part * factor)
    yield limiter.flush()


class StreamLeveller:
    """Brings a stream to the target loudness while it is spoken: starts with a given gain and moves slowly to the gain
    that this stream needs. The gain is linear within each hop of 100 ms."""

    LARGEST_CORRECTION_DB = 3.0
    FASTEST_DB_PER_S = 0.5  # below what is heard as a change
    SHORTEST_S = 3.0  # of speech before the first correction: one or two words say little about the loudness

    def __init__(
        self, rate: int, start_gain_db: float, target_lufs: float = TARGET_LUFS, voice_loss_lu: float = 0.0
    ) -> None:
        """`start_gain_db`: the request's volume, as blocks already have the gain of their voice. `voice_loss_lu`: the
        loudness that the limiter will remove from this voice; the target is higher by it."""
        self._meter = LoudnessMeter(rate)
        self._target_lufs = target_lufs + voice_loss_lu
        self._hop = _hop(rate)
        self._start_db = _bounded(start_gain_db, LARGEST_GAIN_DB)
        self._correction_db = 0.0  # reached at the end of the hop
        self._from, self._to = (_amplitude(self._start_db),) * 2
        self._position = 0  # in the hop

    @property
    def gain_db(self) -> float:
        """The gain at the end of this hop."""
        return self._start_db + self._correction_db

    def process(self, block: AudioBlock) -> AudioBlock:
        """Takes consecutive blocks without overlap."""
        parts = []
        start = 0
        while start < len(block.samples):
            part = block.samples[start : start + self._hop - self._position]
            parts.append(part * self._gain(len(part)))
            self._measure(part)
            start += len(part)
        return replace(block, samples=np.concatenate(parts) if parts else block.samples)

    def _gain(self, length: int) -> Samples:
        places = np.arange(self._position, self._position + length, dtype=np.float64) / self._hop
        return (self._from + (self._to - self._from) * places).astype(np.float32)

    def _measure(self, samples: Samples) -> None:
        self._meter.add(samples)
        self._position += len(samples)
        if self._position == self._hop:
            self._position = 0
            self._correction_db = self._next_correction_db()
            self._from, self._to = self._to, _amplitude(self.gain_db)

    def _next_correction_db(self) -> float:
        loudness = self._meter.integrated_lufs
        if loudness is None or self._meter.gated_s < self.SHORTEST_S:
            return self._correction_db
        wanted = _bounded(self._target_lufs - loudness - self._start_db, self.LARGEST_CORRECTION_DB)
        return self._correction_db + _bounded(wanted - self._correction_db, self.FASTEST_DB_PER_S / _HOPS_PER_SECOND)


def _k_weighting(rate: int, size: int) -> NDArray[np.complex128]:
    """The frequency response at the bins of an FFT: a shelf that models the head, then a high-pass. The standard gives
    both filters for 48 kHz; these are the analogue prototypes they come from, so they are right at every rate."""
    z = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
    shelf = 10 ** (3.999843853973347 / 20)
    head = _second_order(z, rate, 1681.974450955533, 0.7071752369554196, (shelf, shelf**0.4996667741545416, 1.0))
    # The high-pass of the standard has the numerator 1, -2, 1 at every rate, so its gain at the top is not exactly one.
    warped = math.tan(math.pi * 38.13547087602444 / rate)
    plain = 1 + warped / 0.5003270373238773 + warped**2
    high_pass = _second_order(z, rate, 38.13547087602444, 0.5003270373238773, (1.0, 0.0, 0.0)) * plain
    return head * high_pass


def _second_order(
    z: NDArray[np.complex128], rate: int, frequency_hz: float, quality: float, gains: tuple[float, float, float]
) -> NDArray[np.complex128]:
    """An analogue second-order filter by the bilinear transform. `gains` are those above, at and below the frequency;
    `z` is a delay of one sample."""
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
