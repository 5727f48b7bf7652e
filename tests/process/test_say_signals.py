"""`koe say` as a process: stopped by signals, killed, and with a reader that goes away. With the tiny model."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from decoding import decoded_s
from fakes import wait_for
from limits import HANG_S

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
TINY = [sys.executable, str(ROOT / "tests" / "process" / "tiny_say.py")]
TEXT = "A sentence to begin with. And more of it, and more. " * 4


@contextmanager
def speaking(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """koe in `folder`, which speaks until its first block of audio is made and then holds."""
    (folder / "hold").touch()
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": path, "KOE_TEST_HOLD": str(folder / "hold")}
    process = subprocess.Popen(
        [*TINY, TEXT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, env=environment
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def spooled(folder: Path) -> list[Path]:
    return [path for path in folder.glob(".*.part.wav") if path.stat().st_size > 44]


@pytest.mark.parametrize(
    ("number", "name", "exit_code"), [(signal.SIGINT, "Ctrl-C", 130), (signal.SIGTERM, "SIGTERM", 143)]
)
def test_a_signal_leaves_a_valid_file_and_says_so(
    tmp_path: Path, number: signal.Signals, name: str, exit_code: int
) -> None:
    with speaking(tmp_path, "--out", "a.flac") as process:
        wait_for(lambda: spooled(tmp_path) or process.poll() is not None)
        process.send_signal(number)
        output, errors = process.communicate(timeout=HANG_S)
    assert (process.returncode, output) == (exit_code, b"")
    lines = errors.decode().splitlines()
    assert lines[0].startswith("a.flac: ")
    assert lines[1].startswith(f"Stopped by {name} at character ")
    assert len(lines) == 2
    assert decoded_s((tmp_path / "a.flac").read_bytes(), "flac") > 0.1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.flac", "hold"]


def test_a_killed_process_leaves_no_half_file_and_what_it_spoke_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "a.mp3").write_text("precious")
    with speaking(tmp_path, "--out", "a.mp3", "--force") as process:
        wait_for(lambda: spooled(tmp_path) or process.poll() is not None)
        process.kill()
        process.wait(HANG_S)
        (left,) = spooled(tmp_path)
    assert (tmp_path / "a.mp3").read_text() == "precious"
    assert decoded_s(left.read_bytes(), "wav") > 0.05


def test_a_reader_that_goes_away_is_one_line(tmp_path: Path) -> None:
    with speaking(tmp_path, "--out", "-", "--format", "pcm") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert len(process.stdout.read(1000)) == 1000
        process.stdout.close()
        (tmp_path / "hold").unlink()
        errors = process.stderr.read().decode()
        assert process.wait(HANG_S) == 1
    assert errors == "koe: Standard output was closed before the end of the speech.\n"


def test_a_pipe_gets_sound_before_all_is_spoken_and_only_sound(tmp_path: Path) -> None:
    with speaking(tmp_path, "--out", "-", "--format", "flac") as process:
        assert process.stdout is not None
        first = process.stdout.read(1000)
        assert (tmp_path / "hold").exists()
        (tmp_path / "hold").unlink()
        rest, errors = process.communicate(timeout=HANG_S)
    assert process.returncode == 0
    assert decoded_s(first + rest, "flac") > 1
    assert errors.decode().startswith("standard output: ")
