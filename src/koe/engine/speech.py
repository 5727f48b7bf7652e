"""The speaking service that every interface shares: a job and its sound -> encoded audio, with word times.

HTTP, WebSocket, command line and any further protocol differ in how they take text and hand over bytes; between the
two they all go through here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np

from koe.audio.pause import silence
from koe.constants import AUDIBLE
from koe.engine.engine import Engine
from koe.engine.marks import Marks
from koe.engine.output import Mastering, Output, OutputFormat, whole_output
from koe.engine.prepare import Job
from koe.engine.stream import Stream
from koe.engine.word_clock import WordClock
from koe.types import AudioBlock, Cue

# Lets the player open its device before the first word arrives.
LEAD_IN_MS = 50


@dataclass(frozen=True, slots=True)
class Sound:
    """How the audio of a request leaves koe."""

    form: OutputFormat
    volume_db: float = 0.0


@dataclass(frozen=True, slots=True)
class Chunk:
    """Encoded audio, and the words and marks that begin in it. `is_audible`: the first audible sample of the stream is
    in it or before it."""

    audio: bytes
    cues: Sequence[Cue] = ()
    is_audible: bool = False


@dataclass(frozen=True, slots=True)
class Clip:
    """All audio of a job before it is encoded; `blocks` are never empty."""

    blocks: tuple[AudioBlock, ...]

    @property
    def duration_s(self) -> float:
        return sum(block.duration_s for block in self.blocks)

    @property
    def is_audible(self) -> bool:
        return any(np.abs(block.samples).max(initial=0.0) > AUDIBLE for block in self.blocks)

    @property
    def cues(self) -> list[Cue]:
        clock = WordClock()
        begun = [cue for block in self.blocks for cue in clock.add(block)]
        return [*begun, *clock.rest()]


class _ChunkEncoder:
    """Blocks of one stream -> chunks."""

    def __init__(self, output: Output, lead_in_ms: float) -> None:
        self._output = output
        self._lead_in_ms = lead_in_ms
        self._clock = WordClock(lead_in_ms / 1000)

    @property
    def sent_s(self) -> float:
        return self._clock.sent_s

    def begin(self) -> Chunk:
        return Chunk(self._output.begin(self._lead_in_ms))

    def add(self, block: AudioBlock) -> Chunk:
        audio = self._output.add(block)
        return Chunk(audio, self._clock.add(block), self._has_sound(audio))

    def end(self) -> Chunk:
        audio = self._output.end()
        return Chunk(audio, self._clock.rest(), self._has_sound(audio))

    def _has_sound(self, audio: bytes) -> bool:
        """Encoders may hold samples back: without bytes nothing is heard."""
        return self._output.is_audible and bool(audio)


class Speaking:
    """A job in flight. Read it either as `chunks` while it is made, or as one `clip`."""

    def __init__(self, stream: Stream, open_output: Callable[[], Output], sample_rate_hz: int) -> None:
        self.stream = stream
        self.sent_s = 0.0  # seconds of audio in the chunks, lead-in included; known at their end
        self._open_output = open_output
        self._sample_rate_hz = sample_rate_hz

    @property
    def marks(self) -> Marks:
        return self.stream.marks

    async def chunks(self, lead_in_ms: float = LEAD_IN_MS) -> AsyncGenerator[Chunk, None]:
        """Header and lead-in at once, then chunk by chunk. Encodes in pool threads: a second of Opus takes 10 ms."""
        with closing(self._open_output()) as output:
            encoder = _ChunkEncoder(output, lead_in_ms)
            yield encoder.begin()
            async for block in self.stream:
                yield await asyncio.to_thread(encoder.add, block)
            yield await asyncio.to_thread(encoder.end)
            self.sent_s = encoder.sent_s

    def chunks_in_thread(self, lead_in_ms: float = 0.0) -> Iterator[Chunk]:
        """As `chunks`, for a caller without an event loop."""
        with closing(self._open_output()) as output:
            encoder = _ChunkEncoder(output, lead_in_ms)
            yield encoder.begin()
            for block in self.stream:
                yield encoder.add(block)
            yield encoder.end()
            self.sent_s = encoder.sent_s

    async def clip(self) -> Clip:
        return self._clip([block async for block in self.stream])

    def clip_in_thread(self) -> Clip:
        """As `clip`, for a caller without an event loop."""
        return self._clip(list(self.stream))

    def _clip(self, blocks: Sequence[AudioBlock]) -> Clip:
        """A text of nothing but symbols gives a short silence, so that a file is never empty."""
        if any(block.samples.size for block in blocks):
            return Clip(tuple(blocks))
        return Clip((silence(LEAD_IN_MS, self._sample_rate_hz),))


class SpeechService:
    def __init__(
        self,
        engine: Engine,
        default_voice: str,
        mastering: Mastering,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.engine = engine
        self.default_voice = default_voice
        self.clock = clock
        self._mastering = mastering

    def speak(self, job: Job, sound: Sound, *, fills_stalls: bool = False, marks: Marks | None = None) -> Speaking:
        """`fills_stalls`: filler is sent where speech is late. The caller marks in `marks` (or `Speaking.marks`) when
        the first audible chunk has left. Raises `Busy`, `LaneStalled`, `Stopping`."""
        stream = self.engine.stream(job, fills_stalls=fills_stalls, marks=marks or Marks(self.clock))
        return Speaking(stream, lambda: self.output(sound, job), self.engine.sample_rate_hz)

    def output(self, sound: Sound, job: Job | None = None) -> Output:
        """The output chain of a stream; without a job, of one that may turn out to have no text."""
        return Output(
            _numbered(sound.form, job),
            self.engine.sample_rate_hz,
            self._mastered(sound),
            follows=job is None or not job.has_volumes,
            loss_lu=0.0 if job is None else job.loss_lu,
        )

    def file(self, clip: Clip, job: Job, sound: Sound) -> bytes:
        """A whole file. Takes some milliseconds for each second of speech: not for an event loop."""
        rate_hz, mastering = self.engine.sample_rate_hz, self._mastered(sound)
        form, is_exact = _numbered(sound.form, job), not job.has_volumes
        with self.engine.safeguards.encoding(sum(len(block.samples) for block in clip.blocks)):
            return whole_output(clip.blocks, form, rate_hz, mastering, is_exact=is_exact)

    def _mastered(self, sound: Sound) -> Mastering:
        return replace(self._mastering, volume_db=sound.volume_db)


def _numbered(form: OutputFormat, job: Job | None) -> OutputFormat:
    """The serial number of a stream follows from what is spoken: equal requests give equal bytes."""
    return form if job is None else replace(form, serial=job.serial)
