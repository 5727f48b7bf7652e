"""What answers did in the last five minutes, the last hour and since the start."""

from __future__ import annotations

import pytest

from answers import answer, refused
from clocks import ManualClock
from koe.engine.marks import Kind
from koe.observe.history import History


def test_each_kind_has_its_own_times() -> None:
    history = History(ManualClock())
    history.finished(answer(Kind.COLD, first_s=1.3), "done")
    history.finished(answer(Kind.WARM, first_s=0.2, rtf=0.4), "done")
    history.finished(answer(Kind.HIT, first_s=0.01), "done")
    history.finished(answer(first_s=4.0, live=False), "done")
    window = history.window("5m")
    assert window.live[Kind.COLD].first_sound.quantile(0.5) == pytest.approx(1.3, rel=0.01)
    assert window.live[Kind.WARM].first_sound.quantile(0.5) == pytest.approx(0.2, rel=0.01)
    assert window.live[Kind.WARM].rtf.quantile(0.5) == pytest.approx(0.4, rel=0.01)
    assert window.live[Kind.HIT].first_sound.quantile(0.5) == pytest.approx(0.01, rel=0.01)
    assert window.whole.first_sound.quantile(0.5) == pytest.approx(4.0, rel=0.01)
    assert [times.first_sound.count for times in window.spoken] == [1, 1]


def test_windows_forget_and_the_start_does_not() -> None:
    clock = ManualClock()
    history = History(clock)
    history.finished(answer(underruns=2), "done")
    clock.now_s += 400
    history.finished(answer(), "cancelled")
    assert [history.window(name).live[Kind.WARM].answers for name in ("5m", "1h", "start")] == [1, 2, 2]
    assert [history.window(name).underruns for name in ("5m", "1h", "start")] == [0, 2, 2]
    clock.now_s += 4000
    assert [history.window(name).live[Kind.WARM].answers for name in ("5m", "1h", "start")] == [0, 0, 2]
    assert history.window("start").outcomes == {"done": 1, "cancelled": 1}


def test_refused_requests_count_as_refused_only() -> None:
    history = History(ManualClock())
    history.finished(refused(), "refused")
    window = history.window("start")
    assert window.outcomes["refused"] == 1
    assert window.live[Kind.WARM].answers == 0


def test_jitter_is_seen_before_its_stream_ends() -> None:
    history = History(ManualClock())
    history.frame(Kind.WARM, 0.002)
    assert history.window("5m").live[Kind.WARM].jitter.quantile(0.95) == pytest.approx(0.002, rel=0.01)


def test_memory_does_not_grow_with_the_number_of_answers() -> None:
    clock = ManualClock()
    history = History(clock)
    for number in range(3000):
        history.finished(answer(first_s=0.1 + number % 7), "done")
        clock.now_s += 10.0
    assert [len(ring._parts) <= 31 for ring in history._rings.values()] == [True, True]
    assert history.window("1h").live[Kind.WARM].answers == pytest.approx(360, abs=13)
