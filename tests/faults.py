"""A generator that fails as a test asks, and an engine around it. The faults are those of `KOKORO_FAULTS`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Literal

from fakes import tiny_engine, tiny_planner, tiny_stages, tiny_table, warm
from koe.engine.decode import SpanDecoder
from koe.engine.engine import Engine, EngineOptions
from koe.engine.pipeline import Pipeline
from koe.engine.scheduler import Scheduler
from koe.engine.stream import TimeLimits
from koe.faults.faults import Faults
from koe.faults.places import FaultySession
from koe.model.backends import Array, Session
from koe.model.stages import STAGES, Stages
from koe.model.voices import VoiceBook

Fault = Literal["raises", "nan", "constant", "zeros", "loud", "hang", "exits"]


class Faulty(Session):
    """A tiny stage, the generator, with a fault from window `first` on after `get`. `hangs` is set when a call hangs;
    `runs` counts the calls."""

    metadata: Mapping[str, str] = {}

    def __init__(self, message: str = "a provider's own words", stage: str = "generator") -> None:
        self._faults = Faults(())
        self._stage = stage
        self._session = FaultySession(tiny_stages()[stage], stage, self._faults, message)
        self.runs = 0
        self.hangs = self._faults.hangs

    def get(self, fault: Fault, first: int = 0) -> None:
        self._faults.set(f"{self._stage}:{fault}@{first + 1}+")

    def mend(self) -> None:
        """Remove the fault, and end a call that hangs."""
        self._faults.mend()

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self.runs += 1
        return self._session.run(inputs)


def faulty_engine(
    voices: VoiceBook,
    generator: Faulty,
    limits: TimeLimits | None = None,
    clock: Callable[[], float] = time.monotonic,
    max_streams: int = 4,
    exact: Callable[[], SpanDecoder] | None = None,
) -> Engine:
    """An engine that counts as warm: the warm-up must not meet the fault. Without `exact` it has no fallback."""
    stages = tiny_stages()
    sessions = {stage: stages[stage] for stage in STAGES} | {"generator": generator}
    faulty = Stages(sessions, stages.facts, name="fp32")
    pipeline = Pipeline(tiny_planner(), voices, faulty, tiny_table(), exact=exact)
    scheduler = Scheduler(max_streams, stall_timeout_s=3600, clock=clock)
    options = EngineOptions(fills_stalls=False, limits=limits or TimeLimits())
    return warm(tiny_engine(voices, pipeline, scheduler=scheduler, options=options))
