"""koe doctor: versions, providers and files of this installation, and how to install what is missing."""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import shutil
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

import typer

import koe
from koe.build.recipes import EXACT, find_build
from koe.cli.assemble import are_unpacked, asset_store, offered_builds, stage_cache
from koe.cli.console import out
from koe.cli.missing import Missing, missing_pieces
from koe.cli.options import AsJson
from koe.cli.providers import partitions_of, provider_plan
from koe.cli.tuned_settings import tuned_settings, tuning_rows
from koe.errors import DeviceError
from koe.model.assets import DEFAULT_GROUPS, VOICES
from koe.model.backends.by_precision import NAMES
from koe.model.backends.load import planned_choice
from koe.model.backends.providers import installed, why_missing
from koe.playback.device import open_speaker
from koe.settings import Settings, settings_file
from koe.tune.choice import NOTHING_TUNED, ChoiceState

_ALL_ON_CPU = "all on the CPU; --providers tries what is installed"
_PACKAGES = ("onnxruntime", "onnx", "numpy", "misaki", "spacy", "phonemizer", "espeakng-loader", "fastapi", "uvicorn")


def doctor(
    providers: Annotated[
        bool,
        typer.Option("--providers", help="Open every stage on every installed provider, to see which nodes it takes."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show versions, providers, model files and paths, and how to install what is missing. Exit code 1 when something
    is missing that koe cannot do without."""
    settings, choice = tuned_settings()
    report = examine(settings, choice, all_providers=providers)
    if as_json:
        out.print_json(json.dumps(report))
    else:
        for section, rows in report.items():
            if section not in ("missing", "nodes"):
                _print(section, [f"{name:<16} {value}" for name, value in rows.items()])
        _print("nodes", [line for one in report["nodes"] for line in _node_lines(one)] or [_ALL_ON_CPU])
        missing = [Missing(**piece) for piece in report["missing"]]
        _print("missing", [line for piece in missing for line in _lines(piece)] or ["nothing"])
    if report["problems"]:
        raise typer.Exit(1)


def _print(section: str, lines: Sequence[str]) -> None:
    out.print(section, style="bold")
    for line in lines:
        out.print(f"  {line}", markup=False, soft_wrap=True)


def _lines(piece: Missing) -> list[str]:
    need = "needed" if piece.is_required else "optional"
    return [f"{piece.name} ({need}: {piece.purpose})", *(f"  {command}" for command in piece.commands_here())]


def _node_lines(one: Mapping[str, Any]) -> list[str]:
    what = f"{one['stage']} on {one['provider']}"
    if one["problem"]:
        return [f"{what}: {one['problem']}"]
    lines = [f"{what}: {one['taken']} of {one['nodes']} in {one['parts']} parts"]
    return lines + [f"  on the CPU: {left['count']} {left['operation']}: {left['reason']}" for left in one["left"]]


def examine(settings: Settings, choice: ChoiceState = NOTHING_TUNED, *, all_providers: bool = False) -> dict[str, Any]:
    store = asset_store(settings)
    cache = stage_cache(settings)
    builds, exact = [find_build(name) for name in offered_builds(settings)], find_build(EXACT)
    is_unpacked = are_unpacked(store, cache, builds)
    is_built = all(map(cache.is_complete, builds if is_unpacked else [*builds, exact]))
    missing_files = store.missing((VOICES,) if is_unpacked else DEFAULT_GROUPS)
    free_bytes = _free_bytes(settings)
    missing = missing_pieces(_PACKAGES, len(missing_files), is_built, settings.cache_dir, free_bytes)
    problems = {piece.name: f"missing: {piece.commands_here()[0]}" for piece in missing if piece.is_required}
    if missing_files:
        problems["model"] = f"{len(missing_files)} files are missing: run `koe models pull`"
    elif not is_built:
        problems["stages"] = "not built yet: run `koe models build`, or start once"
    file, chosen = settings_file(), planned_choice(provider_plan(settings)).by_stage
    return {
        "koe": {"version": koe.__version__, "python": platform.python_version(), "system": platform.platform()},
        "packages": {name: _version(name) for name in _PACKAGES},
        "inference": {
            "builds": ", ".join(build.name for build in builds),
            "fallback": EXACT
            if cache.is_complete(exact)
            else "none: `koe models build` downloads the model and makes it",
            "providers": ", ".join(installed()),
            "threads": settings.threads or f"one per physical core ({os.cpu_count()} logical)",
        },
        "tuning": tuning_rows(choice),
        "stages": {
            one.stage: _computed_by(chosen.get(one.stage), NAMES[one.precision])
            for one in find_build(settings.build).variants
        },
        "nodes": [dataclasses.asdict(one) for one in partitions_of(settings, cache, all_installed=all_providers)],
        "files": {
            "settings": f"{file}{'' if file.exists() else ' (none)'}",
            "cache": str(settings.cache_dir),
            "assets": f"{store.folder} ({'complete' if not missing_files else f'{len(missing_files)} missing'})",
            "stages": f"{cache.folder} ({'complete' if is_built else 'not built'})",
            "free_mb": round(free_bytes / 1e6),
        },
        "clients": {name: shutil.which(name) or "not found" for name in ("npm",)},
        "playback": {"speaker": _speaker_state()},
        "problems": problems,
        "missing": [dataclasses.asdict(piece) for piece in missing],
    }


def _computed_by(provider: str | None, usual: str) -> str:
    if provider is None:
        return usual
    reason = why_missing(provider)
    return provider if reason is None else f"{usual}, not {provider}: {reason}"


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
