"""Measurements of an evaluation in the user cache, one file per clip: an interrupted evaluation is resumed.

A folder belongs to one build, or to a build compared with a reference; its name contains the hash of both. A file holds
the values of each part of the measurements with that part's version, and is measured again when the version changes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import astuple
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from koe.bench.evaluation.clips import EvaluationClip
from koe.model.prosody import Prosody
from koe.types import Samples

Values = Mapping[str, Any]
# Other versions give other samples. OpenVINO need not be installed.
_LIBRARIES = ("onnxruntime", "openvino", "numpy", "misaki")
_PROSODY = ("tokens", "frames_per_token", "phonemes", "pitch_hz", "energy", "style")


class MeasurementStore:
    def __init__(self, folder: Path, name: str, *hashes: str) -> None:
        """`hashes` are those of the builds that are measured."""
        libraries = [f"{library} {_version(library)}" for library in _LIBRARIES]
        key = hashlib.sha256(repr((*hashes, *libraries)).encode()).hexdigest()[:16]
        self.folder = folder / f"{name}-{key}"

    def values(self, clip: EvaluationClip, part: str, part_version: int, measure: Callable[[], Values]) -> Values:
        """The values of a part, measured if they are not in the cache."""
        path = self._path(clip, ".json")
        known = _read_json(path)
        entry = known.get(part)
        if isinstance(entry, dict) and entry.get("version") == part_version:
            return dict(entry["values"])
        values = dict(measure())
        # Read again: the measurement may have measured and written another part of the same clip.
        _write(path, json.dumps({**_read_json(path), part: {"version": part_version, "values": values}}).encode())
        return values

    def prosody_and_speech(
        self, clip: EvaluationClip, speak: Callable[[], tuple[Prosody, Samples]]
    ) -> tuple[Prosody, Samples]:
        """Prosody and whole decoding of a reference: half a megabyte per clip, which every build is compared with."""
        path = self._path(clip, ".npz")
        try:
            # Opened here: for a damaged archive `np.load` leaves its file open.
            with path.open("rb") as file, np.load(file) as arrays:
                return Prosody(**{name: arrays[name] for name in _PROSODY}), arrays["whole"]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            prosody, whole = speak()
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, whole=whole, **{name: getattr(prosody, name) for name in _PROSODY})
        unfinished.replace(path)
        return prosody, whole

    def _path(self, clip: EvaluationClip, suffix: str) -> Path:
        key = hashlib.sha256(repr(astuple(clip.sentence)).encode()).hexdigest()[:8]
        return self.folder / f"{clip.name.replace('/', '-')}-{key}{suffix}"


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "none"


def _read_json(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _write(path: Path, content: bytes) -> None:
    """Under another name first: a file is whole or absent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.write_bytes(content)
    unfinished.replace(path)
