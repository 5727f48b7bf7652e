"""A script -> speech in the work folder, passage by passage, from where an earlier run has stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Protocol

import numpy as np

from koe.audio.pause import silence
from koe.book.script import Passage, Script
from koe.book.work_folder import WorkFolder
from koe.engine.engine import Engine
from koe.engine.stream import Stream
from koe.errors import Cancelled
from koe.types import Samples, SpeechRequest


@dataclass(frozen=True, slots=True)
class Narrator:
    """How a book is spoken. `language` None is the voice's own."""

    voice: str
    speed: float = 1.0
    language: str | None = None

    def request(self, passage: Passage, *, live: bool = False) -> SpeechRequest:
        return SpeechRequest(passage.text, self.voice, self.speed, self.language, live=live, input_format="text")


class SpeaksPassages(Protocol):
    """Speaks requests in their order, wherever that is done. After `stop`, which any thread may call, it yields what it
    has in order and ends, without the passages in work."""

    @property
    def sample_rate_hz(self) -> int: ...

    def speak(self, requests: Sequence[SpeechRequest]) -> Iterator[Samples]: ...

    def stop(self) -> None: ...


class LocalSpeaker:
    """Speaks one passage after the other with the engine of this process."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stream: Stream | None = None
        self._stopped = Event()

    @property
    def sample_rate_hz(self) -> int:
        return self._engine.sample_rate_hz

    def stop(self) -> None:
        self._stopped.set()
        if self._stream is not None:
            self._stream.cancel()

    def speak(self, requests: Sequence[SpeechRequest]) -> Iterator[Samples]:
        for request in requests:
            samples = self._spoken(request)
            if samples is None:
                return
            yield samples

    def _spoken(self, request: SpeechRequest) -> Samples | None:
        if self._stopped.is_set():
            return None
        self._stream = self._engine.stream(self._engine.prepare(request))
        if self._stopped.is_set():  # meanwhile
            self._stream.cancel()
        try:
            return samples_of(self._stream)
        except Cancelled:
            if self._stopped.is_set():
                return None
            raise


def samples_of(stream: Stream) -> Samples:
    """All samples of a stream; none of a text of nothing but symbols."""
    blocks = [block.samples for block in stream if not block.is_filler]
    return np.concatenate(blocks) if blocks else np.zeros(0, dtype=np.float32)


class Recorder:
    """`stop` may be called from any thread: `record` then returns before its end."""

    def __init__(self, speaker: SpeaksPassages, narrator: Narrator) -> None:
        self._speaker = speaker
        self._narrator = narrator

    def stop(self) -> None:
        self._speaker.stop()

    def record(self, script: Script, work: WorkFolder, done: Callable[[int], None]) -> bool:
        """Whether everything is spoken. `done` is called with the number of passages that are on disk."""
        passages = script.passages[len(work.recorded) :]
        spoken = self._speaker.speak([self._narrator.request(passage) for passage in passages])
        for passage, samples in zip(passages, spoken, strict=False):  # it ends early when it is stopped
            work.add(self._with_pause(passage, samples))
            done(len(work.recorded))
        return len(work.recorded) == len(script.passages)

    def _with_pause(self, passage: Passage, samples: Samples) -> Samples:
        if not len(samples):
            return samples
        return np.concatenate([samples, silence(passage.silence_ms, self._speaker.sample_rate_hz).samples])
