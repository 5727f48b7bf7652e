"""A script -> speech in the work folder, passage by passage, from where an earlier run has stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

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


class Recorder:
    """`stop` may be called from any thread: `record` then returns before its end, without the passage in work."""

    def __init__(self, engine: Engine, narrator: Narrator) -> None:
        self._engine = engine
        self._narrator = narrator
        self._stream: Stream | None = None
        self._stopped = Event()

    def stop(self) -> None:
        self._stopped.set()
        if self._stream is not None:
            self._stream.cancel()

    def record(self, script: Script, work: WorkFolder, done: Callable[[int], None]) -> bool:
        """Whether everything is spoken. `done` is called with the number of passages that are on disk."""
        for number in range(len(work.recorded), len(script.passages)):
            samples = self._spoken(script.passages[number])
            if samples is None:
                return False
            work.add(samples)
            done(number + 1)
        return True

    def _spoken(self, passage: Passage) -> Samples | None:
        if self._stopped.is_set():
            return None
        self._stream = self._engine.stream(self._engine.prepare(self._narrator.request(passage)))
        if self._stopped.is_set():  # meanwhile
            self._stream.cancel()
        try:
            blocks = [block.samples for block in self._stream if not block.is_filler]
        except Cancelled:
            if self._stopped.is_set():
                return None
            raise
        pause = silence(passage.silence_ms, self._engine.sample_rate_hz).samples
        return np.concatenate([*blocks, pause]) if blocks else np.zeros(0, dtype=np.float32)
