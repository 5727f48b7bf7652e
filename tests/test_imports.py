"""The import contracts of pyproject.toml hold, and notice a violation."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from limits import HANG_S

ROOT = Path(__file__).parents[1]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    environment = os.environ | {"PYTHONPATH": str(folder / "src")}
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment, timeout=HANG_S, check=False
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path / "src")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_contracts_hold(copy: Path) -> None:
    result = lint(copy)
    assert result.returncode == 0, result.stdout


VIOLATIONS = [
    ("audio/trim.py", "import koe.text.split", "koe.audio is not allowed to import koe.text"),
    ("text/split.py", "import koe.engine.pipeline", "koe.text is not allowed to import koe.engine"),
    ("engine/stream.py", "import fastapi", "koe.engine is not allowed to import fastapi"),
    ("wire/wav.py", "import koe.settings", "koe.wire is not allowed to import koe.settings"),
]


def test_violations_are_noticed(copy: Path) -> None:
    """All at once: each run of the linter takes seconds."""
    for file, line, _ in VIOLATIONS:
        with (copy / "src" / "koe" / file).open("a") as source:
            source.write(f"\n{line}\n")
    result = lint(copy)
    assert result.returncode == 1
    assert [message for _, _, message in VIOLATIONS if message not in result.stdout] == []
