"""16-bit samples -> bytes of an audio format, streamed or as a whole file; without I/O.

A format is one row of FORMATS: media type, suffix, sample rates and encoder. Everything else is derived from it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from koe.types import SAMPLE_RATES_HZ
from koe.wire.coding import Clip, Coding, Encoder, Pcm
from koe.wire.compressed import Compressed
from koe.wire.uncompressed import Uncompressed, no_header
from koe.wire.wav import wav_header

# Opus supports no others. Whatever the input rate, it counts and decodes at 48 kHz.
_OPUS_RATES_HZ = (8_000, 16_000, 24_000, 48_000)
# For one voice at 24 kHz. PESQ, whose maximum is 4.64, gives 4.53, 4.55 and 4.46.
_MP3_BITS_PER_S = 96_000
_AAC_BITS_PER_S = 96_000
_OPUS_BITS_PER_S = 48_000
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
    "pcm": Format("audio/pcm", ".pcm", SAMPLE_RATES_HZ, Uncompressed(no_header)),
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
