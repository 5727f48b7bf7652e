"""Fixtures of the tests that start koe's processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from process.daemon_process import Daemon


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    one = Daemon(tmp_path)
    yield one
    for process in one.processes:
        process.terminate()
        process.wait()
