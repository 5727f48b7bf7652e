"""The places where faults happen: wrappers of a backend, of stages, of G2P readers and of pipelines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from koe.engine.opening_cache import Opening
from koe.engine.pace import Pace
from koe.engine.pipelines import SpeaksJobs
from koe.engine.prepare import Job
from koe.engine.step import Step
from koe.errors import StageError
from koe.faults.faults import Faults, InjectedFault
from koe.model.backends import Array, Backend, Precision, Session
from koe.model.stages import STAGES, Stages, StageSource
from koe.text.prescribed import Prescription
from koe.text.readers import Reader, ReaderOutput, Readers

_ODD: Mapping[str, float] = {"nan": np.nan, "constant": 0.25, "zeros": 0.0}
_LOUD = np.float32(1000)


class FaultyBackend:
    """`backend:missing`: files cannot be opened."""

    def __init__(self, backend: Backend, faults: Faults) -> None:
        self._backend = backend
        self._faults = faults

    @property
    def name(self) -> str:
        return self._backend.name

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        try:
            self._faults.strike("backend")
        except InjectedFault as fault:
            raise StageError(f"{path.name} cannot be opened ({fault}, KOKORO_FAULTS).") from None
        return self._backend.open(path, precision=precision, releases_memory=releases_memory)


class FaultySession:
    """One stage. The fault comes after the real run, in place of what it gave."""

    def __init__(self, session: Session, stage: str, faults: Faults, message: str = "") -> None:
        self._session = session
        self._stage = stage
        self._faults = faults
        self._message = message
        self.provider = getattr(session, "provider", "unknown")

    @property
    def metadata(self) -> Mapping[str, str]:
        return self._session.metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        made = self._session.run(inputs)
        for fault in self._faults.strike(self._stage, self._message):
            if fault.kind == "loud":
                made = {name: array * _LOUD for name, array in made.items()}
            else:
                made = {name: np.full_like(array, _ODD[fault.kind]) for name, array in made.items()}
        return made


def faulty_stages(stages: Stages, faults: Faults) -> Stages:
    """Those of the stages that have faults are wrapped; if none has, the stages themselves."""
    places = [stage for stage in STAGES if faults.has(stage)]
    if not places:
        return stages

    def opened(stage: str) -> Session:
        session = stages[stage]
        return FaultySession(session, stage, faults) if stage in places else session

    sessions = {stage: opened(stage) for stage in stages.open_stages}
    later = {stage: partial(opened, stage) for stage in STAGES if stage not in sessions}
    return Stages(sessions, stages.facts, later, stages.name)


class FaultyReaders(Readers):
    """The best reader of each language fails; its fallbacks are left alone."""

    def __init__(self, faults: Faults) -> None:
        super().__init__()
        self._faults = faults

    def for_language(self, code: str) -> tuple[Reader, ...]:
        return tuple(self._faulty(one) if one.is_best else one for one in super().for_language(code))

    def _faulty(self, reader: Reader) -> Reader:
        def read(text: str, prescriptions: Sequence[Prescription]) -> ReaderOutput:
            self._faults.strike("g2p")
            return reader.read(text, prescriptions)

        return reader._replace(read=read)


class FaultyPipeline:
    """Faults of the lane itself: they come before a step."""

    def __init__(self, pipeline: SpeaksJobs, faults: Faults) -> None:
        self._pipeline = pipeline
        self._faults = faults

    @property
    def sample_rate_hz(self) -> int:
        return self._pipeline.sample_rate_hz

    @property
    def build(self) -> str:
        return self._pipeline.build

    @property
    def whole_decodings(self) -> int:
        return self._pipeline.whole_decodings

    @property
    def fallbacks(self) -> Mapping[str, int]:
        return self._pipeline.fallbacks

    @property
    def stage_sources(self) -> Sequence[StageSource]:
        return self._pipeline.stage_sources

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        for step in self._pipeline.speak(job, pace, opening):
            self._faults.strike("lane")
            yield step

    def close(self) -> None:
        self._pipeline.close()
