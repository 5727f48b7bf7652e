"""Manifest and cache folder -> paths of model and voice files whose content was checked.

A file gets its final name only after its size and SHA-256 matched (koe.model.pull), so later only the size is checked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from filelock import FileLock, Timeout

from koe.errors import AssetError
from koe.model.manifest import DEFAULT_GROUPS, GROUPS, VOICES, Asset, load_manifest, offline_advice
from koe.model.pull import SILENT, Pull, Pulled, SilentProgress, SourceFactory, default_sources
from koe.model.sources import PullProgress

__all__ = [
    "DEFAULT_GROUPS",
    "GROUPS",
    "SILENT",
    "VOICES",
    "Asset",
    "AssetStore",
    "Check",
    "PullProgress",
    "Pulled",
    "SilentProgress",
    "load_manifest",
]


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    path: Path
    ok: bool
    problem: str | None


class AssetStore:
    """The assets in one cache folder."""

    def __init__(
        self,
        folder: Path,
        assets: Sequence[Asset],
        local_folder: Path | None = None,
        sources: SourceFactory | None = None,
        hub_timeout_s: float = 5.0,
    ) -> None:
        self.folder = folder
        self._assets = {asset.name: asset for asset in assets}
        self._local_folder = local_folder
        self._sources = sources or partial(default_sources, hub_timeout_s=hub_timeout_s)

    def path(self, name: str) -> Path:
        """Return the path of an asset that is present. Present means that its size is right: the hash was checked when
        the file was written."""
        asset = self._assets.get(name)
        if asset is None:
            raise AssetError(f"There is no asset called {name}.")
        if problem := self._size_problem(asset):
            raise AssetError(f"{name}: {problem}. Run `koe models pull`. {offline_advice(self.folder, asset)}")
        return self.folder / asset.path

    def has(self, name: str) -> bool:
        return self._size_problem(self._assets[name]) is None

    def missing(self, groups: Sequence[str] = DEFAULT_GROUPS) -> list[Asset]:
        return [asset for asset in self._in_groups(groups) if self._size_problem(asset)]

    def verify(self, groups: Sequence[str] = DEFAULT_GROUPS) -> list[Check]:
        """Check the hash of every file, which reads all bytes."""
        checks = []
        for asset in self._in_groups(groups):
            problem = self._size_problem(asset) or self._hash_problem(asset)
            checks.append(Check(asset.name, self.folder / asset.path, problem is None, problem))
        return checks

    def pull(
        self, groups: Sequence[str] = DEFAULT_GROUPS, progress: PullProgress = SILENT, *, repair: bool = False
    ) -> list[Pulled]:
        """Fetch missing assets; with `repair`, also those with wrong content."""
        if not self._wanted(groups, repair):
            return []
        try:
            with self._lock(progress):
                wanted = self._wanted(groups, repair)  # another process may have pulled them while this one waited
                return Pull(self.folder, self._local_folder, self._sources, progress).run(wanted)
        except OSError as error:
            raise AssetError(f"{self.folder} cannot be written: {error}") from error

    def _wanted(self, groups: Sequence[str], repair: bool) -> list[Asset]:
        if not repair:
            return self.missing(groups)
        return [self._assets[check.name] for check in self.verify(groups) if not check.ok]

    def _in_groups(self, groups: Sequence[str]) -> list[Asset]:
        if unknown := set(groups) - set(GROUPS):
            raise AssetError(f"Asset group must be one of {', '.join(GROUPS)} (got {', '.join(sorted(unknown))}).")
        return [asset for asset in self._assets.values() if asset.group in groups]

    def _size_problem(self, asset: Asset) -> str | None:
        path = self.folder / asset.path
        try:
            size = path.stat().st_size
        except OSError:
            return f"{path} is missing"
        return None if size == asset.bytes else f"{path} has {size:,} bytes instead of {asset.bytes:,}"

    def _hash_problem(self, asset: Asset) -> str | None:
        path = self.folder / asset.path
        try:
            with path.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            return f"{path} cannot be read: {error}"
        return None if sha256 == asset.sha256 else f"{path} is corrupted. Run `koe models pull --repair`"

    @contextmanager
    def _lock(self, progress: PullProgress) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / ".pull.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            progress.note(f"another koe process is pulling into {self.folder}; waiting for it")
            lock.acquire()
        try:
            yield
        finally:
            lock.release()
