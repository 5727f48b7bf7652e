"""The 95th percentile of recent starts."""

from __future__ import annotations

from koe.engine.recent_starts import LEAST, WINDOW_S, RecentStarts


def test_a_percentile_needs_some_starts() -> None:
    starts = RecentStarts()
    for _ in range(LEAST - 1):
        starts.add(1.0, 0.0)
    assert starts.p95_s(0.0) is None
    starts.add(1.0, 0.0)
    assert starts.p95_s(0.0) == 1.0


def test_one_slow_start_in_twenty_is_not_the_percentile_and_two_are() -> None:
    starts = RecentStarts()
    for number in range(20):
        starts.add(9.0 if number == 7 else 0.1, 0.0)
    assert starts.p95_s(0.0) == 0.1
    starts.add(9.0, 0.0)
    assert starts.p95_s(0.0) == 9.0


def test_old_starts_do_not_count() -> None:
    starts = RecentStarts()
    for second in range(LEAST):
        starts.add(9.0, float(second))
    for _ in range(LEAST):
        starts.add(0.1, 200.0)
    assert starts.p95_s(200.0) == 9.0
    assert starts.p95_s(WINDOW_S + LEAST) == 0.1
    assert starts.p95_s(WINDOW_S + 201.0) is None
