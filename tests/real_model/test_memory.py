"""The memory of the process stays what it is after the warm-up."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from limits import HANG_S
from memory import linux_only

SPEECH = Path(__file__).parent / "memory_of_speech.py"


@pytest.fixture(scope="module")
def memory_at() -> dict[str, int]:
    """In a process of its own, because this one holds what other tests have left."""
    path = Path(__file__).parents[1]
    code = f"import runpy, sys; sys.path.insert(0, {str(path)!r}); runpy.run_path({str(SPEECH)!r})"
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, timeout=5 * HANG_S, check=False)
    assert result.returncode == 0, result.stderr
    found: dict[str, int] = json.loads(result.stdout)
    return found


@linux_only
def test_the_longest_sentence_needs_little_more_than_the_warm_up(memory_at: dict[str, int]) -> None:
    assert memory_at["longest sentence"] <= 1.04 * memory_at["warm"]  # 1.07 with an arena for each stage


@linux_only
def test_a_whole_decoding_gives_its_memory_back(memory_at: dict[str, int]) -> None:
    assert memory_at["fallback run"] <= 1.1 * memory_at["fallback open"]  # 1.25 if the arena keeps it
