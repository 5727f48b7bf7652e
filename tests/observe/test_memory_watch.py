"""The memory watch: what it does and logs when the pressure changes. Readings and clock are fake."""

from __future__ import annotations

import logging

import pytest

from clocks import ManualClock
from koe.engine.memory_budget import MIB, MemoryBudget
from koe.engine.memory_guard import Limit, MemoryGuard, MemoryReading, Pressure
from koe.lru import ByteLru
from koe.observe.memory_watch import MemoryWatch


class Watched:
    def __init__(self) -> None:
        self.room_mib = 500.0
        self.mode_share = 1.0
        self.released = 0
        self.clock = ManualClock()
        self.guard = MemoryGuard()
        self.budget = MemoryBudget(1000)
        self.cache: ByteLru[int, bytes] = ByteLru(1000, len)
        self.budget.add_cache("cache", self.cache, 1.0)
        self.watch = MemoryWatch(self.read, self.guard, self.budget, lambda: self.mode_share, self.release, self.clock)
        self.fill()

    def read(self) -> MemoryReading:
        return MemoryReading((Limit("the setting", 1000 * MIB, int((1000 - self.room_mib) * MIB)),))

    def release(self) -> None:
        self.released += 1

    def fill(self) -> None:
        for number in range(10):
            self.cache.put(number, bytes(100))

    def tick(self, room_mib: float, later_s: float = 1.0) -> Pressure:
        self.room_mib = room_mib
        self.clock.now_s += later_s
        return self.watch.tick()


@pytest.fixture
def watched() -> Watched:
    return Watched()


def test_with_plenty_of_memory_nothing_happens(watched: Watched, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for _ in range(100):
        watched.tick(500)
    assert (watched.released, watched.budget.used_bytes, caplog.records) == (0, 1000, [])


def test_caches_shrink_when_memory_is_tight_and_are_empty_when_it_is_short(watched: Watched) -> None:
    assert watched.tick(70) is Pressure.TIGHT
    assert watched.budget.used_bytes == 200
    watched.fill()
    assert watched.budget.used_bytes == 200
    assert watched.tick(10) is Pressure.SHORT
    watched.fill()
    assert watched.budget.used_bytes == 0
    for _ in range(20):
        watched.tick(500)
    watched.fill()
    assert watched.budget.used_bytes == 1000


def test_freed_memory_goes_back_when_the_pressure_rises_and_every_few_seconds(watched: Watched) -> None:
    watched.tick(70)
    assert watched.released == 1
    watched.tick(10, 0.5)
    assert watched.released == 2
    for _ in range(20):
        watched.tick(10, 0.5)
    assert watched.released == 4


def test_a_degrade_mode_may_allow_less(watched: Watched) -> None:
    watched.mode_share = 0.5
    assert watched.tick(500) is Pressure.NORMAL
    assert watched.budget.used_bytes == 500


def test_each_change_is_logged_once_with_the_limit_and_its_room(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for room_mib in (70, 70, 10, 10, *[500] * 20):
        watched.tick(room_mib)
    messages = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert messages == [
        (
            "WARNING",
            "memory is tight: 70 MiB are left of 1000 under the setting, tasks waited for memory 0 % of the time; "
            "caches shrink",
        ),
        (
            "WARNING",
            "memory is short: 10 MiB are left of 1000 under the setting, tasks waited for memory 0 % of the time; "
            "new requests get 503",
        ),
        (
            "INFO",
            "memory is tight again: 500 MiB are left of 1000 under the setting, tasks waited for memory 0 % of the "
            "time",
        ),
        (
            "INFO",
            "memory is normal again: 500 MiB are left of 1000 under the setting, tasks waited for memory 0 % of the "
            "time",
        ),
    ]
