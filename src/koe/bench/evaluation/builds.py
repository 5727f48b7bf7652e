"""A build under evaluation: its stages, opened at first use, its norm table and the hashes of both."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from koe.bench.evaluation.bars import Bars
from koe.bench.speaker import Speaker
from koe.model.stages import Stages
from koe.model.statistics import StatisticsTable

# The stages that speak when a span is decoded whole.
WHOLE_STAGES = ("text", "pitch", "trunk", "source", "generator_whole")


@dataclass(frozen=True, slots=True)
class EvaluatedBuild:
    """`file_hashes`: stage -> SHA-256 of its file. If all measurements are in the cache, the stages stay closed."""

    name: str
    file_hashes: Mapping[str, str]
    open_stages: Callable[[], Stages]
    table: StatisticsTable
    bars: Bars

    @property
    def sha256(self) -> str:
        """Changes with every file of the build and with its norm table."""
        return _digest([*sorted(self.file_hashes.items()), ("table", self.table.digest())])

    @property
    def whole_sha256(self) -> str:
        """Changes with the files that decode whole: a new norm table leaves a reference as it was."""
        return _digest((stage, self.file_hashes.get(stage, "")) for stage in WHOLE_STAGES)

    def speaker(self) -> Speaker:
        return Speaker(self.open_stages(), self.table)


def hashes_of(files: Mapping[str, Path]) -> dict[str, str]:
    hashes = {}
    for stage, path in files.items():
        with path.open("rb") as file:
            hashes[stage] = hashlib.file_digest(file, "sha256").hexdigest()
    return hashes


def _digest(named: Iterable[tuple[str, str]]) -> str:
    return hashlib.sha256(repr(list(named)).encode()).hexdigest()
