"""koe doctor: versions, providers, files and settings of this installation."""

from __future__ import annotations

import json
import os
import platform
import shutil
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import typer

import koe
from koe.cli.assemble import asset_store, stage_build
from koe.cli.console import out
from koe.cli.options import AsJson
from koe.errors import DeviceError
from koe.model.backends.onnxruntime import OnnxRuntimeBackend, available_providers
from koe.model.stages import STAGES
from koe.playback.device import open_speaker
from koe.settings import Settings, load_settings

_PACKAGES = ("onnxruntime", "onnx", "numpy", "misaki", "spacy", "phonemizer", "espeakng-loader", "fastapi", "uvicorn")


def doctor(as_json: AsJson = False) -> None:
    """Show versions, providers, model files, threads and paths. Exit code 1 when something is missing."""
    report = examine(load_settings())
    if as_json:
        out.print_json(json.dumps(report))
    else:
        for section, rows in report.items():
            out.print(section, style="bold")
            for name, value in rows.items():
                out.print(f"  {name:<16} {value}", markup=False, soft_wrap=True)
    if report["problems"]:
        raise typer.Exit(1)


def examine(settings: Settings) -> dict[str, dict[str, Any]]:
    store = asset_store(settings)
    build = stage_build(settings)
    missing = store.missing()
    backend = OnnxRuntimeBackend.name
    problems = {}
    if missing:
        problems["model"] = f"{len(missing)} files are missing: run `koe models pull`"
    elif not build.is_complete:
        problems["stages"] = "not built yet: run `koe models build`, or start once"
    return {
        "koe": {"version": koe.__version__, "python": platform.python_version(), "system": platform.platform()},
        "packages": {name: _version(name) for name in _PACKAGES},
        "inference": {
            "providers": ", ".join(available_providers()),
            "threads": settings.threads or f"one per physical core ({os.cpu_count()} logical)",
        },
        "stages": dict.fromkeys(STAGES, backend),
        "files": {
            "cache": str(settings.cache_dir),
            "assets": f"{store.folder} ({'complete' if not missing else f'{len(missing)} missing'})",
            "stages": f"{build.folder} ({'complete' if build.is_complete else 'not built'})",
            "free_mb": round(_free_bytes(settings) / 1e6),
        },
        "clients": {name: shutil.which(name) or "not found" for name in ("npm",)},
        "playback": {"speaker": _speaker_state()},
        "problems": problems,
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _free_bytes(settings: Settings) -> int:
    folder = settings.cache_dir
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def _speaker_state() -> str:
    try:
        with open_speaker(24_000) as speaker:
            return speaker.name
    except DeviceError as problem:
        return str(problem)
