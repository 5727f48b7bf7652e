from __future__ import annotations

import numpy as np
import pytest

from koe.audio.trim import trim
from koe.types import AudioBlock, Samples

RATE = 24_000


def tone(duration_s: float) -> Samples:
    time_s = np.arange(round(duration_s * RATE)) / RATE
    return (0.2 * np.sin(2 * np.pi * 200 * time_s + 1)).astype(np.float32)


def with_edges(before_s: float, after_s: float, noise: float = 0.0) -> AudioBlock:
    generator = np.random.default_rng(3)
    edges = [(generator.uniform(-noise, noise, round(s * RATE))).astype(np.float32) for s in (before_s, after_s)]
    return AudioBlock(np.concatenate([edges[0], tone(0.5), edges[1]]), RATE)


@pytest.mark.parametrize(("before_s", "after_s"), [(0.4, 0.7), (0.03, 0.05), (0.2, 0.0)])
def test_at_most_30_and_50_ms_stay_at_the_edges(before_s: float, after_s: float) -> None:
    block = trim(with_edges(before_s, after_s, noise=0.002))
    expected_s = min(before_s, 0.03) + 0.5 + min(after_s, 0.05)
    assert block.duration_s == pytest.approx(expected_s, abs=0.002)


def test_speech_inside_is_untouched() -> None:
    block = trim(with_edges(0.4, 0.4))
    start = round(0.03 * RATE)
    assert np.array_equal(block.samples[start + 200 : start + 11_000], tone(0.5)[200:11_000])


def test_the_cut_starts_and_ends_at_zero() -> None:
    block = trim(with_edges(0.4, 0.4, noise=0.003))
    assert block.samples[0] == 0
    assert block.samples[-1] == 0


def test_a_pause_inside_stays() -> None:
    gap = np.zeros(RATE, dtype=np.float32)
    block = trim(AudioBlock(np.concatenate([tone(0.2), gap, tone(0.2)]), RATE))
    assert block.duration_s == pytest.approx(1.4, abs=0.001)


def test_silence_alone_comes_back_as_it_is() -> None:
    block = AudioBlock(np.zeros(500, dtype=np.float32), RATE)
    assert trim(block) is block
