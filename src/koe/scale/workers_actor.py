"""The process of a worker on Ray: an engine, and passages and jobs spoken by it, one at a time.

What fails is returned as a value: an exception of koe need not survive the way to another process.
"""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from koe.batch.job import BatchJob
from koe.batch.speaking import Problem, SpokenJob, speak_job
from koe.book.recorder import samples_of
from koe.engine.engine import Engine
from koe.engine.output import Mastering
from koe.errors import EngineError
from koe.scale.workers_setup import WorkerSetup
from koe.types import Samples, SpeechRequest

T = TypeVar("T")
# Of CPUs: those for which ONNX Runtime has kernels of their own.
_INSTRUCTIONS = ("avx2", "avx512f", "avx512_vnni", "amx_int8", "asimddp", "i8mm")


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """A worker that is ready. `facts` must be those of the driver's machine; on another kind of `machine` the last bits
    of samples may differ."""

    host: str
    pid: int
    machine: str
    sample_rate_hz: int
    facts: Mapping[str, str]


class SpeechWorker:
    """Its methods are called by Ray, one after the other."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup = setup
        self._engine: Engine | None = None
        self._mastering = Mastering()

    def begin(self) -> WorkerReport | Problem:
        """Loads the engine. Called once, before everything else."""

        def load() -> WorkerReport:
            with tempfile.TemporaryDirectory(prefix="koe-worker-") as folder:
                settings = self._setup.settings_in(Path(folder))
                facts = self._setup.facts(settings)
                self._engine = self._setup.load(settings)
            self._mastering = settings.mastering
            return WorkerReport(platform.node(), os.getpid(), machine(), self._engine.sample_rate_hz, facts)

        return _as_value(load)

    def passage(self, request: SpeechRequest) -> Samples | Problem:
        return _as_value(lambda: samples_of(self._ready.stream(self._ready.prepare(request))))

    def job(self, job: BatchJob) -> SpokenJob | Problem:
        return _as_value(lambda: speak_job(self._ready, self._mastering, job))

    @property
    def _ready(self) -> Engine:
        if self._engine is None:
            raise EngineError("The worker was not begun.")
        return self._engine


def machine() -> str:
    """What decides the last bits of a sample: kernels are chosen by the kind of CPU."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return platform.machine()
    told = next((line.split() for line in lines if line.startswith(("flags", "Features"))), [])
    return " ".join([platform.machine(), *(one for one in _INSTRUCTIONS if one in told)])


def _as_value(make: Callable[[], T]) -> T | Problem:
    try:
        return make()
    except Exception as problem:  # noqa: BLE001  the driver decides what becomes of it
        return Problem.of(problem)
