from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from koe.audio.join import Joiner, rise
from koe.types import AudioBlock, Samples

RATE = 24_000


def wave(length: int) -> Samples:
    return (0.3 * np.sin(np.arange(length) / 9)).astype(np.float32)


def cut(samples: Samples, places: list[int], overlap: int) -> list[AudioBlock]:
    edges = [0, *places, len(samples)]
    blocks = []
    for start, stop in pairwise(edges):
        more = overlap if stop < len(samples) else 0
        blocks.append(AudioBlock(samples[start : stop + more], RATE, more))
    return blocks


def joined(blocks: list[AudioBlock]) -> Samples:
    joiner = Joiner()
    return np.concatenate([joiner.process(block).samples for block in blocks])


@pytest.mark.parametrize("overlap", [0, 1, 120, 240])
def test_two_of_the_same_stay_the_same(overlap: int) -> None:
    samples = wave(5000)
    assert np.allclose(joined(cut(samples, [1000, 1700, 4000], overlap)), samples, atol=1e-7)


def test_two_levels_meet_without_a_step() -> None:
    high, low = np.full(1240, 0.5, dtype=np.float32), np.full(1000, 0.3, dtype=np.float32)
    samples = joined([AudioBlock(high, RATE, 240), AudioBlock(low, RATE)])
    assert len(samples) == 2000
    assert np.abs(np.diff(samples)).max() < 0.002
    assert samples[999] == np.float32(0.5)
    assert samples[1240] == np.float32(0.3)
    without = joined([AudioBlock(high[:1000], RATE), AudioBlock(low, RATE)])
    assert np.abs(np.diff(without)).max() == pytest.approx(0.2)  # what the fade is for


def test_a_block_shorter_than_the_fade_is_no_problem() -> None:
    blocks = [AudioBlock(wave(500), RATE, 240), AudioBlock(wave(50), RATE)]
    assert len(joined(blocks)) == 260 + 50


def test_the_blocks_that_come_in_are_not_changed() -> None:
    second = AudioBlock(wave(400), RATE)
    before = second.samples.copy()
    joined([AudioBlock(np.ones(500, dtype=np.float32), RATE, 100), second])
    assert np.array_equal(second.samples, before)


def test_the_two_shares_add_up_to_one() -> None:
    up = rise(240)
    assert np.allclose(up + up[::-1], 1)
    assert (np.diff(up) > 0).all()
    assert 0 < up[0] < 0.001
