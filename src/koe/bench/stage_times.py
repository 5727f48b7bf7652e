"""An engine whose sessions and reader of text are watched -> how long each stage takes until something is heard."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from koe.audio.trim import AUDIBLE
from koe.engine.engine import Engine
from koe.errors import BadOutput
from koe.lru import CacheCounts
from koe.model.backends import Array, Backend, Session
from koe.text.plan import ReadsText
from koe.text.reading import Reading
from koe.text.traced import Traced
from koe.types import SpeechRequest

READING = "g2p"
REST = "rest"  # numpy, queues, turns of the lane; below zero where stages ran at the same time


class StageClock:
    """Every run of every stage: its name, when it ended, how long it took."""

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
        """By stage, in the order in which they first ran; what began before or ended after is left out."""
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

    @property
    def metadata(self) -> Mapping[str, str]:
        return self._session.metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        with self._clock.timing(self._stage):
            return self._session.run(inputs)


class TimedBackend:
    """A stage is called as its file is."""

    def __init__(self, backend: Backend, clock: StageClock) -> None:
        self._backend = backend
        self._clock = clock
        self.name = backend.name

    def open(self, path: Path) -> TimedSession:
        return TimedSession(self._backend.open(path), path.stem, self._clock)


class TimedReader:
    def __init__(self, reader: ReadsText, clock: StageClock) -> None:
        self._reader = reader
        self._clock = clock

    @property
    def cache(self) -> CacheCounts:
        return self._reader.cache

    def read(self, text: Traced, language: str) -> Traced:
        with self._clock.timing(READING):
            return self._reader.read(text, language)

    def preview(self, text: Traced, language: str) -> Reading:
        return self._reader.preview(text, language)


def measure_stages(engine: Engine, clock: StageClock, text: str, voice: str) -> dict[str, float]:
    """Milliseconds of each stage up to the first audible sample, and the rest. One run, after one that is not counted.

    `clock` is the one that the engine's backend and reader were given.
    """
    _until_audible(engine, text, voice)
    started_s, heard_s = _until_audible(engine, text, voice)
    spent = clock.spent_ms(started_s, heard_s)
    return spent | {REST: 1000 * (heard_s - started_s) - sum(spent.values())}


def _until_audible(engine: Engine, text: str, voice: str) -> tuple[float, float]:
    """When it was asked for, and when it was heard. Returns when the engine is idle again."""
    started_s = time.perf_counter()
    stream = engine.stream(engine.prepare(SpeechRequest(text, voice, language="en-us")))
    try:
        for block in stream:
            if bool((np.abs(block.samples) > AUDIBLE).any()):
                return started_s, time.perf_counter()
    finally:
        stream.cancel()
        while engine.running_streams:  # the window in the making ends first
            time.sleep(0.001)
    raise BadOutput("Nothing audible was spoken.")
