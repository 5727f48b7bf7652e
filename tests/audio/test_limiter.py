"""The limiter beside a true-peak meter that is not koe's own."""

from __future__ import annotations

import numpy as np
import pytest
import soxr
from hypothesis import given, settings
from hypothesis import strategies as st
from pyebur128.pyebur128 import MeasurementMode, R128State, get_true_peak

from koe.audio.limiter import Limiter, limited, true_peak
from koe.types import Samples

RATE = 24_000
CEILING = 10 ** (-1 / 20)


def metered_dbtp(samples: Samples, rate: int = RATE) -> float:
    state = R128State(1, rate, MeasurementMode.MODE_TRUE_PEAK)
    padded = np.pad(samples, (0, 100))  # its filter looks back, and would miss a peak at the end
    state.add_frames(padded, len(padded))
    return float(20 * np.log10(get_true_peak(state, 0)))


def sine(frequency_hz: float, amplitude: float, degrees: float = 0, duration_s: float = 0.5) -> Samples:
    time_s = np.arange(round(duration_s * RATE)) / RATE
    return np.asarray(amplitude * np.sin(2 * np.pi * frequency_hz * time_s + np.radians(degrees)), dtype=np.float32)


def noise(amplitude: float, length: int = RATE) -> Samples:
    return np.asarray(amplitude * np.random.default_rng(5).uniform(-1, 1, length), dtype=np.float32)


def clicks() -> Samples:
    samples = np.zeros(RATE, dtype=np.float32)
    samples[[0, 1, 700, 5000, 5002, 9000, RATE - 1]] = [1, -1, 1.5, 3, 3, -4, 2]
    return samples


def bursts() -> Samples:
    samples = noise(0.1)
    for start in range(1000, RATE, 3000):
        samples[start : start + 100] *= 40
    return samples


def speech_like(excess_db: float) -> Samples:
    """Harmonics of 120 Hz under syllables, four each second, `excess_db` too loud."""
    time_s = np.arange(2 * RATE) / RATE
    voice = np.sum([np.cos(2 * np.pi * 120 * n * time_s + n * n) / n for n in range(1, 40)], axis=0)
    shaped = voice * (0.1 + np.sin(2 * np.pi * 2 * time_s) ** 2)
    return np.asarray(shaped / np.abs(shaped).max() * CEILING * 10 ** (excess_db / 20), dtype=np.float32)


HARD = {
    "fs/4, between the samples": sine(RATE / 4, 1.0, 45),
    "near fs/4": sine(RATE / 4 + 7, 1.4, 45),
    "near fs/3": sine(RATE / 3 - 3, 1.0, 30),
    "high": sine(10_500, 1.0, 20),
    "low": sine(60, 3.0),
    "clicks": clicks(),
    "noise": noise(1.5),
    "bursts of noise": bursts(),
    "a step": np.concatenate([np.zeros(500), np.full(1000, 2.0), np.zeros(500)]).astype(np.float32),
    "speech 3 dB too loud": speech_like(3),
    "speech 12 dB too loud": speech_like(12),
}


@pytest.mark.parametrize("name", HARD)
def test_no_true_peak_passes_the_ceiling(name: str) -> None:
    samples = limited(HARD[name], RATE)
    assert len(samples) == len(HARD[name])
    assert metered_dbtp(samples) <= -0.95
    assert np.abs(samples).max() <= CEILING + 1e-6


@pytest.mark.parametrize("name", ["near fs/4", "low", "noise", "speech 12 dB too loud"])
def test_no_more_is_taken_away_than_must_be(name: str) -> None:
    assert metered_dbtp(limited(HARD[name], RATE)) > -1.3


@pytest.mark.parametrize("name", ["speech 12 dB too loud", "near fs/4", "low"])
def test_a_finer_meter_finds_no_more(name: str) -> None:
    finer = soxr.resample(limited(HARD[name], RATE), RATE, 16 * RATE, "VHQ")
    middle = finer[RATE:-RATE]  # where the resampler begins and ends, it rings
    assert 20 * np.log10(np.abs(middle).max()) <= -0.8


