"""SpeechRequest -> Stream: what the server, the command line and the benchmarks hold in their hands."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

from koe.engine.pipeline import Job, Pipeline
from koe.engine.scheduler import Scheduler
from koe.engine.stream import Stream
from koe.model.voices import Voice
from koe.types import SpeechRequest

# Long enough to make ONNX Runtime allocate its arenas and misaki load its dictionaries.
_WARM_UP_TEXT = "The first words wake every part of the model, so that yours do not have to wait."


class Engine:
    def __init__(self, pipeline: Pipeline, max_streams: int = 8, queue_blocks: int = 4) -> None:
        self._pipeline = pipeline
        self._scheduler = Scheduler(max_streams)
        self._queue_blocks = queue_blocks
        self._warm = Event()

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

    def warm_up(self) -> None:
        """Speak one sentence to nobody. Blocks until it is done."""
        voice = self.voices[0]
        for _ in self.stream(self.prepare(SpeechRequest(_WARM_UP_TEXT, voice.id, language="en-us"))):
            pass
        self._warm.set()

    def close(self) -> None:
        self._scheduler.close()
