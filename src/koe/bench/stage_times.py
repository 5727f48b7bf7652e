"""Times each stage of an engine up to the first audible sample, by wrapping its sessions and its phonemizer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from koe.constants import AUDIBLE
from koe.engine.engine import Engine
from koe.errors import BadOutput
from koe.lru import CacheCounts
from koe.model.backends import Array, Backend, Precision, Session
from koe.text.plan import ReadsText
from koe.text.reading import Reading
from koe.text.traced import Traced
from koe.types import SpeechRequest

G2P = "g2p"
REST = "rest"  # numpy, queues, scheduling; negative when stages overlapped


class StageClock:
    """Records every run of every stage: name, end time, duration."""

    def __init__(self, now_s: Callable[[], float] = time.perf_counter) -> None:
        self._now_s = now_s
        self._runs: list[tuple[str, float, float]] = []

    @contextmanager
    def timing(self, stage: str) -> Iterator[None]:
        started_s = self._now_s()
        yield
        ended_s = self._now_s()
        self._runs.append((stage, ended_s, ended_s - started_s))

    def spent_ms(self, since_s: float, until_s: float) -> dict[str, float]:
        """Per stage, in order of their first run. Runs that began before or ended after the interval are left out."""
        spent: dict[str, float] = {}
        for stage, ended_s, elapsed_s in self._runs:
            if since_s <= ended_s - elapsed_s and ended_s <= until_s:
                spent[stage] = spent.get(stage, 0.0) + 1000 * elapsed_s
        return spent


class TimedSession:
    def __init__(self, session: Session, stage: str, clock: StageClock) -> None:
        self._session = session
        self._stage = stage
        self._clock = clock
        self.provider: str = getattr(session, "provider", "unknown")

    @property
    def metadata(self) -> Mapping[str, str]:
        return self._session.metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        with self._clock.timing(self._stage):
            return self._session.run(inputs)


class TimedBackend:
    """Each session is named after its file."""

    def __init__(self, backend: Backend, clock: StageClock) -> None:
        self._backend = backend
        self._clock = clock
        self.name = backend.name

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> TimedSession:
        session = self._backend.open(path, precision=precision, releases_memory=releases_memory)
        return TimedSession(session, path.stem, self._clock)


class TimedReader:
    def __init__(self, reader: ReadsText, clock: StageClock) -> None:
        self._reader = reader
        self._clock = clock

    @property
    def cache(self) -> CacheCounts:
        return self._reader.cache

    @property
    def fallback_counts(self) -> Mapping[str, int]:
        return self._reader.fallback_counts

    def read(self, text: Traced, language: str) -> Traced:
        with self._clock.timing(G2P):
            return self._reader.read(text, language)

    def preview(self, text: Traced, language: str) -> Reading:
        return self._reader.preview(text, language)


def measure_stages(engine: Engine, clock: StageClock, text: str, voice: str) -> dict[str, float]:
    """Milliseconds of each stage up to the first audible sample, and the rest: one run after a warm-up run.

    `clock` must be the one given to the engine's backend and phonemizer.
    """
    _until_audible(engine, text, voice)
    started_s, heard_s = _until_audible(engine, text, voice)
    spent = clock.spent_ms(started_s, heard_s)
    return spent | {REST: 1000 * (heard_s - started_s) - sum(spent.values())}


def _until_audible(engine: Engine, text: str, voice: str) -> tuple[float, float]:
    """Times of the request and of the first audible sample. Returns when the engine is idle again."""
    started_s = time.perf_counter()
    stream = engine.stream(engine.prepare(SpeechRequest(text, voice, language="en-us")))
    try:
        for block in stream:
            if bool((np.abs(block.samples) > AUDIBLE).any()):
                return started_s, time.perf_counter()
    finally:
        stream.cancel()
        while engine.running_streams:  # the window in progress is finished first
            time.sleep(0.001)
    raise BadOutput("The engine produced nothing audible.")
