"""SpeechRequest -> Stream: what the server, the command line and the benchmarks hold in their hands."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

from koe.engine.pipeline import Job, Pipeline
from koe.engine.scheduler import Scheduler
from koe.engine.stream import Stream
from koe.model.voices import Voice
from koe.types import SpeechRequest


class Engine:
    def __init__(
        self, pipeline: Pipeline, max_streams: int = 8, queue_blocks: int = 4, stall_timeout_s: float = 60.0
    ) -> None:
        self._pipeline = pipeline
        self._scheduler = Scheduler(max_streams, stall_timeout_s)
        self._queue_blocks = queue_blocks
        self._warm = Event()
        self._closing = Event()

    @property
    def voices(self) -> Sequence[Voice]:
        return self._pipeline.voices.voices

    @property
    def sample_rate_hz(self) -> int:
        return self._pipeline.sample_rate_hz

    @property
    def is_warm(self) -> bool:
        return self._warm.is_set()

    @property
    def running_streams(self) -> int:
        return self._scheduler.running

    def prepare(self, request: SpeechRequest) -> Job:
        """Everything that can be refused is refused here. Some milliseconds of work: not for an event loop."""
        return self._pipeline.prepare(request)

    def stream(self, job: Job) -> Stream:
        stream = Stream(self._pipeline.speak(job), self._queue_blocks)
        self._scheduler.admit(stream)
        return stream

    def warm_up(self, voice: str) -> None:
        """Blocks until the first sentence was spoken to nobody. Beside the lane: it takes no stream's place."""
        for _ in self._pipeline.warm_up(voice):
            if self._closing.is_set():
                return
        self._warm.set()

    def close(self) -> None:
        self._closing.set()
        self._scheduler.close()
