"""The work folder of a book: the speech that is finished, and the journal that says what it is.

`speech.f32` holds the samples of all finished passages, one after the other. A line of `journal.jsonl` is written once
the samples are on disk. What lies behind the last whole line belongs to a passage that was not finished: it is cut off.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self
from zlib import crc32

import numpy as np
from filelock import FileLock, Timeout

from koe.errors import AudioFileError
from koe.types import Samples

_VERSION = 1
_BYTES_PER_SAMPLE = 4
_PART_SAMPLES = 1 << 18  # 11 s


@dataclass(frozen=True, slots=True)
class Recorded:
    """A finished passage: its number in the script, and its place in the speech."""

    passage: int
    start: int
    samples: int
    crc: int


class WorkFolder:
    """To be used in a `with` block, which holds the lock. `key` is a hash of all that decides the samples."""

    def __init__(self, folder: Path, key: str, sample_rate_hz: int) -> None:
        self.path = folder
        self.rate_hz = sample_rate_hz
        self.recorded: list[Recorded] = []
        self._key = key
        self._stack = ExitStack()
        self._speech: FileIO
        self._journal: FileIO

    def __enter__(self) -> Self:
        self.path.mkdir(exist_ok=True)
        with ExitStack() as stack:
            try:
                stack.enter_context(FileLock(self.path / "lock", timeout=0))
            except Timeout:
                raise AudioFileError(f"Another koe is writing this book, in {self.path}.") from None
            self._speech = stack.enter_context(_opened(self.path / "speech.f32"))
            self._journal = stack.enter_context(_opened(self.path / "journal.jsonl"))
            self._resume()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    @property
    def samples(self) -> int:
        return self.recorded[-1].start + self.recorded[-1].samples if self.recorded else 0

    @property
    def duration_s(self) -> float:
        return self.samples / self.rate_hz

    def add(self, samples: Samples) -> None:
        """The next passage. When this returns, it is on disk and will not be spoken again."""
        data = samples.astype("<f4", copy=False).tobytes()
        start = self.samples
        self._speech.seek(start * _BYTES_PER_SAMPLE)
        _write_all(self._speech, data)
        os.fsync(self._speech.fileno())
        one = Recorded(len(self.recorded), start, len(samples), crc32(data))
        self._write_line({"passage": one.passage, "samples": one.samples, "crc32": one.crc})
        self.recorded.append(one)

    def parts(self, start: int = 0, stop: int | None = None) -> Callable[[], Iterator[Samples]]:
        """The samples from `start` up to `stop`, each time it is called."""
        end = self.samples if stop is None else stop

        def read() -> Iterator[Samples]:
            for place in range(start, end, _PART_SAMPLES):
                data = self._read(place, min(_PART_SAMPLES, end - place))
                yield np.frombuffer(data, dtype="<f4").astype(np.float32, copy=False)

        return read

    def remove(self) -> None:
        self._stack.close()
        shutil.rmtree(self.path, ignore_errors=True)

    def _resume(self) -> None:
        end = self._read_journal()
        self._journal.truncate(end)
        self._journal.seek(end)
        self._speech.truncate(self.samples * _BYTES_PER_SAMPLE)
        if not end:
            self._write_line({"version": _VERSION, "key": self._key, "rate_hz": self.rate_hz})

    def _read_journal(self) -> int:
        """Keeps the passages whose samples are as the journal says. Returns where the last good line ends."""
        self._journal.seek(0)
        end = 0
        for number, line in enumerate(self._journal.readall().split(b"\n")[:-1]):
            entry = _entry(line)
            if number == 0:
                if entry != {"version": _VERSION, "key": self._key, "rate_hz": self.rate_hz}:
                    return 0
            elif not self._keep(entry):
                break
            end += len(line) + 1
        return end

    def _keep(self, entry: dict[str, object]) -> bool:
        passage, samples, crc = (entry.get(name) for name in ("passage", "samples", "crc32"))
        if passage != len(self.recorded) or not isinstance(samples, int) or not isinstance(crc, int) or samples < 0:
            return False
        if crc32(self._read(self.samples, samples)) != crc:
            return False
        self.recorded.append(Recorded(len(self.recorded), self.samples, samples, crc))
        return True

    def _read(self, start: int, count: int) -> bytes:
        self._speech.seek(start * _BYTES_PER_SAMPLE)
        data = b""
        while len(data) < count * _BYTES_PER_SAMPLE and (
            more := self._speech.read(count * _BYTES_PER_SAMPLE - len(data))
        ):
            data += more
        return data

    def _write_line(self, entry: dict[str, object]) -> None:
        _write_all(self._journal, json.dumps(entry).encode() + b"\n")
        os.fsync(self._journal.fileno())


def _opened(path: Path) -> FileIO:
    """Unbuffered: after a failed write, a buffer would try again with every seek."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
    return os.fdopen(descriptor, "r+b", buffering=0)


def _write_all(file: FileIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) or 0 :]


def _entry(line: bytes) -> dict[str, object]:
    try:
        entry = json.loads(line)
    except ValueError:  # a line that was cut off
        return {}
    return entry if isinstance(entry, dict) else {}
