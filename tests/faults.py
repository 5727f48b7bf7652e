"""A generator that fails as a test asks, and an engine around it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Literal

import numpy as np

from fakes import tiny_engine, tiny_planner, tiny_stages, tiny_table, warm
from koe.engine.decode import SpanDecoder
from koe.engine.engine import Engine, EngineOptions
from koe.engine.pipeline import Pipeline
from koe.engine.scheduler import Scheduler
from koe.engine.stream import TimeLimits
from koe.model.backends import Array, Session
from koe.model.stages import STAGES, Stages
from koe.model.voices import VoiceBook
from limits import HANG_S

Fault = Literal["raises", "nan", "constant", "zeros", "loud", "hangs"]
_ODD = {"nan": np.nan, "constant": 0.25, "zeros": 0.0}


class Faulty(Session):
    """A tiny stage, the generator, with a fault from window `first` on after `get`. `hangs` is set when a call hangs;
    `runs` counts the calls."""

    metadata: Mapping[str, str] = {}

    def __init__(self, message: str = "a provider's own words", stage: str = "generator") -> None:
        self._session = tiny_stages()[stage]
        self.runs = 0
        self._message = message
        self._gate = threading.Event()
        self._windows = 0
        self._fault: Fault | None = None
        self._first = 0
        self.hangs = threading.Event()

    def get(self, fault: Fault, first: int = 0) -> None:
        self._fault, self._first, self._windows = fault, first, 0

    def mend(self) -> None:
        """Remove the fault, and end a call that hangs."""
        self._fault = None
        self._gate.set()

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        made = self._session.run(inputs)
        self._windows += 1
        self.runs += 1
        fault = self._fault if self._windows > self._first else None
        if fault == "raises":
            raise RuntimeError(self._message)
        if fault == "hangs":
            self.hangs.set()
            assert self._gate.wait(HANG_S)
        if fault == "loud":
            return {name: array * np.float32(1000) for name, array in made.items()}
        return {name: np.full_like(array, _ODD[fault]) for name, array in made.items()} if fault in _ODD else made


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
