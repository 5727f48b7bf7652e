"""About a minute of speech with the real model: two workers on Ray give the bytes of one process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray")

SENTENCES = (
    "The river was high that spring, and nobody crossed it before noon.",
    "From the hill you could see the sea; a goat stood there and looked down at 3 ships.",
    "At night their lanterns were lit, Dr. Smith said, and the bridge shone like a street.",
)
JOBS = [
    {"input": f"{sentence} Number {number}.", "response_format": name, "voice": voice}
    for number, (sentence, name, voice) in enumerate(
        zip(SENTENCES * 2, ("wav", "mp3", "opus", "flac", "wav", "mp3"), ("af_heart", "bf_emma") * 3, strict=True)
    )
]


def koe(folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-c", "from koe.cli.main import run; run()", *arguments]
    environment = {**os.environ, "KOKORO_LEXICON": "", "KOKORO_STEP_TIMEOUT_S": "600"}
    subprocess.run(command, cwd=folder, env=environment, check=True)


@pytest.mark.process
def test_a_batch_and_a_book_have_the_same_bytes_from_workers(tmp_path: Path) -> None:
    (tmp_path / "jobs.jsonl").write_text("\n".join(map(json.dumps, JOBS)))
    (tmp_path / "book.md").write_text("\n\n".join(f"# Part {n}\n\n{text}" for n, text in enumerate(SENTENCES)))
    ray = ("--ray", "local", "--workers", "2", "--threads", "1")
    koe(tmp_path, "batch", "jobs.jsonl", "--out", "here", "--captions", "json")
    koe(tmp_path, "batch", "jobs.jsonl", "--out", "ray", "--captions", "json", *ray)
    here, there = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir() if path.is_file()}
        for name in ("here", "ray")
    )
    assert len(here) == 2 * len(JOBS)
    assert there == here
    koe(tmp_path, "read", "book.md", "--out", "here.m4b")
    koe(tmp_path, "read", "book.md", "--out", "ray.m4b", *ray)
    assert (tmp_path / "ray.m4b").read_bytes() == (tmp_path / "here.m4b").read_bytes()
