"""The machine and the versions that a measurement belongs to: with others it says nothing."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import koe
from koe.build.recipes import BUILDS

_PACKAGES = ("onnxruntime", "openvino", "numpy")


@dataclass(frozen=True, slots=True)
class Identity:
    """`recipes`: the variants and recipe versions of the builds that were compared, such as
    `{"int8": {"trunk": "int8.v1"}}`."""

    cpu: str
    cores: int
    memory_gib: int
    system: str
    koe: str
    packages: Mapping[str, str]
    recipes: Mapping[str, Mapping[str, str]]

    @classmethod
    def here(cls, builds: tuple[str, ...]) -> Identity:
        return cls(
            cpu=_cpu(),
            cores=usable_cores(),
            memory_gib=_memory_gib(),
            system=f"{platform.system()} {platform.machine()}",
            koe=koe.__version__,
            packages={name: _version(name) for name in _PACKAGES},
            recipes={name: recipe_of(name) for name in sorted(set(builds)) if name in BUILDS},
        )

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Identity:
        return cls(**{name: content[name] for name in cls.__slots__})

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def change_to(self, now: Identity) -> str | None:
        """What is different now, in words; None if nothing is."""
        for label, before, after in (
            ("the CPU", self.cpu, now.cpu),
            ("the number of cores", self.cores, now.cores),
            ("the memory in GiB", self.memory_gib, now.memory_gib),
            ("the system", self.system, now.system),
            ("koe", self.koe, now.koe),
            *((name, self.packages.get(name), now.packages.get(name)) for name in _PACKAGES),
        ):
            if before != after:
                return f"{label} was {before} and is {after}"
        for build, recipe in self.recipes.items():
            if recipe != now.recipes.get(build):
                return f"the files of the build {build} have another recipe"
        return None


def recipe_of(build: str) -> dict[str, str]:
    return {one.stage: f"{one.name}.v{one.version}" for one in BUILDS[build].variants}


def usable_cores() -> int:
    """A container or taskset may allow fewer than there are."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def physical_cores() -> int:
    """0 where the system does not tell."""
    packages, cores = _cpu_rows("physical id"), _cpu_rows("core id")
    return len(set(zip(packages, cores, strict=True))) if len(packages) == len(cores) else 0


def _cpu_rows(label: str) -> list[str]:
    """The values of a row for each logical core, on Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return []
    return [line.partition(":")[2].strip() for line in lines if line.partition("\t")[0] == label]


def _cpu() -> str:
    named = _cpu_rows("model name")
    return named[0] if named else _darwin_cpu() or platform.processor() or platform.machine()


def _darwin_cpu() -> str:
    """`Apple M2`. platform.processor() says `arm`."""
    if platform.system() != "Darwin":
        return ""
    import ctypes

    library, size, text = ctypes.CDLL(None), ctypes.c_size_t(256), ctypes.create_string_buffer(256)
    name = b"machdep.cpu.brand_string"
    return text.value.decode() if library.sysctlbyname(name, text, ctypes.byref(size), None, 0) == 0 else ""


def _memory_gib() -> int:
    """0 where the system does not tell."""
    try:
        return round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30)
    except (AttributeError, ValueError, OSError):
        return 0


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
