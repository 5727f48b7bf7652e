from __future__ import annotations

import threading

import pytest

from koe.bench import streams
from koe.bench.client import FirstSound, SpeechClient
from koe.bench.listening import Playthrough
from koe.bench.streams import StreamCapacity, measure_streams
from koe.errors import Refused
from limits import HANG_S

SHORT, LONG = "short", "a long text"


class Server:
    """Has an RTF of 0.4, carries `room` streams, and starts later beside other streams. It refuses a new short stream
    `refusals` times before it admits it."""

    def __init__(self, room: int, refusals: int = 0) -> None:
        self.room = room
        self.refusals = refusals
        self.listening = 0
        self.parts: list[int] = []  # of the measurement that are over
        self.lock = threading.Lock()
        self.is_full = threading.Event()
        self.newcomer_heard = threading.Event()

    @property
    def may_end(self) -> threading.Event | None:
        """What long streams wait for in this part of the measurement."""
        return (None, self.is_full, self.newcomer_heard)[len(self.parts)]


class Listener(SpeechClient):
    def __init__(self, server: Server) -> None:
        self._server = server

    def __exit__(self, *_: object) -> None:
        pass

    def time_first_sound(self, text: str) -> FirstSound:
        assert text == SHORT
        server = self._server
        if len(server.parts) == 2:
            with server.lock:
                if server.refusals:
                    server.refusals -= 1
                    raise Refused(0)
                server.newcomer_heard.set()
                return FirstSound(0.001, 0.2 + 0.1 * server.listening)
        return FirstSound(0.001, 0.2)

    def play_through(self, text: str) -> tuple[FirstSound, Playthrough]:
        assert text == LONG
        server = self._server
        with server.lock:
            if server.listening >= server.room:
                server.is_full.set()
                raise Refused(7)
            server.listening += 1
        if (may_end := server.may_end) is not None:
            assert may_end.wait(HANG_S)
        with server.lock:
            server.listening -= 1
        return FirstSound(0.001, 0.2), Playthrough(elapsed_s=4.0, audio_s=10.0, lateness_s=(-1.0, -2.0))


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_START_INTERVAL_S", 0.05)


def measured(server: Server, trials: int = 1) -> StreamCapacity:
    return measure_streams(lambda: Listener(server), SHORT, LONG, trials, on_part=lambda: server.parts.append(1))


def test_streams_are_added_until_the_server_refuses_one() -> None:
    server = Server(room=3)
    result = measured(server)
    assert (result.rtf, result.by_rtf, result.streams) == (0.4, 2, 3)
    assert result.one_more_was_refused
    assert result.retry_after_s == 7
    assert result.punctuality.playthroughs == 3
    assert result.punctuality.underruns == 0
    assert len(server.parts) == 3


def test_a_new_stream_is_timed_beside_one_fewer_than_fit() -> None:
    result = measured(Server(room=3))
    assert (result.idle_first_s, result.loaded_first_s) == (0.2, 0.4)
    assert result.to_json()["first_ratio"] == pytest.approx(2.0)


def test_a_new_stream_that_is_refused_asks_again() -> None:
    result = measured(Server(room=2, refusals=2))
    assert result.loaded_refusals == 2
    assert result.loaded_first_s == pytest.approx(0.3)


def test_a_server_that_refuses_no_stream_is_not_filled_for_ever() -> None:
    server = Server(room=100)
    server.is_full.set()
    result = measured(server)
    assert (result.by_rtf, result.streams) == (2, 4)
    assert not result.one_more_was_refused
    assert result.retry_after_s is None
