"""`koe read --out` as a process: stopped by signals, killed, and taken up again. With the tiny model."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from document_files import Epub, page
from fakes import wait_for
from limits import HANG_S

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
TINY = [sys.executable, str(ROOT / "tests" / "process" / "tiny_read.py")]
PAGES = {f"c{n}.xhtml": page(f"<h1>Part {n}</h1><p>Some words. And some more.</p>") for n in range(4)}
PASSAGES = 8


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "book.epub").write_bytes(Epub(PAGES).data())
    return tmp_path


@contextmanager
def reading(folder: Path, name: str, passages: int | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """koe in `folder`, which holds after that many passages."""
    hold = folder / "hold"
    hold.unlink(missing_ok=True)
    if passages is not None:
        hold.write_text(str(passages))
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": path, "KOE_TEST_HOLD": str(hold)}
    process = subprocess.Popen(
        [*TINY, "book.epub", "--out", name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def journal(folder: Path) -> list[str]:
    """Its lines for passages."""
    (path,) = folder.glob("*.part/journal.jsonl")
    return path.read_text().splitlines()[1:]


def has_recorded(folder: Path, passages: int, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None
    return bool(list(folder.glob("*.part/journal.jsonl"))) and len(journal(folder)) >= passages


def finished(folder: Path, name: str) -> tuple[bytes, str]:
    with reading(folder, name) as process:
        _, errors = process.communicate(timeout=HANG_S)
    assert process.returncode == 0, errors.decode()
    return (folder / name).read_bytes(), errors.decode()


@pytest.mark.parametrize(
    ("number", "name", "exit_code"), [(signal.SIGINT, "Ctrl-C", 130), (signal.SIGTERM, "SIGTERM", 143)]
)
def test_a_signal_says_how_to_go_on(folder: Path, number: signal.Signals, name: str, exit_code: int) -> None:
    with reading(folder, "a.m4b", 3) as process:
        wait_for(lambda: has_recorded(folder, 3, process))
        process.send_signal(number)
        output, errors = process.communicate(timeout=HANG_S)
    assert (process.returncode, output) == (exit_code, b"")
    lines = errors.decode().splitlines()
    assert lines[-2].startswith(f"Stopped by {name} at ")
    assert lines[-2].endswith("The same command goes on from there.")
    assert lines[-1].startswith("What was spoken is kept in ")
    assert not (folder / "a.m4b").exists()
    assert len(journal(folder)) == 3


def test_killed_three_times_it_speaks_no_passage_twice_and_has_the_same_bytes(folder: Path) -> None:
    lines: list[str] = []
    for passages in (2, 2, 3):
        with reading(folder, "a.m4b", passages) as process:
            wait_for(lambda: has_recorded(folder, len(lines) + passages, process))  # noqa: B023
            process.kill()
            process.wait(HANG_S)
        assert journal(folder)[: len(lines)] == lines  # what was spoken before is not touched
        lines = journal(folder)
    assert len(lines) == PASSAGES - 1
    data, errors = finished(folder, "a.m4b")
    assert "Going on at " in errors
    assert data == finished(folder, "b.m4b")[0]
    assert sorted(path.name for path in folder.iterdir()) == ["a.m4b", "b.m4b", "book.epub"]


def test_a_second_koe_on_the_same_book_is_refused(folder: Path) -> None:
    with reading(folder, "a.m4b", 1) as process:
        wait_for(lambda: has_recorded(folder, 1, process))
        with reading(folder, "a.m4b", 1) as second:
            _, errors = second.communicate(timeout=HANG_S)
        assert second.returncode == 1
        assert b"Another koe is writing this book" in errors
        assert process.poll() is None
