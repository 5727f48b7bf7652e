"""The opening cache: what is recorded, and how a stream goes on behind a cached opening."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import steps
from koe.engine.opening_cache import OPENING_S, Opening, OpeningCache, after, recorded
from koe.engine.step import Step
from koe.types import AudioBlock, Samples

RATE = 24_000


def block(duration_s: float, value: float = 0.5) -> AudioBlock:
    return AudioBlock(np.full(round(duration_s * RATE), value, dtype=np.float32), RATE)


def opening(kilobytes: int) -> Opening:
    return Opening([AudioBlock(np.zeros(kilobytes * 250, dtype=np.float32), RATE)])


def test_openings_count_by_the_bytes_of_their_audio() -> None:
    cache = OpeningCache(max_bytes=3000, ttl_s=60)
    for key in "abc":
        cache.put(key, opening(1))
    cache.put("d", opening(1))
    assert [cache.get(key) is not None for key in "abcd"] == [False, True, True, True]
    assert cache.counts.size_bytes == 3000


def test_recording_is_cached_when_it_is_complete() -> None:
    cache = OpeningCache(max_bytes=10_000_000, ttl_s=60)
    recording = cache.recording("a")
    stepping = recorded(steps([block(OPENING_S), block(1)]), recording)
    assert cache.get("a") is None
    next(stepping)
    assert cache.get("a") is not None


def heard(made: Iterable[Step]) -> Samples:
    return np.concatenate([step.block.samples for step in made if step.block is not None])


def test_opening_is_complete_when_it_is_long_enough() -> None:
    complete: list[Opening] = []
    recording = Opening(on_complete=complete.append)
    stepping = recorded(steps([None, block(OPENING_S / 2), block(OPENING_S / 2), block(1)]), recording)
    for _ in range(2):
        next(stepping)
    assert not complete
    next(stepping)
    assert [len(one.blocks) for one in complete] == [2]
    list(stepping)
    assert len(complete) == 1
    assert len(complete[0].blocks) == 2


def test_short_text_is_a_complete_opening_and_no_audio_is_none() -> None:
    complete: list[Opening] = []
    list(recorded(steps([block(0.1)]), Opening(on_complete=complete.append)))
    assert len(complete) == 1
    list(recorded(steps([None]), Opening(on_complete=complete.append)))
    assert len(complete) == 1


def test_stream_that_fails_is_no_opening() -> None:
    complete: list[Opening] = []

    def broken() -> Iterator[Step]:
        yield Step(block(0.1))
        raise RuntimeError

    stepping = recorded(broken(), Opening(on_complete=complete.append))
    with pytest.raises(RuntimeError):
        list(stepping)
    assert not complete


@pytest.mark.parametrize("cuts", [[0.3, 0.3, 2.0], [0.6, 2.0], [0.1] * 26, [0.5, 0.2, 0.4, 1.5]])
def test_audio_after_an_opening_does_not_depend_on_the_cut(cuts: list[float]) -> None:
    whole: Samples = np.linspace(0, 1, round(2.6 * RATE), dtype=np.float32)
    edges = np.cumsum([0, *(round(cut * RATE) for cut in cuts)])
    blocks = [AudioBlock(whole[a:b], RATE) for a, b in pairwise(edges)]
    known = Opening([AudioBlock(whole[: round(0.3 * RATE)], RATE), AudioBlock(whole[round(0.3 * RATE) : 14_400], RATE)])
    rest = heard(after(steps(blocks), known))
    assert np.array_equal(np.concatenate([whole[:14_400], rest]), whole[: edges[-1]])


def cut(samples: Samples, lengths: list[int]) -> Iterator[Step]:
    """Blocks of these lengths, repeated; length zero is a step without audio."""
    place, turn = 0, 0
    while place < len(samples):
        length = lengths[turn % len(lengths)]
        yield Step(AudioBlock(samples[place : place + length], RATE) if length else None)
        place, turn = place + length, turn + 1


lengths = st.lists(st.integers(0, RATE), min_size=1, max_size=6).filter(any)


@given(st.integers(1, 3 * RATE), lengths, lengths)
def test_opening_and_the_audio_after_it_are_the_whole_wherever_both_were_cut(
    samples: int, then: list[int], now: list[int]
) -> None:
    whole: Samples = np.arange(samples, dtype=np.float32)
    complete: list[Opening] = []
    assert np.array_equal(heard(recorded(cut(whole, then), Opening(on_complete=complete.append))), whole)
    (known,) = complete
    assert sum(block.duration_s for block in known.blocks) >= min(OPENING_S, samples / RATE) - 1e-9
    rest = list(after(cut(whole, now), known))
    assert np.array_equal(heard([*steps(known.blocks), *rest]), whole)
    assert len(rest) == len(list(cut(whole, now)))  # the lane can turn to another stream after each step, as before


def test_cancelled_stream_is_no_opening() -> None:
    complete: list[Opening] = []
    stepping = recorded(steps([block(0.1), block(5.0)]), Opening(on_complete=complete.append))
    next(stepping)
    assert isinstance(stepping, Generator)
    stepping.close()
    assert not complete
