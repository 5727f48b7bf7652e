"""A build's files <-> one archive, so that another machine speaks without the published model (325 MB).

The archive is a ZIP with `pack.json` (build, hashes of the model and the vocabulary), the stage files with their
records, and voices. Names are those of the recipes and the manifest, never those of the archive; every file is checked
against its hash before it gets its name.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Self

from koe.build.recipes import BUILDS, Build, Variant
from koe.build.records import StageRecord
from koe.build.stage_cache import StageCache
from koe.errors import StageError
from koe.model.manifest import Asset

FORMAT = 1
_FACTS = "pack.json"
_RECORDS = ".json"
_PIECE_BYTES = 1 << 20
# The same files give the same archive: no time of day is kept.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class PackFacts:
    """What a pack holds. `voices` are names of assets, such as `voice/af_heart`."""

    format: int
    build: str
    source_sha256: str
    vocabulary_sha256: str
    voices: tuple[str, ...]

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        try:
            fields: dict[str, Any] = json.loads(text)
            return cls(**{**fields, "voices": tuple(fields["voices"])})
        except (ValueError, TypeError, KeyError):
            raise StageError(f"{_FACTS} in the pack is damaged, or of another version of koe.") from None


def write_pack(file: IO[bytes], cache: StageCache, build: Build, voices: Sequence[tuple[Asset, Path]]) -> None:
    """Raises `StageError` if a stage file of the build was not made."""
    facts = PackFacts(
        FORMAT, build.name, cache.source_sha256, cache.vocabulary_sha256, tuple(asset.name for asset, _ in voices)
    )
    if missing := cache.missing([build]):
        names = ", ".join(f"{one.stage}.{one.name}" for one in missing)
        raise StageError(f"{names} of build {build.name} is missing. Run `koe models build {build.name}`.")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr(_entry(_FACTS), json.dumps(asdict(facts), indent=2))
        for variant in build.variants:
            path = cache.path(variant)
            _add(pack, path.name, path)
            _add(pack, path.with_suffix(_RECORDS).name, path.with_suffix(_RECORDS))
        for asset, path in voices:
            _add(pack, asset.path, path)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _NO_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _add(pack: zipfile.ZipFile, name: str, path: Path) -> None:
    with path.open("rb") as source, pack.open(_entry(name), "w") as target:
        while piece := source.read(_PIECE_BYTES):
            target.write(piece)


@dataclass(frozen=True, slots=True)
class Pack:
    """An open archive whose facts fit this koe."""

    build: Build
    voices: tuple[Asset, ...]
    _archive: zipfile.ZipFile

    def install(self, cache: StageCache, assets: Path, on_file: Callable[[], None] = lambda: None) -> None:
        """Write the stage files into the cache and the voices under `assets`. Raises `StageError` for a file that is
        missing or damaged; what was there before stays."""
        try:
            cache.folder.mkdir(parents=True, exist_ok=True)
            for variant in self.build.variants:
                self._install_stage(cache, variant)
                on_file()
            for asset in self.voices:
                target = assets / asset.path
                target.parent.mkdir(parents=True, exist_ok=True)
                with self._checked(asset.path, target, asset.sha256) as unfinished:
                    unfinished.replace(target)
                on_file()
        except OSError as problem:
            raise StageError(f"The pack cannot be unpacked to {cache.folder.parent} ({problem.strerror}).") from problem
        record = cache.build_record(self.build)
        if record is None:
            raise StageError(f"The pack of build {self.build.name} is incomplete.")
        record.write()

    @property
    def files(self) -> int:
        return len(self.build.variants) + len(self.voices)

    def _install_stage(self, cache: StageCache, variant: Variant) -> None:
        target = cache.path(variant)
        record = StageRecord.from_json(self._text(target.with_suffix(_RECORDS).name))
        if record is None or record.weights_sha256 != variant.weights_sha256(cache.source_sha256):
            raise StageError(f"{target.name} in the pack was made from other weights than this koe has.")
        with self._checked(target.name, target, record.sha256) as unfinished:
            target.with_suffix(_RECORDS).unlink(missing_ok=True)  # it would belong to another file
            unfinished.replace(target)
        record.write(target.with_suffix(_RECORDS))

    def _text(self, name: str) -> str:
        with _readable(name):
            return self._archive.read(name).decode("utf-8", "replace")

    @contextmanager
    def _checked(self, name: str, target: Path, sha256: str) -> Iterator[Path]:
        """The file, beside `target` and under another name; it is removed unless it is renamed."""
        unfinished, digest = target.with_name(target.name + ".unfinished"), hashlib.sha256()
        try:
            with _readable(name), self._archive.open(name) as source, unfinished.open("wb") as file:
                while piece := source.read(_PIECE_BYTES):
                    digest.update(piece)
                    file.write(piece)
            if digest.hexdigest() != sha256:
                raise StageError(f"{name} in the pack is damaged: it does not have its recorded hash.")
            yield unfinished
        finally:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)


@contextmanager
def open_pack(path: Path, cache: StageCache, known_voices: Sequence[Asset]) -> Iterator[Pack]:
    """Raises `StageError` for a file that is no pack, or one of another model, vocabulary or koe."""
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as problem:
        raise StageError(f"{path} is not a pack of koe, or cannot be read.") from problem
    with archive:
        with _readable(_FACTS):
            facts = PackFacts.from_json(archive.read(_FACTS))
        if facts.format != FORMAT:
            raise StageError(f"The pack has format {facts.format}; this koe reads format {FORMAT}.")
        if (facts.source_sha256, facts.vocabulary_sha256) != (cache.source_sha256, cache.vocabulary_sha256):
            raise StageError("The pack was made from another model, or for another vocabulary.")
        if facts.build not in BUILDS:
            raise StageError(f"The pack has a build that this koe does not know; it knows {', '.join(BUILDS)}.")
        voices = {asset.name: asset for asset in known_voices}
        if not set(facts.voices) <= set(voices):
            raise StageError("The pack has voices that this koe does not know.")
        yield Pack(BUILDS[facts.build], tuple(voices[name] for name in facts.voices), archive)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    try:
        yield
    except KeyError:
        raise StageError(f"{name} is missing in the pack.") from None
    except (zipfile.BadZipFile, EOFError) as problem:
        raise StageError(f"{name} in the pack is damaged.") from problem
