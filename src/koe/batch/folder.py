"""The folder of a batch: finished files under their names, and a journal of which job made them.

A file is written under another name and renamed when it is complete. The line of the journal is written before that: a
file whose size and checksum are those of the journal is finished, whenever koe was killed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Self
from zlib import crc32

from filelock import FileLock, Timeout

from koe.batch.job_file import Entry
from koe.errors import AudioFileError

HIDDEN = ".koe-batch"
_VERSION = 1
_PART_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class _Made:
    """The files that a job has made: name -> size and checksum."""

    digest: str
    files: Mapping[str, tuple[int, int]]


class BatchFolder:
    """To be used in a `with` block, which holds the lock. With `again` nothing counts as finished."""

    def __init__(self, folder: Path, *, again: bool = False) -> None:
        self.path = folder
        self._hidden = folder / HIDDEN
        self._again = again
        self._made: dict[str, _Made] = {}
        self._stack = ExitStack()
        self._journal: BinaryIO

    def __enter__(self) -> Self:
        self._hidden.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            try:
                stack.enter_context(FileLock(self._hidden / "lock", timeout=0))
            except Timeout:
                raise AudioFileError(f"Another koe is writing a batch into {self.path}.") from None
            for left in self._hidden.glob("*.part"):  # of a run that was killed
                left.unlink(missing_ok=True)
            path = self._hidden / "journal.jsonl"
            self._made, end = _read(path)
            self._journal = stack.enter_context(path.open("r+b" if path.exists() else "w+b"))
            self._journal.truncate(end)
            self._journal.seek(end)
            if not end:
                self._note({"version": _VERSION})
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def is_finished(self, entry: Entry) -> bool:
        """Whether all files of the job are there, and were made from this very job."""
        made = self._made.get(entry.id)
        if self._again or made is None or made.digest != entry.digest or set(made.files) != set(entry.names):
            return False
        return all(_is_whole(self.path / name, facts) for name, facts in made.files.items())

    def foreign(self, entry: Entry) -> str | None:
        """The name of a file that stands where one of the job's must go, and was made by something else."""
        own = self._made.get(entry.id)
        for name in entry.names:
            if (self.path / name).exists() and (own is None or name not in own.files):
                return name
        return None

    def publish(self, entry: Entry, files: Mapping[str, bytes]) -> None:
        """When this returns, the files are on disk under their names."""
        parts = {name: self._hidden / f"{name}.part" for name in files}
        try:
            for name, content in files.items():
                _write(parts[name], content)
            facts = {name: (len(content), crc32(content)) for name, content in files.items()}
            self._note({"id": entry.id, "digest": entry.digest, "files": facts})
            for name, part in parts.items():
                part.replace(self.path / name)
        finally:
            for part in parts.values():
                with suppress(OSError):
                    part.unlink(missing_ok=True)
        self._made[entry.id] = _Made(entry.digest, facts)

    def _note(self, line: Mapping[str, Any]) -> None:
        self._journal.write(json.dumps(line).encode() + b"\n")
        self._journal.flush()
        os.fsync(self._journal.fileno())


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _is_whole(path: Path, facts: tuple[int, int]) -> bool:
    size, checksum = facts
    try:
        if path.stat().st_size != size:
            return False
        found = 0
        with path.open("rb") as file:
            while part := file.read(_PART_BYTES):
                found = crc32(part, found)
    except OSError:
        return False
    return found == checksum


def _read(path: Path) -> tuple[dict[str, _Made], int]:
    """What the journal says, the last line of a job winning, and where its last whole line ends."""
    made: dict[str, _Made] = {}
    end = 0
    if not path.exists():
        return made, end
    with path.open("rb") as file:
        for number, line in enumerate(file):
            if not line.endswith(b"\n"):  # it was cut off
                break
            try:
                entry = json.loads(line)
                if number == 0:
                    if entry != {"version": _VERSION}:
                        break
                else:
                    files = {str(name): (int(size), int(crc)) for name, (size, crc) in entry["files"].items()}
                    made[str(entry["id"])] = _Made(str(entry["digest"]), files)
            except (ValueError, TypeError, KeyError, AttributeError):
                break
            end += len(line)
    return made, end
