"""A folder of the user (KOKORO_MODEL_DIR) -> bytes of the files in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from koe.model.sources import Package, Place, PullProgress, Reader, SourceError, brief, chunks_of


class FolderSource:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def place(self, names: Sequence[str], size_bytes: int) -> Place:
        return Place("folder", (Package(str(self._folder), "", tuple(names), size_bytes),))

    @contextmanager
    def open(self, places: Sequence[Place], progress: PullProgress) -> Iterator[Reader]:
        if not self._folder.is_dir():
            raise SourceError("no such folder")
        yield self._read

    def discard(self, places: Sequence[Place]) -> None:
        """Nothing to discard: the folder belongs to the user."""

    def _read(self, place: Place) -> Iterator[bytes]:
        package = place.packages[0]
        found = [path for name in package.members if (path := self._folder / name).is_file()]
        right = [path for path in found if path.stat().st_size == package.bytes]
        if not found:
            raise SourceError("not in that folder")
        if not right:
            raise SourceError(f"{found[0].stat().st_size:,} bytes there instead of {package.bytes:,}")
        try:
            yield from chunks_of(right[0].open("rb"))
        except OSError as error:
            raise SourceError(brief(error)) from error
