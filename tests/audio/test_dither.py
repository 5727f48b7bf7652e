"""Dither turns rounding errors into noise and changes nothing else."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from koe.audio.dither import Dither
from koe.types import Samples

RATE = 24_000
LAST_BIT = 1 / 32767


def faint_tone(amplitude: float, length: int = 4 * RATE) -> Samples:
    return (amplitude * np.sin(2 * np.pi * 440 * np.arange(length) / RATE)).astype(np.float32)


def speech_like(length: int, seed: int = 1) -> Samples:
    """Noise with stretches and single samples of digital silence."""
    generator = np.random.default_rng(seed)
    samples = generator.uniform(-0.5, 0.5, length)
    samples[generator.random(length) < 0.05] = 0
    samples[length // 3 : length // 2] = 0
    return samples.astype(np.float32)


def in_blocks(dither: Dither, samples: Samples, cuts: list[int]) -> NDArray[np.int16]:
    places = [0, *sorted(cuts), len(samples)]
    return np.concatenate([dither.to_int16(samples[start:stop]) for start, stop in pairwise(places)])


@pytest.mark.parametrize("shaping", [False, True])
@given(cuts=st.lists(st.integers(0, 600), max_size=12), seed=st.integers(0, 2**32))
def test_block_size_does_not_change_the_samples(shaping: bool, cuts: list[int], seed: int) -> None:
    samples = speech_like(600, seed)
    whole = Dither(seed, shaping).to_int16(samples)
    assert np.array_equal(in_blocks(Dither(seed, shaping), samples, cuts), whole)


@pytest.mark.parametrize("shaping", [False, True])
def test_blocks_of_one_sample_do_not_change_the_samples(shaping: bool) -> None:
    samples = speech_like(2000)
    whole = Dither(7, shaping).to_int16(samples)
    assert np.array_equal(in_blocks(Dither(7, shaping), samples, list(range(1, 2000))), whole)


def test_another_seed_gives_other_noise() -> None:
    samples = speech_like(1000)
    assert not np.array_equal(Dither(1).to_int16(samples), Dither(2).to_int16(samples))


@pytest.mark.parametrize("shaping", [False, True])
def test_silence_stays_silent(shaping: bool) -> None:
    samples = speech_like(30_000)
    rounded = Dither(3, shaping).to_int16(samples)
    assert not rounded[samples == 0].any()
    assert rounded[samples != 0].any()


@pytest.mark.parametrize(("shaping", "scale", "reach"), [(False, 32766, 1.5), (True, 32764, 3)])
@given(seed=st.integers(0, 2**32))
def test_dither_moves_no_sample_further_than_its_reach(shaping: bool, scale: int, reach: float, seed: int) -> None:
    samples = speech_like(2000, seed)
    moved = Dither(seed, shaping).to_int16(samples) - samples.astype(np.float64) * scale
    assert np.abs(moved).max() <= reach


@pytest.mark.parametrize("shaping", [False, True])
@pytest.mark.parametrize("value", [1.0, -1.0])
def test_full_scale_is_not_clipped(shaping: bool, value: float) -> None:
    dither = Dither(5, shaping)
    rounded = dither.to_int16(np.full(RATE, value, dtype=np.float32))
    assert dither.clamped == 0
    assert np.sign(rounded).min() == np.sign(rounded).max() == value
    assert 32766 <= np.abs(rounded.astype(int)).max() <= 32767


@pytest.mark.parametrize("shaping", [False, True])
def test_samples_above_full_scale_are_clamped_and_counted(shaping: bool) -> None:
    dither = Dither(5, shaping)
    rounded = dither.to_int16(np.array([0.5, 1.5, -2.0, 1.0, 1e9], dtype=np.float32))
    assert dither.clamped == 3
    assert [int(value) // 30_000 for value in np.abs(rounded.astype(int))] == [0, 1, 1, 1, 1]
    assert rounded[2] < 0 < rounded[4]


@pytest.mark.parametrize("shaping", [False, True])
def test_tone_below_the_last_bit_is_kept(shaping: bool) -> None:
    tone = faint_tone(0.4 * LAST_BIT)
    assert not np.rint(tone * 32767).any()
    rounded = Dither(9, shaping).to_int16(tone).astype(np.float64)
    heard = 2 * np.mean(rounded * np.sin(2 * np.pi * 440 * np.arange(len(tone)) / RATE))
    assert heard == pytest.approx(0.4, abs=0.03)


def test_noise_is_triangular_and_independent_of_the_signal() -> None:
    samples = np.full(200_000, 0.25 / 32766, dtype=np.float32)
    rounded = Dither(11).to_int16(samples)
    assert rounded.mean() == pytest.approx(0.25, abs=0.01)
    assert rounded.var() == pytest.approx(1 / 6 + 1 / 12, rel=0.02)
    assert set(np.unique(rounded)) <= {-1, 0, 1}


def test_shaping_moves_noise_to_high_frequencies() -> None:
    tone = faint_tone(0.1)
    power = {}
    for shaping in (False, True):
        noise = Dither(13, shaping).to_int16(tone) / 32766 - tone
        spectrum = np.abs(np.fft.rfft(noise)) ** 2
        hz = np.fft.rfftfreq(len(noise), 1 / RATE)
        power[shaping] = (spectrum[(hz > 50) & (hz < 400)].sum(), spectrum[hz > 9000].sum())
    assert power[True][0] < power[False][0] / 30
    assert power[True][1] < power[False][1] * 5


@pytest.mark.parametrize("shaping", [False, True])
def test_empty_input_gives_empty_output(shaping: bool) -> None:
    rounded = Dither(1, shaping).to_int16(np.zeros(0, dtype=np.float32))
    assert (len(rounded), rounded.dtype.name) == (0, "int16")
