"""Phase of the harmonics: windows equal the whole."""

from __future__ import annotations

import numpy as np
import pytest

from koe.model.phase import HarmonicPhase
from koe.types import Samples


@pytest.fixture
def pitch_hz() -> Samples:
    return np.random.default_rng(5).uniform(80, 300, (1, 40)).astype(np.float32)


def test_phase_of_a_window_equals_that_of_the_whole(pitch_hz: Samples) -> None:
    phase = HarmonicPhase(pitch_hz)
    whole = phase.between(0, 40)
    assert whole.shape == (1, 9, 40 * 300)
    for first, stop in ((0, 1), (3, 9), (17, 18), (30, 40)):
        assert np.array_equal(phase.between(first, stop), whole[:, :, 300 * first : 300 * stop])


def test_constant_pitch_has_constant_frequency() -> None:
    phase = HarmonicPhase(np.full((1, 100), 200, dtype=np.float32)).between(10, 90)[0].astype(np.float64)
    for harmonic in (1, 2, 9):
        turns_per_sample = np.diff(phase[harmonic - 1]) / (2 * np.pi)
        assert turns_per_sample.mean() * 24_000 == pytest.approx(200 * harmonic, rel=1e-3)


def test_third_harmonic_has_three_times_the_phase(pitch_hz: Samples) -> None:
    phase = HarmonicPhase(pitch_hz).between(5, 35)[0]
    assert np.allclose(phase[2], 3 * phase[0], rtol=1e-3)


def test_windows_at_the_edges_and_of_silence_equal_the_published_order_of_operations(pitch_hz: Samples) -> None:
    """As in one array of all harmonics, without rows: bit for bit, because the vocoder is chaotic in the phase."""
    pitch_hz[0, 7:12] = 0
    phase = HarmonicPhase(pitch_hz)
    for first, stop in ((0, 40), (0, 2), (5, 14), (39, 40)):
        assert np.array_equal(phase.between(first, stop), in_one_array(phase, first, stop))


def in_one_array(phase: HarmonicPhase, first: int, stop: int) -> Samples:
    radians = phase._radians
    last = radians.shape[1] - 1
    half = np.float32(0.5)
    place = (np.arange(300 * first, 300 * stop, dtype=np.float32) + half) / np.float32(300) - half
    place = np.clip(place, 0, last)
    left = np.floor(place).astype(np.int64)
    right = np.minimum(left + 1, last)
    right_share, left_share = place - left.astype(np.float32), right.astype(np.float32) - place
    right_share[left == right] = left_share[left == right] = 0.5
    from_left, from_right = left_share * half * radians[:, left], right_share * half * radians[:, right]
    whole = ((from_left + from_right) + from_left) + from_right
    quarter_left, quarter_right = from_left[-1] * half, from_right[-1] * half
    highest = quarter_left + quarter_right
    for _ in range(3):
        highest = (highest + quarter_left) + quarter_right
    whole[-1] = highest
    result: Samples = whole[None]
    return result
