"""16-bit samples -> bytes of an audio format, streamed or as a whole file; without I/O.

A format is one row of FORMATS: media type, suffix, sample rates and encoder. Everything else is derived from it.
"""

from __future__ import annotations

import io
import random
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO, Protocol, cast

import av
import numpy as np
from av.audio import AudioStream
from av.container import OutputContainer
from numpy.typing import NDArray

from koe.types import SAMPLE_RATES_HZ
from koe.wire.wav import BYTES_PER_SAMPLE, wav_header

Pcm = NDArray[np.int16]

# Opus supports no others. Whatever the input rate, it counts and decodes at 48 kHz.
_OPUS_RATES_HZ = (8_000, 16_000, 24_000, 48_000)
# For one voice at 24 kHz. PESQ, whose maximum is 4.64, gives 4.53, 4.55 and 4.46.
_MP3_BITS_PER_S = 96_000
_AAC_BITS_PER_S = 96_000
_OPUS_BITS_PER_S = 48_000
# Bounds the bit rate at low sample rates: AAC allows at most 6 bits per sample, LAME 8 at 8 kHz.
_MOST_BITS_PER_SAMPLE = 4
# 24 ms at 24 kHz, 72 at 8 kHz. The encoder's default, 105 ms, would delay the first bytes.
_FLAC_FRAME_SAMPLES = 576
# One Ogg page per packet of 20 ms, which costs 11 kbit/s; the default of one page per second would delay the audio.
_OGG_PAGE_US = 20_000
# Two packets of 20 ms, at 5 kbit/s; the default of a second would delay the audio.
_WEBM_CLUSTER_MS = 40
# The same bytes for the same samples: no version of FFmpeg, no random number.
_REPEATABLE = {"fflags": "+bitexact"}
_AAC_FRAME_SAMPLES = 1024
# The index of an MP4 file has 4 bytes for each AAC frame and 0.9 kB besides.
_MP4_INDEX_BYTES = 1024
_MP4_INDEX_BYTES_PER_FRAME = 5
_LARGEST_SERIAL = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip in parts, for files too long for memory. `samples` is their sum, which a header may need first."""

    parts: Iterable[Pcm]
    samples: int


class Encoder(Protocol):
    """Encodes one stream: the bytes that `encode` and `flush` return, concatenated. `close` frees the encoder; it may
    be called at any time and more than once, and is not needed after `flush`."""

    def encode(self, samples: Pcm) -> bytes: ...

    def flush(self) -> bytes: ...

    def close(self) -> None: ...


class Coding(Protocol):
    """Encodes to one format, as a stream or as a whole file."""

    def encoder(self, sample_rate_hz: int, serial: int) -> Encoder: ...

    def whole(self, samples: Pcm, sample_rate_hz: int, serial: int) -> bytes: ...

    def write(self, file: BinaryIO, clip: Clip, sample_rate_hz: int, serial: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Format:
    media_type: str
    suffix: str
    sample_rates_hz: tuple[int, ...]
    coding: Coding
    lead_samples: int = 0  # that a decoder of a whole file returns before the first sample of the audio


def open_encoder(name: str, sample_rate_hz: int, serial: int | None = None) -> Encoder:
    """`serial` is the number of the stream, which Ogg writes on every page: files that are put one after the other need
    different ones. None: a random one. Samples and serial decide every byte."""
    return _format(name, sample_rate_hz).coding.encoder(sample_rate_hz, _serial(serial))


def encode_whole(name: str, samples: Pcm, sample_rate_hz: int, serial: int | None = None) -> bytes:
    """Encode a whole file. Its header holds the length, where the format has a field for it."""
    return _format(name, sample_rate_hz).coding.whole(samples, sample_rate_hz, _serial(serial))


def _serial(given: int | None) -> int:
    return random.randint(0, _LARGEST_SERIAL) if given is None else given & _LARGEST_SERIAL  # noqa: S311  no secret


def write_whole(name: str, file: BinaryIO, clip: Clip, sample_rate_hz: int, serial: int | None = None) -> None:
    """Write the same bytes as `encode_whole`, part by part. The file must be empty and able to seek."""
    _format(name, sample_rate_hz).coding.write(file, clip, sample_rate_hz, _serial(serial))


def _format(name: str, sample_rate_hz: int) -> Format:
    found = FORMATS.get(name)
    if found is None:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}.")
    if sample_rate_hz not in found.sample_rates_hz:
        raise ValueError(f"sample rate of {name} must be one of {', '.join(map(str, found.sample_rates_hz))}.")
    return found


@dataclass(frozen=True, slots=True)
class Uncompressed:
    """PCM samples after a header."""

    header: Callable[[int, int | None], bytes]

    def encoder(self, sample_rate_hz: int, serial: int) -> Encoder:
        return _UncompressedEncoder(self.header(sample_rate_hz, None))

    def whole(self, samples: Pcm, sample_rate_hz: int, serial: int) -> bytes:
        return self.header(sample_rate_hz, len(samples) * BYTES_PER_SAMPLE) + _little_endian(samples)

    def write(self, file: BinaryIO, clip: Clip, sample_rate_hz: int, serial: int) -> None:
        file.write(self.header(sample_rate_hz, clip.samples * BYTES_PER_SAMPLE))
        for part in clip.parts:
            file.write(_little_endian(part))


class _UncompressedEncoder:
    def __init__(self, header: bytes) -> None:
        self._header = header

    def encode(self, samples: Pcm) -> bytes:
        return self.flush() + _little_endian(samples)

    def flush(self) -> bytes:
        """Return the header if nothing was encoded, so that an empty file is valid too."""
        header, self._header = self._header, b""
        return header

    def close(self) -> None:
        self._header = b""


def _little_endian(samples: Pcm) -> bytes:
    return samples.astype("<i2", copy=False).tobytes()


def _no_header(_sample_rate_hz: int, _data_bytes: int | None) -> bytes:
    return b""


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


_OPUS_IN_OGG = Compressed(
    "ogg",
    "libopus",
    "s16",
    _OPUS_BITS_PER_S,
    codec_options={"application": "audio"},
    container_options={"page_duration": str(_OGG_PAGE_US), **_REPEATABLE},
    has_serial=True,
)


def _indexed_mp4(samples: int) -> Mapping[str, str]:
    """Room for the index before the audio, so that a player can seek before it has the whole file."""
    frames = samples // _AAC_FRAME_SAMPLES + 3
    return {"moov_size": str(_MP4_INDEX_BYTES + _MP4_INDEX_BYTES_PER_FRAME * frames)}


FORMATS: Mapping[str, Format] = {
    "mp3": Format(
        "audio/mpeg",
        ".mp3",
        SAMPLE_RATES_HZ,
        Compressed(
            "mp3",
            "libmp3lame",
            "s16p",
            _MP3_BITS_PER_S,
            # Without the bit reservoir an MP3 frame does not depend on earlier ones and comes 30 ms earlier; level 7
            # takes 6 ms per second of speech instead of 10 and sounds the same (PESQ 4.53 and 4.56).
            codec_options={"reservoir": "0", "compression_level": "7"},
            container_options={"id3v2_version": "0"},
        ),
    ),
    "opus": Format(
        # audio/opus is registered for RTP only. Opus in Ogg is audio/ogg (RFC 7845), which browsers play.
        "audio/ogg",
        ".opus",
        _OPUS_RATES_HZ,
        _OPUS_IN_OGG,
    ),
    "aac": Format(
        "audio/aac",
        ".aac",
        SAMPLE_RATES_HZ,
        # The fast coder takes a quarter of the time and sounds better at this bit rate (PESQ 4.55, not 4.47).
        Compressed("adts", "aac", "fltp", _AAC_BITS_PER_S, codec_options={"aac_coder": "fast"}),
        lead_samples=1024,  # encoder delay; ADTS has no field that tells a decoder to drop it
    ),
    "flac": Format(
        "audio/flac",
        ".flac",
        SAMPLE_RATES_HZ,
        Compressed(
            "flac",
            "flac",
            "s16",
            codec_options={"frame_size": str(_FLAC_FRAME_SAMPLES)},
            # The default padding would put 8 kB of zeros before the first sound.
            container_options={"metadata_header_padding": "0"},
        ),
    ),
    "wav": Format("audio/wav", ".wav", SAMPLE_RATES_HZ, Uncompressed(wav_header)),
    "pcm": Format("audio/pcm", ".pcm", SAMPLE_RATES_HZ, Uncompressed(_no_header)),
    # Opus and not Vorbis: messengers take no other Ogg for a voice message, and it needs half the bit rate.
    "ogg": Format("audio/ogg", ".ogg", _OPUS_RATES_HZ, _OPUS_IN_OGG),
    "m4a": Format(
        "audio/mp4",
        ".m4a",
        SAMPLE_RATES_HZ,
        Compressed(
            "ipod",  # FFmpeg's name for an MP4 file of the brand M4A
            "aac",
            "fltp",
            _AAC_BITS_PER_S,
            codec_options={"aac_coder": "fast"},
            # A fragment for each AAC frame. The header waits for the first one: then it tells decoders to drop the
            # encoder's delay.
            container_options={"movflags": "delay_moov+empty_moov+default_base_moof+frag_every_frame"},
            file_options=_indexed_mp4,
        ),
    ),
    "webm": Format(
        "audio/webm",
        ".webm",
        _OPUS_RATES_HZ,
        Compressed(
            "webm",
            "libopus",
            "s16",
            _OPUS_BITS_PER_S,
            codec_options={"application": "audio"},
            container_options={"cluster_time_limit": str(_WEBM_CLUSTER_MS), **_REPEATABLE},
            file_options=lambda _: _REPEATABLE,
        ),
    ),
}
