"""A build under evaluation: its stages, opened at first use, its norm table and the hash of both."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from koe.bench.evaluation.bars import Bars
from koe.bench.speaker import Speaker
from koe.model.stages import Stages
from koe.model.statistics import StatisticsTable


@dataclass(frozen=True, slots=True)
class EvaluatedBuild:
    """`sha256` changes with every file of the build. If all measurements are in the cache, the stages stay closed."""

    name: str
    sha256: str
    open_stages: Callable[[], Stages]
    table: StatisticsTable
    bars: Bars

    def speaker(self) -> Speaker:
        return Speaker(self.open_stages(), self.table)


def build_sha256(files: Iterable[Path], table: StatisticsTable) -> str:
    """Hash of the stage files, in any order, and of the norm table."""
    digest = hashlib.sha256(table.digest().encode())
    for path in sorted(files, key=lambda path: path.name):
        digest.update(path.name.encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()
