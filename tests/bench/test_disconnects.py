"""The benchmark of disconnects against a server with the tiny model."""

from __future__ import annotations

import json

import httpx

from fakes import live_server
from koe.bench.disconnects import KINDS, WEBSOCKET, DisconnectBench
from koe.engine.engine import Engine
from koe.settings import Settings


def test_each_kind_of_request_is_left_and_its_stream_is_free_again(engine: Engine, settings: Settings) -> None:
    trials: list[None] = []
    text = "A sentence to begin with. And more of it, and more. " * 300
    with live_server(engine, Settings(stall_timeout_s=60)) as server, httpx.Client(base_url=server) as http:
        result = DisconnectBench(http, text[:3000], 1).measure(lambda: trials.append(None))
        status = http.get("/status").json()
    assert len(trials) == status["streams"]["admitted"] == len(KINDS) + 1
    assert set(result.freed_s) == {*KINDS, WEBSOCKET}
    assert all(0 < seconds < 60 for freed_s in result.freed_s.values() for seconds in freed_s)
    assert json.loads(json.dumps(result.to_json()))["freed_s"].keys() == result.freed_s.keys()
