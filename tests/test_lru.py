"""The byte-bounded cache against a model of itself, and its rules one by one."""

from __future__ import annotations

from collections import OrderedDict

from hypothesis import given
from hypothesis import strategies as st

from koe.lru import ByteLru, CacheCounts, OldestEntry


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_the_least_recently_used_entry_leaves_first() -> None:
    cache: ByteLru[str, bytes] = ByteLru(10, len)
    cache.put("a", b"1234")
    cache.put("b", b"1234")
    assert cache.get("a") == b"1234"
    cache.put("c", b"1234")
    assert cache.get("b") is None
    assert cache.get("a") == b"1234"
    assert cache.get("c") == b"1234"
    assert cache.counts == CacheCounts(hits=3, misses=1, evictions=1, entries=2, size_bytes=8)


def test_an_entry_leaves_when_its_time_is_over_however_often_it_is_read() -> None:
    clock = Clock()
    cache: ByteLru[str, bytes] = ByteLru(10, len, ttl_s=5.0, clock=clock)
    cache.put("a", b"1")
    clock.now_s = 5.0
    assert cache.get("a") == b"1"
    clock.now_s = 5.1
    assert cache.get("a") is None
    assert cache.counts == CacheCounts(hits=1, misses=1, evictions=1)


def test_a_value_larger_than_the_cache_is_not_kept_and_removes_nothing() -> None:
    cache: ByteLru[str, bytes] = ByteLru(4, len)
    cache.put("a", b"1")
    cache.put("b", b"12345")
    assert cache.get("b") is None
    assert cache.get("a") == b"1"


def test_the_first_value_of_a_key_stays() -> None:
    cache: ByteLru[str, bytes] = ByteLru(10, len)
    cache.put("a", b"1")
    cache.put("a", b"22")
    assert cache.get("a") == b"1"
    assert cache.counts.size_bytes == 1


def test_no_bytes_turn_it_off() -> None:
    cache: ByteLru[str, bytes] = ByteLru(0, len)
    cache.put("a", b"1")
    assert not cache.is_on
    assert cache.get("a") is None


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 6) | st.none()), max_size=60))
def test_it_behaves_as_an_ordered_dict_with_a_sum_of_sizes(actions: list[tuple[str, int | None]]) -> None:
    """A size puts, None gets."""
    cache: ByteLru[str, bytes] = ByteLru(12, len)
    model: OrderedDict[str, int] = OrderedDict()
    for key, size in actions:
        if size is None:
            assert (cache.get(key) is not None) == (key in model)
            if key in model:
                model.move_to_end(key)
            continue
        cache.put(key, bytes(size))
        model.setdefault(key, size)
        while sum(model.values()) > 12:
            model.popitem(last=False)
    assert cache.counts.entries == len(model)
    assert cache.counts.size_bytes == sum(model.values())


def test_the_oldest_entry_is_the_least_recently_used() -> None:
    clock = Clock()
    cache: ByteLru[str, bytes] = ByteLru(100, len, clock=clock)
    assert (cache.oldest, cache.drop_oldest()) == (None, 0)
    cache.put("a", b"1")
    clock.now_s = 2.0
    cache.put("b", b"22")
    clock.now_s = 5.0
    assert cache.oldest == OldestEntry(1, unused_s=5.0)
    cache.get("a")
    assert cache.oldest == OldestEntry(2, unused_s=3.0)
    assert cache.drop_oldest() == 2
    assert cache.get("b") is None
    assert cache.clear() == 1
    assert cache.counts == CacheCounts(hits=1, misses=1, evictions=2)


def test_growth_is_told_after_an_entry_was_added_and_without_the_lock() -> None:
    cache: ByteLru[str, bytes] = ByteLru(2, len)
    seen: list[int] = []
    cache.on_growth = lambda: seen.append(cache.counts.entries)
    cache.put("a", b"1")
    cache.put("a", b"1")
    cache.put("too large", b"123")
    cache.put("b", b"1")
    assert seen == [1, 2]
