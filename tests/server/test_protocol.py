"""Connections: the stall timer with a fake clock, and how small pieces leave. Slow clients on real sockets are in
tests/security."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from typing import cast

import httpx
import pytest
from websockets.sync.client import connect

from fakes import wait_for
from koe.engine.engine import Engine
from koe.server.app import create_app
from koe.server.protocol import LimitedHttpProtocol, LimitedWebSocketProtocol, _StallTimer
from koe.server.run import build_server
from koe.settings import Settings


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


def test_small_pieces_are_sent_at_once(gated_engine: Engine) -> None:
    """Also where the listener does not name its protocol, as here: then asyncio leaves Nagle's algorithm on."""
    settings = Settings()
    listener = socket.create_server(("127.0.0.1", 0))
    assert listener.proto != socket.IPPROTO_TCP
    server = build_server(create_app(settings, gated_engine), settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    address = f"127.0.0.1:{listener.getsockname()[1]}"
    try:
        wait_for(lambda: server.started)
        with httpx.Client() as http, connect(f"ws://{address}/v1/audio/stream"):
            assert http.get(f"http://{address}/health").status_code == 200
            connections = list(server.server_state.connections)
            sockets = [one.transport.get_extra_info("socket") for one in connections]
            assert {type(one).__base__ for one in connections} == {LimitedHttpProtocol, LimitedWebSocketProtocol}
            assert [one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for one in sockets] == [1, 1]
    finally:
        server.should_exit = True
        thread.join()
