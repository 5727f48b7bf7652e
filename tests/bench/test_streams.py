from __future__ import annotations

import threading

import pytest

from fakes import wait_for
from koe.bench import streams
from koe.bench.client import FirstSound, SpeechClient
from koe.bench.listening import Playthrough
from koe.bench.streams import measure_streams
from koe.errors import Refused
from limits import HANG_S

SHORT, LONG = "short", "a long text"


class Server:
    """Has an RTF of 0.4, carries two streams, and starts later beside other streams."""

    def __init__(self, room: int = 2) -> None:
        self.room = room
        self.listening = 0
        self.parts: list[int] = []  # of the measurement that are over
        self.lock = threading.Lock()
        self.may_end = threading.Event()


class Listener(SpeechClient):
    def __init__(self, server: Server) -> None:
        self._server = server

    def __exit__(self, *_: object) -> None:
        pass

    def time_first_sound(self, text: str) -> FirstSound:
        server = self._server
        if text == LONG:  # one more, when as many listen as fit
            wait_for(lambda: server.listening >= server.room or server.may_end.is_set(), HANG_S)
        with server.lock:
            if server.listening >= server.room:
                server.may_end.set()
                raise Refused(7)
            return FirstSound(0.001, 0.2 + 0.1 * server.listening)

    def play_through(self, text: str) -> tuple[FirstSound, Playthrough]:
        server = self._server
        with server.lock:
            server.listening += 1
        if len(server.parts) == 2:  # as many as fit: until one more was refused
            assert server.may_end.wait(HANG_S)
        with server.lock:
            server.listening -= 1
        return FirstSound(0.001, 0.2), Playthrough(elapsed_s=4.0, audio_s=10.0, lateness_s=(-1.0, -2.0))


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_START_INTERVAL_S", 0.05)


def test_as_many_streams_run_as_fit_and_one_more_is_refused() -> None:
    server = Server()
    result = measure_streams(lambda: Listener(server), SHORT, LONG, trials=1, on_part=lambda: server.parts.append(1))
    assert (result.rtf, result.streams) == (0.4, 2)
    assert result.one_more_was_refused
    assert result.retry_after_s == 7
    assert result.punctuality.playthroughs == 2
    assert result.punctuality.underruns == 0
    assert len(server.parts) == 3
    assert result.idle_first_s == 0.2
    assert result.to_json()["first_ratio"] == result.first_ratio


def test_one_more_that_is_admitted_is_reported() -> None:
    server = Server(room=100)
    server.may_end.set()
    result = measure_streams(lambda: Listener(server), SHORT, LONG, trials=1, on_part=lambda: None)
    assert not result.one_more_was_refused
    assert result.retry_after_s is None
