"""Objectives: breached and met again by measured answers, by a clock that the test moves."""

from __future__ import annotations

import logging

import pytest

from answers import answer
from clocks import ManualClock
from koe.engine.marks import Kind, Marks
from koe.observe.history import History
from koe.observe.slo import SloState, SloTargets, SloWatch


class Watched:
    def __init__(self, targets: SloTargets | None = None) -> None:
        self.clock = ManualClock()
        self.history = History(self.clock)
        self.watch = SloWatch(targets or SloTargets(), self.history)

    def answers(self, count: int, marks: Marks, every_s: float = 1.0) -> None:
        for _ in range(count):
            self.clock.now_s += every_s
            self.history.finished(marks, "done")
            self.watch.check()

    def state(self, name: str) -> SloState:
        return next(state for state in self.watch.check() if state.name == name)


def warnings_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


def test_a_breach_is_logged_once_and_names_the_setting(caplog: pytest.LogCaptureFixture) -> None:
    watched = Watched()
    watched.answers(30, answer(first_s=0.9))
    assert watched.watch.breached == {"ttfa"}
    (line,) = warnings_of(caplog)
    assert "KOKORO_SLO_TTFA_S" in line
    assert "KOKORO_BUILD" in line
    assert watched.state("ttfa").breaches == 1


def test_one_slow_answer_in_twenty_is_allowed(caplog: pytest.LogCaptureFixture) -> None:
    watched = Watched()
    for _ in range(5):
        watched.answers(24, answer())
        watched.answers(1, answer(first_s=2.0))  # 4 %
    assert watched.state("ttfa").burn_1h == pytest.approx(0.8)
    assert watched.watch.breached == frozenset()
    assert warnings_of(caplog) == []


def test_one_slow_answer_is_no_breach_and_two_are() -> None:
    watched = Watched()
    watched.answers(1, answer(first_s=2.0, rtf=0.9))
    assert watched.watch.breached == frozenset()
    watched.answers(1, answer(first_s=2.0))
    assert watched.watch.breached == {"ttfa"}


def test_hits_and_whole_answers_have_no_ttfa() -> None:
    watched = Watched()
    watched.answers(20, answer(Kind.HIT, first_s=2.0))
    watched.answers(20, answer(first_s=30.0, live=False))
    assert watched.state("ttfa").burn_5m == 0


def test_a_breach_ends_below_half_and_not_at_the_edge(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "koe")
    watched = Watched()
    watched.answers(30, answer(rtf=0.8))
    assert watched.watch.breached == {"rtf"}
    # 4 % are too slow: a burn of 0.8 would be no breach, and does not end one.
    watched.clock.now_s += 400
    for _ in range(4):
        watched.answers(1, answer(rtf=0.8), every_s=2.5)
        watched.answers(24, answer(), every_s=2.5)
    assert 0.5 < watched.state("rtf").burn_5m < 1
    assert watched.watch.breached == {"rtf"}
    watched.clock.now_s += 400
    watched.answers(20, answer())
    assert watched.watch.breached == frozenset()
    messages = [record.getMessage() for record in caplog.records]
    assert sum("is met again" in message for message in messages) == 1
    assert sum("is breached" in message for message in messages) == 1


def test_a_breach_ends_when_no_client_comes_any_more() -> None:
    watched = Watched()
    watched.answers(30, answer(first_s=0.9))
    watched.clock.now_s += 600
    assert watched.state("ttfa").is_breached  # five minutes without answers say nothing
    watched.clock.now_s += 3600
    assert not watched.state("ttfa").is_breached


def test_the_first_underrun_is_a_breach(caplog: pytest.LogCaptureFixture) -> None:
    watched = Watched()
    watched.answers(1, answer(underruns=1))
    assert watched.watch.breached == {"underruns"}
    assert "KOKORO_MAX_STREAMS" in warnings_of(caplog)[0]
    watched.clock.now_s += 310
    watched.answers(5, answer())
    assert watched.watch.breached == frozenset()


@pytest.mark.parametrize(
    ("marks", "remedy"),
    [
        (answer(first_s=0.9, wait_s=0.4), "KOKORO_MAX_STREAMS"),
        (answer(Kind.COLD, first_s=0.9), "/ready"),
        (answer(first_s=0.9), "KOKORO_THREADS"),
    ],
)
def test_the_remedy_fits_the_cause(caplog: pytest.LogCaptureFixture, marks: Marks, remedy: str) -> None:
    Watched().answers(10, marks)
    assert remedy in warnings_of(caplog)[0]


def test_objectives_can_be_off() -> None:
    watched = Watched(SloTargets(ttfa_s=None, underruns_per_h=None))
    watched.answers(30, answer(first_s=9.0, underruns=1))
    assert [state.name for state in watched.watch.states] == ["rtf"]
