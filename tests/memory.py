"""Resident memory of this process."""

from __future__ import annotations

import pytest

from koe import memory

linux_only = pytest.mark.skipif(memory.resident_bytes() is None, reason="counts threads, files and memory in /proc")


def resident_bytes() -> int:
    found = memory.resident_bytes()
    assert found is not None
    return found
