"""Where assets come from: places in, chunks of bytes out.

A place names packages and, in order, the members whose bytes make up one asset. A source brings what a set of places
needs to this machine and then reads it. What it fetched stays below its `downloads` folder until `discard`, so that a
broken pull goes on where it stopped. Nothing here checks content: whoever reads also hashes.
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
    """This source cannot serve; the text says why. Never leaves `koe.model`."""


class PullProgress(Protocol):
    """Told what a pull is doing. `begin` and `end` come in pairs, `note` at any time."""

    def begin(self, label: str, total_bytes: int) -> None: ...
    def advance_to(self, done_bytes: int) -> None: ...
    def note(self, message: str) -> None: ...
    def end(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Package:
    """`bytes` is the size of the download: of the archive, or of the file itself where there is none."""

    name: str
    version: str
    members: tuple[str, ...]
    bytes: int
    form: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """One asset at one source: the members of all packages, one after another (in a folder: the names to look for)."""

    kind: str
    packages: tuple[Package, ...]

    @property
    def label(self) -> str:
        mark = "==" if self.kind == "pypi" else "@"
        return f"{self.kind} " + ", ".join(mark.join(filter(None, (p.name, p.version))) for p in self.packages)


Reader = Callable[[Place], Iterator[bytes]]
Report = Callable[[int], None]


class Source(Protocol):
    """SourceError while opening: nothing can be had here. SourceError while reading: this one place is unusable."""

    def open(self, places: Sequence[Place], progress: PullProgress) -> AbstractContextManager[Reader]: ...
    def discard(self, places: Sequence[Place]) -> None: ...


def folder_bytes(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):  # the client moves its files about
                total += Path(parent, name).stat().st_size
    return total


def share_of(before: int, package: Package, progress: PullProgress) -> Report:
    """Bytes of one package -> bytes of all. A client's own copies would count double: no more than the package has."""
    return lambda size: progress.advance_to(before + min(size, package.bytes))


def chunks_of(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


def brief(reason: Exception | str) -> str:
    """The first line, at most 200 characters: it ends up in a list of reasons."""
    lines = str(reason).strip().splitlines() or [type(reason).__name__ if isinstance(reason, Exception) else ""]
    return lines[0][:200]
