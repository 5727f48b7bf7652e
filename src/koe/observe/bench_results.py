"""The last result of each benchmark as a JSON file in the cache folder: `koe bench` writes, the server reads."""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import koe

log = logging.getLogger("koe.bench")

_FOLDER = "benchmarks"
_BASELINES = "baselines"
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_COMMAND = re.compile(r"[a-z][a-z-]{0,31}")
# The largest result has some kilobytes; a larger file is none of koe's.
_MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class BenchResult:
    command: str
    finished_at: str
    version: str
    result: Mapping[str, Any]


class BenchResults:
    """`keeps` False: nothing is written (KOKORO_EPHEMERAL)."""

    def __init__(self, cache_dir: Path, *, keeps: bool = True) -> None:
        self._folder = cache_dir / _FOLDER
        self._keeps = keeps

    def save(self, command: str, result: Mapping[str, Any], now: datetime | None = None) -> None:
        """Replaces the last result of this command. A disk that is full or read-only costs the file, and not the
        measurement, which is printed."""
        self._write(self.path(command), command, result, now)

    def save_baseline(self, name: str, command: str, result: Mapping[str, Any]) -> None:
        self._write(self._baseline_path(name), command, result, None)

    def last(self, command: str) -> BenchResult | None:
        return _read(self.path(command))

    def path(self, command: str) -> Path:
        """Of the last result of a command, whether or not it is there."""
        return self._folder / f"{command}.json"

    def baseline(self, name: str) -> BenchResult | None:
        return _read(self._baseline_path(name), is_named=True)

    @property
    def baselines(self) -> list[str]:
        return sorted(path.stem for path in (self._folder / _BASELINES).glob("*.json"))

    def _baseline_path(self, name: str) -> Path:
        return self._folder / _BASELINES / f"{name}.json"

    def _write(self, path: Path, command: str, result: Mapping[str, Any], now: datetime | None) -> None:
        if not self._keeps:
            return
        finished = (now or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")
        content = BenchResult(command, finished, koe.__version__, result)
        unfinished = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_text(json.dumps(asdict(content), indent=1) + "\n", "utf-8")
            unfinished.replace(path)
        except OSError as problem:
            log.warning("the result of the benchmark is not kept: %s cannot be written (%s)", path, problem.strerror)

    def load(self) -> list[BenchResult]:
        """The newest first. Files that are not results are left out."""
        found = [result for path in sorted(self._folder.glob("*.json")) if (result := _read(path)) is not None]
        return sorted(found, key=lambda one: one.finished_at, reverse=True)


def is_baseline_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def _read(path: Path, *, is_named: bool = False) -> BenchResult | None:
    """`is_named`: the file has a name of its own, and not that of the command."""
    try:
        if not (_NAME if is_named else _COMMAND).fullmatch(path.stem) or path.stat().st_size > _MOST_BYTES:
            return None
        content = json.loads(path.read_text("utf-8"))
        command, finished_at, version, result = (content[name] for name in BenchResult.__slots__)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    is_known = (is_named or command == path.stem) and isinstance(finished_at, str) and isinstance(version, str)
    return BenchResult(command, finished_at, version, result) if is_known and isinstance(result, dict) else None
