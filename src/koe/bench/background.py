"""An engine with and without work in the background -> what that adds to the time to the first sound.

Both take turns. In the background the engine benchmarks itself again and again, and does not give up for streams.
Requests come at random, as they do in life: work between two of them meets the next one by chance, or not at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from threading import Event, Thread

import numpy as np

from koe.bench.timing import Timing
from koe.constants import AUDIBLE
from koe.engine.engine import Engine
from koe.errors import EngineError
from koe.types import SpeechRequest

# Each request has another number, so that no opening is in a cache.
_TEXT = "Number {}: the lighthouse keeper climbed the stairs every evening."
# Mean of the pauses between requests, which are as long as those of clients that know nothing of each other.
PAUSE_S = 0.5
_SEED = 20_261_119


@dataclass(frozen=True, slots=True)
class Background:
    """Seconds until the first audible block, and how many steps were done in the background meanwhile."""

    alone_s: tuple[float, ...]
    beside_s: tuple[float, ...]
    steps: int

    @property
    def alone(self) -> Timing:
        return Timing.of(self.alone_s)

    @property
    def beside(self) -> Timing:
        return Timing.of(self.beside_s)

    @property
    def p95_ratio(self) -> float:
        return self.beside.p95 / self.alone.p95

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "p95_ratio": self.p95_ratio}


class BackgroundBench:
    """The engine is warm."""

    def __init__(self, engine: Engine, voice: str) -> None:
        self._engine = engine
        self._voice = voice
        self._requests = 0
        self._steps = 0
        self._pauses = np.random.default_rng(_SEED)

    def measure(self, rounds: int, requests: int, on_request: Callable[[], None] = lambda: None) -> Background:
        """`requests` in each round alone, and as many beside background work."""
        alone, beside = [], []
        for _ in range(rounds):
            alone += self._first_sounds(requests, on_request)
            with self._busy():
                beside += self._first_sounds(requests, on_request)
        return Background(tuple(alone), tuple(beside), self._steps)

    @contextmanager
    def _busy(self) -> Iterator[None]:
        """What is left in the background at the end gives up at its next turn, before it does a step."""
        stopped = Event()

        def must_yield() -> bool:
            """Asked before each step."""
            self._steps += not stopped.is_set()
            return stopped.is_set()

        def work() -> None:
            while not stopped.is_set():
                self._engine.benchmark(self._voice, must_yield)

        Thread(target=work, name="koe-background", daemon=True).start()
        try:
            yield
        finally:
            stopped.set()

    def _first_sounds(self, requests: int, on_request: Callable[[], None]) -> list[float]:
        found = []
        for _ in range(requests):
            time.sleep(self._pauses.exponential(PAUSE_S))
            found.append(self._first_sound_s())
            on_request()
        return found

    def _first_sound_s(self) -> float:
        """The whole request is spoken: the next one finds the lane free."""
        self._requests += 1
        request = SpeechRequest(_TEXT.format(self._requests), self._voice)
        began_s, first_s = time.perf_counter(), None
        for block in self._engine.stream(self._engine.prepare(request)):
            if first_s is None and np.abs(block.samples).max(initial=0.0) > AUDIBLE:
                first_s = time.perf_counter() - began_s
        if first_s is None:
            raise EngineError("The engine spoke nothing audible.")
        return first_s
