"""Virtual environments with hashed pins, made once and kept in the user's cache folder until the pins change."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from filelock import FileLock
from platformdirs import user_cache_path

INSTALL_TIMEOUT_S = 900


class NotInstalled(Exception):
    """The message is the last line of what pip printed."""


def made_environment(pins: Path, python: str) -> Path:
    """The interpreter of an environment with exactly these pins, made once. Raises `NotInstalled`."""
    digest = hashlib.sha256(pins.read_bytes() + python.encode()).hexdigest()[:16]
    folder = user_cache_path("koe-tests") / f"outside-{digest}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    found = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    with FileLock(f"{folder}.lock"):
        if not (folder / "complete").exists():
            shutil.rmtree(folder, ignore_errors=True)
            run(python, "-m", "venv", str(folder))
            run(str(found), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(pins))
            (folder / "complete").touch()
    return found


def run(*command: str) -> None:
    """Raises `NotInstalled` if the command fails."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S, check=False)
    if result.returncode:
        last = next((line for line in reversed(result.stderr.splitlines()) if line.strip()), "no message")
        raise NotInstalled(last)
