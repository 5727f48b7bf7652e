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
