"""Build -> the pipeline that speaks with it: the default one is open, the others are opened at first use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Protocol

from koe.engine.opening_cache import Opening
from koe.engine.pace import Pace
from koe.engine.prepare import Job
from koe.engine.step import Step
from koe.model.stages import StageSource


class SpeaksJobs(Protocol):
    """What the engine needs of a pipeline."""

    @property
    def sample_rate_hz(self) -> int: ...

    @property
    def build(self) -> str:
        """Differs between models that would speak the same job differently."""

    @property
    def whole_decodings(self) -> int: ...

    @property
    def fallbacks(self) -> Mapping[str, int]: ...

    @property
    def stage_sources(self) -> Sequence[StageSource]: ...

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]: ...

    def close(self) -> None: ...


class Pipelines:
    """A pipeline for each build that is offered. Those in `others` are opened at first use, which takes seconds."""

    def __init__(self, default: str, pipeline: SpeaksJobs, others: Mapping[str, Callable[[], SpeaksJobs]]) -> None:
        self._open = {default: pipeline}
        self._others = dict(others)
        self._opening = Lock()

    def open(self, build: str) -> SpeaksJobs:
        if build not in self._open:
            with self._opening:
                if build not in self._open:
                    self._open[build] = self._others[build]()
        return self._open[build]

    @property
    def opened(self) -> Mapping[str, SpeaksJobs]:
        """Does not wait for one that is being opened: an event loop asks."""
        return dict(self._open)

    def close(self) -> None:
        for pipeline in self.opened.values():
            pipeline.close()
