from __future__ import annotations

import numpy as np
import pytest

from koe.bench.likeness import (
    jumps_at,
    log_spectral_distance_db,
    pesq_wide_band,
    place_in,
    seams_above_usual,
    signal_to_noise_db,
    stoi,
)
from koe.types import Samples

RATE_HZ = 24_000


def voice(seconds: float = 2.0, seed: int = 0) -> Samples:
    """A gliding buzz that swells four times a second, in a little noise."""
    time_s = np.arange(int(seconds * RATE_HZ)) / RATE_HZ
    phase = 2 * np.pi * (120 * time_s + 10 * np.sin(2 * np.pi * time_s))
    buzz = np.sum([np.sin(harmonic * phase) / harmonic for harmonic in range(1, 20)], axis=0)
    swell = 0.5 - 0.5 * np.cos(2 * np.pi * 4 * time_s)
    noise = np.random.default_rng(seed).normal(scale=0.002, size=len(time_s))
    samples: Samples = (0.1 * swell * buzz + noise).astype(np.float32)
    return samples


def noisy(samples: Samples, scale: float) -> Samples:
    noise = np.random.default_rng(1).normal(scale=scale, size=len(samples))
    return (samples + noise).astype(np.float32)


@pytest.mark.parametrize("start", [0, 1, 7_199, 12_000])
def test_a_part_is_found_to_the_sample_though_it_is_not_quite_the_same(start: int) -> None:
    whole = voice()
    part = noisy(whole[start : start + 36_000], 0.03)
    assert 5 < (signal_to_noise_db(whole[start : start + 36_000], part) or 0) < 15
    assert place_in(whole, part) == start


def test_a_soft_part_is_not_looked_for_where_it_is_loud() -> None:
    whole = voice()
    whole[24_000:] *= 4
    assert place_in(whole, whole[6_000:20_000]) == 6_000


def test_what_is_longer_than_the_whole_lies_nowhere_in_it() -> None:
    with pytest.raises(ValueError, match="101 samples"):
        place_in(voice()[:100], voice()[:101])


def test_signal_to_noise() -> None:
    signal = voice()
    assert signal_to_noise_db(signal, signal * np.float32(0.9)) == pytest.approx(20, abs=0.01)
    assert signal_to_noise_db(signal, signal) is None


def test_the_distance_of_a_waveform_from_itself_is_nothing() -> None:
    assert log_spectral_distance_db(voice(), voice()) == 0


@pytest.mark.parametrize("gain_db", [-3.0, 1.0, 3.0])
def test_the_distance_of_a_gain_is_that_gain_where_nothing_is_under_the_floor(gain_db: float) -> None:
    loud_everywhere = np.random.default_rng(3).normal(scale=0.1, size=RATE_HZ).astype(np.float32)
    louder = (loud_everywhere * 10 ** (gain_db / 20)).astype(np.float32)
    assert log_spectral_distance_db(loud_everywhere, louder) == pytest.approx(abs(gain_db), abs=0.01)


def test_the_distance_grows_with_the_noise() -> None:
    clean = voice()
    distances = [log_spectral_distance_db(clean, noisy(clean, scale)) or 0 for scale in (0.001, 0.003, 0.01)]
    assert 0.1 < distances[0] < distances[1] < distances[2] < 30


def test_what_happens_between_the_words_does_not_count() -> None:
    pause = np.zeros(RATE_HZ, dtype=np.float32)
    hum = pause.copy()
    hum[2_400:] = 0.001 * np.sin(np.arange(RATE_HZ - 2_400) * 2 * np.pi * 1_000 / RATE_HZ)
    reference, other = (np.concatenate([voice(1.0), between]) for between in (pause, hum))
    assert log_spectral_distance_db(reference, other) == 0
    assert (log_spectral_distance_db(reference, np.concatenate([voice(1.0), 100 * hum])) or 0) == 0
    assert (log_spectral_distance_db(np.concatenate([voice(1.0), 100 * hum]), reference) or 0) > 1


