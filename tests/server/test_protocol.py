"""The stall timer with a fake clock. Slow clients on real sockets are in tests/security."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

import pytest

from koe.server.protocol import _StallTimer


class Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class Loop:
    """An event loop whose timers fire when a test says so."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def call_later(self, _: float, call: Callable[[], None]) -> Timer:
        self.timers.append(Timer(call))
        return self.timers[-1]

    def let_time_pass(self) -> None:
        due, self.timers = self.timers, []
        for timer in due:
            if not timer.is_cancelled:
                timer.call()


class Transport:
    def __init__(self) -> None:
        self.unsent_bytes = 0
        self.is_aborted = False
        self.high = -1

    def set_write_buffer_limits(self, high: int) -> None:
        self.high = high

    def get_write_buffer_size(self) -> int:
        return self.unsent_bytes

    def abort(self) -> None:
        self.is_aborted = True


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def transport() -> Transport:
    return Transport()


@pytest.fixture
def stall_timer(loop: Loop, transport: Transport) -> _StallTimer:
    return _StallTimer(cast(asyncio.Transport, transport), cast(asyncio.AbstractEventLoop, loop), 60)


def test_slow_reader_is_kept_while_it_reads(stall_timer: _StallTimer, loop: Loop, transport: Transport) -> None:
    transport.unsent_bytes = 1000
    stall_timer.start()
    for left in (900, 899, 10):
        transport.unsent_bytes = left
        loop.let_time_pass()
        assert not transport.is_aborted
    loop.let_time_pass()
    assert transport.is_aborted


def test_timer_stops_when_the_reader_catches_up(stall_timer: _StallTimer, loop: Loop, transport: Transport) -> None:
    transport.unsent_bytes = 1000
    stall_timer.start()
    stall_timer.stop()
    loop.let_time_pass()
    assert not transport.is_aborted


def test_timer_runs_from_the_first_unsent_byte(stall_timer: _StallTimer, transport: Transport) -> None:
    assert transport.high == 0
