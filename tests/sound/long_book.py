"""Makes an audio book of an EPUB of full size, which is killed on the way; then ffprobe and Whisper say what it holds.

Run it from the root of the repository: `PYTHONPATH=src:tests .venv/bin/python -m sound.long_book --characters 100000`.
It prints JSON: the chapters, whether they are right, the memory of each run, and for each joint, where koe was killed
and went on, the words that Whisper heard wrong. A sentence that is said twice is as many words too many.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import av
import numpy as np

from document_files import Entries, Epub, page
from koe.bench.texts import text_of
from koe.bench.words import Whisper, heard_errors, load_whisper
from koe.book.script import Script, script_of
from koe.documents.open_document import open_document
from koe.types import Samples

CHAPTER_CHARACTERS = 5000
PARAGRAPH_CHARACTERS = 500
RATE_HZ = 24_000
# Whisper hears thirty seconds at once; a passage of 600 characters may be longer.
_PART_S = 24
_LOOK_S = 0.1
_KOE = (sys.executable, "-c", "from koe.cli.main import run; run()")


def book_of(characters: int) -> tuple[Epub, list[str]]:
    """An EPUB with about so many characters, and the titles of its chapters."""
    chapters = max(2, round(characters / CHAPTER_CHARACTERS))
    titles = [f"Chapter {number + 1}" for number in range(chapters)]
    pages, turn = {}, 0
    for number, title in enumerate(titles):
        paragraphs: list[str] = []
        while sum(len(one) for one in paragraphs) < characters / chapters:
            paragraphs.append(text_of(PARAGRAPH_CHARACTERS, turn))
            turn += 1
        pages[f"c{number:03}.xhtml"] = page(f"<h1>{title}</h1>" + "".join(f"<p>{one}</p>" for one in paragraphs))
    nav: Entries = [(title, name, []) for title, name in zip(titles, pages, strict=True)]
    return Epub(pages, "A Long Book", nav=nav), titles


class Run:
    """`koe read` in a folder, from its start to its end or until it is killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.peak_mb = 0.0
        self.lengths: list[int] = []  # samples of the passages that were on disk when it was looked at last

    def until(self, passages: int | None) -> int:
        """Killed once so many are on disk. Returns the exit code; a negative one: the signal."""
        command = [*_KOE, "read", "book.epub", "--out", "book.m4b"]
        with (self._folder / "koe.log").open("ab") as log:
            process = subprocess.Popen(command, cwd=self._folder, stderr=log)
        try:
            while process.poll() is None:
                self.peak_mb = max(self.peak_mb, peak_mb(process.pid))
                self.lengths = max(self.lengths, spoken(self._folder), key=len)
                if passages is not None and len(self.lengths) >= passages:
                    process.kill()
                time.sleep(_LOOK_S)
        finally:
            process.kill()
            process.wait()
        return process.returncode


def spoken(folder: Path) -> list[int]:
    """Samples of the passages that are on disk."""
    lines = [line for path in folder.glob("*.part/journal.jsonl") for line in path.read_text().splitlines()]
    found = []
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:  # it is being written
            break
        if "samples" in entry:
            found.append(int(entry["samples"]))
    return found


def peak_mb(pid: int) -> float:
    """The most memory that the process has had; 0 where the system does not tell it."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1000 if found else 0.0


def probe(path: Path) -> Any:
    command = ["ffprobe", "-v", "error", "-show_chapters", "-show_format", "-of", "json", str(path)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def excerpt(path: Path, start_s: float, stop_s: float) -> Samples:
    """The book from one moment to another."""
    parts: list[Samples] = []
    with av.open(str(path)) as file:
        file.seek(round(max(0.0, start_s - 1) * 1_000_000))
        resampler = av.AudioResampler("flt", "mono", RATE_HZ)
        for frame in file.decode(audio=0):
            begin_s = float(frame.time or 0.0)
            if begin_s >= stop_s:
                break
            for part in resampler.resample(frame):
                samples = part.to_ndarray()[0]
                first = max(0, round((start_s - begin_s) * RATE_HZ))
                parts.append(samples[first : max(first, round((stop_s - begin_s) * RATE_HZ))])
    return np.concatenate(parts)


def parts_of(samples: Samples) -> Iterator[Samples]:
    """Cut in the quietest moments of their last seconds."""
    begin, step = 0, RATE_HZ // 20
    while len(samples) - begin > _PART_S * RATE_HZ:
        stop = begin + _PART_S * RATE_HZ
        window = np.abs(samples[stop - 8 * RATE_HZ : stop])
        quietest = int(window[: len(window) // step * step].reshape(-1, step).max(axis=1).argmin())
        stop = stop - 8 * RATE_HZ + quietest * step + step // 2
        yield samples[begin:stop]
        begin = stop
    yield samples[begin:]


def heard_at(joint: int, path: Path, script: Script, lengths: Sequence[int], whisper: Whisper) -> dict[str, Any]:
    """What stands on both sides of the place where passage `joint` was the next one."""
    first, last = max(0, joint - 1), min(len(lengths), joint + 1)
    starts = np.concatenate([[0], np.cumsum(lengths)]) / RATE_HZ
    samples = excerpt(path, float(starts[first]), float(starts[last]))
    transcript = " ".join(whisper.transcribe(part.astype(np.float32), RATE_HZ) for part in parts_of(samples))
    print(transcript, file=sys.stderr)  # noqa: T201
    said = " ".join(passage.text for passage in script.passages[first:last])
    found = heard_errors(said, transcript, "en-us")
    extra = len(transcript.split()) - len(said.split())
    return {"passage": joint, "words": found.words, "errors": found.errors, "more_words_than_text": extra}


def make(folder: Path, characters: int, kills: int) -> dict[str, Any]:
    book, titles = book_of(characters)
    source, made = folder / "book.epub", folder / "book.m4b"
    source.write_bytes(book.data())
    with source.open("rb") as file:
        script = script_of(open_document(file, source.name), "en-us")
    total = len(script.passages)
    joints, peaks, killed = [], [], []
    for kill in range(kills + 1):
        stop = None if kill == kills else max(1, round(total * (kill + 1) / (kills + 1)))
        run = Run(folder)
        code = run.until(stop)
        peaks.append(round(run.peak_mb))
        if stop is None:
            assert code == 0, (folder / "koe.log").read_text()
        else:
            assert code < 0, "it has ended before it was killed: ask for more characters"
            killed = spoken(folder)
            joints.append(len(killed))
    left = [path.name for path in folder.iterdir() if path.name.endswith(".part")]
    facts = probe(made)
    chapters = [one["tags"]["title"] for one in facts["chapters"]]
    whisper = load_whisper()
    return {
        "characters": script.characters,
        "passages": total,
        "hours": round(float(facts["format"]["duration"]) / 3600, 3),
        "chapters": len(chapters),
        "chapters_are_right": chapters == titles,
        "nothing_is_left": not left,
        "kept_passages_are_unchanged": run.lengths[: len(killed)] == killed,
        "peak_mb_of_runs": peaks,
        "joints": [heard_at(one, made, script, run.lengths, whisper) for one in joints],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--characters", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="Copy the book into this folder.")
    options = parser.parse_args()
    os.environ.setdefault("KOKORO_STEP_TIMEOUT_S", "600")
    with tempfile.TemporaryDirectory() as folder:
        report = make(Path(folder), options.characters, options.kills)
        if options.keep:
            shutil.copy(Path(folder) / "book.m4b", options.keep)
    json.dump(report, sys.stdout, indent=2)


if __name__ == "__main__":
    main()
