"""Memory of a process: how much of it is in RAM, and what was freed goes back to the system."""

from __future__ import annotations

import ctypes
import gc
import mmap
from functools import cache
from pathlib import Path
from typing import Any


def release_unused() -> None:
    """Hands freed memory back. glibc keeps it in its heaps, up to hundreds of megabytes after a large load, because
    something small above it is still in use; elsewhere the allocator decides. Takes some tens of milliseconds."""
    gc.collect()
    if trim := _malloc_trim():
        trim(0)


@cache
def _malloc_trim() -> Any:
    """glibc's function; None where the C library has none (macOS, Windows, musl)."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None


def resident_bytes(pid: int | str = "self") -> int | None:
    """Memory of a process that is in RAM now; None where the system does not tell it in /proc."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * mmap.PAGESIZE
