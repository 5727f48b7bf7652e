"""How koe ends: told once, told twice, killed. The process is real; all tests but the last have tiny stages."""

from __future__ import annotations

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
from raw_http import connected, read_all, read_answer

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
TINY = [sys.executable, str(ROOT / "tests" / "process" / "tiny_serve.py")]
KOE = [sys.executable, "-c", "from koe.cli.main import run; run()"]
HANG_S = 100
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
    """A koe that is ready."""
    hold, log = folder / "hold", folder / f"log-{time.monotonic_ns()}"
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": path, "KOE_TEST_HOLD": str(hold), **settings}
    with log.open("wb") as file:
        process = subprocess.Popen([*command, "--port", port], stderr=file, stdout=file, env=environment)
    try:
        wait_for(lambda: "koe is listening" in log.read_text() or process.poll() is not None)
        found = re.search(r"koe is listening on (http://[^\s\"]+)", log.read_text())
        assert found is not None, log.read_text()
        koe = Koe(process, found.group(1), hold, log)
        wait_for(lambda: koe.ready() == (200, "ready"))
        yield koe
    finally:
        process.kill()
        process.wait()


@contextmanager
def held_stream(koe: Koe, how: str = "") -> Iterator[Iterator[bytes]]:
    """A stream that has begun and stands still: its first bytes have been read."""
    koe.hold.write_text(how)
    with httpx.stream("POST", f"{koe.address}/v1/audio/speech", json=BODY, timeout=HANG_S) as answer:
        assert answer.status_code == 200
        pieces = answer.iter_raw()
        next(pieces)
        yield pieces


@pytest.mark.parametrize("told_by", [signal.SIGTERM, signal.SIGINT])
def test_what_has_begun_is_finished_and_nothing_new_begins(tmp_path: Path, told_by: signal.Signals) -> None:
    with running(tmp_path, TINY) as koe:
        whole = httpx.post(f"{koe.address}/v1/audio/speech", json=BODY, timeout=HANG_S).content
        with (
            held_stream(koe) as first,
            httpx.stream("POST", f"{koe.address}/v1/audio/speech", json=BODY, timeout=HANG_S) as second,
        ):
            koe.process.send_signal(told_by)
            wait_for(lambda: koe.ready() == (503, "stopping"))
            for _ in range(3):
                assert httpx.get(f"{koe.address}/health", timeout=HANG_S).status_code == 200
                refused = httpx.post(f"{koe.address}/v1/audio/speech", json=BODY, timeout=HANG_S)
                assert refused.status_code == 503
                assert refused.json()["error"]["code"] == "stopping"
                assert int(refused.headers["retry-after"]) > 0
            assert httpx.get(f"{koe.address}/status", timeout=HANG_S).json()["running_streams"] == 2
            koe.hold.unlink()
            rest = sum(len(piece) for piece in first)
            assert sum(len(piece) for piece in second.iter_raw()) == len(whole)
        assert 0 < rest < len(whole)
        assert koe.ends() == 0
        assert "Traceback" not in koe.log.read_text()
        with pytest.raises(httpx.ConnectError):
            koe.ready()


@pytest.mark.parametrize("told_by", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_at_once_when_nothing_runs(tmp_path: Path, told_by: signal.Signals) -> None:
    with running(tmp_path, TINY, KOKORO_SHUTDOWN_GRACE_S="600") as koe, connected(koe.address) as idle:
        idle.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert read_answer(idle).status == 200
        koe.process.send_signal(told_by)
        assert koe.ends() == 0
        assert read_all(idle) == b""
        assert "Traceback" not in koe.log.read_text()


def test_a_stream_that_outlasts_the_grace_is_cut(tmp_path: Path) -> None:
    with running(tmp_path, TINY, KOKORO_SHUTDOWN_GRACE_S="1") as koe, held_stream(koe) as pieces:
        koe.process.send_signal(signal.SIGTERM)
        with pytest.raises(httpx.RemoteProtocolError):
            list(pieces)
        assert koe.ends() == 0
        assert "Traceback" not in koe.log.read_text()


@pytest.mark.parametrize("told_by", [(signal.SIGTERM, signal.SIGTERM), (signal.SIGINT, signal.SIGTERM)])
def test_the_second_signal_cuts(tmp_path: Path, told_by: tuple[signal.Signals, signal.Signals]) -> None:
    with running(tmp_path, TINY, KOKORO_SHUTDOWN_GRACE_S="600") as koe, held_stream(koe) as pieces:
        koe.process.send_signal(told_by[0])
        wait_for(lambda: koe.ready() == (503, "stopping"))
        koe.process.send_signal(told_by[1])
        with pytest.raises(httpx.RemoteProtocolError):
            list(pieces)
        assert koe.ends() == 0
        assert "Traceback" not in koe.log.read_text()


def test_the_second_signal_ends_also_a_model_that_hangs(tmp_path: Path) -> None:
    with running(tmp_path, TINY, KOKORO_SHUTDOWN_GRACE_S="600") as koe, held_stream(koe, "hang") as pieces:
        koe.process.send_signal(signal.SIGTERM)
        wait_for(lambda: koe.ready() == (503, "stopping"))
        koe.process.send_signal(signal.SIGTERM)
        with pytest.raises(httpx.RemoteProtocolError):
            list(pieces)
        assert koe.ends() == 1


def test_after_sigkill_the_same_port_serves_again(tmp_path: Path) -> None:
    with running(tmp_path, TINY) as koe, held_stream(koe) as pieces:
        port = koe.address.rpartition(":")[2]
        koe.process.send_signal(signal.SIGKILL)
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            list(pieces)
        assert koe.ends() == -signal.SIGKILL
        koe.hold.unlink()
        with running(tmp_path, TINY, port) as again:
            assert httpx.post(f"{again.address}/v1/audio/speech", json=BODY, timeout=HANG_S).status_code == 200


@pytest.mark.real_model
@pytest.mark.timeout(400)  # loads the model twice
def test_sigkill_costs_no_file_of_the_cache(tmp_path: Path) -> None:
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
