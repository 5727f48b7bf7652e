"""The values that cross folders: frozen, with the unit in the name."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """What a caller asks for. `language` None means the voice's own; `live` means that somebody listens meanwhile."""

    text: str
    voice: str = "af_heart"
    speed: float = 1.0
    language: str | None = None
    live: bool = True


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text that goes through the model in one pass: at most 510 tokens."""

    text: str
    phonemes: str
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AudioBlock:
    """Mono float audio in [-1, 1], one-dimensional. The last `overlap` samples are there once more at the beginning of
    the next block, and fade into it."""

    samples: Samples
    sample_rate_hz: int
    overlap: int = 0

    @property
    def duration_s(self) -> float:
        return (len(self.samples) - self.overlap) / self.sample_rate_hz


# One turn of the lane: something to hear, or None, when work was done that will be heard later.
Step = AudioBlock | None
