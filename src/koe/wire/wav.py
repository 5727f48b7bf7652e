"""Sample rate and size -> the 44-byte WAV header for 16-bit mono PCM."""

from __future__ import annotations

import struct

BYTES_PER_SAMPLE = 2

HEADER_BYTES = 44
# Players read this size as "until the end of the stream".
_UNKNOWN = 0xFFFFFFFF
_MONO = 1
_INTEGER_PCM = 1


def wav_header(sample_rate_hz: int, data_bytes: int | None = None) -> bytes:
    """`data_bytes` is None for a stream of unknown length. A size above 4 GB does not fit: it is written as unknown."""
    if data_bytes is None or data_bytes + HEADER_BYTES - 8 > _UNKNOWN:
        data_bytes = riff_bytes = _UNKNOWN
    else:
        riff_bytes = data_bytes + HEADER_BYTES - 8
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF",
        riff_bytes,
        b"WAVE",
        b"fmt ",
        16,
        _INTEGER_PCM,
        _MONO,
        sample_rate_hz,
        sample_rate_hz * BYTES_PER_SAMPLE,
        BYTES_PER_SAMPLE,
        8 * BYTES_PER_SAMPLE,
        b"data",
        data_bytes,
    )
