"""What the process takes of the machine: memory, descriptors, threads."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from koe.memory import resident_bytes

# Linux; macOS.
_DESCRIPTORS: Iterable[Path] = (Path("/proc/self/fd"), Path("/dev/fd"))


@dataclass(frozen=True, slots=True)
class ProcessUse:
    """None where the system does not tell. `children_rss_bytes` is that of its child processes: eSpeak's. `heap_bytes`
    and `mapped_bytes` are what the C library has from the system: ONNX Runtime does not tell the size of its arena,
    which lies in the mapped blocks with large arrays."""

    rss_bytes: int | None
    children_rss_bytes: int | None
    heap_bytes: int | None
    mapped_bytes: int | None
    descriptors: int | None
    threads: int


def process_use() -> ProcessUse:
    info = _mallinfo()
    heap, mapped = (None, None) if info is None else (int(info.arena), int(info.hblkhd))
    return ProcessUse(resident_bytes(), _children_bytes(), heap, mapped, _open_descriptors(), _threads())


def _children_bytes() -> int | None:
    """Linux tells the children of each thread. A thread or a child may end meanwhile."""
    files = list(Path("/proc/self/task").glob("*/children"))
    pids = [pid for file in files for pid in _words(file)]
    return sum(resident_bytes(pid) or 0 for pid in pids) if files else None


def _words(path: Path) -> list[str]:
    try:
        return path.read_text().split()
    except OSError:
        return []


def _open_descriptors() -> int | None:
    for folder in _DESCRIPTORS:
        try:
            return len(os.listdir(folder)) - 1  # noqa: PTH208  the names are enough; one is the folder's own
        except OSError:
            continue
    return None


def _threads() -> int:
    """Also those of libraries, where the system tells; else Python's."""
    try:
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208
    except OSError:
        return threading.active_count()


class _Mallinfo2(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keepcost",
        )
    ]


@cache
def _mallinfo2() -> Any:
    """glibc's function; None where the C library has none of this name."""
    try:
        function = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return None
    function.restype = _Mallinfo2
    return function


def _mallinfo() -> Any:
    function = _mallinfo2()
    return None if function is None else function()
