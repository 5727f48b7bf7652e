"""What encodes samples to one audio format: the border between the table of formats and their codecs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

Pcm = NDArray[np.int16]


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
