"""Readings are cached within a number of bytes, under keys that hold no text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.lru import CacheCounts
from koe.text.cache import key_of, reading_cache, size_of_runs
from koe.text.phoneme_run import PhonemeRun
from koe.text.prescribed import Prescription

Runs = tuple[PhonemeRun, ...]
READINGS = st.lists(st.builds(PhonemeRun, st.just(0), st.just(1), st.text(max_size=30)), max_size=4).map(tuple)


def reading(phonemes: str = "a") -> Runs:
    return (PhonemeRun(0, 1, phonemes),)


ONE = size_of_runs(reading())


def test_cached_readings_are_found_and_counted() -> None:
    cache = reading_cache(10_000)
    assert cache.get(b"a") is None
    cache.put(b"a", reading())
    assert cache.get(b"a") == reading()
    assert cache.get(b"b") is None
    assert cache.counts == CacheCounts(hits=1, misses=2, entries=1, size_bytes=ONE)


def test_longer_readings_take_more_bytes() -> None:
    assert size_of_runs(reading("a" * 100)) >= ONE + 99
    assert size_of_runs(reading() * 2) > ONE + 1


def test_the_least_recently_used_reading_is_evicted_first() -> None:
    cache = reading_cache(3 * ONE)
    for key in (b"a", b"b", b"c"):
        cache.put(key, reading())
    cache.get(b"a")
    cache.put(b"d", reading())
    assert [key for key in (b"a", b"b", b"c", b"d") if cache.get(key)] == [b"a", b"c", b"d"]
    assert cache.counts.size_bytes == 3 * ONE


def test_a_reading_larger_than_the_cache_is_not_kept_and_evicts_nothing() -> None:
    cache = reading_cache(2 * ONE)
    cache.put(b"a", reading())
    cache.put(b"large", reading("a" * 1000))
    assert cache.get(b"large") is None
    assert cache.get(b"a") is not None


@pytest.mark.parametrize("runs", [(), reading()])
def test_zero_bytes_turn_the_cache_off(runs: Runs) -> None:
    cache = reading_cache(0)
    cache.put(b"a", runs)
    assert cache.counts == CacheCounts()


def test_an_empty_reading_is_cached_too() -> None:
    cache = reading_cache(1000)
    cache.put(b"a", ())
    assert cache.get(b"a") == ()
    assert cache.counts.hits == 1


@given(
    st.integers(0, 1000),
    st.lists(st.tuples(st.sampled_from([b"a", b"b", b"c", b"d"]), st.none() | READINGS), max_size=30),
)
def test_the_bytes_are_never_exceeded_and_what_is_found_is_what_was_put(
    max_bytes: int, steps: list[tuple[bytes, Runs | None]]
) -> None:
    cache = reading_cache(max_bytes)
    kept: dict[bytes, list[Runs]] = {}
    for key, runs in steps:
        if runs is None:
            found = cache.get(key)
            assert found is None or found in kept[key]
        else:
            cache.put(key, runs)
            kept.setdefault(key, []).append(runs)
        counts = cache.counts
        assert 0 <= counts.size_bytes <= max_bytes
        assert (counts.size_bytes == 0) == (counts.entries == 0)
    assert cache.counts.hits + cache.counts.misses == sum(runs is None for _, runs in steps)


def test_everything_that_decides_a_reading_is_in_its_key() -> None:
    prescribed = Prescription(0, 4, "ɹˈɛd")
    keys = [
        key_of("en-us", "read", []),
        key_of("en-gb", "read", []),
        key_of("en-us", "reed", []),
        key_of("en-us", "read", [prescribed]),
        key_of("en-us", "read", [prescribed._replace(tag="VBD")]),
        key_of("en-usread", "", []),
    ]
    assert len(set(keys)) == len(keys)
    assert key_of("en-us", "read", [prescribed]) == keys[3]


@pytest.mark.parametrize("text", ["secret", "\ud800", "naïve"])
def test_a_key_holds_no_text_and_has_one_length(text: str) -> None:
    key = key_of("en-us", text)
    assert len(key) == 32
    assert text.encode("utf-8", "surrogatepass") not in key
