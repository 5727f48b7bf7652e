from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from koe.engine.primer import OPENING_S, Opening, Primer, after, key_of, recorded

from koe.types import AudioBlock, Samples, Step

RATE = 24_000


class HandClock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def block(duration_s: float, value: float = 0.5) -> AudioBlock:
    return AudioBlock(np.full(round(duration_s * RATE), value, dtype=np.float32), RATE)


def opening(kilobytes: int) -> Opening:
    return Opening([AudioBlock(np.zeros(kilobytes * 250, dtype=np.float32), RATE)])


def test_what_is_kept_is_found_and_counted() -> None:
    primer = Primer(max_bytes=10_000, ttl_s=60)
    assert primer.find("a") is None
    kept = opening(1)
    primer.keep("a", kept)
    assert primer.find("a") is kept
    state = primer.state
    assert (state.hits, state.misses, state.evictions, state.entries, state.size_bytes) == (1, 1, 0, 1, 1000)


def test_the_least_recently_used_goes_first_when_bytes_run_out() -> None:
    primer = Primer(max_bytes=3000, ttl_s=60)
    for key in "abc":
        primer.keep(key, opening(1))
    primer.find("a")
    primer.keep("d", opening(1))
    assert [primer.find(key) is not None for key in "abcd"] == [True, False, True, True]
    assert primer.state.evictions == 1
    assert primer.state.size_bytes == 3000


def test_what_is_too_large_is_not_kept_and_pushes_nothing_out() -> None:
    primer = Primer(max_bytes=3000, ttl_s=60)
    primer.keep("a", opening(1))
    primer.keep("large", opening(4))
    assert primer.find("large") is None
    assert primer.find("a") is not None


def test_nothing_is_remembered_for_longer_than_its_time() -> None:
    clock = HandClock()
    primer = Primer(max_bytes=3000, ttl_s=60, clock=clock)
    primer.keep("a", opening(1))
    clock.now_s = 60.0
    assert primer.find("a") is not None
    clock.now_s = 60.1
    assert primer.find("a") is None
    assert primer.state.size_bytes == 0
    primer.keep("a", opening(1))
    assert primer.find("a") is not None


def test_the_same_key_twice_is_counted_once() -> None:
    primer = Primer(max_bytes=3000, ttl_s=60)
    primer.keep("a", opening(1))
    primer.keep("a", opening(2))
    assert primer.state.size_bytes == 1000


def test_zero_bytes_switch_it_off() -> None:
    assert not Primer(max_bytes=0, ttl_s=60).is_on


def test_keys_tell_requests_apart_and_show_nothing_of_them() -> None:
    keys = {key_of("hello", "af_heart", 1.0), key_of("hello", "af_heart", 1.1), key_of("helloa", "f_heart", 1.0)}
    assert len(keys) == 3
    assert not any("hello" in key for key in keys)


def heard(steps: Iterator[Step]) -> Samples:
    return np.concatenate([step.samples for step in steps if step is not None])


def test_an_opening_is_complete_when_it_is_long_enough() -> None:
    complete: list[Opening] = []
    recording = Opening(on_complete=complete.append)
    steps = recorded(iter([None, block(OPENING_S / 2), block(OPENING_S / 2), block(1)]), recording)
    for _ in range(2):
        next(steps)
    assert not complete
    next(steps)
    assert [len(one.blocks) for one in complete] == [2]
    list(steps)
    assert len(complete) == 1
    assert len(complete[0].blocks) == 2


def test_a_short_text_is_an_opening_by_itself_and_nothing_is_none() -> None:
    complete: list[Opening] = []
    list(recorded(iter([block(0.1)]), Opening(on_complete=complete.append)))
    assert len(complete) == 1
    list(recorded(iter([None]), Opening(on_complete=complete.append)))
    assert len(complete) == 1


def test_a_broken_stream_is_no_opening() -> None:
    complete: list[Opening] = []

    def broken() -> Iterator[Step]:
        yield block(0.1)
        raise RuntimeError

    steps = recorded(broken(), Opening(on_complete=complete.append))
    with pytest.raises(RuntimeError):
        list(steps)
    assert not complete


@pytest.mark.parametrize("cuts", [[0.3, 0.3, 2.0], [0.6, 2.0], [0.1] * 26, [0.5, 0.2, 0.4, 1.5]])
def test_what_follows_an_opening_is_the_rest_however_it_is_cut(cuts: list[float]) -> None:
    whole: Samples = np.linspace(0, 1, round(2.6 * RATE), dtype=np.float32)
    edges = np.cumsum([0, *(round(cut * RATE) for cut in cuts)])
    pieces = [AudioBlock(whole[a:b], RATE) for a, b in pairwise(edges)]
    known = Opening([AudioBlock(whole[: round(0.3 * RATE)], RATE), AudioBlock(whole[round(0.3 * RATE) : 14_400], RATE)])
    rest = heard(after(iter(pieces), known))
    assert np.array_equal(np.concatenate([whole[:14_400], rest]), whole[: edges[-1]])


def cut(samples: Samples, lengths: list[int]) -> Iterator[Step]:
    """Pieces of these lengths, over and over; of length zero it is a step without audio."""
    place, turn = 0, 0
    while place < len(samples):
        length = lengths[turn % len(lengths)]
        yield AudioBlock(samples[place : place + length], RATE) if length else None
        place, turn = place + length, turn + 1


lengths = st.lists(st.integers(0, RATE), min_size=1, max_size=6).filter(any)


@given(st.integers(1, 3 * RATE), lengths, lengths)
def test_an_opening_and_what_follows_it_are_the_whole_wherever_both_were_cut(
    samples: int, then: list[int], now: list[int]
) -> None:
    whole: Samples = np.arange(samples, dtype=np.float32)
    complete: list[Opening] = []
    assert np.array_equal(heard(recorded(cut(whole, then), Opening(on_complete=complete.append))), whole)
    (known,) = complete
    assert sum(block.duration_s for block in known.blocks) >= min(OPENING_S, samples / RATE) - 1e-9
    steps = list(after(cut(whole, now), known))
    assert np.array_equal(heard(iter([*known.blocks, *steps])), whole)
    assert len(steps) == len(list(cut(whole, now)))  # the lane may be left after each of them, as before


def test_a_stream_that_nobody_waits_for_is_no_opening() -> None:
    complete: list[Opening] = []
    steps = recorded(iter([block(0.1), block(5.0)]), Opening(on_complete=complete.append))
    next(steps)
    assert isinstance(steps, Generator)
    steps.close()
    assert not complete


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 5)), max_size=40))
def test_the_primer_never_holds_more_than_it_may_and_knows_what_it_holds(kept: list[tuple[str, int]]) -> None:
    primer = Primer(max_bytes=4000, ttl_s=60, clock=HandClock())
    used: dict[str, int] = {}  # the least recently used first
    for key, kilobytes in kept:
        primer.keep(key, opening(kilobytes))
        if key not in used and kilobytes <= 4:
            used[key] = kilobytes
        while sum(used.values()) > 4:
            del used[next(iter(used))]
        assert (primer.find(key) is not None) == (key in used)
        if key in used:
            used[key] = used.pop(key)
        assert primer.state.size_bytes == 1000 * sum(used.values())
        assert primer.state.entries == len(used)
    assert primer.state.hits + primer.state.misses == len(kept)
