"""/proc, cgroups, PSI and sysctl -> a MemoryReading. What a system does not tell is left out.

Pages of files that the kernel can drop do not count towards a container's limit: it drops them before it ends a
process.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from koe.engine.memory_guard import Limit, MemoryReading, Pressure
from koe.memory import resident_bytes

SETTING = "KOKORO_MEMORY_LIMIT_BYTES"
CONTAINER = "the memory limit of the container (cgroup)"
MACHINE = "the memory of the machine"
_ROOT = Path("/")
# cgroup v1 gives "no limit" as a number near 2^63.
_NO_LIMIT_BYTES = 1 << 60
_PRESSURE_LEVEL = b"kern.memorystatus_vm_pressure_level"
_PRESSURES: Mapping[int, Pressure] = {1: Pressure.NORMAL, 2: Pressure.TIGHT, 4: Pressure.SHORT}
_TASK_INFO = 4  # PROC_PIDTASKINFO, whose second number of 64 bits is the resident size
_TASK_INFO_BYTES = 96


class MemoryReader:
    """`root` is where /proc and /sys are, for tests. `limit_bytes` is the limit of the settings; 0: none."""

    def __init__(self, limit_bytes: int = 0, root: Path = _ROOT, resident: Callable[[], int | None] | None = None):
        self._limit_bytes = limit_bytes
        self._proc = root / "proc"
        self._cgroups = root / "sys" / "fs" / "cgroup"
        self._resident = resident or process_bytes

    def __call__(self) -> MemoryReading:
        resident = self._resident()
        own = Limit(SETTING, self._limit_bytes, resident) if self._limit_bytes and resident is not None else None
        folders = list(self._cgroup_folders())
        limits = (own, *map(_cgroup_limit, folders), self._machine())
        some, full = self._stalls(folders)
        return MemoryReading(tuple(filter(None, limits)), some, full, told_pressure(), resident)

    def _cgroup_folders(self) -> Iterator[Path]:
        """Those of this process and all above it: each may have a limit. v2 has one tree, v1 one for memory."""
        for line in _text(self._proc / "self" / "cgroup").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers == "":
                tree = self._cgroups
            elif "memory" in controllers.split(","):
                tree = self._cgroups / "memory"
            else:
                continue
            folder = tree / path.lstrip("/")
            # Inside a container the path may be that of the host, and the container's own group is mounted at the root.
            yield from (one for one in (folder, *folder.parents) if one == tree or tree in one.parents)

    def _machine(self) -> Limit | None:
        """What can be had without swapping, and swap."""
        found = {name: _first_number(rest) for name, rest in _pairs(self._proc / "meminfo", ":")}
        total, available = found.get("MemTotal"), found.get("MemAvailable")
        if total is None or available is None:
            return None
        total_bytes = 1024 * (total + (found.get("SwapTotal") or 0))
        return Limit(MACHINE, total_bytes, total_bytes - 1024 * (available + (found.get("SwapFree") or 0)))

    def _stalls(self, folders: list[Path]) -> tuple[float, float]:
        """Percentages of the container if it tells them, else of the machine."""
        files = [*(folder / "memory.pressure" for folder in folders), self._proc / "pressure" / "memory"]
        found = next(filter(None, map(_text, files)), "")
        rates = {line.partition(" ")[0]: _average(line) for line in found.splitlines()}
        return rates.get("some", 0.0), rates.get("full", 0.0)


def _cgroup_limit(folder: Path) -> Limit | None:
    if (folder / "memory.max").exists():
        names = ("memory.max", "memory.current", "inactive_file")
    else:
        names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
    limit, used = (_first_number(_text(folder / name)) for name in names[:2])
    if limit is None or used is None or limit >= _NO_LIMIT_BYTES:  # "max" is no number
        return None
    droppable = dict(_pairs(folder / "memory.stat", " ")).get(names[2], "")
    return Limit(CONTAINER, limit, used - (_first_number(droppable) or 0))


def _average(line: str) -> float:
    """`some avg10=1.50 avg60=…` -> 1.5."""
    found = next((part for part in line.split() if part.startswith("avg10=")), "")
    try:
        return float(found.removeprefix("avg10="))
    except ValueError:
        return 0.0


def _pairs(path: Path, separator: str) -> Iterator[tuple[str, str]]:
    for line in _text(path).splitlines():
        name, _, rest = line.partition(separator)
        yield name, rest


def _first_number(text: str) -> int | None:
    word = text.split()[0] if text.split() else ""
    return int(word) if word.isdecimal() else None


def _text(path: Path) -> str:
    """Empty if there is no such file, or it may not be read."""
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError):
        return ""


def process_bytes() -> int | None:
    """Memory of this process that is in RAM; None where the system does not tell it."""
    found = resident_bytes()
    return _darwin_bytes(_system_library()) if found is None and sys.platform == "darwin" else found


def told_pressure() -> Pressure:
    """What macOS says about its memory; elsewhere `NORMAL`."""
    return _darwin_pressure(_system_library()) if sys.platform == "darwin" else Pressure.NORMAL


def _darwin_pressure(library: Any) -> Pressure:
    value, size = ctypes.c_int(0), ctypes.c_size_t(ctypes.sizeof(ctypes.c_int))
    failed = library.sysctlbyname(_PRESSURE_LEVEL, ctypes.byref(value), ctypes.byref(size), None, 0)
    return Pressure.NORMAL if failed else _PRESSURES.get(value.value, Pressure.NORMAL)


def _darwin_bytes(library: Any) -> int | None:
    info = ctypes.create_string_buffer(_TASK_INFO_BYTES)
    written = library.proc_pidinfo(os.getpid(), _TASK_INFO, ctypes.c_uint64(0), info, _TASK_INFO_BYTES)
    return struct.unpack_from("=QQ", info.raw)[1] if written == _TASK_INFO_BYTES else None


@cache
def _system_library() -> Any:
    """sysctlbyname and proc_pidinfo are in the C library of macOS."""
    return ctypes.CDLL(ctypes.util.find_library("c"))
