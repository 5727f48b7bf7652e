"""Readings of the memory: from files of every kind of Linux, and from stand-ins for the libraries of macOS."""

from __future__ import annotations

import ctypes
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from koe.engine.memory_guard import Limit, Pressure
from koe.observe import memory_readings
from koe.observe.memory_readings import CONTAINER, MACHINE, SETTING, MemoryReader
from memory import linux_only

MEMINFO = """MemTotal:       16000 kB
MemFree:          200 kB
MemAvailable:    9000 kB
SwapTotal:       1000 kB
SwapFree:         500 kB
"""
PRESSURE = """some avg10=12.50 avg60=1.00 avg300=0.10 total=123
full avg10=3.25 avg60=0.50 avg300=0.05 total=45
"""
MACHINE_LIMIT = Limit(MACHINE, 17_000 * 1024, 7_500 * 1024)


class Root:
    """A folder with the files that the kernel shows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("proc/meminfo", MEMINFO)

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def reader(self, limit_bytes: int = 0, resident: Callable[[], int | None] = lambda: 700) -> MemoryReader:
        return MemoryReader(limit_bytes, self.folder, resident)


@pytest.fixture
def root(tmp_path: Path) -> Root:
    return Root(tmp_path)


def test_a_machine_without_containers_has_the_limit_of_its_memory_and_swap(root: Root) -> None:
    root.write("proc/pressure/memory", PRESSURE)
    reading = root.reader()()
    assert reading.limits == (MACHINE_LIMIT,)
    assert (reading.some_stall, reading.full_stall, reading.resident_bytes) == (12.5, 3.25, 700)


def test_the_limit_of_the_settings_counts_the_process(root: Root) -> None:
    assert root.reader(1000)().limits == (Limit(SETTING, 1000, 700), MACHINE_LIMIT)
    assert root.reader(1000, lambda: None)().limits == (MACHINE_LIMIT,)


def test_a_container_of_cgroup_v2_counts_without_files_that_can_be_dropped(root: Root) -> None:
    root.write("proc/self/cgroup", "0::/system.slice/koe.service\n")
    root.write("proc/pressure/memory", PRESSURE)
    service = "sys/fs/cgroup/system.slice/koe.service"
    root.write(f"{service}/memory.max", "1000\n")
    root.write(f"{service}/memory.current", "900\n")
    root.write(f"{service}/memory.stat", "anon 500\ninactive_file 150\nactive_file 50\n")
    root.write(f"{service}/memory.pressure", "some avg10=1.00 avg60=0\nfull avg10=0.50 avg60=0\n")
    reading = root.reader()()
    assert reading.limits == (Limit(CONTAINER, 1000, 750), MACHINE_LIMIT)
    assert (reading.some_stall, reading.full_stall) == (1.0, 0.5)  # its own, not those of the machine


def test_every_group_above_has_a_limit_too(root: Root) -> None:
    root.write("proc/self/cgroup", "0::/a/b\n")
    for folder, limit in (("a", "400"), ("a/b", "max")):
        root.write(f"sys/fs/cgroup/{folder}/memory.max", f"{limit}\n")
        root.write(f"sys/fs/cgroup/{folder}/memory.current", "300\n")
    assert root.reader()().limits == (Limit(CONTAINER, 400, 300), MACHINE_LIMIT)


def test_inside_a_container_its_own_group_is_at_the_root_of_the_tree(root: Root) -> None:
    root.write("proc/self/cgroup", "0::/docker/0123abc\n")
    root.write("sys/fs/cgroup/memory.max", "400\n")
    root.write("sys/fs/cgroup/memory.current", "300\n")
    assert root.reader()().limits == (Limit(CONTAINER, 400, 300), MACHINE_LIMIT)


def test_a_container_of_cgroup_v1(root: Root) -> None:
    root.write("proc/self/cgroup", "9:name=systemd:/x\n4:cpu,memory:/box\n0::/\n")
    box = "sys/fs/cgroup/memory/box"
    root.write(f"{box}/memory.limit_in_bytes", "1000\n")
    root.write(f"{box}/memory.usage_in_bytes", "900\n")
    root.write(f"{box}/memory.stat", "cache 300\ntotal_inactive_file 200\n")
    root.write("sys/fs/cgroup/memory/memory.limit_in_bytes", f"{2**63 - 4096}\n")
    root.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "5000\n")
    assert root.reader()().limits == (Limit(CONTAINER, 1000, 700), MACHINE_LIMIT)


@pytest.mark.parametrize("broken", ["", "MemTotal: many kB\n", "MemTotal: 1000 kB\n", "\x00\x01"])
def test_files_that_say_nothing_give_no_limit(root: Root, broken: str) -> None:
    root.write("proc/meminfo", broken)
    root.write("proc/pressure/memory", "some avg10=?\nnoise")
    reading = root.reader()()
    assert (reading.limits, reading.some_stall, reading.full_stall) == ((), 0.0, 0.0)


@linux_only
def test_this_machine_tells_its_memory() -> None:
    reading = MemoryReader(1 << 40)()
    assert {SETTING, MACHINE} <= {limit.name for limit in reading.limits}
    assert all(0 < limit.used_bytes < limit.limit_bytes for limit in reading.limits)
    assert reading.resident_bytes is not None
    assert reading.resident_bytes > 10_000_000


class Darwin:
    """What koe calls of the C library of macOS."""

    def __init__(self, level: int = 1, resident: int = 5_000_000, *, fails: bool = False) -> None:
        self.level = level
        self.resident = resident
        self.fails = fails

    def sysctlbyname(self, name: bytes, value: Any, size: Any, new: None, new_size: int) -> int:
        assert (name, new, new_size) == (b"kern.memorystatus_vm_pressure_level", None, 0)
        assert size._obj.value == ctypes.sizeof(ctypes.c_int)
        value._obj.value = self.level
        return -1 if self.fails else 0

    def proc_pidinfo(self, pid: int, flavor: int, argument: Any, buffer: Any, size: int) -> int:
        assert (flavor, argument.value, len(buffer)) == (4, 0, size)
        struct.pack_into("=QQ", buffer, 0, 400_000_000_000, self.resident)
        return 0 if self.fails else size


@pytest.mark.parametrize(
    ("level", "pressure"), [(1, Pressure.NORMAL), (2, Pressure.TIGHT), (4, Pressure.SHORT), (3, Pressure.NORMAL)]
)
def test_macos_tells_its_pressure(monkeypatch: pytest.MonkeyPatch, root: Root, level: int, pressure: Pressure) -> None:
    darwin = Darwin(level)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(memory_readings, "_system_library", lambda: darwin)
    monkeypatch.setattr(memory_readings, "resident_bytes", lambda: None)  # there is no /proc
    reading = MemoryReader(8_000_000, root.folder)()
    assert (reading.told, reading.resident_bytes) == (pressure, 5_000_000)
    assert reading.limits[0] == Limit(SETTING, 8_000_000, 5_000_000)


def test_a_macos_that_refuses_to_tell_counts_as_normal(monkeypatch: pytest.MonkeyPatch, root: Root) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(memory_readings, "_system_library", lambda: Darwin(4, fails=True))
    monkeypatch.setattr(memory_readings, "resident_bytes", lambda: None)
    reading = MemoryReader(8_000_000, root.folder)()
    assert (reading.told, reading.resident_bytes, reading.limits) == (Pressure.NORMAL, None, (MACHINE_LIMIT,))
