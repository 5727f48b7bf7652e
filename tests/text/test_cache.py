"""Readings are remembered within their bytes, and for nobody else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.text.cache import CacheState, PieceCache, key_of
from koe.text.piece import Piece
from koe.text.prescribed import Prescription

READINGS = st.lists(st.builds(Piece, st.just(0), st.just(1), st.text(max_size=30)), max_size=4)


def reading(phonemes: str = "a") -> list[Piece]:
    return [Piece(0, 1, phonemes)]


def size_of(pieces: list[Piece]) -> int:
    cache = PieceCache(1_000_000)
    cache.keep(b"", pieces)
    return cache.state.size_bytes


ONE = size_of(reading())


def test_what_is_kept_is_found_and_counted() -> None:
    cache = PieceCache(10_000)
    assert cache.find(b"a") is None
    cache.keep(b"a", reading())
    assert cache.find(b"a") == tuple(reading())
    assert cache.find(b"b") is None
    assert cache.state == CacheState(hits=1, misses=2, entries=1, size_bytes=ONE)


def test_a_reading_that_changes_afterwards_does_not_change_what_is_kept() -> None:
    cache, pieces = PieceCache(10_000), reading()
    cache.keep(b"a", pieces)
    pieces.append(Piece(1, 2, "b"))
    assert cache.find(b"a") == tuple(reading())


def test_longer_readings_count_for_more() -> None:
    assert size_of(reading("a" * 100)) >= ONE + 99
    assert size_of(reading() * 2) > ONE + 1


def test_the_least_recently_used_goes_first() -> None:
    cache = PieceCache(3 * ONE)
    for key in (b"a", b"b", b"c"):
        cache.keep(key, reading())
    cache.find(b"a")
    cache.keep(b"d", reading())
    assert [key for key in (b"a", b"b", b"c", b"d") if cache.find(key)] == [b"a", b"c", b"d"]
    assert cache.state.size_bytes == 3 * ONE


def test_what_is_too_large_is_not_kept_and_pushes_nothing_out() -> None:
    cache = PieceCache(2 * ONE)
    cache.keep(b"a", reading())
    cache.keep(b"large", reading("a" * 1000))
    assert cache.find(b"large") is None
    assert cache.find(b"a") is not None


@pytest.mark.parametrize("pieces", [[], reading()])
def test_no_bytes_turn_it_off(pieces: list[Piece]) -> None:
    cache = PieceCache(0)
    cache.keep(b"a", pieces)
    assert cache.state == CacheState()


def test_an_empty_reading_is_one_too() -> None:
    cache = PieceCache(1000)
    cache.keep(b"a", [])
    assert cache.find(b"a") == ()
    assert cache.state.hits == 1


@given(
    st.integers(0, 1000),
    st.lists(st.tuples(st.sampled_from([b"a", b"b", b"c", b"d"]), st.none() | READINGS), max_size=30),
)
def test_its_bytes_are_never_exceeded_and_what_is_found_is_what_was_kept(
    max_bytes: int, steps: list[tuple[bytes, list[Piece] | None]]
) -> None:
    cache = PieceCache(max_bytes)
    kept: dict[bytes, list[tuple[Piece, ...]]] = {}
    for key, pieces in steps:
        if pieces is None:
            found = cache.find(key)
            assert found is None or found in kept[key]
        else:
            cache.keep(key, pieces)
            kept.setdefault(key, []).append(tuple(pieces))
        state = cache.state
        assert 0 <= state.size_bytes <= max_bytes
        assert (state.size_bytes == 0) == (state.entries == 0)
    assert cache.state.hits + cache.state.misses == sum(pieces is None for _, pieces in steps)


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
