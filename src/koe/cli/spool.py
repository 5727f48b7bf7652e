"""Speech on disk while it is made: a WAV file of 32-bit floats, from which the finished file is written.

Loudness is known only when everything is spoken, and the text of a book does not fit in memory. If koe is killed, the
file stays behind, and players can play it: sizes in its header say "until the end".
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from koe.cli.safe_file import Draft
from koe.types import Samples

_FLOAT = 3
_MONO = 1
_BYTES_PER_SAMPLE = 4
_UNKNOWN = 0xFFFFFFFF
_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
_PART_SAMPLES = 1 << 18  # 11 s


class Spool:
    """Leaving the `with` block removes the file, unless `keep` was called."""

    def __init__(self, folder: Path, name: str, sample_rate_hz: int) -> None:
        self._draft = Draft(folder, name, ".part.wav")
        # Unbuffered: after a failed write, a buffer would try again with every seek.
        self._file = self._draft.file.raw
        self._is_kept = False
        self.rate_hz = sample_rate_hz
        self.samples = 0
        self._write(_header(sample_rate_hz))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_kept:
            self._draft.file.close()
        else:
            self._draft.__exit__(kind, error, at)

    @property
    def path(self) -> Path:
        return self._draft.path

    @property
    def duration_s(self) -> float:
        return self.samples / self.rate_hz

    @property
    def size_bytes(self) -> int:
        return _HEADER.size + _BYTES_PER_SAMPLE * self.samples

    def add(self, samples: Samples) -> None:
        """If the disk is full, `parts` ends before these samples."""
        self._file.seek(self.size_bytes)
        self._write(samples.astype("<f4", copy=False).tobytes())
        self.samples += len(samples)

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) or 0 :]

    def parts(self) -> Iterator[Samples]:
        """The speech from its beginning."""
        for start in range(0, self.samples, _PART_SAMPLES):
            self._file.seek(_HEADER.size + _BYTES_PER_SAMPLE * start)
            count = min(_PART_SAMPLES, self.samples - start)
            yield np.frombuffer(self._read(_BYTES_PER_SAMPLE * count), dtype="<f4").astype(np.float32, copy=False)

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count and (more := self._file.read(count - len(data))):
            data += more
        return data

    def keep(self) -> None:
        self._is_kept = True


def _header(rate_hz: int) -> bytes:
    bytes_per_s = rate_hz * _BYTES_PER_SAMPLE
    format_chunk = (16, _FLOAT, _MONO, rate_hz, bytes_per_s, _BYTES_PER_SAMPLE, 8 * _BYTES_PER_SAMPLE)
    return _HEADER.pack(b"RIFF", _UNKNOWN, b"WAVE", b"fmt ", *format_chunk, b"data", _UNKNOWN)