@pytest.mark.parametrize("rate", [16_000, 22_050, 44_100, 48_000])
@pytest.mark.parametrize("ceiling_dbtp", [-1.0, -3.0])
def test_other_rates_and_ceilings(rate: int, ceiling_dbtp: float) -> None:
    assert metered_dbtp(limited(speech_like(8), rate, ceiling_dbtp), rate) <= ceiling_dbtp + 0.05


@pytest.mark.parametrize("amplitude", [0.0, 0.3, 0.88])
def test_what_is_below_the_ceiling_is_not_touched(amplitude: float) -> None:
    samples = sine(997, amplitude)
    assert np.array_equal(limited(samples, RATE), samples)


def test_it_comes_back_to_what_came_in() -> None:
    samples = np.concatenate([sine(300, 2.0), sine(300, 0.5, duration_s=3)])
    output = limited(samples, RATE)
    assert np.array_equal(output[-RATE:], samples[-RATE:])


def test_a_steady_tone_is_not_pumped() -> None:
    """Its periods are all turned down alike, as soon as the first one is over."""
    output = limited(sine(100, 1.8, duration_s=1), RATE)
    periods = np.abs(output[2400:-2400]).reshape(-1, 240).max(axis=1)
    assert np.ptp(periods) < 0.001
    gain = output[2400:-2400] / sine(100, 1.8, duration_s=1)[2400:-2400]
    loud = np.abs(output[2400:-2400]) > 0.3
    assert np.ptp(20 * np.log10(gain[loud])) < 0.6


def test_the_gain_has_no_steps() -> None:
    carrier = np.full(RATE, 0.5, dtype=np.float32)
    carrier[12_000:12_010] = 3
    gain = limited(carrier, RATE) / carrier
    assert np.abs(np.diff(gain)).max() < 0.05
    # It waits for the peak no longer than the look-ahead, and is on its way back after 100 ms.
    assert gain[12_000 - 48] == 1
    assert gain[11_999] < 0.31
    assert 0.7 < gain[12_000 + 2400] < 0.8


def test_only_the_look_ahead_is_held_back() -> None:
    limiter = Limiter(RATE)
    assert limiter.lookahead == 48
    samples = HARD["speech 12 dB too loud"]
    assert len(limiter.process(samples[:1000])) == 952
    assert len(limiter.process(samples[1000:1020])) == 20
    assert len(limiter.flush()) == 48


@pytest.mark.parametrize("length", [0, 1, 10, 47, 48, 49, 100])
def test_a_short_stream_keeps_its_length(length: int) -> None:
    samples = noise(2.0, length)
    limiter = Limiter(RATE)
    for _ in range(2):  # it begins anew after a flush
        first, rest = limiter.process(samples), limiter.flush()
        assert np.array_equal(np.concatenate([first, rest]), limited(samples, RATE))
        assert len(first) + len(rest) == length


@settings(max_examples=40)
@given(st.sampled_from(["bursts of noise", "speech 12 dB too loud", "clicks"]), st.lists(st.integers(0, 9000)))
def test_cutting_makes_no_difference(name: str, cuts: list[int]) -> None:
    samples = HARD[name][:9000]
    limiter = Limiter(RATE)
    parts = [limiter.process(part) for part in np.split(samples, sorted(cuts))]
    assert np.array_equal(np.concatenate([*parts, limiter.flush()]), limited(samples, RATE))


def test_the_clock_does_not_wear_out() -> None:
    """An hour into a stream, a peak is turned down as at its beginning."""
    samples = HARD["speech 12 dB too loud"]
    limiter = Limiter(RATE)
    limiter._read = 3600 * RATE
    late = np.concatenate([limiter.process(samples), limiter.flush()])[-RATE:]
    assert np.allclose(late, limited(samples, RATE)[-RATE:], atol=1e-6)


@pytest.mark.parametrize("name", ["fs/4, between the samples", "noise", "speech 3 dB too loud"])
def test_the_meter_agrees_with_another(name: str) -> None:
    assert 20 * np.log10(true_peak(HARD[name])) == pytest.approx(metered_dbtp(HARD[name]), abs=0.01)


def test_nothing_is_no_peak() -> None:
    assert true_peak(np.zeros(0, dtype=np.float32)) == 0
