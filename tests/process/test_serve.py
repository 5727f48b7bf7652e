"""`koe serve` and `koe say` as processes of their own, with the real model."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import wave
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import av
import httpx
import pytest

from fakes import wait_for
from limits import HANG_S

pytestmark = [pytest.mark.process, pytest.mark.real_model]

ROOT = Path(__file__).parents[2]
KOE = [sys.executable, "-c", "from koe.cli.main import run; run()"]
# Limits that are not the subject of these tests: no busy machine reaches them.
NEVER = {"KOKORO_SHUTDOWN_GRACE_S": "600", "KOKORO_STEP_TIMEOUT_S": "600"}
CANARY = "The zeppelin hovers above quetzalcoatl."


@contextmanager
def serving(log: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`koe serve` on a free port, ready; gives the process and the address that it logged."""
    with log.open("wb") as file:
        process = subprocess.Popen([*KOE, "serve", "--port", "0"], stderr=file, stdout=file, env=os.environ | NEVER)
    try:
        wait_for(lambda: "koe is listening" in log.read_text() or process.poll() is not None, HANG_S)
        found = re.search(r"koe is listening on (http://[^\s\"]+)", log.read_text())
        assert found is not None, log.read_text()
        wait_for(lambda: httpx.get(f"{found.group(1)}/ready").status_code == 200, HANG_S)
        yield process, found.group(1)
    finally:
        process.kill()
        process.wait()


def readme_request() -> dict[str, object]:
    """The body of the curl command in the README."""
    found = re.search(r"-d '(\{.*?\})'", (ROOT / "README.md").read_text())
    assert found is not None
    body: dict[str, object] = json.loads(found.group(1))
    return body


def test_serve_speaks_refuses_a_second_server_and_finishes_a_stream_on_sigterm(tmp_path: Path) -> None:
    """One test, because each start loads the model."""
    log = tmp_path / "log"
    with serving(log) as (process, address):
        answer = httpx.post(f"{address}/v1/audio/speech", json=readme_request())
        assert answer.status_code == 200
        with av.open(io.BytesIO(answer.content), "r") as file:
            assert sum(frame.samples / frame.sample_rate for frame in file.decode(audio=0)) > 0.8
        refused = httpx.post(f"{address}/v1/audio/speech", json={"input": CANARY, "voice": CANARY})
        assert refused.status_code == 400
        assert httpx.post(f"{address}/v1/audio/speech", json={"input": CANARY}).status_code == 200
        assert_second_server_is_refused_in_one_line(address.rpartition(":")[2])

        body = {"input": "This sentence goes on while the server is asked to stop.", "response_format": "pcm"}
        with httpx.stream("POST", f"{address}/v1/audio/speech", json=body) as stream:
            parts = stream.iter_bytes()
            first = next(parts)
            process.send_signal(signal.SIGTERM)
            heard_bytes = len(first) + sum(len(part) for part in parts)
        assert heard_bytes / 48_000 > 2
        assert process.wait(timeout=HANG_S) == 0
    assert "zeppelin" not in log.read_text()
    assert "Traceback" not in log.read_text()


def assert_second_server_is_refused_in_one_line(port: str) -> None:
    second = subprocess.run(
        [*KOE, "serve", "--port", port], capture_output=True, text=True, timeout=HANG_S, check=False
    )
    assert second.returncode == 2
    assert second.stderr.startswith(f"koe: Invalid value: cannot bind 127.0.0.1:{port}")
    assert len(second.stderr.splitlines()) == 1


def run_say(*arguments: str, stdin: str | None = None, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*KOE, "say", *arguments], input=stdin, capture_output=True, text=True, timeout=HANG_S, cwd=cwd, check=False
    )


def duration_s(path: Path) -> float:
    with wave.open(str(path)) as file:
        return float(file.getnframes() / file.getframerate())


def test_say_writes_a_file(tmp_path: Path) -> None:
    result = run_say("Good morning.", "--voice", "bf_emma", "--out", "a.wav", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert 0.5 < duration_s(tmp_path / "a.wav") < 2.5
    assert "RTF" in result.stderr


def test_say_reads_standard_input_and_files(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("Good morning.")
    assert run_say("-", "--out", "b.wav", stdin="Good morning.", cwd=tmp_path).returncode == 0
    assert run_say("text.txt", "--out", "c.wav", cwd=tmp_path).returncode == 0
    assert (tmp_path / "b.wav").read_bytes() == (tmp_path / "c.wav").read_bytes()


def test_say_refuses_in_one_line(tmp_path: Path) -> None:
    result = run_say("Hello.", "--voice", "af_hart", "--out", "a.wav", cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1].startswith("koe: voice is unknown. Nearest: af_heart")
    assert not (tmp_path / "a.wav").exists()


def test_a_start_without_network_or_clients_works_from_the_cache(tmp_path: Path) -> None:
    """With everything in the cache, neither package clients nor the model hub are used."""
    environment = {key: value for key, value in os.environ.items() if key != "PATH"}
    environment |= {"PATH": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    result = subprocess.run(
        [*KOE, "models", "pull"], capture_output=True, text=True, timeout=HANG_S, env=environment, check=False
    )
    assert (result.returncode, result.stderr.strip()) == (0, "Nothing to download.")
