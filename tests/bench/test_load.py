"""The load benchmark against a stand-in server."""

from __future__ import annotations

import json
import threading
from multiprocessing import active_children

import httpx
import pytest

from koe.bench import load
from koe.bench.load import LoadBench, LoadTexts

TEXTS = LoadTexts(saved="saved", files={5: "short"}, long="a long text")


class Server:
    """`breaks`: formats whose bytes change under load. Refuses the first `refusals` pairs after the load."""

    def __init__(self, breaks: tuple[str, ...] = (), refusals: int = 0) -> None:
        self.breaks = breaks
        self.refusals = refusals
        self.is_loaded = False
        self.parts = 0
        self.lock = threading.Lock()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/status":
            return httpx.Response(200, json={"costs": {"share": 0.9 if self.is_loaded else 0.3}})
        body = json.loads(request.content)
        with self.lock:
            if self.parts == 3 and self.refusals:
                self.refusals -= 1
                return httpx.Response(429)
        changed = self.is_loaded and body.get("response_format") in self.breaks
        return httpx.Response(200, content=b"other" if changed else body["input"].encode())


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "_SLOW_PHASE_S", 0.0)
    monkeypatch.setattr(load, "_RETRY_S", 0.0)
    monkeypatch.setattr(load, "_START_INTERVAL_S", 0.0)


def measured(server: Server, monkeypatch: pytest.MonkeyPatch) -> load.Load:
    class Busy:
        def __init__(self, _count: int) -> None:
            pass

        def __enter__(self) -> None:
            server.is_loaded = True

        def __exit__(self, *_: object) -> None:
            server.is_loaded = False

    def on_part() -> None:
        server.parts += 1

    monkeypatch.setattr(load, "busy_processes", Busy)
    with httpx.Client(transport=httpx.MockTransport(server), base_url="http://koe") as http:
        return LoadBench(http, TEXTS, trials=3, hogs=2).measure(on_part)


def test_saved_answers_that_stay_the_same_are_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    result = measured(Server(), monkeypatch)
    assert result.changed == ()
    assert (result.idle_share, result.loaded_share) == (0.3, 0.9)
    assert set(result.file_ratio) == {5}
    assert result.refused_for_s < load._LONGEST_REFUSALS_S


def test_changed_answers_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    result = measured(Server(breaks=("mp3",)), monkeypatch)
    assert result.changed == ("mp3 beside busy processes",)


def test_refusals_after_the_load_are_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(refusals=3)
    result = measured(server, monkeypatch)
    assert server.refusals == 0
    assert result.refused_for_s > 0


def test_busy_processes_end_with_their_block() -> None:
    others = set(active_children())
    with load.busy_processes(2):
        assert len(set(active_children()) - others) == 2
    assert set(active_children()) <= others
