"""The values that cross folders: frozen, with the unit in the name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
InputFormat = Literal["text", "ssml"]
# What is put into words before it is read: "Dr.", "FBI", a path, "2025-03-04", …
NormalizationKind = Literal[
    "abbreviations",
    "acronyms",
    "code",
    "dates",
    "emails",
    "money",
    "numbers",
    "phones",
    "plurals",
    "symbols",
    "times",
    "units",
    "urls",
]
NORMALIZATION_KINDS: tuple[NormalizationKind, ...] = get_args(NormalizationKind)
SAMPLE_RATES_HZ = (8_000, 16_000, 22_050, 24_000, 44_100, 48_000)  # in which audio may leave


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """What a caller asks for. `language` None means the voice's own, "auto" what the text is in; `live` means that
    somebody listens meanwhile."""

    text: str
    voice: str = "af_heart"
    speed: float = 1.0
    language: str | None = None
    live: bool = True
    input_format: InputFormat | None = None  # None: SSML if the text begins with <speak
    lexicon: tuple[Mapping[str, object], ...] = ()  # pronunciations for this request alone
    as_written: tuple[NormalizationKind, ...] = ()  # what is not put into words


@dataclass(frozen=True, slots=True)
class PhonemeRequest:
    """What a caller asks for who has read the text himself: a string for each sentence, in the model's alphabet."""

    phonemes: tuple[str, ...]
    voice: str = "af_heart"
    speed: float = 1.0
    live: bool = True


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or the name of a mark, with the stretch `start:stop` of the caller's text that it stands for and the
    tokens that speak it."""

    text: str
    start: int
    stop: int
    first_token: int
    stop_token: int
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class ProsodyMark:
    """How the tokens from `first_token` up to `stop_token` differ from what the model would do."""

    first_token: int
    stop_token: int
    rate: float = 1.0
    pitch: float = 1.0
    gain_db: float = 0.0


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text that goes through the model in one pass: at most 510 tokens."""

    text: str
    phonemes: str
    tokens: tuple[int, ...]
    words: tuple[Word, ...] = ()
    marks: tuple[ProsodyMark, ...] = ()
    pause_ms: float | None = None  # the silence after it, exactly; None: as its last mark and the lines ask for
    lines_after: int = 0  # 1: the next one begins a line (a list, a verse, a heading), 2: a paragraph


@dataclass(frozen=True, slots=True)
class Cue:
    """When a word is spoken or a mark is reached, in seconds; `start:stop` is its place in the caller's text."""

    text: str
    start: int
    stop: int
    start_s: float
    end_s: float
    is_mark: bool = False

    def later(self, seconds: float) -> Cue:
        return replace(self, start_s=self.start_s + seconds, end_s=self.end_s + seconds)


@dataclass(frozen=True, slots=True)
class AudioBlock:
    """Mono float audio in [-1, 1], one-dimensional. The last `overlap` samples are there once more at the beginning of
    the next block, and fade into it. `cues` count from the beginning of the block and may lie behind its end."""

    samples: Samples
    sample_rate_hz: int
    overlap: int = 0
    cues: tuple[Cue, ...] = ()

    @property
    def duration_s(self) -> float:
        return (len(self.samples) - self.overlap) / self.sample_rate_hz


# One turn of the lane: something to hear, or None, when work was done that will be heard later.
Step = AudioBlock | None
