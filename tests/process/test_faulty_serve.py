"""`koe serve` with KOKORO_FAULTS, as its own process: the frames that leave it are faulty, and a client hears all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from fakes import wait_for
from koe.client.stream import LiveStream
from limits import HANG_S
from stream_client import TEXT, audio_of, run

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests" / "process" / "tiny_serve.py"
START = {"input": TEXT * 3, "frame_ms": 30, "pace": False, "fill_stalls": False}


def started(folder: Path, **variables: str) -> tuple[subprocess.Popen[bytes], Path]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": path, "KOE_TEST_HOLD": str(folder / "hold"), **variables}
    log = folder / "log"
    with log.open("wb") as file:
        command = [sys.executable, str(SCRIPT), "--port", "0"]
        return subprocess.Popen(command, stderr=file, stdout=file, env=environment), log


@contextmanager
def serving(folder: Path, **variables: str) -> Iterator[tuple[str, Path]]:
    process, log = started(folder, **variables)
    try:
        wait_for(lambda: "koe is listening" in log.read_text() or process.poll() is not None, HANG_S)
        found = re.search(r"koe is listening on (http://[^\s\"]+)", log.read_text())
        assert found is not None, log.read_text()
        wait_for(lambda: httpx.get(f"{found[1]}/ready", timeout=HANG_S).status_code == 200, HANG_S)
        yield found[1], log
    finally:
        process.kill()
        process.wait()


def test_a_client_hears_every_sample_of_a_server_with_faulty_frames(tmp_path: Path) -> None:
    faults = "frames:loss=0.05,frames:duplicate=0.1,frames:reorder=0.1,frames:burst=0.2@20,frames:cut@30"
    with serving(tmp_path, KOKORO_DEVELOPMENT="1", KOKORO_FAULTS=faults) as (address, log):

        async def main() -> None:
            async with LiveStream(address, START) as stream:
                frames = [frame async for frame in stream]
            assert stream.reconnections >= 1
            assert [frame.chunk_id for frame in frames] == list(range(stream.done["chunks"]))
            assert all(later.first_sample == one.first_sample + one.sample_count for one, later in pairwise(frames))
            heard.append(audio_of(frames))

        heard: list[bytes] = []
        for _ in range(2):  # other frames are lost each time
            run(main)
        assert heard[0] == heard[1]
        assert any(heard[0])
        assert "koe is broken on purpose: KOKORO_FAULTS=frames:loss" in log.read_text()


def test_a_server_does_not_start_with_faults_alone(tmp_path: Path) -> None:
    process, log = started(tmp_path, KOKORO_FAULTS="generator:nan")
    assert process.wait(HANG_S) == 2
    assert "KOKORO_FAULTS breaks koe on purpose: it needs KOKORO_DEVELOPMENT=1." in " ".join(log.read_text().split())
