"""A small book from EPUB to M4B with the real model: killed three times, heard by Whisper, read by ffprobe."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from decoding import decoded
from document_files import Epub, page, png
from fakes import wait_for
from hearing import RATE_HZ
from koe.bench.words import Whisper, word_errors
from limits import HANG_S

CHAPTERS = {
    "The River": ["The river was high that spring.", "Nobody crossed it before noon."],
    "The Hill": ["From the hill you could see the sea.", "A goat stood there and looked down."],
    "The Bridge": ["Seven ships lay under the bridge.", "At night their lanterns were lit."],
}
PAGES = {
    f"c{number}.xhtml": page(f"<h1>{title}</h1>" + "".join(f"<p>{text}</p>" for text in texts))
    for number, (title, texts) in enumerate(CHAPTERS.items())
}
BOOK = Epub(
    PAGES,
    "Three Places",
    "Ada Writer",
    nav=[(title, f"c{number}.xhtml", []) for number, title in enumerate(CHAPTERS)],
    cover=png(64, 64),
)
PASSAGES = 9


def start(folder: Path, name: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", "from koe.cli.main import run; run()", "read", "book.epub", "--out", name]
    environment = {**os.environ, "KOKORO_LEXICON": "", "KOKORO_STEP_TIMEOUT_S": "600"}
    return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE)


def passages(folder: Path) -> int:
    return sum(len(path.read_text().splitlines()) - 1 for path in folder.glob("killed.m4b.*.part/journal.jsonl"))


def complete(folder: Path, name: str) -> bytes:
    process = start(folder, name)
    _, errors = process.communicate()
    assert process.returncode == 0, errors.decode()
    return (folder / name).read_bytes()


@pytest.mark.process
def test_a_book_that_was_killed_three_times_is_complete_and_says_nothing_twice(
    tmp_path: Path, whisper: Whisper
) -> None:
    (tmp_path / "book.epub").write_bytes(BOOK.data())
    for wanted in (2, 4, 7):
        process = start(tmp_path, "killed.m4b")
        try:
            wait_for(lambda: passages(tmp_path) >= wanted or process.poll() is not None, 10 * HANG_S)  # noqa: B023
        finally:
            process.kill()
            process.communicate()
        assert wanted <= passages(tmp_path) < PASSAGES
    killed = complete(tmp_path, "killed.m4b")
    assert killed == complete(tmp_path, "whole.m4b")

    facts = probe(tmp_path / "killed.m4b")
    assert [one["tags"]["title"] for one in facts["chapters"]] == list(CHAPTERS)
    assert (facts["format"]["tags"]["title"], facts["format"]["tags"]["artist"]) == ("Three Places", "Ada Writer")
    assert [one["disposition"]["attached_pic"] for one in facts["streams"] if one["codec_name"] == "png"] == [1]

    samples = decoded(killed, "m4a", RATE_HZ)
    for chapter in facts["chapters"]:
        start_s, end_s = float(chapter["start_time"]), float(chapter["end_time"])
        heard = whisper.transcribe(samples[round(start_s * RATE_HZ) : round(end_s * RATE_HZ)], RATE_HZ)
        title = chapter["tags"]["title"]
        # A sentence that is said twice is an error too.
        assert word_errors(" ".join([f"{title}.", *CHAPTERS[title]]), heard).errors == 0, heard


def probe(path: Path) -> Any:
    if shutil.which("ffprobe") is None:
        pytest.skip("ffprobe is not installed: chapters and cover cannot be read by a second program")
    command = ["ffprobe", "-v", "error", "-show_chapters", "-show_format", "-show_streams", "-of", "json", str(path)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
