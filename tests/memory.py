"""Resident memory of this process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

STATM = Path("/proc/self/statm")
linux_only = pytest.mark.skipif(not STATM.exists(), reason="counts threads, files and memory in /proc")


def resident_bytes() -> int:
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
