"""The published graph, cut and nothing else: the stages of the reference that every build is compared with.

Source, modulation and whole generator of the default build are plain cuts already; the others are written beside them.
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import onnx
from filelock import FileLock
from onnx import helper

from koe.build.norms import open_stage
from koe.build.split import StageBuild, cut
from koe.model.backends import Backend
from koe.model.stages import Stages

PLAIN_STAGES = ("text", "pitch", "trunk", "generator")
_SHARED_STAGES = ("source", "generator_modulation")
_WHOLE = "generator_whole"


def exact_files(build: StageBuild) -> dict[str, Path]:
    """Stage -> file."""
    plain = build.folder.with_name(f"{build.folder.name}-exact")
    files = {stage: plain / f"{stage}.onnx" for stage in PLAIN_STAGES}
    return files | {stage: build.folder / f"{stage}.onnx" for stage in (*_SHARED_STAGES, _WHOLE)}


def write_exact_files(build: StageBuild, source: Path) -> None:
    """Write the plain cuts of `source` unless they exist."""
    folder = exact_files(build)[PLAIN_STAGES[0]].parent
    with FileLock(folder.with_suffix(".lock")):
        if not folder.exists():
            _write(build, source, folder)


def _write(build: StageBuild, source: Path, folder: Path) -> None:
    unfinished = folder.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)  # left behind by a killed process
    unfinished.mkdir(parents=True)
    model = onnx.load(source)
    for stage in PLAIN_STAGES:
        part = open_stage(cut(model, stage)) if stage == "generator" else cut(model, stage)
        helper.set_model_props(part, build.facts(stage).to_metadata())
        onnx.save(part, unfinished / f"{stage}.onnx")
    unfinished.replace(folder)


def open_exact_stages(build: StageBuild, backend: Backend) -> Stages:
    files = exact_files(build)
    sessions = {stage: backend.open(files[stage]) for stage in (*PLAIN_STAGES, *_SHARED_STAGES)}
    whole = partial(backend.open, files[_WHOLE], releases_memory=True)
    return Stages(sessions, build.facts(""), {_WHOLE: whole})
