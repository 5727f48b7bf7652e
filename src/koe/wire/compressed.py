"""16-bit samples -> bytes of a compressed format, by FFmpeg's encoders and containers; without I/O."""

from __future__ import annotations

import io
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO, cast

import av
import numpy as np
from av.audio import AudioStream
from av.container import OutputContainer

from koe.wire.coding import Clip, Encoder, Pcm

# Bounds the bit rate at low sample rates: AAC allows at most 6 bits per sample, LAME 8 at 8 kHz.
_MOST_BITS_PER_SAMPLE = 4


@dataclass(frozen=True, slots=True)
class Compressed:
    """An FFmpeg codec and container. FFmpeg writes lengths into the header at the end, if it can seek (whole files)."""

    container: str
    codec: str
    sample_format: str
    bits_per_s: int | None = None
    codec_options: Mapping[str, str] = field(default_factory=dict)
    container_options: Mapping[str, str] = field(default_factory=dict)
    # Container options of a whole file with that many samples; None: those of a stream.
    file_options: Callable[[int], Mapping[str, str]] | None = None
    has_serial: bool = False

    def encoder(self, sample_rate_hz: int, serial: int) -> Encoder:
        return _CompressedEncoder(self.numbered(serial), sample_rate_hz)

    def whole(self, samples: Pcm, sample_rate_hz: int, serial: int) -> bytes:
        file = io.BytesIO()
        coding = self.numbered(serial)
        if self.file_options is not None:
            coding = replace(coding, container_options=self.file_options(len(samples)))
        track = Track(coding, sample_rate_hz, file)
        track.add(samples)
        track.finish()
        return file.getvalue()

    def write(self, file: BinaryIO, clip: Clip, sample_rate_hz: int, serial: int) -> None:
        coding = self.numbered(serial)
        if self.file_options is not None:
            coding = replace(coding, container_options=self.file_options(clip.samples))
        track = Track(coding, sample_rate_hz, file)
        for part in clip.parts:
            track.add(part)
        track.finish()

    def numbered(self, serial: int) -> Compressed:
        """With the serial number of the stream, where the container has one."""
        if not self.has_serial:
            return self
        return replace(self, container_options={**self.container_options, "serial_offset": str(serial)})

    def bits_per_s_at(self, sample_rate_hz: int) -> int | None:
        return self.bits_per_s and min(self.bits_per_s, _MOST_BITS_PER_SAMPLE * sample_rate_hz)


class _CompressedEncoder:
    def __init__(self, coding: Compressed, sample_rate_hz: int) -> None:
        self._sink = _Sink()
        self._track: Track | None = Track(coding, sample_rate_hz, self._sink)

    def encode(self, samples: Pcm) -> bytes:
        if self._track is None:
            raise ValueError("the encoder is closed.")
        self._track.add(samples)
        return self._sink.take()

    def flush(self) -> bytes:
        if self._track is not None:
            self._track.finish()
            self._track = None
        return self._sink.take()

    def close(self) -> None:
        if self._track is not None:
            self._track.close()
            self._track = None
        self._sink.take()


class _Sink:
    """The output of a muxer. It cannot seek, so bytes that were sent never have to change."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes) -> int:
        self._written += data
        return len(data)

    def take(self) -> bytes:
        taken = bytes(self._written)
        self._written.clear()
        return taken


def _nothing(_container: OutputContainer, _stream: AudioStream) -> None:
    pass


class Track:
    """A codec and its container. The codec gets one thread: the others belong to the model. PyAV cuts the audio with a
    filter that starts a few more threads, which stay idle and end with the track. `prepare` adds to the container what
    its header needs to know."""

    def __init__(
        self,
        coding: Compressed,
        sample_rate_hz: int,
        file: BinaryIO | _Sink,
        prepare: Callable[[OutputContainer, AudioStream], None] = _nothing,
    ) -> None:
        self._rate_hz = sample_rate_hz
        self._samples = 0
        options = dict(coding.container_options)
        self._container = av.open(file, "w", format=coding.container, options=options)
        # A container and its streams form a reference cycle: without this, a dropped track would stay until the next
        # garbage collection.
        self.close = weakref.finalize(self, self._container.close)
        self.close.atexit = False
        stream = self._container.add_stream(
            coding.codec,
            rate=sample_rate_hz,
            options={**coding.codec_options, "threads": "1"},
            layout="mono",
            format=coding.sample_format,
            bit_rate=coding.bits_per_s_at(sample_rate_hz) or 0,
        )
        self._stream = cast(AudioStream, stream)
        prepare(self._container, self._stream)
        self._container.start_encoding()

    def add(self, samples: Pcm) -> None:
        if not len(samples):
            return
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples).reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate = self._rate_hz
        frame.pts = self._samples
        self._samples += len(samples)
        self._container.mux(self._stream.encode(frame))

    def mux(self, packet: av.Packet[Any]) -> None:
        """A packet of another stream, which `prepare` added."""
        self._container.mux(packet)

    def finish(self) -> None:
        try:
            self._container.mux(self._stream.encode(None))
        finally:
            self.close()
