"""The memory guard: when caches shrink, when work is refused, and when both end. Clock and readings are fake."""

from __future__ import annotations

import pytest

from koe.engine.memory_budget import MIB
from koe.engine.memory_guard import Limit, MemoryGuard, MemoryReading, Pressure
from koe.errors import MemoryShort

NORMAL, TIGHT, SHORT = Pressure.NORMAL, Pressure.TIGHT, Pressure.SHORT


def room(mib: float) -> MemoryReading:
    return MemoryReading((Limit("the setting", 1000 * MIB, int((1000 - mib) * MIB)),))


@pytest.mark.parametrize(
    ("reading", "pressure"),
    [
        (room(500), NORMAL),
        (room(81), NORMAL),
        (room(79), TIGHT),
        (room(41), TIGHT),
        (room(39), SHORT),
        (room(-20), SHORT),
        (MemoryReading(), NORMAL),
        (MemoryReading(some_stall=21), TIGHT),
        (MemoryReading(some_stall=90, full_stall=21), SHORT),
        (MemoryReading(told=TIGHT), TIGHT),
        (MemoryReading(told=SHORT), SHORT),
    ],
)
def test_pressure_rises_at_once(reading: MemoryReading, pressure: Pressure) -> None:
    assert MemoryGuard().observe(reading, 0.0) is pressure


def test_the_limit_with_the_least_room_decides() -> None:
    guard = MemoryGuard()
    wide, narrow = Limit("machine", 9000 * MIB, 0), Limit("container", 1000 * MIB, 990 * MIB)
    assert guard.observe(MemoryReading((wide, narrow)), 0.0) is SHORT
    assert guard.state.limit == narrow
    with pytest.raises(MemoryShort, match="under container"):
        guard.reserve(0)


def test_pressure_falls_step_by_step_when_there_is_more_room_for_a_while() -> None:
    guard = MemoryGuard()
    guard.observe(room(30), 0.0)
    # Enough not to begin, too little to end it: short below 60, tight below 120.
    assert guard.observe(room(50), 100.0) is SHORT
    assert guard.observe(room(100), 101.0) is SHORT
    assert guard.observe(room(100), 105.9) is SHORT
    assert guard.observe(room(100), 106.1) is TIGHT
    assert guard.observe(room(110), 200.0) is TIGHT
    assert guard.observe(room(130), 201.0) is TIGHT
    assert guard.observe(room(130), 206.1) is NORMAL
    assert guard.state.entered == (1, 1)


def test_a_relapse_begins_the_wait_anew() -> None:
    guard = MemoryGuard()
    guard.observe(room(30), 0.0)
    guard.observe(room(200), 1.0)
    guard.observe(room(30), 5.0)
    assert guard.observe(room(200), 6.1) is SHORT
    assert guard.observe(room(200), 11.2) is TIGHT
    assert guard.observe(room(200), 11.3) is TIGHT
    assert guard.observe(room(200), 16.3) is NORMAL


def test_a_reading_that_swings_does_not_flap() -> None:
    guard = MemoryGuard()
    guard.observe(room(39), 0.0)
    pressures = {guard.observe(room(39 if number % 2 else 59), float(number)) for number in range(1, 60)}
    assert pressures == {SHORT}
    assert guard.state.entered == (1, 1)


def test_while_memory_is_short_everything_is_refused_with_a_time_to_retry() -> None:
    guard = MemoryGuard()
    guard.reserve(0)
    guard.observe(room(30), 0.0)
    assert guard.refuses
    with pytest.raises(MemoryShort) as refused:
        guard.reserve(0)
    assert refused.value.retry_after_s > 0
    assert "the setting" in str(refused.value)
    assert guard.state.refused == 1


def test_work_that_would_not_fit_is_refused_before_it_begins() -> None:
    guard = MemoryGuard()
    guard.observe(room(200), 0.0)
    first = guard.reserve(100 * MIB)
    with pytest.raises(MemoryShort):
        guard.reserve(70 * MIB)
    guard.reserve(50 * MIB)
    first.release()
    first.release()  # any further time does nothing
    assert guard.state.reserved_bytes == 50 * MIB
    guard.reserve(100 * MIB)


def test_what_stays_must_not_leave_memory_tight() -> None:
    guard = MemoryGuard()
    guard.observe(room(150), 0.0)
    with pytest.raises(MemoryShort):
        guard.reserve(80 * MIB, is_kept=True)
    guard.reserve(80 * MIB).release()
    guard.reserve(70 * MIB, is_kept=True)


def test_held_memory_counts_and_is_never_refused() -> None:
    guard = MemoryGuard()
    guard.observe(room(30), 0.0)
    held = guard.hold(500 * MIB)
    assert guard.state.reserved_bytes == 500 * MIB
    held.release()
    assert guard.state.reserved_bytes == 0


def test_without_a_limit_nothing_is_refused() -> None:
    guard = MemoryGuard()
    guard.observe(MemoryReading(), 0.0)
    guard.reserve(1 << 50)
