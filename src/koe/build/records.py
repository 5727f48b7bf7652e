"""Records beside stage files and builds: what they were made from, with which tools, and their hashes, as JSON.

`STAGE.VARIANT.vN.json` lies beside the file of that name. `BUILD.build.json` names the files of a build, and has room
for its measured quality and speed, which are facts of a build and not of a file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

import koe
from koe.build.recipes import Build, Variant, file_sha256, package_file

# Version of the code around the recipes: how files are cut, named and written.
BUILDER_VERSION = "4"
_TOOLS = ("onnx", "onnxruntime", "numpy")


def tool_versions() -> dict[str, str]:
    return {tool: version(tool) for tool in _TOOLS}


@dataclass(frozen=True, slots=True)
class StageRecord:
    """The origin of a stage file. `inputs` are the files of the package that its recipe read, with their hashes."""

    stage: str
    variant: str
    version: str
    options: Mapping[str, object]
    source_sha256: str
    weights_sha256: str
    vocabulary_sha256: str
    inputs: Mapping[str, str]
    calibration_sha256: str | None
    koe: str
    builder_version: str
    tools: Mapping[str, str]
    sha256: str
    bytes: int
    nodes: int
    precision: str = "f32"  # records of version 0.1 do not have it

    @classmethod
    def of(cls, variant: Variant, path: Path, nodes: int, *, source_sha256: str, vocabulary_sha256: str) -> Self:
        return cls(
            stage=variant.stage,
            variant=variant.name,
            version=variant.version,
            options=dict(variant.options),
            source_sha256=source_sha256,
            weights_sha256=variant.weights_sha256(source_sha256),
            vocabulary_sha256=vocabulary_sha256,
            inputs={name: file_sha256(package_file(name)) for name in variant.inputs},
            calibration_sha256=variant.calibration_sha256,
            koe=koe.__version__,
            builder_version=BUILDER_VERSION,
            tools=tool_versions(),
            sha256=file_sha256(path),
            bytes=path.stat().st_size,
            nodes=nodes,
            precision=variant.precision,
        )

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """None if there is no record, or it cannot be read: then the file counts as not made."""
        try:
            return cls.from_json(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            return None

    @classmethod
    def from_json(cls, text: str) -> Self | None:
        """None if it is no record."""
        try:
            return cls(**json.loads(text))
        except (ValueError, TypeError):
            return None

    def write(self, path: Path) -> None:
        write_json(path, asdict(self))

    def changed_tools(self) -> str:
        """The tools that have another version now, for messages: `onnx 1.22 -> 1.23`."""
        now = {**tool_versions(), "koe": koe.__version__}
        then = {**self.tools, "koe": self.koe}
        return ", ".join(f"{tool} {then.get(tool)} -> {now[tool]}" for tool in now if then.get(tool) != now[tool])


class BuildRecord:
    """The record of a build. Quality and speed stay until a file of the build changes."""

    def __init__(self, path: Path, build: Build, stages: Mapping[str, StageRecord]) -> None:
        self._path = path
        self._files: dict[str, Any] = {
            "build": build.name,
            "koe": koe.__version__,
            "stages": {
                stage: {"variant": one.variant, "version": one.version, "sha256": one.sha256}
                for stage, one in stages.items()
            },
            "table": _package_entry(build.table),
            "levels": _package_entry(build.levels),
        }

    def write(self) -> None:
        self._write(self.measured)

    def write_measured(self, quality: Mapping[str, object] | None, speed: Mapping[str, object] | None) -> None:
        """Quality as `koe models evaluate` measures it, and speed; None keeps what is known."""
        known = self.measured
        self._write({"quality": quality or known["quality"], "speed": speed or known["speed"]})

    @property
    def measured(self) -> dict[str, Any]:
        """Quality and speed of exactly these files; None where they were not measured."""
        try:
            written = json.loads(self._path.read_text("utf-8"))
            is_same = all(written[name] == self._files[name] for name in ("stages", "table", "levels"))
        except (OSError, ValueError, KeyError, TypeError):
            is_same, written = False, {}
        return {name: written.get(name) if is_same else None for name in ("quality", "speed")}

    def _write(self, measured: Mapping[str, object]) -> None:
        write_json(self._path, {**self._files, **measured})


def _package_entry(name: str) -> dict[str, str | None]:
    """The hash is None before the file of a new build is fitted."""
    path = package_file(name)
    return {"file": name, "sha256": file_sha256(path) if path.is_file() else None}


def write_json(path: Path, content: Mapping[str, object]) -> None:
    """Under another name first: a record is whole or absent."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(json.dumps(content, indent=2) + "\n", "utf-8")
    unfinished.replace(path)
