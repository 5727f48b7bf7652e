"""A build by name -> its stages, norm table and voice levels, checked to belong together."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

from koe.build.checked_backend import CheckedBackend
from koe.build.recipes import Build, find_build, generator_sha256, package_file
from koe.build.stage_cache import StageCache
from koe.errors import StageError
from koe.model.backends import Backend
from koe.model.levels import VoiceLevels
from koe.model.stages import SharedBackend, Stages, open_stages, open_stages_later
from koe.model.statistics import StatisticsTable

# What a damaged file of the package may raise when it is read.
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, EOFError)


@dataclass(frozen=True, slots=True)
class OpenBuild:
    recipe: Build
    stages: Stages
    table: StatisticsTable
    levels: VoiceLevels


class BuildOpener:
    """Opens builds whose files are in the cache. What builds have in common, sessions and tables, is opened once."""

    def __init__(self, cache: StageCache, backend: Backend) -> None:
        self._cache = cache
        self._backend = SharedBackend(CheckedBackend(backend))
        self._tables: dict[str, StatisticsTable] = {}

    def open(self, name: str) -> OpenBuild:
        """Raises `StageError` if a file is missing, or if files do not belong together."""
        build = find_build(name)
        files, facts = self._cache.files(build), self._cache.facts(build)
        return self._completed(build, open_stages(self._backend, files, facts, name))

    def open_later(self, name: str) -> OpenBuild:
        """As `open`; each stage is opened at first use."""
        build = find_build(name)
        files, facts = self._cache.files(build), self._cache.facts(build)
        return self._completed(build, open_stages_later(self._backend, files, facts, name))

    def levels(self, name: str) -> VoiceLevels:
        """The levels of a build that need not be open."""
        build = find_build(name)
        return _checked_levels(build, generator_sha256(build, self._cache.source_sha256))

    def _completed(self, build: Build, stages: Stages) -> OpenBuild:
        return OpenBuild(build, stages, self._table(build), _checked_levels(build, stages.facts.weights_sha256))

    def _table(self, build: Build) -> StatisticsTable:
        """NormPredictor checks that it belongs to the stages."""
        if build.table not in self._tables:
            path = _required(package_file(build.table), f"koe dev calibrate --build {build.name}")
            try:
                with path.open("rb") as file:
                    self._tables[build.table] = StatisticsTable.load(file)
            except (*_UNREADABLE, BadZipFile, zlib.error) as problem:
                raise _damaged(path, problem) from None
        return self._tables[build.table]


def _damaged(path: Path, problem: Exception) -> StageError:
    return StageError(f"{path} cannot be read ({type(problem).__name__}): install koe again.")


def _checked_levels(build: Build, weights_sha256: str) -> VoiceLevels:
    command = f"koe dev levels --build {build.name}"
    path = _required(package_file(build.levels), command)
    try:
        levels = VoiceLevels.load(path)
    except _UNREADABLE as problem:
        raise _damaged(path, problem) from None
    if levels.source_sha256 != weights_sha256:
        raise StageError(
            f"The voice levels in {build.levels} were measured with another generator than that of build "
            f"{build.name}. Run `{command}`."
        )
    return levels


def _required(path: Path, command: str) -> Path:
    if not path.is_file():
        raise StageError(f"{path} is missing. Run `{command}`.")
    return path
