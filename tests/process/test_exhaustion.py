"""A server that the system leaves without descriptors, without disk or without time goes on when it has them again."""

from __future__ import annotations

import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from fakes import wait_for
from koe.client.stream import LiveStream
from limits import HANG_S
from stream_client import TEXT, audio_of, run, spoken

pytestmark = [pytest.mark.process, pytest.mark.skipif(sys.platform != "linux", reason="prlimit and /proc")]

ROOT = Path(__file__).parents[2]
BODY = {"input": "A sentence to begin with. And more of it, and more. " * 4, "response_format": "pcm"}
# More than the server may have connections, and than it has descriptors to spare.
CLIENTS = 60
SPARE = 12


@dataclass(frozen=True, slots=True)
class Server:
    process: subprocess.Popen[bytes]
    address: str
    log: Path
    hold: Path

    @property
    def descriptors(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    @contextmanager
    def limited(self, limit: int, value: int) -> Iterator[None]:
        """A soft limit of the system, while it runs."""
        before = resource.prlimit(self.process.pid, limit)
        resource.prlimit(self.process.pid, limit, (value, before[1]))
        try:
            yield
        finally:
            resource.prlimit(self.process.pid, limit, before)

    def speak(self) -> bytes:
        answer = httpx.post(f"{self.address}/v1/audio/speech", json=BODY | {"stream": False}, timeout=HANG_S)
        assert answer.status_code == 200, answer.text
        return answer.content


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`koe serve` with the tiny model, one for all tests of this file."""
    folder = tmp_path_factory.mktemp("server")
    log, hold = folder / "log", folder / "hold"
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": path, "KOE_TEST_HOLD": str(hold), "KOKORO_STREAM_LEAD_S": "0"}
    command = [sys.executable, str(ROOT / "tests" / "process" / "tiny_serve.py"), "--port", "0"]
    with log.open("wb") as file:
        process = subprocess.Popen(command, stderr=file, stdout=file, env=environment)
    try:
        wait_for(lambda: "koe is listening" in log.read_text() or process.poll() is not None, HANG_S)
        found = re.search(r"koe is listening on (http://[^\s\"]+)", log.read_text())
        assert found is not None, log.read_text()
        address = found.group(1)
        wait_for(lambda: httpx.get(f"{address}/ready", timeout=HANG_S).status_code == 200, HANG_S)
        yield Server(process, address, log, hold)
    finally:
        process.kill()
        process.wait()


def test_a_server_without_descriptors_answers_again_when_clients_leave(server: Server) -> None:
    expected = httpx.post(f"{server.address}/v1/audio/speech", json=BODY, timeout=HANG_S).content
    before = server.descriptors
    url = httpx.URL(server.address)
    server.hold.touch()
    with httpx.stream("POST", f"{server.address}/v1/audio/speech", json=BODY, timeout=HANG_S) as running:
        parts = running.iter_raw()
        first = next(parts)
        with server.limited(resource.RLIMIT_NOFILE, server.descriptors + SPARE), ExitStack() as clients:
            for _ in range(CLIENTS):
                # The system takes them up to the backlog, whether the server does or not.
                client = socket.create_connection((url.host, url.port), timeout=HANG_S)
                clients.callback(client.close)
            wait_for(lambda: server.descriptors >= before + SPARE)
            server.hold.unlink()
            assert first + b"".join(parts) == expected  # a stream that runs needs no more descriptors
    assert server.speak()
    wait_for(lambda: server.descriptors <= before + 3)
    assert "Traceback" not in server.log.read_text()


def test_a_server_that_cannot_write_speaks_and_logs_again_when_it_can(server: Server) -> None:
    """Its log is the one file it writes."""
    expected = server.speak()
    with server.limited(resource.RLIMIT_FSIZE, 0):
        size = server.log.stat().st_size
        assert server.speak() == expected
        assert server.log.stat().st_size == size
    assert server.speak() == expected
    wait_for(lambda: server.log.stat().st_size > size)
    assert "speech done" in server.log.read_bytes()[size:].decode()


def test_a_server_that_stood_still_for_a_second_loses_no_sample(server: Server) -> None:
    async def main() -> None:
        expected, _ = await spoken(server.address, input=TEXT, frame_ms=30, fill_stalls=False)
        start = {"input": TEXT, "frame_ms": 30, "fill_stalls": False}

        def go_on() -> None:
            server.process.send_signal(signal.SIGCONT)
            server.hold.unlink()

        server.hold.touch()  # most of the speech is made afterwards
        async with LiveStream(server.address, start) as stream:
            frames = []
            async for frame in stream:
                frames.append(frame)
                if len(frames) == 1:
                    server.process.send_signal(signal.SIGSTOP)
                    threading.Timer(1.0, go_on).start()
            assert stream.reconnections == 0
        assert [frame.chunk_id for frame in frames] == list(range(len(expected)))
        assert audio_of(frames) == audio_of(expected)

    run(main)
    assert server.speak()
    assert httpx.get(f"{server.address}/ready", timeout=HANG_S).status_code == 200
