"""Sources of assets: places -> chunks of bytes.

A place names packages and, in order, the members whose bytes make up one asset. A source downloads what a set of places
needs and then reads it. Downloads stay in the source's `downloads` folder until `discard`, so an interrupted pull
resumes. Sources do not check content: koe.model.pull hashes what it reads.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

CHUNK_BYTES = 1 << 20
DISK_FULL = (errno.ENOSPC, errno.EDQUOT)


class SourceError(Exception):
    """A source cannot serve an asset; the message says why. Caught inside `koe.model`."""


class PullProgress(Protocol):
    """Receives the progress of a pull. `begin` and `end` come in pairs, `note` at any time."""

    def begin(self, label: str, total_bytes: int) -> None: ...
    def advance_to(self, done_bytes: int) -> None: ...
    def note(self, message: str) -> None: ...
    def end(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Package:
    """`bytes` is the size of the download: that of the archive, or of the file if there is no archive."""

    name: str
    version: str
    members: tuple[str, ...]
    bytes: int
    form: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """One asset at one source: the members of all packages, concatenated (in a folder: the file names to look for)."""

    kind: str
    packages: tuple[Package, ...]

    @property
    def label(self) -> str:
        separator = "==" if self.kind == "pypi" else "@"
        return f"{self.kind} " + ", ".join(separator.join(filter(None, (p.name, p.version))) for p in self.packages)


Reader = Callable[[Place], Iterator[bytes]]
Report = Callable[[int], None]


class Source(Protocol):
    """SourceError from `open` means that the source has nothing; from the reader, that this one place is unusable."""

    def open(self, places: Sequence[Place], progress: PullProgress) -> AbstractContextManager[Reader]: ...
    def discard(self, places: Sequence[Place]) -> None: ...


def folder_bytes(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):  # the package client moves its files
                total += Path(parent, name).stat().st_size
    return total


def share_of(before: int, package: Package, progress: PullProgress) -> Report:
    """A callback: bytes of one package -> progress over all packages. Counts no more than the package's size: pip and
    npm make temporary copies, which would count twice."""
    return lambda size: progress.advance_to(before + min(size, package.bytes))


def chunks_of(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


def brief(reason: Exception | str) -> str:
    """The first line, at most 200 characters, for a list of reasons."""
    lines = str(reason).strip().splitlines() or [type(reason).__name__ if isinstance(reason, Exception) else ""]
    return lines[0][:200]
