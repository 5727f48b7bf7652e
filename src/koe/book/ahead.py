"""A script -> 16-bit PCM with the times of its words, spoken a few seconds ahead of the listener, in a thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from queue import Full, Queue
from threading import Event, Thread

from koe.audio.pause import silence
from koe.book.recorder import Narrator
from koe.book.script import Passage, Script
from koe.engine.output import OutputFormat
from koe.engine.speech import Sound, SpeechService
from koe.engine.stream import Stream
from koe.engine.word_clock import WordClock
from koe.errors import Cancelled
from koe.types import Cue

_BLOCKS_AHEAD = 12  # about 10 s, which bridges the start of the next sentence
_WAIT_S = 0.1
_BYTES_PER_SAMPLE = 2


@dataclass(frozen=True, slots=True)
class Sounding:
    """Audio of a passage, with the words that begin in it. Their times count from the beginning of the passage."""

    passage: int
    audio: bytes
    cues: Sequence[Cue] = ()


class Ahead:
    """Iterate from one thread; `close` ends the speaking. The audio has one loudness across passages."""

    def __init__(self, service: SpeechService, narrator: Narrator, script: Script, first: int = 0) -> None:
        self._service = service
        self._narrator = narrator
        self._script = script
        self._stopped = Event()
        self._stream: Stream | None = None
        self._ready: Queue[Sounding | Exception | None] = Queue(_BLOCKS_AHEAD)
        self._put_bytes = self._taken_bytes = 0  # each is changed by one thread
        self._thread = Thread(target=self._run, args=(first,), name="koe-ahead", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Sounding]:
        while (item := self._ready.get()) is not None:
            if isinstance(item, Exception):
                raise item
            self._taken_bytes += len(item.audio)
            yield item

    @property
    def ready_s(self) -> float:
        """Seconds of speech that wait to be taken."""
        waiting = max(0, self._put_bytes - self._taken_bytes)
        return waiting / _BYTES_PER_SAMPLE / self._service.engine.sample_rate_hz

    def close(self) -> None:
        self._stopped.set()
        if self._stream is not None:
            self._stream.cancel()
        self._thread.join()

    def _run(self, first: int) -> None:
        sound = Sound(OutputFormat("pcm", self._service.engine.sample_rate_hz))
        try:
            with closing(self._service.output(sound)) as output:
                for number in range(first, len(self._script.passages)):
                    passage = self._script.passages[number]
                    clock = WordClock()
                    for block in self._stream_of(passage):
                        audio = output.add(block)
                        self._put(Sounding(number, audio, clock.add(block)))
                    pause = silence(passage.silence_ms, self._service.engine.sample_rate_hz)
                    self._put(Sounding(number, output.add(pause), clock.rest()))
                self._put(Sounding(len(self._script.passages) - 1, output.end()))
            self._put(None)
        except Cancelled as problem:
            if not self._stopped.is_set():
                self._put(problem)
        except Exception as problem:  # noqa: BLE001  the listener's thread raises it
            self._put(problem)

    def _stream_of(self, passage: Passage) -> Stream:
        job = self._service.engine.prepare(self._narrator.request(passage, live=True))
        stream = self._service.engine.stream(job, after=self._stream)
        stream.set_may_stall(True)  # the listener may pause for as long as they like
        self._stream = stream
        if self._stopped.is_set():
            stream.cancel()
        return stream

    def _put(self, item: Sounding | Exception | None) -> None:
        while not self._stopped.is_set():
            try:
                self._ready.put(item, timeout=_WAIT_S)
            except Full:
                continue
            self._put_bytes += len(item.audio) if isinstance(item, Sounding) else 0
            return
        raise Cancelled("The reading was stopped.")
