"""16-bit samples -> PCM after a header; without I/O."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from koe.wire.coding import Clip, Encoder, Pcm
from koe.wire.wav import BYTES_PER_SAMPLE


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


def no_header(_sample_rate_hz: int, _data_bytes: int | None) -> bytes:
    return b""
