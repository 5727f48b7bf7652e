"""Blocks of a live stream -> frames of equal length, each with its place in the audio and in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from koe.audio.gap import EDGE_S
from koe.engine.output import Output, OutputFormat
from koe.engine.word_clock import WordClock
from koe.types import AudioBlock, Cue, Samples
from koe.wire.frames import Flags, Frame
from koe.wire.wav import BYTES_PER_SAMPLE

SHORTEST_FRAME_MS = 30
LONGEST_FRAME_MS = 120
FRAME_MS = 50
UNMIXED = frozenset({"pcm", "wav"})  # formats whose bytes are samples, so that filler can be marked


@dataclass(frozen=True, slots=True)
class Framed:
    """A frame and the cues that begin in it, in seconds from the beginning of the stream. `is_audible`: the first
    audible sample of the stream is in it or before it."""

    frame: Frame
    cues: tuple[Cue, ...]
    is_audible: bool = False
    start_s: float = 0.0


class FrameCutter:
    """Cuts one stream, segment by segment. For one thread at a time."""

    def __init__(self, output: Output, form: OutputFormat, source_hz: int, frame_ms: int = FRAME_MS) -> None:
        self._output = output
        self._form = form
        self._source_hz = source_hz
        self._frame_samples = round(frame_ms * source_hz / 1000)
        self._held: Samples = np.zeros(0, dtype=np.float32)  # less than a frame
        self._data = b""
        self._fed = 0  # samples of the source
        self._framed = 0  # samples in frames so far, at the output rate
        self._chunk_id = 0
        self._segment_id = -1
        self._text_stop = 0
        self._begins_segment = False
        self._marks_filler = form.name in UNMIXED
        self._is_filled = False  # the last block was filler
        self._clock = WordClock()
        self._cues: list[Cue] = []  # whose blocks have come, and whose frames have not been cut

    @property
    def audio_s(self) -> float:
        return self._clock.sent_s

    @property
    def samples(self) -> int:
        return self._framed

    @property
    def segments(self) -> int:
        return self._segment_id + 1

    def begin_segment(self) -> None:
        self._segment_id += 1
        self._begins_segment = True

    def add(self, block: AudioBlock) -> list[Framed]:
        self._cues += self._clock.add(block)
        if block.is_filler:
            frames = [*self._speech(self._take_held()), *self._filler(self._output.parts(block)[0], block.duration_s)]
            self._is_filled = True
            return frames
        self._held = np.concatenate([self._held, block.samples])
        return [framed for samples in self._full_frames() for framed in self._speech(samples)]

    def end_segment(self, text_stop: int) -> list[Framed]:
        """The rest of the segment. A few milliseconds of silence stay in the limiter until more comes."""
        filler, data = self._encoded(self._take_held())
        # Rounding can place a word behind the end.
        self._cues += (replace(cue, start_s=self.audio_s) for cue in self._clock.rest())
        self._text_stop = max(self._text_stop, text_stop)
        return [*filler, *self._framed_of(data, takes_all=True)]

    def end(self) -> list[Framed]:
        """The last frame; it may be empty."""
        filler, data = self._encoded(self._take_held())
        self._data += data + self._output.end()
        return [*filler, self._framed_with(Flags.LAST, tuple(self._cues))]

    def close(self) -> None:
        """Free the encoder, however the stream ended. From any thread."""
        self._output.close()

    def _full_frames(self) -> Iterator[Samples]:
        while len(self._held) >= self._frame_samples:
            samples, self._held = self._held[: self._frame_samples], self._held[self._frame_samples :]
            yield samples

    def _take_held(self) -> Samples:
        held, self._held = self._held, self._held[:0]
        return held

    def _speech(self, samples: Samples) -> Iterator[Framed]:
        filler, data = self._encoded(samples)
        yield from filler
        yield from self._framed_of(data)

    def _encoded(self, samples: Samples) -> tuple[list[Framed], bytes]:
        """The edge of a gap that ends here, in a frame of its own, and the encoded speech."""
        if not len(samples):
            return [], b""
        edge, data = self._output.parts(AudioBlock(samples, self._source_hz))
        filler: list[Framed] = []
        if self._is_filled and (edge or not self._marks_filler):
            filler = list(self._filler(edge, EDGE_S))
            self._is_filled = False
        self._fed += len(samples)
        return filler, data

    def _filler(self, data: bytes, filler_s: float) -> Iterator[Framed]:
        """A frame of filler alone, if the format allows it: encoders mix it with the speech around it."""
        self._fed += round(filler_s * self._source_hz)
        if self._marks_filler:
            self._data += data
            yield self._framed_with(Flags.FILLER, ())
        else:
            yield from self._framed_of(data)

    def _framed_of(self, data: bytes, *, takes_all: bool = False) -> Iterator[Framed]:
        """Yields nothing while the encoder returns no bytes; the next frame has those samples."""
        self._data += data
        if not self._data:
            return
        reached_s = self._reached_s()
        reached = tuple(cue for cue in self._cues if takes_all or cue.start_s < reached_s)
        self._cues = [] if takes_all else [cue for cue in self._cues if cue.start_s >= reached_s]
        self._text_stop = max([self._text_stop, *(cue.stop for cue in reached)])
        yield self._framed_with(Flags.NONE, reached)

    def _reached_s(self) -> float:
        """Where the next frame ends. Limiter and resampler hold some milliseconds back."""
        if self._form.name == "pcm":
            return (self._framed + len(self._data) // BYTES_PER_SAMPLE) / self._form.sample_rate_hz
        return self._fed / self._source_hz

    def _framed_with(self, flags: Flags, cues: tuple[Cue, ...]) -> Framed:
        if self._begins_segment and Flags.FILLER not in flags:  # a recorder drops filler, and needs the beginning
            flags |= Flags.FIRST_OF_SEGMENT
            self._begins_segment = False
        payload, self._data = self._data, b""
        count = self._count(payload)
        frame = Frame(max(0, self._segment_id), self._chunk_id, self._framed, count, self._text_stop, payload, flags)
        self._chunk_id += 1
        self._framed += count
        start_s = frame.first_sample / self._form.sample_rate_hz
        return Framed(frame, cues, bool(payload) and self._output.is_audible, start_s)

    def _count(self, payload: bytes) -> int:
        """Samples of a frame: exact for PCM; for other formats, those encoded since the last frame."""
        if self._form.name == "pcm":
            return len(payload) // BYTES_PER_SAMPLE
        return max(0, round(self._fed * self._form.sample_rate_hz / self._source_hz) - self._framed)
