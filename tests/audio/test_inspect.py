"""The report of a clip: each value is checked on a clip made to have it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from koe.audio.inspect import inspect
from koe.types import Samples

RATE = 24_000


def resonance(samples: Samples, frequency_hz: float, bandwidth_hz: float) -> Samples:
    """A formant filter, by its impulse response."""
    time_s = np.arange(600) / RATE
    response = np.exp(-np.pi * bandwidth_hz * time_s) * np.sin(2 * np.pi * frequency_hz * time_s)
    return np.convolve(samples, response)[: len(samples)].astype(np.float32)


def vowel(duration_s: float, pitch_hz: float = 120) -> Samples:
    """Glottal pulses through three formants, faded in and out."""
    phase = np.cumsum(np.full(round(duration_s * RATE), pitch_hz / RATE))
    pulses = np.diff(np.exp(-(((phase % 1 - 0.5) / 0.08) ** 2)), prepend=0)
    formants = ((600, 80), (1400, 120), (2800, 200))
    spoken = np.sum([resonance(pulses, frequency_hz, width_hz) for frequency_hz, width_hz in formants], axis=0)
    spoken *= np.hanning(len(spoken)) ** 0.5
    return np.asarray(0.4 * spoken / np.abs(spoken).max(), dtype=np.float32)


def fricative(duration_s: float) -> Samples:
    noise = np.random.default_rng(1).standard_normal(round(duration_s * RATE))
    noise *= np.hanning(len(noise))
    return (0.03 * np.diff(noise, prepend=0)).astype(np.float32)


def plosive() -> Samples:
    """Silence, then a burst that decays into breath noise."""
    time_s = np.arange(1200) / RATE
    breath = np.random.default_rng(4).standard_normal(1200) * (np.exp(-time_s / 0.002) + 0.25 * np.exp(-time_s / 0.02))
    return np.concatenate([np.zeros(1000), 0.1 * breath]).astype(np.float32)


def quiet(duration_s: float) -> Samples:
    return (1e-4 * np.random.default_rng(3).standard_normal(round(duration_s * RATE))).astype(np.float32)


def speech() -> Samples:
    syllable = [fricative(0.12), vowel(0.25), plosive(), vowel(0.3, 115)]
    return np.concatenate([quiet(0.1), *syllable, quiet(0.4), *syllable, fricative(0.1), vowel(0.2), quiet(0.25)])


def test_clean_speech_has_no_faults() -> None:
    found = inspect(speech(), RATE)
    assert found.clicks_s == ()
    assert found.clipped_samples == 0
    assert abs(found.dc_offset) < 0.02


def test_length_and_silence_at_the_edges() -> None:
    found = inspect(speech(), RATE)
    assert found.sample_rate_hz == RATE
    assert found.duration_s == len(speech()) / RATE
    assert found.leading_silence_s == pytest.approx(0.1, abs=0.01)
    assert found.trailing_silence_s == pytest.approx(0.25, abs=0.01)


def test_pauses_longer_than_100_ms_are_found() -> None:
    """The silence before the plosive is shorter."""
    (pause,) = inspect(speech(), RATE).pauses
    assert pause.duration_s == pytest.approx(0.4, abs=0.02)
    assert pause.start_s == pytest.approx((len(speech()) / RATE - 0.4 - 0.3 - 0.35) / 2 + 0.1, abs=0.05)


@pytest.mark.parametrize("pitch_hz", [80, 120, 210, 320])
def test_pitch_of_a_vowel_is_found(pitch_hz: float) -> None:
    assert inspect(vowel(1, pitch_hz), RATE).median_pitch_hz == pytest.approx(pitch_hz, rel=0.02)


def test_noise_has_no_pitch() -> None:
    assert inspect(fricative(1), RATE).median_pitch_hz is None


def test_levels_of_a_sine_are_right() -> None:
    samples = (0.5 * np.sin(2 * np.pi * 997 * np.arange(RATE) / RATE)).astype(np.float32)
    found = inspect(samples, RATE)
    assert found.rms_dbfs == pytest.approx(-9.03, abs=0.01)
    assert found.true_peak_dbtp == pytest.approx(-6.02, abs=0.02)
    assert found.loudness_lufs == pytest.approx(-9.03, abs=0.05)


def test_peaks_between_samples_count() -> None:
    samples = (np.hanning(RATE) * np.sin(np.pi / 2 * np.arange(RATE) + np.pi / 4)).astype(np.float32)
    assert np.abs(samples).max() < 0.71
    assert inspect(samples, RATE).true_peak_dbtp == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(("level", "clipped"), [(0.999, 0), (32_767 / 32_768, 3), (1.0, 3), (-1.2, 3)])
def test_samples_at_full_scale_count_as_clipped(level: float, clipped: int) -> None:
    samples = speech()
    samples[5000:5003] = level
    assert inspect(samples, RATE).clipped_samples == clipped


def test_dc_offset_is_found() -> None:
    assert inspect(speech() + np.float32(0.1), RATE).dc_offset == pytest.approx(0.1, abs=0.02)


def single_sample(samples: Samples, place: int) -> None:
    samples[place] += 0.3


def plateau_of_1_ms(samples: Samples, place: int) -> None:
    samples[place : place + 24] += 0.3


def burst_of_1_ms(samples: Samples, place: int) -> None:
    samples[place : place + 24] += (0.3 * np.hanning(24) * np.tile([1, -1], 12)).astype(np.float32)


def missing_samples(samples: Samples, place: int) -> None:
    samples[place : place + 3] = -samples[place : place + 3] - np.float32(0.1)


FAULTS = [single_sample, plateau_of_1_ms, burst_of_1_ms, missing_samples]
PLACES_S = {"in a vowel": 0.35, "in another": 0.6, "in a pause": 1.0, "at the end": 2.35}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("place_s", PLACES_S.values(), ids=PLACES_S)
def test_planted_click_is_found(fault: Callable[[Samples, int], None], place_s: float) -> None:
    samples = speech()
    fault(samples, round(place_s * RATE))
    clicks = inspect(samples, RATE).clicks_s
    assert len(clicks) == 1
    assert clicks[0] == pytest.approx(place_s, abs=0.0015)


@pytest.mark.parametrize("pitch_hz", [75, 110, 180])
def test_pulses_of_a_creaky_voice_are_not_clicks(pitch_hz: float) -> None:
    """Each pulse is as sharp as a click, but others are near it."""
    pulses = np.zeros(RATE, dtype=np.float32)
    pulses[:: round(RATE / pitch_hz)] = 0.3
    assert inspect(resonance(pulses, 700, 90) + pulses, RATE).clicks_s == ()


@pytest.mark.parametrize(("click", "found"), [(0.16, 1), (0.08, 0)])
def test_noise_hides_small_clicks(click: float, found: int) -> None:
    samples = np.random.default_rng(6).normal(0, 0.005, RATE).astype(np.float32)
    samples[RATE // 2] += click
    assert len(inspect(samples, RATE).clicks_s) == found


def test_every_click_is_counted() -> None:
    samples = speech()
    places_s = [0.3, 0.34, 0.6, 1.0, 1.05, 1.4]
    for place_s in places_s:
        single_sample(samples, round(place_s * RATE))
    assert inspect(samples, RATE).clicks_s == pytest.approx(places_s, abs=0.001)


def test_level_of_a_clip_does_not_change_its_clicks() -> None:
    samples = speech()
    single_sample(samples, RATE // 3)
    assert len(inspect(samples * np.float32(0.1), RATE).clicks_s) == 1
    assert inspect(speech() * np.float32(2), RATE).clicks_s == ()


def test_sound_that_is_cut_off_clicks() -> None:
    samples = vowel(0.5)
    cut = 6000 + int(np.abs(samples[6000:6200]).argmax())
    samples[cut:] = 0
    assert inspect(samples, RATE).clicks_s == pytest.approx([cut / RATE], abs=0.001)


@pytest.mark.parametrize("length", [0, 1, 5, 100, RATE])
def test_silence_has_no_loudness_no_peak_and_no_pitch(length: int) -> None:
    found = inspect(np.zeros(length, dtype=np.float32), RATE)
    assert (found.loudness_lufs, found.true_peak_dbtp, found.rms_dbfs, found.median_pitch_hz) == (None,) * 4
    assert (found.leading_silence_s, found.trailing_silence_s, found.pauses, found.clicks_s) == (
        length / RATE,
        0,
        (),
        (),
    )


@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100, 48_000])
def test_other_sample_rates_are_measured(rate: int) -> None:
    time_s = np.arange(2 * rate) / rate
    tones = sum(0.1 * np.cos(2 * np.pi * 150 * n * time_s + n * n) for n in range(1, 10))
    samples = (np.hanning(len(time_s)) * tones).astype(np.float32)
    found = inspect(samples, rate)
    assert found.median_pitch_hz == pytest.approx(150, rel=0.02)
    assert found.clicks_s == ()
    samples[rate] += 0.3
    assert inspect(samples, rate).clicks_s == pytest.approx([1.0], abs=0.001)
