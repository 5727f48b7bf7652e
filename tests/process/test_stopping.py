"""How `koe serve` ends: after one signal, after two, when killed. All tests but the last use the tiny model."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from fakes import wait_for
from limits import HANG_S
from raw_http import connected, read_all, read_answer

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
TINY = [sys.executable, str(ROOT / "tests" / "process" / "tiny_serve.py")]
KOE = [sys.executable, "-c", "from koe.cli.main import run; run()"]
BODY = {"input": "A sentence to begin with. And more of it, and more. " * 4, "response_format": "pcm"}


@dataclass(frozen=True, slots=True)
class Koe:
    process: subprocess.Popen[bytes]
    address: str
    hold: Path
    log: Path

    def ready(self) -> tuple[int, str]:
        answer = httpx.get(f"{self.address}/ready", timeout=HANG_S)
        return answer.status_code, answer.json()["status"]

    def ends(self) -> int:
        return self.process.wait(timeout=HANG_S)


@contextmanager
def running(folder: Path, command: list[str], port: str = "0", **settings: str) -> Iterator[Koe]:
    """Start koe and wait until it is ready."""
    hold, log = folder / "hold", folder / f"log-{time.monotonic_ns()}"
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": path, "KOE_TEST_HOLD": str(hold), **settings}
    with log.open("wb") as file:
        process = subprocess.Popen([*command, "--port", port], stderr=file, stdout=file, env=environment)
    try:
        wait_for(lambda: "koe is listening" in log.read_text() or process.poll() is not None, HANG_S)
        found = re.search(r"koe is listening on (http://[^\s\"]+)", log.read_text())
        assert found is not None, log.read_text()
        koe = Koe(process, found.group(1), hold, log)
        wait_for(lambda: koe.ready() == (200, "ready"), HANG_S)
        yield koe
    finally:
        process.kill()
        process.wait()


@contextmanager
def held_stream(koe: Koe, mode: str = "") -> Iterator[Iterator[bytes]]:
    """A stream that has begun and makes no more audio: its first bytes have been read."""
    koe.hold.write_text(mode)
    with httpx.stream("POST", f"{koe.address}/v1/audio/speech", json=BODY, timeout=HANG_S) as answer:
        assert answer.status_code == 200
        parts = answer.iter_raw()
        next(parts)
        yield parts


@pytest.mark.parametrize("first_signal", [signal.SIGTERM, signal.SIGINT])
def test_running_streams_finish_and_new_requests_are_refused(tmp_path: Path, first_signal: signal.Signals) -> None:
    with running(tmp_path, TINY, KOKORO_SHUTDOWN_GRACE_S="600") as koe:
        whole = httpx.post(f"{koe.address}/v1/audio/speech", json=BODY, timeout=HANG_S).content
        with (
            held_stream(koe) as first,
            httpx.stream("POST", f"{koe.address}/v1/audio/speech", json=BODY, timeout=HANG_S) as second,
        ):
            koe.process.send_signal(first_signal)
            wait_for(lambda: koe.ready() == (503, "stopping"), HANG_S)
            for _ in range(3):
                assert httpx.get(f"{koe.address}/health", timeout=HANG_S).status_code == 200
                refused = httpx.post(f"{koe.address}/v1/audio/speech", json=BODY, timeout=HANG_S)
                assert refused.status_code == 503
                assert refused.json()["error"]["code"] == "stopping"
                assert int(refused.headers["retry-after"]) > 0
            assert httpx.get(f"{koe.address}/status", timeout=HANG_S).json()["running_streams"] == 2
            koe.hold.unlink()
            rest = sum(len(part) for part in first)
            assert sum(len(part) for part in second.iter_raw()) == len(whole)
        assert 0 < rest < len(whole)
        assert koe.ends() == 0
        assert "Traceback" not in koe.log.read_text()
        with pytest.raises(httpx.ConnectError):
            koe.ready()


@pytest.mark.parametrize("first_signal", [signal.SIGTERM, signal.SIGINT])
def test_an_idle_server_ends_at_once(tmp_path: Path, first_signal: signal.Signals) -> None:
    with running(tmp_path, TINY, KOKORO_SHUTDOWN_GRACE_S="600") as koe, connected(koe.address) as idle:
        idle.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert read_answer(idle).status == 200
        koe.process.send_signal(first_signal)
        assert koe.ends() == 0
        assert read_all(idle) == b""
        assert "Traceback" not in koe.log.read_text()


def test_a_stream_that_outlasts_the_grace_is_cut(tmp_path: Path) -> None:
    with running(tmp_path, TINY, KOKORO_SHUTDOWN_GRACE_S="1") as koe, held_stream(koe) as parts:
        koe.process.send_signal(signal.SIGTERM)
        with pytest.raises(httpx.RemoteProtocolError):
            list(parts)
        assert koe.ends() == 0
        assert "Traceback" not in koe.log.read_text()


@pytest.mark.parametrize("signals", [(signal.SIGTERM, signal.SIGTERM), (signal.SIGINT, signal.SIGTERM)])
def test_the_second_signal_cuts_running_streams(tmp_path: Path, signals: tuple[signal.Signals, signal.Signals]) -> None:
    with running(tmp_path, TINY, KOKORO_SHUTDOWN_GRACE_S="600") as koe, held_stream(koe) as parts:
        koe.process.send_signal(signals[0])
        wait_for(lambda: koe.ready() == (503, "stopping"), HANG_S)
        koe.process.send_signal(signals[1])
        with pytest.raises(httpx.RemoteProtocolError):
            list(parts)
        assert koe.ends() == 0
        assert "Traceback" not in koe.log.read_text()


def test_the_second_signal_ends_a_model_that_hangs(tmp_path: Path) -> None:
    with running(tmp_path, TINY, KOKORO_SHUTDOWN_GRACE_S="600") as koe, held_stream(koe, "hang") as parts:
        koe.process.send_signal(signal.SIGTERM)
        wait_for(lambda: koe.ready() == (503, "stopping"), HANG_S)
        koe.process.send_signal(signal.SIGTERM)
        with pytest.raises(httpx.RemoteProtocolError):
            list(parts)
        assert koe.ends() == 1


def test_after_sigkill_the_same_port_serves_again(tmp_path: Path) -> None:
    with running(tmp_path, TINY) as koe, held_stream(koe) as parts:
        port = koe.address.rpartition(":")[2]
        koe.process.send_signal(signal.SIGKILL)
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            list(parts)
        assert koe.ends() == -signal.SIGKILL
        koe.hold.unlink()
        with running(tmp_path, TINY, port) as again:
            assert httpx.post(f"{again.address}/v1/audio/speech", json=BODY, timeout=HANG_S).status_code == 200


@pytest.mark.real_model
def test_sigkill_damages_no_file_of_the_cache(tmp_path: Path) -> None:
    with running(tmp_path, [*KOE, "serve"]) as koe:
        koe.process.send_signal(signal.SIGKILL)
        assert koe.ends() == -signal.SIGKILL
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    verified = subprocess.run(
        [*KOE, "models", "verify"], env=environment, capture_output=True, timeout=HANG_S, check=False
    )
    assert verified.returncode == 0, verified.stderr
    with running(tmp_path, [*KOE, "serve"]) as again:
        assert httpx.post(f"{again.address}/v1/audio/speech", json={"input": "Hi."}, timeout=HANG_S).status_code == 200


def test_last_line_of_the_log_has_the_counts(tmp_path: Path) -> None:
    with running(tmp_path, TINY, KOKORO_LOG_FORMAT="json") as koe:
        for _ in range(2):
            httpx.post(f"{koe.address}/v1/audio/speech", json=BODY, timeout=HANG_S).raise_for_status()
        koe.process.send_signal(signal.SIGTERM)
        assert koe.ends() == 0
        last = json.loads(koe.log.read_text().splitlines()[-1])
    assert last["message"] == "stopped: 2 streams, 0 refused"
    assert (last["admitted"], last["underruns"]) == (2, 0)
