"""Environments of Python and Node with hashed pins, made once and kept in the user's cache until the pins change."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock
from platformdirs import user_cache_path

INSTALL_TIMEOUT_S = 900


class NotInstalled(Exception):
    """The message is the last line of what pip or npm printed."""


def made_environment(pins: Path, python: str) -> Path:
    """The interpreter of an environment with exactly these pins, made once. Raises `NotInstalled`."""
    inside = "Scripts/python.exe" if os.name == "nt" else "bin/python"

    def install(folder: Path) -> None:
        run(python, "-m", "venv", str(folder))
        # The pins are complete. Older pips (23.2) look past them for the newest version of a package with extras.
        complete = ("--no-deps", "--require-hashes", "-r", str(pins))
        run(str(folder / inside), "-m", "pip", "install", "--quiet", *complete)

    return _made_once("outside", pins.read_bytes() + python.encode(), install) / inside


def made_modules(source: Path, npm: str) -> Path:
    """A folder with exactly the packages of a `package-lock.json`, made once. Raises `NotInstalled`."""
    files = [source / name for name in ("package.json", "package-lock.json")]

    def install(folder: Path) -> None:
        folder.mkdir()
        for file in files:
            shutil.copy(file, folder)
        run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder))

    return _made_once("node", b"".join(file.read_bytes() for file in files), install)


def _made_once(kind: str, contents: bytes, install: Callable[[Path], None]) -> Path:
    """The folder for these contents. One that was not completed is made anew."""
    folder = user_cache_path("koe-tests") / f"{kind}-{hashlib.sha256(contents).hexdigest()[:16]}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not (folder / "complete").exists():
            shutil.rmtree(folder, ignore_errors=True)
            install(folder)
            (folder / "complete").touch()
    return folder


def run(*command: str) -> None:
    """Raises `NotInstalled` if the command fails."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S, check=False)
    if result.returncode:
        last = next((line for line in reversed(result.stderr.splitlines()) if line.strip()), "no message")
        raise NotInstalled(last)
