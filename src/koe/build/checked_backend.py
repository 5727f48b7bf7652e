"""A backend that opens a stage file only if it has the hash of its record: a damaged one would speak, and wrongly."""

from __future__ import annotations

from pathlib import Path

from koe.build.recipes import file_sha256
from koe.build.records import StageRecord
from koe.errors import StageError
from koe.model.backends import Backend, Precision, Session


class CheckedBackend:
    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    @property
    def name(self) -> str:
        return self._backend.name

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        """Reading it first costs little: the runtime finds it in memory afterwards."""
        record = StageRecord.read(path.with_suffix(".json"))
        try:
            is_damaged = record is not None and file_sha256(path) != record.sha256
        except OSError:
            is_damaged = False  # the runtime says what is wrong with it
        if is_damaged:
            raise StageError(f"{path} is damaged. Run `koe models build --force`.")
        return self._backend.open(path, precision=precision, releases_memory=releases_memory)
