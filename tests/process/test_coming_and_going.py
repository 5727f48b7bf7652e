"""Clients that connect and hang up, hundreds of them, leak no threads, files or memory."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from fakes import live_server, wait_for
from koe.engine.engine import Engine
from koe.settings import Settings
from limits import HANG_S
from memory import linux_only, resident_bytes

CYCLES = 500
WARM_UP = 60
BODY = {"input": "A sentence to begin with. And more of it, and more. " * 8, "voice": "af_heart"}


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@linux_only
def test_500_clients_that_hang_up_leave_threads_files_and_memory_where_they_were(
    engine: Engine, settings: Settings
) -> None:
    def come_and_go(client: httpx.Client, parts: int) -> None:
        with client.stream("POST", "/v1/audio/speech", json=BODY) as answer:
            body = answer.iter_raw()
            for _ in range(parts):
                next(body, None)

    with live_server(engine, settings) as server, httpx.Client(base_url=server) as client:
        with ThreadPoolExecutor(8) as clients:  # the threads that encode are made when they are first needed
            list(clients.map(lambda number: come_and_go(client, number % 4), range(WARM_UP)))
        _wait_until_idle(engine)
        before = (threading.active_count(), open_files(), resident_bytes())
        for number in range(CYCLES):
            come_and_go(client, number % 4)
        _wait_until_idle(engine)
        after = (threading.active_count(), open_files(), resident_bytes())
        assert client.post("/v1/audio/speech", json=BODY).status_code == 200
    assert after[0] <= before[0] + 1
    assert after[1] <= before[1] + 2
    assert after[2] - before[2] < 20_000_000


def _wait_until_idle(engine: Engine) -> None:
    wait_for(lambda: engine.running_streams == 0, HANG_S)
