"""Faster speech has the pitch it had, loses nothing at its ends and does not click."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.audio.stretch import BlockStretcher
from koe.types import AudioBlock, Cue, Samples

RATE = 24_000


def voice(duration_s: float, pitch_hz: float = 120.0) -> Samples:
    """Harmonics that swell and fall like syllables."""
    time_s = np.arange(round(duration_s * RATE)) / RATE
    tones = sum(np.sin(2 * np.pi * pitch_hz * number * time_s) / number for number in range(1, 9))
    return (0.1 * np.asarray(tones) * (0.6 + 0.4 * np.sin(2 * np.pi * 4 * time_s))).astype(np.float32)


def pieces(samples: Samples, sizes: Iterable[int]) -> list[AudioBlock]:
    blocks, start = [], 0
    for size in sizes:
        blocks.append(AudioBlock(samples[start : start + size], RATE))
        start += size
    return [*blocks, AudioBlock(samples[start:], RATE)]


def stretched_blocks(blocks: list[AudioBlock], factor: float) -> list[AudioBlock]:
    stretcher = BlockStretcher(factor)
    return [block for block in (*map(stretcher.process, blocks), stretcher.flush()) if block]


def stretched(blocks: list[AudioBlock], factor: float) -> Samples:
    return np.concatenate([block.samples for block in stretched_blocks(blocks, factor)])


def main_pitch_hz(samples: Samples) -> float:
    likeness = np.correlate(samples[6000:12000], samples[6000:12000], mode="full")[5999:]
    return RATE / (RATE // 300 + int(np.argmax(likeness[RATE // 300 : RATE // 70])))


@pytest.mark.parametrize("factor", [0.7, 1.1, 1.25, 1.6, 2.5])
def test_time_changes_and_pitch_does_not(factor: float) -> None:
    samples = voice(2.0)
    faster = stretched([AudioBlock(samples, RATE)], factor)
    assert len(faster) == pytest.approx(len(samples) / factor, abs=2)
    assert main_pitch_hz(faster) == pytest.approx(120, rel=0.02)
    assert np.sqrt((faster**2).mean()) == pytest.approx(np.sqrt((samples**2).mean()), rel=0.1)


@pytest.mark.parametrize("factor", [0.7, 1.25, 2.5])
def test_no_step_is_larger_than_the_voice_makes(factor: float) -> None:
    samples = voice(2.0)
    steps = np.abs(np.diff(stretched([AudioBlock(samples, RATE)], factor)))
    assert steps.max() < 1.2 * np.abs(np.diff(samples)).max()


def test_a_factor_of_one_changes_nothing() -> None:
    blocks = pieces(voice(0.3), [700, 1])
    assert stretched_blocks(blocks, 1) == blocks


@settings(max_examples=40)
@given(st.lists(st.integers(0, 9000), max_size=12), st.sampled_from([0.8, 1.25, 2.0]))
def test_how_it_is_cut_makes_no_difference(sizes: list[int], factor: float) -> None:
    samples = voice(0.9)
    assert np.array_equal(stretched(pieces(samples, sizes), factor), stretched([AudioBlock(samples, RATE)], factor))


def test_cues_stay_on_their_sound() -> None:
    samples = np.zeros(2 * RATE, dtype=np.float32)
    samples[RATE : RATE + 2400] = voice(0.1)
    blocks = [AudioBlock(samples[:7000], RATE, cues=(Cue("a", 0, 1, 1.0, 1.1),)), AudioBlock(samples[7000:], RATE)]
    (cue,) = [cue.later(begin_s) for begin_s, block in _with_begins(blocks, 1.6) for cue in block.cues]
    faster = stretched(blocks, 1.6)
    onset_s = np.flatnonzero(np.abs(faster) > 0.01)[0] / RATE
    assert cue.start_s == pytest.approx(onset_s, abs=0.02)
    assert cue.end_s - cue.start_s == pytest.approx(0.1 / 1.6)


def _with_begins(blocks: list[AudioBlock], factor: float) -> list[tuple[float, AudioBlock]]:
    found, begin_s = [], 0.0
    for block in stretched_blocks(blocks, factor):
        found.append((begin_s, block))
        begin_s += block.duration_s
    return found


def test_nothing_in_is_nothing_out() -> None:
    assert stretched_blocks([], 1.5) == []
