"""The resampler keeps the sound and its time at every sample rate."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.audio.resample import Resampler
from koe.types import SAMPLE_RATES_HZ, Samples

PAIRS = list(permutations(SAMPLE_RATES_HZ, 2))


def tone(hz: float, rate_hz: int, length: int, amplitude: float = 0.5) -> Samples:
    return (amplitude * np.sin(2 * np.pi * hz * np.arange(length) / rate_hz)).astype(np.float32)


def resampled(blocks: list[Samples], from_hz: int, to_hz: int) -> Samples:
    resampler = Resampler(from_hz, to_hz)
    return np.concatenate([*(resampler.process(block) for block in blocks), resampler.flush()])


def cut(samples: Samples, size: int) -> list[Samples]:
    return [samples[start : start + size] for start in range(0, len(samples), size)]


@pytest.mark.parametrize(("from_hz", "to_hz"), PAIRS)
def test_tone_keeps_its_pitch_and_its_time(from_hz: int, to_hz: int) -> None:
    length = from_hz // 2 + 13
    sound = resampled(cut(tone(440, from_hz, length), 1000), from_hz, to_hz)
    expected = tone(440, to_hz, len(sound))
    inside = slice(to_hz // 20, -(to_hz // 20))
    assert np.abs(sound - expected)[inside].max() < 0.005
    assert sound.dtype == np.float32


@pytest.mark.parametrize(("from_hz", "to_hz"), PAIRS)
@given(lengths=st.lists(st.integers(0, 3000), max_size=6))
@settings(max_examples=8)
def test_length_is_exact(from_hz: int, to_hz: int, lengths: list[int]) -> None:
    sound = resampled([tone(300, from_hz, length) for length in lengths], from_hz, to_hz)
    assert len(sound) == pytest.approx(sum(lengths) * to_hz / from_hz, abs=0.5)


@pytest.mark.parametrize("to_hz", [rate for rate in SAMPLE_RATES_HZ if rate != 24_000])
@pytest.mark.parametrize("size", [1, 7, 240, 4800])
def test_block_size_does_not_change_the_samples(to_hz: int, size: int) -> None:
    samples = np.random.default_rng(2).uniform(-0.3, 0.3, 6000).astype(np.float32)
    whole = resampled([samples], 24_000, to_hz)
    blocks = resampled(cut(samples, size), 24_000, to_hz)
    assert np.allclose(blocks, whole, atol=1e-6)


@pytest.mark.parametrize("to_hz", SAMPLE_RATES_HZ)
@pytest.mark.parametrize("size", [100, 2400, 24_000, 10**6])
@pytest.mark.parametrize("click", [0, 10, 11_111, 47_990])
def test_click_keeps_its_time(to_hz: int, size: int, click: int) -> None:
    samples = np.zeros(48_000, dtype=np.float32)
    samples[click] = 0.9
    sound = resampled(cut(samples, size), 24_000, to_hz)
    assert np.argmax(np.abs(sound)) / to_hz == pytest.approx(click / 24_000, abs=0.002)


def test_equal_rates_pass_through() -> None:
    samples = tone(200, 24_000, 100)
    resampler = Resampler(24_000, 24_000)
    assert resampler.process(samples) is samples
    assert len(resampler.flush()) == 0


def test_flush_begins_a_new_stream() -> None:
    samples = tone(440, 24_000, 5000)
    resampler = Resampler(24_000, 16_000)
    first, second = (np.concatenate([resampler.process(samples), resampler.flush()]) for _ in range(2))
    assert np.array_equal(first, second)
    assert len(resampler.flush()) == 0


def test_sound_at_full_scale_stays_within_it() -> None:
    square = np.where(np.arange(9600) % 48 < 24, 1.0, -1.0).astype(np.float32)
    assert np.abs(resampled([square], 24_000, 44_100)).max() == 1.0


def test_frequencies_above_the_new_rate_are_removed() -> None:
    sound = resampled([tone(7000, 24_000, 24_000)], 24_000, 8_000)
    assert np.abs(sound[800:-800]).max() < 1e-4


@pytest.mark.parametrize("rates", [(24_000, 96_000), (11_025, 24_000), (24_000, 0)])
def test_other_rates_are_refused_with_the_allowed_ones(rates: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="one of 8000, 16000, 22050, 24000, 44100, 48000"):
        Resampler(*rates)
