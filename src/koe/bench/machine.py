"""The machine of a measurement: its kind, by processor and cores, and the CPU time of a process."""

from __future__ import annotations

import os
import platform
import re
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Machine:
    """Measurements on machines of one kind can be compared."""

    processor: str
    cores: int
    memory_gib: int | None
    system: str

    @property
    def kind(self) -> str:
        """`amd-epyc-9r14-2-cores`: a name for a file."""
        return re.sub(r"[^a-z0-9]+", "-", f"{self.processor} {self.cores} cores".lower()).strip("-")

    @classmethod
    def this(cls, root: Path = Path("/")) -> Machine:
        memory = re.search(r"^MemTotal:\s+(\d+) kB", _text(root / "proc" / "meminfo"), re.MULTILINE)
        return cls(
            _processor(_text(root / "proc" / "cpuinfo")),
            os.cpu_count() or 1,
            round(int(memory[1]) / 2**20) if memory else None,
            f"{platform.system()} {platform.machine()}",
        )


def _processor(cpuinfo: str) -> str:
    """The name, and where virtual machines hide it, family and model: they differ between generations."""
    fields = dict(re.findall(r"^(model name|cpu family|model)\s*: (.+)$", cpuinfo, re.MULTILINE))
    name = re.sub(r"\((R|TM)\)|\b\d+-Core\b|\bProcessor\b|\bCPU\b|@.*$", "", fields.get("model name", ""))
    numbers = f"family {fields['cpu family']} model {fields['model']}" if "cpu family" in fields else ""
    return " ".join(f"{name} {numbers}".split()) or platform.processor() or platform.machine()


def cpu_s(pid: int | None = None) -> float | None:
    """CPU time of a process and its threads; None where the system does not tell that of another process."""
    if pid is None or pid == os.getpid():
        return time.process_time()
    try:
        return time.clock_gettime((~pid << 3) | 2)  # the clock of that process, as clock_getcpuclockid(3) numbers it
    except (OSError, AttributeError, OverflowError):
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
