"""The budget over all caches: what leaves first, and that it holds after every addition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clocks import ManualClock
from koe.engine.memory_budget import MemoryBudget
from koe.lru import ByteLru


class Fixture:
    def __init__(self, max_bytes: int) -> None:
        self.clock = ManualClock()
        self.budget = MemoryBudget(max_bytes)
        self.cheap = self.cache("cheap", 0.01)
        self.dear = self.cache("dear", 10.0)

    def cache(self, name: str, remake_s_per_mib: float) -> ByteLru[str, bytes]:
        cache: ByteLru[str, bytes] = ByteLru(1000, len, clock=self.clock)
        self.budget.add_cache(name, cache, remake_s_per_mib)
        return cache


def test_the_entry_that_is_cheapest_to_remake_leaves_first() -> None:
    one = Fixture(100)
    one.cheap.put("a", bytes(50))
    one.dear.put("b", bytes(50))
    one.dear.put("c", bytes(50))
    assert (one.cheap.get("a"), one.budget.used_bytes, one.budget.shed_bytes) == (None, 100, 50)


def test_an_old_entry_leaves_although_it_is_dearer() -> None:
    one = Fixture(100)
    one.dear.put("b", bytes(50))
    one.clock.now_s += 10_000.0
    one.cheap.put("a", bytes(50))
    one.cheap.put("c", bytes(50))
    assert one.dear.get("b") is None
    assert one.cheap.get("a") is not None


def test_use_makes_an_entry_young() -> None:
    one = Fixture(100)
    one.dear.put("b", bytes(50))
    one.clock.now_s += 10_000.0
    one.cheap.put("a", bytes(50))
    assert one.dear.get("b") is not None
    one.cheap.put("c", bytes(50))
    assert one.dear.get("b") is not None
    assert one.cheap.get("a") is None


def test_buffers_take_room_from_the_caches_and_are_not_dropped() -> None:
    one = Fixture(100)
    held = [80]
    one.budget.add_buffers("replay", lambda: held[0])
    one.cheap.put("a", bytes(30))
    assert one.cheap.counts.entries == 0
    assert one.budget.used_bytes == 80
    held[0] = 120
    assert one.budget.enforce() == 0
    held[0] = 0
    one.cheap.put("a", bytes(30))
    assert one.budget.used_bytes == 30
    assert [(use.name, use.size_bytes, use.is_cache) for use in one.budget.uses] == [
        ("cheap", 30, True),
        ("dear", 0, True),
        ("replay", 0, False),
    ]


def test_a_share_drops_at_once_and_holds_until_it_is_taken_back() -> None:
    one = Fixture(100)
    one.dear.put("a", bytes(40))
    one.dear.put("b", bytes(40))
    assert one.budget.set_share(0.5) == 40
    one.dear.put("c", bytes(40))
    assert one.budget.used_bytes == 40
    assert one.budget.set_share(0.0) == 40
    assert one.budget.set_share(1.0) == 0
    one.dear.put("a", bytes(40))
    one.dear.put("b", bytes(40))
    assert one.budget.used_bytes == 80


def test_clear_drops_caches_and_tells_their_bytes() -> None:
    one = Fixture(1000)
    one.budget.add_buffers("replay", lambda: 7)
    one.cheap.put("a", bytes(30))
    assert one.budget.clear() == {"cheap": 30, "dear": 0}
    assert one.budget.used_bytes == 7


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.integers(1, 60), st.floats(0, 50)), max_size=60))
def test_the_budget_holds_after_every_addition(steps: list[tuple[bool, int, int, float]]) -> None:
    one = Fixture(100)
    for is_dear, key, size_bytes, later_s in steps:
        one.clock.now_s += later_s
        (one.dear if is_dear else one.cheap).put(str(key), bytes(size_bytes))
        assert one.budget.used_bytes <= 100
