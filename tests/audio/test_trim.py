from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from koe.audio.trim import Trimmer
from koe.types import AudioBlock, Cue, Samples

RATE = 24_000


def tone(duration_s: float) -> Samples:
    time_s = np.arange(round(duration_s * RATE)) / RATE
    return (0.2 * np.sin(2 * np.pi * 200 * time_s + 1)).astype(np.float32)


def with_edges(before_s: float, after_s: float, noise: float = 0.0) -> Samples:
    generator = np.random.default_rng(3)
    before, after = ((generator.uniform(-noise, noise, round(s * RATE))) for s in (before_s, after_s))
    return np.concatenate([before, tone(0.5), after]).astype(np.float32)


def in_blocks(samples: Samples, size: int) -> list[AudioBlock]:
    return [AudioBlock(samples[start : start + size], RATE) for start in range(0, len(samples), size)]


def trimmed_blocks(blocks: list[AudioBlock], gap_ms: float | None = None) -> list[AudioBlock]:
    trimmer = Trimmer(gap_ms)
    return [block for block in (*map(trimmer.process, blocks), trimmer.flush()) if block]


def trimmed(samples: Samples, size: int = 10**9, gap_ms: float | None = None) -> Samples:
    return np.concatenate([block.samples for block in trimmed_blocks(in_blocks(samples, size), gap_ms)])


@pytest.mark.parametrize("size", [10**9, 4800, 1000])
@pytest.mark.parametrize(("before_s", "after_s"), [(0.4, 0.7), (0.03, 0.05), (0.2, 0.0)])
def test_at_most_30_and_50_ms_stay_at_the_edges(before_s: float, after_s: float, size: int) -> None:
    samples = trimmed(with_edges(before_s, after_s, noise=0.002), size)
    expected_s = min(before_s, 0.03) + 0.5 + min(after_s, 0.05)
    assert len(samples) / RATE == pytest.approx(expected_s, abs=0.002)


@pytest.mark.parametrize("size", [10**9, 4800, 1000])
def test_speech_inside_is_untouched(size: int) -> None:
    samples = trimmed(with_edges(0.4, 0.4), size)
    start = round(0.03 * RATE)
    assert np.array_equal(samples[start + 200 : start + 11_000], tone(0.5)[200:11_000])


def test_how_the_audio_is_cut_makes_no_difference() -> None:
    whole = with_edges(0.4, 0.4, noise=0.003)
    assert np.array_equal(trimmed(whole), trimmed(whole, 777))


def test_the_cut_starts_and_ends_at_zero() -> None:
    samples = trimmed(with_edges(0.4, 0.4, noise=0.003))
    assert samples[0] == 0
    assert samples[-1] == 0


@pytest.mark.parametrize("size", [10**9, 3000])
def test_a_pause_inside_stays(size: int) -> None:
    gap = np.zeros(RATE, dtype=np.float32)
    assert len(trimmed(np.concatenate([tone(0.2), gap, tone(0.2)]), size)) == pytest.approx(1.4 * RATE, abs=30)


def test_speech_is_passed_on_before_the_next_block_comes() -> None:
    first = Trimmer().process(AudioBlock(with_edges(0.1, 0.0), RATE))
    assert first is not None
    assert first.duration_s == pytest.approx(0.53, abs=0.002)


@pytest.mark.parametrize("after_s", [0.0, 0.02, 0.3])
@pytest.mark.parametrize("gap_ms", [40, 90, 160, 1500])
def test_the_next_utterance_is_heard_after_the_gap(after_s: float, gap_ms: float) -> None:
    first = trimmed(with_edges(0.1, after_s), gap_ms=gap_ms)
    both = np.concatenate([first, trimmed(with_edges(0.4, 0.1))])
    loud = np.flatnonzero(np.abs(both) > 0.01)
    assert np.diff(loud).max() / RATE * 1000 == pytest.approx(gap_ms, abs=3)


@pytest.mark.parametrize("size", [10**9, 1000])
def test_cues_move_with_the_cut(size: int) -> None:
    """One in the middle of the tone, one in the silence before it."""
    blocks = in_blocks(with_edges(0.4, 0.4), size)
    blocks[0] = replace(blocks[0], cues=(Cue("b", 1, 2, 0.65, 0.7), Cue("a", 0, 1, 0.1, 0.3)))
    first = trimmed_blocks(blocks)[0]
    assert [(cue.text, round(cue.start_s, 3), round(cue.end_s, 3)) for cue in first.cues] == [
        ("b", 0.28, 0.33),
        ("a", 0.0, 0.2),
    ]


def test_silence_alone_is_nothing() -> None:
    assert trimmed_blocks([AudioBlock(np.zeros(500, dtype=np.float32), RATE)], gap_ms=80) == []
