"""Memory of a process: how much of it is in RAM, and what was freed goes back to the system."""

from __future__ import annotations

import ctypes
import gc
import mmap
from functools import cache
from pathlib import Path
from typing import Any

_M_MMAP_THRESHOLD = -3
_LARGE_BYTES = 131_072  # where glibc's own threshold begins


def map_large_blocks() -> None:
    """Keeps large arrays out of the heaps, so that their memory goes back when they are freed. glibc begins like that
    and raises its threshold to 32 MB when the first large one is freed; from then on the audio of long files lies in
    the heaps, and what small things leave between them cannot be used: 942 MB instead of 846 after three minutes with
    three clients. Call it before anything large is loaded."""
    if set_option := _c_function("mallopt"):
        set_option(_M_MMAP_THRESHOLD, _LARGE_BYTES)


def release_unused() -> None:
    """Hands freed memory back. glibc keeps it in its heaps, up to hundreds of megabytes after a large load, because
    something small above it is still in use; elsewhere the allocator decides. Takes some milliseconds."""
    if trim := _c_function("malloc_trim"):
        trim(0)


def freeze_objects() -> None:
    """Takes all objects that exist out of the garbage collection, once everything is loaded. A full collection, which
    would hold up every thread for 73 ms, looks only at what requests have made since (docs/performance.md)."""
    gc.collect()
    gc.freeze()


@cache
def _c_function(name: str) -> Any:
    """A function of glibc; None where the C library has none of this name (macOS, Windows, musl)."""
    try:
        return getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None


def resident_bytes(pid: int | str = "self") -> int | None:
    """Memory of a process that is in RAM now; None where the system does not tell it in /proc."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * mmap.PAGESIZE