def test_the_floor_lies_60_db_under_the_loudest_bin() -> None:
    tone = 0.5 * np.sin(np.arange(RATE_HZ) * 2 * np.pi * 3_000 / RATE_HZ).astype(np.float32)
    hiss_75_db_down, hiss_50_db_down = noisy(tone, 0.0011), noisy(tone, 0.02)
    assert log_spectral_distance_db(tone, hiss_75_db_down) == pytest.approx(0, abs=0.02)
    assert log_spectral_distance_db(tone, hiss_50_db_down) == pytest.approx(10, abs=2)


def test_silence_has_no_distance_and_a_short_clip_has_one() -> None:
    silence = np.zeros(RATE_HZ, dtype=np.float32)
    assert log_spectral_distance_db(silence, voice(1.0)) is None
    assert log_spectral_distance_db(voice()[6_000:6_100], voice()[6_000:6_100]) == 0


def clicked(samples: Samples, place: int, height: float) -> Samples:
    """A step that dies away within a millisecond."""
    planted = samples.copy()
    planted[place : place + 24] += (height * np.exp(-np.arange(24) / 6)).astype(np.float32)
    return planted


SEAMS = [4_800, 14_400, 33_600]


def test_a_large_click_is_an_unusual_step_and_an_uncut_waveform_has_none() -> None:
    assert seams_above_usual(voice(), SEAMS, RATE_HZ) == 0
    assert seams_above_usual(clicked(voice(), 14_400, 0.5), SEAMS, RATE_HZ) == 1
    assert seams_above_usual(clicked(voice(), 14_400 + 200, 0.5), SEAMS, RATE_HZ) == 1
    assert seams_above_usual(clicked(voice(), 20_000, 0.5), SEAMS, RATE_HZ) == 0


def test_no_seams_and_nothing_but_seams() -> None:
    assert seams_above_usual(voice(), [], RATE_HZ) == 0
    assert seams_above_usual(voice()[:200], [100], RATE_HZ) == 0


def test_a_small_click_is_seen_in_the_difference_at_its_place_only() -> None:
    whole, streamed = voice(), voice() * np.float32(0.95)
    assert jumps_at(SEAMS, whole, streamed, RATE_HZ) == 0
    planted = clicked(streamed, 14_400, 0.02)
    assert seams_above_usual(planted, SEAMS, RATE_HZ) == 0
    assert jumps_at(SEAMS, whole, planted, RATE_HZ) == 1
    assert jumps_at([place - 600 for place in SEAMS], whole, planted, RATE_HZ) == 0


def test_a_jump_that_16_bits_cannot_hold_does_not_count() -> None:
    whole = voice()
    assert jumps_at(SEAMS, whole, clicked(whole, 14_400, 1e-5), RATE_HZ) == 0
    assert jumps_at(SEAMS, whole, clicked(whole, 14_400, 1e-3), RATE_HZ) == 1
    assert jumps_at(SEAMS, whole, whole, RATE_HZ) == 0


def test_pesq_falls_with_the_noise_and_needs_something_to_listen_to() -> None:
    clean = voice(3.0)
    assert pesq_wide_band(clean, clean, RATE_HZ) == pytest.approx(4.64, abs=0.01)
    assert (pesq_wide_band(clean, noisy(clean, 0.03), RATE_HZ) or 5) < 4
    assert pesq_wide_band(clean[:2_000], clean[:2_000], RATE_HZ) is None


def test_stoi_falls_with_the_noise_and_needs_something_to_listen_to() -> None:
    clean = voice(3.0)
    assert stoi(clean, clean, RATE_HZ) == pytest.approx(1, abs=1e-3)
    assert (stoi(clean, noisy(clean, 0.3), RATE_HZ) or 5) < 0.8
    assert stoi(clean[:4_000], clean[:4_000], RATE_HZ) is None
