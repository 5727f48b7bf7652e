"""Steps of a text of koe's own -> how much work its first sound and a second of its speech take now."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from koe.engine.step import Step


@dataclass(frozen=True, slots=True)
class SelfBenchmark:
    """Work of the lane, without its rests: until the first audio, and for a second of speech."""

    start_s: float
    rtf: float
    speech_s: float


class TimedSteps:
    """Times each step where the lane does it. Gives up as soon as `must_yield`: its figures would be of two streams,
    and somebody is waiting."""

    def __init__(
        self,
        steps: Iterator[Step],
        sample_rate_hz: int,
        must_yield: Callable[[], bool],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._steps = steps
        self._sample_rate_hz = sample_rate_hz
        self._must_yield = must_yield
        self._clock = clock
        self._start_s: float | None = None
        self._work_s = 0.0
        self._samples = 0
        self._is_complete = False

    def __iter__(self) -> Iterator[Step]:
        while not self._must_yield():
            began_s = self._clock()
            step = next(self._steps, None)
            self._work_s += self._clock() - began_s
            if step is None:
                self._is_complete = not self._must_yield()
                return
            if step.block is not None and len(step.block.samples):
                self._samples += len(step.block.samples)
                self._start_s = self._work_s if self._start_s is None else self._start_s
            yield step

    @property
    def result(self) -> SelfBenchmark | None:
        """None if it was given up."""
        if not self._is_complete or self._start_s is None:
            return None
        speech_s = self._samples / self._sample_rate_hz
        return SelfBenchmark(self._start_s, self._work_s / speech_s, speech_s)
